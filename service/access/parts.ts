/** What access control is made of. */
import type { Config } from '#service/settings/config.ts'
import type { Log } from '#service/settings/log.ts'
import type { Store } from '#service/store/store.ts'
import type { Hash } from './hashing.ts'

export type AccessParts = {
  readonly store: Store
  readonly hash: Hash
  readonly clock: () => number
  readonly config: Config
  readonly log: Log
}
