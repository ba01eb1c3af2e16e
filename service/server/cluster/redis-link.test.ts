/** The latency of a connection to Redis, from its heartbeats. */
import { describe, expect, test, vi } from 'vitest'
import { openLink, proxyToRedis, redisMissing } from './redis.fixture.ts'

describe.skipIf(redisMissing)(`the latency of Redis${redisMissing}`, () => {
  test('is unknown before the first heartbeat, then measured, and unknown while disconnected', async () => {
    const proxy = await proxyToRedis()
    const link = await openLink(proxy.url)
    expect(link.latency()).toBeUndefined()
    await vi.waitFor(() => expect(link.latency()).toBeGreaterThan(0), 3000)
    expect(link.latency()).toBeLessThan(2)
    proxy.cut()
    await vi.waitFor(() => expect(link.redis()).toBeUndefined(), 3000)
    expect(link.latency()).toBeUndefined()
  })
})
