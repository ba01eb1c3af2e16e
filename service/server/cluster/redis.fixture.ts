/** The Redis for tests, behind a proxy that can be cut, with separate key prefixes. */
import { randomUUID } from 'node:crypto'
import { onTestFinished } from 'vitest'
import { wireTo } from '#service/store/postgres/cuttable-wire.fixture.ts'
import { silentLog } from '#service/shared/log.ts'
import { redisLink } from './redis-link.ts'
import { redisInvalidation } from './redis-invalidation.ts'
import type { RedisInvalidationParts } from './redis-invalidation.ts'

/** TEST_REDIS_URL overrides the address. */
export const redisUrl = process.env['TEST_REDIS_URL'] ?? 'redis://127.0.0.1:6379'

const probe = redisLink({ url: redisUrl, log: silentLog, name: 'probe' })
await probe.tried
/** Why tests that need Redis are skipped; empty if they run. For their titles. */
export const redisMissing = probe.redis() ? '' : ` (skipped: no Redis at ${redisUrl})`
await probe.close()

export const elapsed = () => performance.now()
/** Prefix of the keys and channels of one test. */
export const freshPrefix = () => `test:${randomUUID()}:`

/** A wire to Redis of the test's own. */
export async function wireToRedis() {
  const wire = await wireTo(redisUrl)
  onTestFinished(() => wire.close())
  return wire
}

/** An open connection. */
export async function linkTo(url: string, name = 'test') {
  const link = redisLink({ url, log: silentLog, name })
  onTestFinished(link.close)
  await link.tried
  return link
}

/** The invalidation events of a node that has joined. */
export async function nodeAt(url: string, prefix: string, parts: Partial<RedisInvalidationParts> = {}) {
  const invalidations = redisInvalidation({ url, prefix, log: silentLog, elapsed, role: 'node', ...parts })
  onTestFinished(invalidations.close)
  await invalidations.tried
  return invalidations
}
