import { describe, expect, test, vi } from 'vitest'
import { Problem } from '#contract/api/problem.ts'
import { createRateLimiter } from './rate-limiter.ts'

const smallLimit = { name: 'few', perMinute: 6, burst: 3 }
const largeLimit = { name: 'many', perMinute: 60 }

function createTestLimiter(maxBuckets?: number) {
  let now = 1000
  const limiter = createRateLimiter(() => now, maxBuckets)
  /** Remaining tokens, or seconds until the next one. */
  const take = (caller = 'one', limit: Parameters<typeof limiter.take>[0] = smallLimit) => {
    try {
      return limiter.take(limit, caller).remaining
    } catch (error) {
      if (!(error instanceof Problem)) throw error
      expect(error.code).toBe('rate-limited')
      return `wait ${error.facts.retryAfterSeconds}`
    }
  }
  return { limiter, take, advanceTime: (ms: number) => void (now += ms) }
}

describe('a bucket', () => {
  test('holds its burst and refills at its rate per minute', () => {
    const { take, advanceTime } = createTestLimiter()
    expect([take(), take(), take(), take()]).toEqual([2, 1, 0, 'wait 10'])
    advanceTime(9_999)
    expect(take()).toBe('wait 1')
    advanceTime(1)
    expect([take(), take()]).toEqual([0, 'wait 10'])
    advanceTime(24 * 3600_000)
    expect([take(), take(), take(), take()]).toEqual([2, 1, 0, 'wait 10'])
  })

  test('belongs to one caller and one limit', () => {
    const { take } = createTestLimiter()
    expect([take(), take(), take(), take()].at(-1)).toBe('wait 10')
    expect([take('two'), take('one', largeLimit)]).toEqual([2, 59])
  })

  test('keeps its tokens across generations while in use', () => {
    const { take, advanceTime } = createTestLimiter()
    let admitted = 0
    for (let second = 0; second < 300; second++) {
      advanceTime(1000)
      if (typeof take() === 'number') admitted++
    }
    // The burst, and six tokens in each of five minutes.
    expect(admitted).toBe(3 + 29)
  })

  test('reports its remaining tokens', () => {
    const { limiter, take } = createTestLimiter()
    take()
    expect(limiter.take(smallLimit, 'one')).toEqual({ perMinute: 6, remaining: 1, fullInSeconds: 20 })
  })
})

test('with 100,000 callers, a call reads its own bucket only', () => {
  const { take, advanceTime } = createTestLimiter()
  for (let index = 0; index < 100_000; index++) take(`caller ${index}`)
  const setSpy = vi.spyOn(Map.prototype, 'set')
  const iterationSpies = [Symbol.iterator, 'entries', 'keys', 'values', 'forEach'].map((method) =>
    vi.spyOn(Map.prototype, method as 'entries'),
  )
  try {
    for (let index = 0; index < 100_000; index++) {
      advanceTime(1)
      take(`caller ${index % 1000}`)
    }
    // The buckets of the thousand callers move to a new generation a few times, without iteration over other buckets.
    expect(setSpy.mock.calls.length).toBeLessThan(10_000)
    expect(iterationSpies.flatMap((spy) => spy.mock.calls)).toEqual([])
  } finally {
    vi.restoreAllMocks()
  }
})

test('a full generation evicts idle callers only', () => {
  const { take } = createTestLimiter(10)
  for (let index = 0; index < 1000; index++) {
    take('busy')
    take(`another ${index}`)
  }
  expect(take('busy')).toBe('wait 10')
})
