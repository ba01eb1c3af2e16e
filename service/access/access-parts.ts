/** Dependencies of access control. */
import type { Config } from '#service/shared/config.ts'
import type { Log } from '#service/shared/log.ts'
import type { Metrics } from '#service/shared/metrics.ts'
import type { Invalidations } from '#service/store/invalidation-events.ts'
import type { StaleIfErrorStore, CachingStore } from '#service/store/caching.ts'
import type { Store } from '#service/store/store.ts'
import type { CredentialChecks } from './credentials/credential-checks.ts'
import type { Hash } from './credentials/hashing.ts'
import type { RateLimiter } from './limits/rate-limiter.ts'

export type AccessParts = {
  readonly store: Store
  /**
   * The store that returns cached data while the engine is unavailable. Only for callers that
   * already have access.
   */
  readonly staleIfError: StaleIfErrorStore
  readonly cachedKey: CachingStore['cachedKey']
  readonly cachedSession: CachingStore['cachedSession']
  /**
   * Accounts, whose settings say which licensed data a partner may show. Absent if the market is not licensed:
   * then no request looks them up.
   */
  readonly licensedAccountOf?: CachingStore['accountOf'] | undefined
  readonly hash: Hash
  /** Wall-clock milliseconds since the epoch, for stored values. */
  readonly clock: () => number
  /** Monotonic clock for durations, milliseconds. */
  readonly elapsed: () => number
  readonly config: Config
  readonly metrics: Pick<Metrics, 'count'>
  readonly log: Log
  /** Rate limiter that all nodes of a cluster share; by default each node has one in memory. */
  readonly limiter?: RateLimiter
  /** Invalidation events of other processes; absent in a single process. */
  readonly invalidations?: Pick<Invalidations, 'listen'> | undefined
}

/** Dependencies that the parts of access control share. */
export type SharedAccessParts = Omit<AccessParts, 'limiter'> & {
  readonly limiter: RateLimiter
  readonly checks: CredentialChecks
}
