/** The Redis of tests, through a wire that can be cut, under names of their own. */
import { randomUUID } from 'node:crypto'
import { onTestFinished } from 'vitest'
import { wireTo } from '#service/store/postgres/cuttable-wire.fixture.ts'
import { silentLog } from '#service/shared/log.ts'
import { redisLink } from './redis-link.ts'
import { redisNotices } from './redis-invalidation.ts'
import type { NoticeParts } from './redis-invalidation.ts'

/** Another can be named: TEST_REDIS_URL. */
export const redisUrl = process.env['TEST_REDIS_URL'] ?? 'redis://127.0.0.1:6379'

const probe = redisLink({ url: redisUrl, log: silentLog, name: 'probe' })
await probe.tried
/** Why tests that need Redis are skipped; empty where they run. For their titles. */
export const redisMissing = probe.redis() ? '' : ` (skipped: no Redis at ${redisUrl})`
await probe.close()

export const elapsed = () => performance.now()
/** Of the keys and channels of one test. */
export const freshPrefix = () => `test:${randomUUID()}:`

/** A wire to Redis of the test's own. */
export async function wireToRedis() {
  const wire = await wireTo(redisUrl)
  onTestFinished(() => wire.close())
  return wire
}

/** A connection, there already. */
export async function linkTo(url: string, name = 'test') {
  const link = redisLink({ url, log: silentLog, name })
  onTestFinished(link.close)
  await link.tried
  return link
}

/** The notices of a node, joined already. */
export async function nodeAt(url: string, prefix: string, parts: Partial<NoticeParts> = {}) {
  const notices = redisNotices({ url, prefix, log: silentLog, elapsed, role: 'node', ...parts })
  onTestFinished(notices.close)
  await notices.tried
  return notices
}
