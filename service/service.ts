/** Everything the service consists of, put together once: by `node/server.ts` on Node, by the mock in the browser, by tests. */
import { createAccess } from './access/access.ts'
import type { Access } from './access/access.ts'
import { keyedHash } from './access/credentials/hashing.ts'
import type { Hash } from './access/credentials/hashing.ts'
import type { Limiter } from './access/limits/rate-limiter.ts'
import { defaultConfig } from './shared/config.ts'
import type { Config } from './shared/config.ts'
import { createAnalysisQueue, usualBounds } from './lookups/analysis-scheduler.ts'
import { createLookups } from './lookups/lookups.ts'
import { createTestWorlds } from './lookups/test-environments.ts'
import { createWorlds } from './lookups/environments.ts'
import type { Worlds } from './lookups/environments.ts'
import { silentLog } from './shared/log.ts'
import type { Log } from './shared/log.ts'
import type { Market } from './markets/market.ts'
import { lookUpDeadlineMs, withDeadlines } from './markets/kit/with-deadlines.ts'
import { createPace } from './shared/yield-to-event-loop.ts'
import { createMetrics } from './shared/metrics.ts'
import type { Metrics } from './shared/metrics.ts'
import { runScan } from './scan/scan.ts'
import { announcingStore } from './store/report-invalidations.ts'
import { guardedStore } from './store/guarded.ts'
import { rememberingStore } from './store/caching.ts'
import { ownNotices } from './store/invalidation-events.ts'
import type { Notices } from './store/invalidation-events.ts'
import type { Store } from './store/store.ts'

export type Service = {
  readonly market: Market
  readonly store: Store
  readonly access: Access
  readonly worlds: Worlds
  readonly metrics: Metrics
  /** Whether the store does not answer, and what is served comes from what it said last. */
  readonly isStale: () => boolean
  readonly hash: Hash
  /** Wall-clock milliseconds since the epoch, for what is stored or shown. Market time is `market.now()`. */
  readonly clock: () => number
  /** Milliseconds that only ever go on, for durations: nobody steps them. */
  readonly elapsed: () => number
  readonly config: Config
  readonly log: Log
}

export type ServiceParts = {
  readonly market: Market
  readonly store: Store
  /** 32 random bytes, kept apart from the store. */
  readonly pepper: Uint8Array<ArrayBuffer>
  /** The keyed hash under the pepper; by WebCrypto where it is left out. */
  readonly hash?: Hash
  readonly clock?: () => number
  readonly elapsed?: () => number
  /** Resolves when the event loop has let in all that waited; by a timer, which takes a millisecond, where it is left out. */
  readonly turn?: () => Promise<unknown>
  /** Where several nodes share their limits; otherwise in memory. */
  readonly limiter?: Limiter
  /** Of what ends, here or elsewhere, where `store` announces to them (`announcingStore`). */
  readonly notices?: Pick<Notices, 'listen'>
  readonly config?: Config
  readonly log?: Log
}

/** Starts nothing and needs no stop: market and store are the caller's to close. */
export async function createService(parts: ServiceParts): Promise<Service> {
  const { market, pepper, config = defaultConfig, log = silentLog } = parts
  const { clock = () => Date.now(), elapsed = () => performance.now(), limiter } = parts
  const metrics = createMetrics()
  const guarded = guardedStore(parts.store, log, metrics)
  const { notices, announcing } = parts.notices
    ? { notices: parts.notices, announcing: guarded }
    : announcedHere(guarded)
  const { store, lasting, published, knownKey, isStale, noticed } = rememberingStore(announcing, elapsed)
  // First: whoever else hears of another batch asks for it.
  notices.listen(noticed)
  const hash = parts.hash ?? (await keyedHash(pepper))
  const shared = { notices, ...(limiter && { limiter }) }
  const access = createAccess({
    store,
    lasting,
    knownKey,
    hash,
    clock,
    elapsed,
    config,
    log,
    metrics,
    ...shared,
  })
  const inTurn = createAnalysisQueue(usualBounds, createPace({ elapsed, turn: parts.turn }))
  const timely = withDeadlines(market, lookUpDeadlineMs)
  const live = {
    market: timely,
    lookups: createLookups({ market: timely, batches: published, elapsed, log, inTurn }),
  }
  const worlds = createWorlds(live, createTestWorlds({ scan: runScan, elapsed, log, inTurn }))
  return { market, store, isStale, access, worlds, metrics, hash, clock, elapsed, config, log }
}

/** The notices of a service whose store announces to nobody else. */
function announcedHere(store: Store) {
  const notices = ownNotices()
  return { notices, announcing: announcingStore(store, notices) }
}
