import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createRateBudget } from './rate-budget.ts'

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
