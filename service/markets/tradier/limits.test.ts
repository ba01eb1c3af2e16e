import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createRateBudget } from '#service/markets/kit/rate-budget.ts'
import { budgets, readLimits } from './limits.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const headers = (values: Record<string, string>) => new Headers(values)

test('the headers say how many calls are left, and when the window ends in milliseconds since the epoch', () => {
  expect(
    readLimits(
      headers({
        'X-Ratelimit-Allowed': '120',
        'X-Ratelimit-Used': '119',
        'X-Ratelimit-Available': '1',
        'X-Ratelimit-Expiry': '1719589920000',
      }),
      1_719_589_900_000,
    ),
  ).toEqual({ remaining: 1, resetMs: 20_000 })
  expect(readLimits(headers({ 'X-Ratelimit-Allowed': '120' }))).toBeUndefined()
  expect(readLimits(headers({ 'X-Ratelimit-Available': 'x', 'X-Ratelimit-Expiry': '1' }))).toBeUndefined()
})

test('a wrong clock of ours does not make calls wait: the response’s date counts, and at most a minute', () => {
  const limits = {
    'X-Ratelimit-Available': '0',
    'X-Ratelimit-Expiry': String(Date.parse('2026-11-20T15:00:30Z')),
  }
  const hourSlow = Date.parse('2026-11-20T14:00:00Z')
  expect(readLimits(headers({ ...limits, Date: 'Fri, 20 Nov 2026 15:00:10 GMT' }), hourSlow)?.resetMs).toBe(
    20_000,
  )
  expect(readLimits(headers(limits), hourSlow)?.resetMs).toBe(60_000)
  expect(readLimits(headers(limits), hourSlow + 7_200_000)?.resetMs).toBe(0)
})

test.each([
  ['production', 120],
  ['sandbox', 60],
] as const)('in %s no minute has more than %i calls, after a pause either', async (host, allowed) => {
  const budget = createRateBudget(budgets[host])
  const times: number[] = []
  const callForever = async () => {
    for (;;) {
      await budget.acquire()
      times.push(performance.now())
    }
  }
  // As many as chain calls, a scan and requests have under way.
  for (let caller = 0; caller < 8; caller++) void callForever()
  await vi.advanceTimersByTimeAsync(180_000)
  for (const [index, startMs] of times.entries()) {
    const inWindow = times.slice(index).filter((time) => time < startMs + 60_000).length
    expect(inWindow).toBeLessThanOrEqual(allowed)
  }
  expect(times.length).toBeGreaterThan(allowed * 2)
})
