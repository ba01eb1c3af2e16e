import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { CallPriority } from '#service/markets/market.ts'
import { createRateBudget, type RateBudget } from './rate-budget.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** Times at which calls were made, in milliseconds after the start. */
const callTimes = (budget: ReturnType<typeof createRateBudget>, count: number) => {
  const startMs = performance.now()
  const times: number[] = []
  const calls = Array.from({ length: count }, () =>
    budget.acquire().then(
      () => times.push(performance.now() - startMs),
      (error: Error) => times.push(Number.NaN) && error.message,
    ),
  )
  return { times, calls }
}

test('spreads calls evenly after the burst, in the order of the calls', async () => {
  const { times } = callTimes(createRateBudget({ perMinute: 60, burst: 3 }), 6)
  await vi.advanceTimersByTimeAsync(10_000)
  expect(times).toEqual([0, 0, 0, 1000, 2000, 3000])
})

test('without a limit no call waits', async () => {
  const { times } = callTimes(createRateBudget({ perMinute: null }), 100)
  await vi.advanceTimersByTimeAsync(0)
  expect(times).toHaveLength(100)
})

test('a pause holds back calls that are waiting already', async () => {
  const budget = createRateBudget({ perMinute: 60, burst: 1 })
  const { times } = callTimes(budget, 3)
  await vi.advanceTimersByTimeAsync(500)
  budget.pause(5000)
  await vi.advanceTimersByTimeAsync(10_000)
  expect(times[0]).toBe(0)
  for (const time of times.slice(1)) expect(time).toBeGreaterThanOrEqual(5500)
})

test('after a pause there is no burst', async () => {
  const budget = createRateBudget({ perMinute: 60, burst: 5 })
  budget.pause(5000)
  const { times } = callTimes(budget, 3)
  await vi.advanceTimersByTimeAsync(10_000)
  expect(times).toEqual([5000, 6000, 7000])
})

test('the vendor’s report of an exhausted window pauses until it ends', async () => {
  const budget = createRateBudget({ perMinute: 600 })
  budget.report({ remaining: 3, resetMs: 60_000 })
  budget.report({ remaining: 0, resetMs: 7000 })
  const { times } = callTimes(budget, 1)
  await vi.advanceTimersByTimeAsync(6999)
  expect(times).toEqual([])
  await vi.advanceTimersByTimeAsync(1)
  expect(times).toEqual([7000])
  expect(budget.callCount()).toBe(1)
})

test('a call that would wait too long is refused at once and takes no place', async () => {
  const budget = createRateBudget({ perMinute: 60, burst: 1, maxWaitMs: 2000 })
  const { times, calls } = callTimes(budget, 5)
  await vi.advanceTimersByTimeAsync(0)
  expect(await calls[3]).toBe('the rate limit is used up for another 3 s')
  await vi.advanceTimersByTimeAsync(2000)
  expect(times.filter(Number.isFinite)).toEqual([0, 1000, 2000])
  await vi.advanceTimersByTimeAsync(1000)
  await expect(budget.acquire()).resolves.toBeUndefined()
})

/** Times at which the calls of a caller were made, in milliseconds after now. */
const madeTimes = (budget: RateBudget, count: number, priority: CallPriority) => {
  const startMs = performance.now()
  const times: number[] = []
  for (let call = 0; call < count; call++)
    void budget
      .acquire(() => priority)
      .then(() => times.push(performance.now() - startMs))
      .catch(() => times.push(Number.NaN))
  return times
}

test('a waiting call of a user goes before those of the scan, in the order of the users', async () => {
  const budget = createRateBudget({ perMinute: 60, burst: 1 })
  const scan = madeTimes(budget, 3, 'scan')
  const [user, otherUser] = [madeTimes(budget, 2, 'user'), madeTimes(budget, 1, 'user')]
  await vi.advanceTimersByTimeAsync(10_000)
  expect([user, otherUser, scan]).toEqual([[1000, 2000], [3000], [0, 4000, 5000]])
})

test('the scan leaves the burst to users, and uses the whole rate without them', async () => {
  const budget = createRateBudget({ perMinute: 60, burst: 5 })
  const scan = madeTimes(budget, 8, 'scan')
  await vi.advanceTimersByTimeAsync(3500)
  expect(scan).toEqual([0, 1000, 2000, 3000])
  const user = madeTimes(budget, 6, 'user')
  await vi.advanceTimersByTimeAsync(20_000)
  expect(user).toEqual([0, 0, 0, 0, 500, 1500])
  // After the burst is restored.
  expect(scan.slice(4)).toEqual([10_000, 11_000, 12_000, 13_000])
})

test('a call that a user waits for meanwhile becomes a call of a user', async () => {
  const budget = createRateBudget({ perMinute: 60, burst: 1 })
  let priority: CallPriority = 'scan'
  const order: string[] = []
  const acquire = (name: string, current: () => CallPriority) =>
    void budget.acquire(current).then(() => order.push(name))
  acquire('first', () => 'scan')
  acquire('scan', () => 'scan')
  acquire('requested', () => priority)
  priority = 'user'
  await vi.advanceTimersByTimeAsync(10_000)
  expect(order).toEqual(['first', 'requested', 'scan'])
})

test('a call of the scan that users hold back for too long is refused', async () => {
  const budget = createRateBudget({ perMinute: 60, burst: 1, maxWaitMs: 3000 })
  madeTimes(budget, 1, 'user')
  const waiting = budget
    .acquire(() => 'scan')
    .then(
      () => 'made',
      (error: unknown) => error,
    )
  for (let second = 0; second < 4; second++) {
    madeTimes(budget, 1, 'user')
    await vi.advanceTimersByTimeAsync(1000)
  }
  expect(await waiting).toMatchObject({
    kind: 'throttled',
    message: expect.stringMatching(/used up/) as string,
  })
  expect(budget.callCount()).toBe(5)
})

test('calls of the scan that wait do not count for the longest wait of a user', async () => {
  const budget = createRateBudget({ perMinute: 60, burst: 1, maxWaitMs: 3000 })
  madeTimes(budget, 4, 'scan')
  const refused = madeTimes(budget, 1, 'scan')
  const user = madeTimes(budget, 1, 'user')
  await vi.advanceTimersByTimeAsync(1000)
  expect([refused, user]).toEqual([[Number.NaN], [1000]])
})
