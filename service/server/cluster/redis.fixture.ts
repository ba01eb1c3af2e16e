/** Redis for tests, with separate key prefixes and a proxy whose connections a test can cut. */
import { randomUUID } from 'node:crypto'
import { onTestFinished } from 'vitest'
import { createFaultyProxy } from '#service/store/postgres/faulty-proxy.fixture.ts'
import { silentLog } from '#service/shared/log.ts'
import { redisLink } from './redis-link.ts'
import { redisInvalidation } from './redis-invalidation.ts'
import type { RedisInvalidationParts } from './redis-invalidation.ts'

/** TEST_REDIS_URL overrides the address. */
export const redisUrl = process.env['TEST_REDIS_URL'] ?? 'redis://127.0.0.1:6379'

const probe = redisLink({ url: redisUrl, log: silentLog, name: 'probe' })
await probe.firstAttempt
/** Suffix for test titles: why tests that need Redis are skipped. Empty if they run. */
export const redisMissing = probe.redis() ? '' : ` (skipped: no Redis at ${redisUrl})`
await probe.close()

export const elapsed = () => performance.now()
/** Prefix of the keys and channels of one test. */
export const freshPrefix = () => `test:${randomUUID()}:`

/** Opens a proxy to Redis for the current test. */
export async function proxyToRedis() {
  const proxy = await createFaultyProxy(redisUrl)
  onTestFinished(() => proxy.close())
  return proxy
}

/** Opens a connection for the current test. */
export async function openLink(url: string, name = 'test') {
  const link = redisLink({ url, log: silentLog, name })
  onTestFinished(link.close)
  await link.firstAttempt
  return link
}

/** Joins a node and returns its invalidation events. */
export async function joinNode(url: string, prefix: string, parts: Partial<RedisInvalidationParts> = {}) {
  const invalidations = redisInvalidation({ url, prefix, log: silentLog, elapsed, role: 'node', ...parts })
  onTestFinished(invalidations.close)
  await invalidations.firstAttempt
  return invalidations
}
