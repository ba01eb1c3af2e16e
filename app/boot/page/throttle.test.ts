import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { makeThrottle } from './throttle.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('the first is done at once, then the last of each name, and nothing twice', () => {
  const done: string[] = []
  const { throttle, stop } = makeThrottle(50)
  for (const symbol of ['A', 'B', 'C']) throttle('symbol', () => done.push(symbol))
  throttle('theme', () => done.push('dark'))
  expect(done).toEqual(['A'])
  vi.advanceTimersByTime(50)
  expect(done).toEqual(['A', 'C', 'dark'])
  throttle('symbol', () => done.push('D'))
  expect(done).toHaveLength(3)
  vi.advanceTimersByTime(50)
  expect(done).toEqual(['A', 'C', 'dark', 'D'])
  vi.advanceTimersByTime(500)
  throttle('symbol', () => done.push('E'))
  expect(done.at(-1)).toBe('E')
  expect(done).toHaveLength(5)
  throttle('symbol', () => done.push('F'))
  stop()
  vi.advanceTimersByTime(500)
  expect(done, 'after the end').toHaveLength(5)
})
