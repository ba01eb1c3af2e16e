/** What access control is made of. */
import type { Config } from '#service/shared/config.ts'
import type { Log } from '#service/shared/log.ts'
import type { Metrics } from '#service/shared/metrics.ts'
import type { Notices } from '#service/store/invalidation-events.ts'
import type { LastingStore, Remembering } from '#service/store/caching.ts'
import type { Store } from '#service/store/store.ts'
import type { CredentialChecks } from './credentials/credential-checks.ts'
import type { Hash } from './credentials/hashing.ts'
import type { Limiter } from './limits/rate-limiter.ts'

export type AccessParts = {
  readonly store: Store
  /** The same, which goes by what it said lately where it does not answer: for who is in already. */
  readonly lasting: LastingStore
  readonly knownKey: Remembering['knownKey']
  readonly hash: Hash
  /** Wall-clock milliseconds since the epoch, for what is stored. */
  readonly clock: () => number
  /** Milliseconds that only ever go on, for durations. */
  readonly elapsed: () => number
  readonly config: Config
  readonly metrics: Pick<Metrics, 'count'>
  readonly log: Log
  /** Where several nodes share their limits; otherwise one of its own, in memory. */
  readonly limiter?: Limiter
  /** What ends elsewhere, where somebody tells of it. */
  readonly notices?: Pick<Notices, 'listen'> | undefined
}

/** What the parts of access control share besides. */
export type SharedParts = Omit<AccessParts, 'limiter'> & {
  readonly limiter: Limiter
  readonly checks: CredentialChecks
}
