import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { makeThrottle } from './throttle.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('the first is done at once, then the last of each name, and nothing twice', () => {
  const done: string[] = []
  const pace = makeThrottle(50)
  for (const symbol of ['A', 'B', 'C']) pace('symbol', () => done.push(symbol))
  pace('theme', () => done.push('dark'))
  expect(done).toEqual(['A'])
  vi.advanceTimersByTime(50)
  expect(done).toEqual(['A', 'C', 'dark'])
  pace('symbol', () => done.push('D'))
  expect(done).toHaveLength(3)
  vi.advanceTimersByTime(50)
  expect(done).toEqual(['A', 'C', 'dark', 'D'])
  vi.advanceTimersByTime(500)
  pace('symbol', () => done.push('E'))
  expect(done.at(-1)).toBe('E')
  expect(done).toHaveLength(5)
})
