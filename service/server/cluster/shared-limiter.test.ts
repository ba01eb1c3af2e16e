/** Limits shared by nodes, and their fallback without Redis. */
import { describe, expect, test, vi } from 'vitest'
import { createRateLimiter } from '#service/access/limits/rate-limiter.ts'
import type { Log } from '#service/shared/log.ts'
import { elapsed, freshPrefix, linkTo, redisMissing, redisUrl, wireToRedis } from './redis.fixture.ts'
import { sharedLimiter } from './shared-limiter.ts'

const limit = { name: 'test', perMinute: 60, burst: 4 }

/** A node's limiter and its log. */
async function limiterAt(url: string, prefix: string) {
  const link = await linkTo(url)
  const events: string[] = []
  const log: Log = (_, event) => void events.push(event)
  const own = createRateLimiter(elapsed)
  return { ...sharedLimiter({ redis: link.redis, prefix, own, log, elapsed }), events }
}

describe.skipIf(redisMissing)(`limits over Redis${redisMissing}`, () => {
  test('nodes share one bucket', async () => {
    const prefix = freshPrefix()
    const [one, two] = await Promise.all([limiterAt(redisUrl, prefix), limiterAt(redisUrl, prefix)])
    const left: number[] = []
    for (const node of [one, two, one, two]) left.push((await node.take(limit, 'a')).remaining)
    expect(left).toEqual([3, 2, 1, 0])
    await expect(one.take(limit, 'a')).rejects.toMatchObject({
      code: 'rate-limited',
      facts: { retryAfterSeconds: 1, rate: { perMinute: 60, left: 0 } },
    })
    // Other callers and other limits have their own buckets.
    expect(await two.take(limit, 'b')).toMatchObject({ left: 3 })
    expect(await two.take({ ...limit, name: 'other' }, 'a')).toMatchObject({ left: 3 })
    // Filled by Redis' own clock.
    await vi.waitFor(async () => expect(await two.take(limit, 'a')).toMatchObject({ left: 0 }), {
      timeout: 5000,
    })
    expect([one.isShared(), one.events]).toEqual([true, ['limits-shared']])
  })

  test('concurrent requests get no more tokens than the bucket holds', async () => {
    const prefix = freshPrefix()
    const nodes = await Promise.all([limiterAt(redisUrl, prefix), limiterAt(redisUrl, prefix)])
    const slow = { name: 'slow', perMinute: 1, burst: 50 }
    const all = await Promise.allSettled(
      Array.from({ length: 200 }, async (_, at) => nodes[at % 2]!.take(slow, 'a')),
    )
    expect(all.filter(({ status }) => status === 'fulfilled')).toHaveLength(50)
  })

  test.each(['cut', 'silence'] as const)(
    'if the connection to Redis fails (%s) each node counts on its own, and logs it once',
    async (fault) => {
      const prefix = freshPrefix()
      const wire = await wireToRedis()
      const node = await limiterAt(wire.url, prefix)
      await node.take(limit, 'a')
      wire[fault]()
      const begun = elapsed()
      for (const left of [3, 2, 1, 0]) expect(await node.take(limit, 'a')).toMatchObject({ left })
      // Only the first one waits for a response.
      expect(elapsed() - begun).toBeLessThan(1000)
      await expect((async () => node.take(limit, 'a'))()).rejects.toMatchObject({ code: 'rate-limited' })
      expect([node.isShared(), node.events]).toEqual([false, ['limits-shared', 'limits-per-node']])

      // A silenced connection has lost bytes: it must end before another is opened.
      wire.cut()
      wire.mend()
      await vi.waitFor(
        async () => {
          await node.take({ ...limit, name: 'wide', perMinute: 100_000, burst: 100_000 }, 'c')
          expect(node.events.at(-1)).toBe('limits-shared')
        },
        { timeout: 10_000 },
      )
    },
  )
})
