/** Limits shared by nodes, and their fallback without Redis. */
import { describe, expect, test, vi } from 'vitest'
import { createRateLimiter } from '#service/access/limits/rate-limiter.ts'
import type { Log } from '#service/shared/log.ts'
import { elapsed, freshPrefix, openLink, redisMissing, redisUrl, proxyToRedis } from './redis.fixture.ts'
import { sharedLimiter } from './shared-limiter.ts'

const limit = { name: 'test', perMinute: 60, burst: 4 }

/** Creates the limiter of a node and records its log events. */
async function createNodeLimiter(url: string, prefix: string) {
  const link = await openLink(url)
  const events: string[] = []
  const log: Log = (_, event) => void events.push(event)
  const localLimiter = createRateLimiter(elapsed)
  return { ...sharedLimiter({ redis: link.redis, prefix, localLimiter, log, elapsed }), events }
}

describe.skipIf(redisMissing)(`limits over Redis${redisMissing}`, () => {
  test('nodes share one bucket', async () => {
    const prefix = freshPrefix()
    const [first, second] = await Promise.all([
      createNodeLimiter(redisUrl, prefix),
      createNodeLimiter(redisUrl, prefix),
    ])
    const remaining: number[] = []
    for (const node of [first, second, first, second]) remaining.push((await node.take(limit, 'a')).remaining)
    expect(remaining).toEqual([3, 2, 1, 0])
    await expect(first.take(limit, 'a')).rejects.toMatchObject({
      code: 'rate-limited',
      facts: { retryAfterSeconds: 1, rate: { perMinute: 60, remaining: 0 } },
    })
    // Other callers and other limits have their own buckets.
    expect(await second.take(limit, 'b')).toMatchObject({ remaining: 3 })
    expect(await second.take({ ...limit, name: 'other' }, 'a')).toMatchObject({ remaining: 3 })
    // The clock of Redis refills the bucket.
    await vi.waitFor(async () => expect(await second.take(limit, 'a')).toMatchObject({ remaining: 0 }), {
      timeout: 5000,
    })
    expect([first.isShared(), first.events]).toEqual([true, ['limits-shared']])
  })

  test('concurrent requests get no more tokens than the bucket holds', async () => {
    const prefix = freshPrefix()
    const nodes = await Promise.all([
      createNodeLimiter(redisUrl, prefix),
      createNodeLimiter(redisUrl, prefix),
    ])
    const slow = { name: 'slow', perMinute: 1, burst: 50 }
    const results = await Promise.allSettled(
      Array.from({ length: 200 }, async (_, index) => nodes[index % 2]!.take(slow, 'a')),
    )
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(50)
  })

  test.each(['cut', 'silence'] as const)(
    'if the connection to Redis fails (%s) each node counts on its own, and logs it once',
    async (fault) => {
      const prefix = freshPrefix()
      const proxy = await proxyToRedis()
      const node = await createNodeLimiter(proxy.url, prefix)
      await node.take(limit, 'a')
      proxy[fault]()
      const startedAt = elapsed()
      for (const remaining of [3, 2, 1, 0]) expect(await node.take(limit, 'a')).toMatchObject({ remaining })
      // Only the first request waits for Redis.
      expect(elapsed() - startedAt).toBeLessThan(1000)
      await expect((async () => node.take(limit, 'a'))()).rejects.toMatchObject({ code: 'rate-limited' })
      expect([node.isShared(), node.events]).toEqual([false, ['limits-shared', 'limits-per-node']])

      // A silenced connection has lost bytes, so it must end before another one is opened.
      proxy.cut()
      proxy.restore()
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
