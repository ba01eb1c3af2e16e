import { describe, expect, test, vi } from 'vitest'
import { Problem } from '#contract/api/problem.ts'
import { createRateLimiter } from './rate-limiter.ts'

const small = { name: 'few', perMinute: 6, burst: 3 }
const large = { name: 'many', perMinute: 60 }

function environment(maxBuckets?: number) {
  let now = 1000
  const limiter = createRateLimiter(() => now, maxBuckets)
  /** Remaining tokens, or seconds until the next one. */
  const take = (caller = 'one', limit: Parameters<typeof limiter.take>[0] = small) => {
    try {
      return limiter.take(limit, caller).remaining
    } catch (error) {
      if (!(error instanceof Problem)) throw error
      expect(error.code).toBe('rate-limited')
      return `wait ${error.facts.retryAfterSeconds}`
    }
  }
  return { limiter, take, pass: (ms: number) => void (now += ms) }
}

describe('a bucket', () => {
  test('holds its burst and refills at its rate per minute', () => {
    const { take, pass } = environment()
    expect([take(), take(), take(), take()]).toEqual([2, 1, 0, 'wait 10'])
    pass(9_999)
    expect(take()).toBe('wait 1')
    pass(1)
    expect([take(), take()]).toEqual([0, 'wait 10'])
    pass(24 * 3600_000)
    expect([take(), take(), take(), take()]).toEqual([2, 1, 0, 'wait 10'])
  })

  test('belongs to one caller and one limit', () => {
    const { take } = environment()
    expect([take(), take(), take(), take()].at(-1)).toBe('wait 10')
    expect([take('two'), take('one', large)]).toEqual([2, 59])
  })

  test('survives changes of generation while in use', () => {
    const { take, pass } = environment()
    let admitted = 0
    for (let second = 0; second < 300; second++) {
      pass(1000)
      if (typeof take() === 'number') admitted++
    }
    // The burst, and six in each of five minutes.
    expect(admitted).toBe(3 + 29)
  })

  test('reports its remaining tokens', () => {
    const { limiter, take } = environment()
    take()
    expect(limiter.take(small, 'one')).toEqual({ perMinute: 6, remaining: 1, fullInSeconds: 20 })
  })
})

test('with 100,000 callers a call still reads its own bucket only', () => {
  const { take, pass } = environment()
  for (let index = 0; index < 100_000; index++) take(`caller ${index}`)
  const sets = vi.spyOn(Map.prototype, 'set')
  const walks = [Symbol.iterator, 'entries', 'keys', 'values', 'forEach'].map((method) =>
    vi.spyOn(Map.prototype, method as 'entries'),
  )
  try {
    for (let index = 0; index < 100_000; index++) {
      pass(1)
      take(`caller ${index % 1000}`)
    }
    // Each of the thousand moves to the younger generation a few times, without iteration over the others.
    expect(sets.mock.calls.length).toBeLessThan(10_000)
    expect(walks.flatMap((walk) => walk.mock.calls)).toEqual([])
  } finally {
    vi.restoreAllMocks()
  }
})

test('an overflowing generation evicts idle callers only', () => {
  const { take } = environment(10)
  for (let index = 0; index < 1000; index++) {
    take('busy')
    take(`another ${index}`)
  }
  expect(take('busy')).toBe('wait 10')
})
