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
import { isLicensedMarket } from './lookups/licence/licence.ts'
import { restrictedEnvironment, unrestrictedEnvironment } from './lookups/licence/restricted-environments.ts'
import { createUsageRecorder } from './lookups/licence/usage-recorder.ts'
import { createLookupEnvironments } from './lookups/environments.ts'
import type { LookupEnvironments } from './lookups/environments.ts'
import { schedulerLimits } from './shared/limits.ts'
import { silentLog } from './shared/log.ts'
import type { Log } from './shared/log.ts'
import type { MaybePromise } from './shared/maybe-promise.ts'
import type { ReleaseState } from './shared/release-channels.ts'
import type { Market } from './markets/market.ts'
import { lookUpTimeoutMs, withTimeouts } from './markets/kit/with-timeouts.ts'
import { createEventLoopYield } from './shared/yield-to-event-loop.ts'
import type { EventLoopYield } from './shared/yield-to-event-loop.ts'
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
  /** States of releases: which are promoted or withdrawn (`shared/release-channels.ts`). */
  readonly releaseStates: () => MaybePromise<readonly ReleaseState[]>
  /** Whether the store is unavailable and cached data is served. */
  readonly isStale: () => boolean
  /** Whether callers that were verified within the last minute get responses without the store. */
  readonly servesFromCache: () => boolean
  readonly hash: Hash
  /** Wall-clock milliseconds since the epoch, for stored or displayed values. Market time is `market.now()`. */
  readonly clock: () => number
  /** Monotonic clock for durations, milliseconds. */
  readonly elapsed: () => number
  /** Slices of the main thread for long work, which all callers share fairly. */
  readonly yieldToEventLoop: EventLoopYield
  readonly config: Config
  readonly log: Log
}

export type ServiceParts = {
  readonly market: Market
  /** The storage engine. `createService` adds guards and caches to it (`serviceStore`). */
  readonly store: Store
  /** 32 random bytes that secrets are hashed with; kept outside the store. */
  readonly pepper: Uint8Array<ArrayBuffer>
  /** Hashes a secret with the pepper. Default: `keyedHash(pepper)`, which uses WebCrypto. */
  readonly hash?: Hash
  /** Default: `Date.now`. */
  readonly clock?: () => number
  /** Default: `performance.now`. */
  readonly elapsed?: () => number
  /** Resolves in a later turn of the event loop. Default: a timer, which takes about a millisecond. */
  readonly nextTurn?: () => Promise<unknown>
  /** Rate limiter that several nodes can share. Default: one in the memory of this process. */
  readonly limiter?: RateLimiter
  /** Invalidation events of all processes of the service. Default: of this process only. */
  readonly invalidations?: Invalidations
  /** Caches the store's change counter for one event-loop tick. Default: no cache. */
  readonly oncePerTick?: ServiceStoreParts['oncePerTick']
  readonly config?: Config
  readonly log?: Log
}

/** Composes the service. Starts nothing, so it needs no stop; the caller closes `market` and `store`. */
export async function createService(parts: ServiceParts): Promise<Service> {
  const { market, pepper, config = defaultConfig, log = silentLog } = parts
  const { clock = () => Date.now(), elapsed = () => performance.now(), limiter } = parts
  const metrics = createMetrics()
  const invalidations = parts.invalidations ?? localInvalidations()
  const {
    store,
    staleIfError,
    publishedBatches,
    cachedKey,
    cachedSession,
    accountOf,
    releaseStates,
    isStale,
    servesFromCache,
  } = serviceStore({
    store: parts.store,
    invalidations,
    log,
    metrics,
    elapsed,
    ...(parts.oncePerTick && { oncePerTick: parts.oncePerTick }),
  })
  const hash = parts.hash ?? (await keyedHash(pepper))
  const isLicensed = isLicensedMarket(market.capabilities())
  const access = createAccess({
    store,
    staleIfError,
    cachedKey,
    cachedSession,
    hash,
    clock,
    elapsed,
    config,
    log,
    metrics,
    invalidations,
    ...(isLicensed && { licensedAccountOf: accountOf }),
    ...(limiter && { limiter }),
  })
  const yieldToEventLoop = createEventLoopYield({ elapsed, nextTurn: parts.nextTurn })
  const runQueued = createAnalysisScheduler(schedulerLimits, yieldToEventLoop, { metrics, elapsed })
  const marketWithTimeouts = withTimeouts(market, lookUpTimeoutMs)
  const live = {
    market: marketWithTimeouts,
    lookups: createLookups({
      market: marketWithTimeouts,
      batches: publishedBatches,
      commission: config.commission,
      elapsed,
      log,
      runQueued,
    }),
  }
  const recordUsage = createUsageRecorder(store.usage, clock)
  const environments = createLookupEnvironments(
    isLicensed ? unrestrictedEnvironment(live, recordUsage) : live,
    {
      openTest: createTestEnvironments({ scan: runScan, elapsed, log, runQueued }),
      openRestricted: (entitlement) => restrictedEnvironment(live, entitlement, recordUsage),
    },
  )
  return {
    market,
    store,
    releaseStates,
    isStale,
    servesFromCache,
    access,
    environments,
    metrics,
    hash,
    clock,
    elapsed,
    yieldToEventLoop,
    config,
    log,
  }
}
