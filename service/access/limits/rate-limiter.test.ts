import { describe, expect, test, vi } from 'vitest'
import { Problem } from '#contract/api/problem.ts'
import { createRateLimiter } from './rate-limiter.ts'

const few = { name: 'few', perMinute: 6, burst: 3 }
const many = { name: 'many', perMinute: 60 }

function environment(most?: number) {
  let now = 1000
  const limiter = createRateLimiter(() => now, most)
  /** Remaining tokens, or seconds until the next one. */
  const ask = (caller = 'one', limit: Parameters<typeof limiter.take>[0] = few) => {
    try {
      return limiter.take(limit, caller).left
    } catch (error) {
      if (!(error instanceof Problem)) throw error
      expect(error.code).toBe('rate-limited')
      return `wait ${error.facts.retryAfterSeconds}`
    }
  }
  return { limiter, ask, pass: (ms: number) => void (now += ms) }
}

describe('a bucket', () => {
  test('holds its burst and refills at its rate per minute', () => {
    const { ask, pass } = environment()
    expect([ask(), ask(), ask(), ask()]).toEqual([2, 1, 0, 'wait 10'])
    pass(9_999)
    expect(ask()).toBe('wait 1')
    pass(1)
    expect([ask(), ask()]).toEqual([0, 'wait 10'])
    pass(24 * 3600_000)
    expect([ask(), ask(), ask(), ask()]).toEqual([2, 1, 0, 'wait 10'])
  })

  test('belongs to one caller and one limit', () => {
    const { ask } = environment()
    expect([ask(), ask(), ask(), ask()].at(-1)).toBe('wait 10')
    expect([ask('two'), ask('one', many)]).toEqual([2, 59])
  })

  test('survives changes of generation while in use', () => {
    const { ask, pass } = environment()
    let given = 0
    for (let second = 0; second < 300; second++) {
      pass(1000)
      if (typeof ask() === 'number') given++
    }
    // The burst, and six in each of five minutes.
    expect(given).toBe(3 + 29)
  })

  test('reports its remaining tokens', () => {
    const { limiter, ask } = environment()
    ask()
    expect(limiter.take(few, 'one')).toEqual({ perMinute: 6, left: 1, fullInSeconds: 20 })
  })
})

test('with 100,000 callers a call still reads its own bucket only', () => {
  const { ask, pass } = environment()
  for (let at = 0; at < 100_000; at++) ask(`caller ${at}`)
  const sets = vi.spyOn(Map.prototype, 'set')
  const walks = [Symbol.iterator, 'entries', 'keys', 'values', 'forEach'].map((way) =>
    vi.spyOn(Map.prototype, way as 'entries'),
  )
  try {
    for (let at = 0; at < 100_000; at++) {
      pass(1)
      ask(`caller ${at % 1000}`)
    }
    // Each of the thousand moves to the younger generation a few times, without iteration over the others.
    expect(sets.mock.calls.length).toBeLessThan(10_000)
    expect(walks.flatMap((walk) => walk.mock.calls)).toEqual([])
  } finally {
    vi.restoreAllMocks()
  }
})

test('an overflowing generation evicts idle callers only', () => {
  const { ask } = environment(10)
  for (let at = 0; at < 1000; at++) {
    ask('busy')
    ask(`another ${at}`)
  }
  expect(ask('busy')).toBe('wait 10')
})
