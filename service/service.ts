/** Composition of the service, used by `server/server.ts` on Node, by the mocks in the browser and by tests. */
import { createAccess } from './access/access.ts'
import type { Access } from './access/access.ts'
import { keyedHash } from './access/credentials/hashing.ts'
import type { Hash } from './access/credentials/hashing.ts'
import type { RateLimiter } from './access/limits/rate-limiter.ts'
import { defaultConfig } from './shared/config.ts'
import type { Config } from './shared/config.ts'
import { createAnalysisScheduler } from './lookups/analysis-scheduler.ts'
import { createLookups } from './lookups/lookups.ts'
import { createTestEnvironments } from './lookups/test-environments.ts'
import { createLookupEnvironments } from './lookups/environments.ts'
import type { LookupEnvironments } from './lookups/environments.ts'
import { schedulerLimits } from './shared/limits.ts'
import { silentLog } from './shared/log.ts'
import type { Log } from './shared/log.ts'
import type { Market } from './markets/market.ts'
import { lookUpDeadlineMs, withDeadlines } from './markets/kit/with-deadlines.ts'
import { createEventLoopYield } from './shared/yield-to-event-loop.ts'
import { createMetrics } from './shared/metrics.ts'
import type { Metrics } from './shared/metrics.ts'
import { runScan } from './scan/scan.ts'
import { serviceStore } from './store/service-store.ts'
import type { ServiceStoreParts } from './store/service-store.ts'
import { localInvalidations } from './store/invalidation-events.ts'
import type { Invalidations } from './store/invalidation-events.ts'
import type { Store } from './store/store.ts'

export type Service = {
  readonly market: Market
  readonly store: Store
  readonly access: Access
  readonly environments: LookupEnvironments
  readonly metrics: Metrics
  /** Whether the store is unavailable and cached data is served. */
  readonly isStale: () => boolean
  readonly hash: Hash
  /** Wall-clock milliseconds since the epoch, for stored or displayed values. Market time is `market.now()`. */
  readonly clock: () => number
  /** Monotonic clock for durations, milliseconds. */
  readonly elapsed: () => number
  readonly config: Config
  readonly log: Log
}

export type ServiceParts = {
  readonly market: Market
  /** The engine; `serviceStore` composes it. */
  readonly store: Store
  /** 32 random bytes, stored apart from the store. */
  readonly pepper: Uint8Array<ArrayBuffer>
  /** The keyed hash with the pepper; WebCrypto by default. */
  readonly hash?: Hash
  readonly clock?: () => number
  readonly elapsed?: () => number
  /**
   * Resolves after the event loop has processed what was pending; by default a timer, which takes a
   * millisecond.
   */
  readonly nextTurn?: () => Promise<unknown>
  /** Limits shared by several nodes; in memory by default. */
  readonly limiter?: RateLimiter
  /** Invalidation events of all processes; by default of this one only. */
  readonly invalidations?: Invalidations
  /** Caches the store's change counter within one turn of the event loop. */
  readonly oncePerTick?: ServiceStoreParts['oncePerTick']
  readonly config?: Config
  readonly log?: Log
}

/** Starts nothing and needs no stop. The caller closes market and store. */
export async function createService(parts: ServiceParts): Promise<Service> {
  const { market, pepper, config = defaultConfig, log = silentLog } = parts
  const { clock = () => Date.now(), elapsed = () => performance.now(), limiter } = parts
  const metrics = createMetrics()
  const invalidations = parts.invalidations ?? localInvalidations()
  const { store, staleIfError, published, knownKey, isStale } = serviceStore({
    store: parts.store,
    invalidations,
    log,
    metrics,
    elapsed,
    ...(parts.oncePerTick && { oncePerTick: parts.oncePerTick }),
  })
  const hash = parts.hash ?? (await keyedHash(pepper))
  const access = createAccess({
    store,
    staleIfError,
    knownKey,
    hash,
    clock,
    elapsed,
    config,
    log,
    metrics,
    invalidations,
    ...(limiter && { limiter }),
  })
  const runQueued = createAnalysisScheduler(
    schedulerLimits,
    createEventLoopYield({ elapsed, nextTurn: parts.nextTurn }),
  )
  const timely = withDeadlines(market, lookUpDeadlineMs)
  const live = {
    market: timely,
    lookups: createLookups({ market: timely, batches: published, elapsed, log, runQueued }),
  }
  const environments = createLookupEnvironments(
    live,
    createTestEnvironments({ scan: runScan, elapsed, log, runQueued }),
  )
  return { market, store, isStale, access, environments, metrics, hash, clock, elapsed, config, log }
}
