/** Everything the service consists of, put together once: by `node/server.ts` on Node, by the mock in the browser, by tests. */
import { createAccess } from './access/access.ts'
import type { Access } from './access/access.ts'
import { keyedHash } from './access/hashing.ts'
import type { Hash } from './access/hashing.ts'
import { defaultConfig } from './settings/config.ts'
import type { Config } from './settings/config.ts'
import { createLookups } from './answers/lookups.ts'
import { createTestWorlds } from './answers/test-worlds.ts'
import { createWorlds } from './answers/worlds.ts'
import type { Worlds } from './answers/worlds.ts'
import { silentLog } from './settings/log.ts'
import type { Log } from './settings/log.ts'
import type { Market } from './market/market.ts'
import { createMetrics } from './settings/metrics.ts'
import type { Metrics } from './settings/metrics.ts'
import { runScan } from './scan/scan.ts'
import { guardedStore } from './store/guarded.ts'
import type { Store } from './store/store.ts'

export type Service = {
  readonly market: Market
  readonly store: Store
  readonly access: Access
  readonly worlds: Worlds
  readonly metrics: Metrics
  readonly hash: Hash
  /** Wall-clock milliseconds: token lifetimes and rates. Market time is `market.now()`. */
  readonly clock: () => number
  readonly config: Config
  readonly log: Log
}

export type ServiceParts = {
  readonly market: Market
  readonly store: Store
  /** 32 random bytes, kept apart from the store. */
  readonly pepper: Uint8Array<ArrayBuffer>
  readonly clock?: () => number
  readonly config?: Config
  readonly log?: Log
}

/** Starts nothing and needs no stop: market and store are the caller's to close. */
export async function createService(parts: ServiceParts): Promise<Service> {
  const { market, pepper, clock = () => Date.now(), config = defaultConfig, log = silentLog } = parts
  const store = guardedStore(parts.store, log)
  const hash = await keyedHash(pepper)
  const access = createAccess({ store, hash, clock, config, log })
  const live = { market, lookups: createLookups({ market, batches: store.batches, clock, log }) }
  const worlds = createWorlds(live, createTestWorlds({ scan: runScan, clock, log }))
  return { market, store, access, worlds, metrics: createMetrics(), hash, clock, config, log }
}
