import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { makeThrottle } from './throttle.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('executes the first call immediately, and at the end of an interval only the last call of each name', () => {
  const executed: string[] = []
  const { throttle, stop } = makeThrottle(50)
  for (const symbol of ['A', 'B', 'C']) throttle('symbol', () => executed.push(symbol))
  throttle('theme', () => executed.push('dark'))
  expect(executed).toEqual(['A'])
  vi.advanceTimersByTime(50)
  expect(executed).toEqual(['A', 'C', 'dark'])
  throttle('symbol', () => executed.push('D'))
  expect(executed).toHaveLength(3)
  vi.advanceTimersByTime(50)
  expect(executed).toEqual(['A', 'C', 'dark', 'D'])
  vi.advanceTimersByTime(500)
  throttle('symbol', () => executed.push('E'))
  expect(executed.at(-1)).toBe('E')
  expect(executed).toHaveLength(5)
  throttle('symbol', () => executed.push('F'))
  stop()
  vi.advanceTimersByTime(500)
  expect(executed, 'after stop').toHaveLength(5)
})

test.each([
  ['during an interval', 0],
  ['between intervals', 50],
])('ignores calls after a stop %s', (_, elapsedMs) => {
  const executed: string[] = []
  const { throttle, stop } = makeThrottle(50)
  throttle('symbol', () => executed.push('A'))
  vi.advanceTimersByTime(elapsedMs)
  stop()
  throttle('symbol', () => executed.push('B'))
  vi.advanceTimersByTime(500)
  expect(executed).toEqual(['A'])
  expect(vi.getTimerCount()).toBe(0)
})
