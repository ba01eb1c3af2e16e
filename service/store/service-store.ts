/**
 * Composition of the service's store, the same on Node, in the browser and in tests. From the engine outwards:
 *
 * 1. The engine (`memory/`, `sqlite/`, `postgres/`) reports what its calls invalidate
 *    (`report-invalidations.ts`); every report is published to all processes.
 * 2. Guards turn failures into Problems and log them (`guarded.ts`).
 * 3. The change counter is the engine's own, otherwise the one of the published events.
 * 4. Caches serve what every request needs (`caching.ts`), as long as `cache-validity.ts` allows.
 */
import type { Log } from '#service/shared/log.ts'
import type { Metrics } from '#service/shared/metrics.ts'
import { cachingStore } from './caching.ts'
import type { CachingStore } from './caching.ts'
import { guardedStore } from './guarded.ts'
import type { Invalidations } from './invalidation-events.ts'
import type { Store } from './store.ts'

export type ServiceStoreParts = {
  /** The engine. */
  readonly store: Store
  readonly invalidations: Invalidations
  readonly log: Log
  readonly metrics?: Pick<Metrics, 'count'>
  /** Monotonic clock, milliseconds. */
  readonly elapsed: () => number
  /** Caches the change counter for one turn of the event loop; without it every use reads the engine. */
  readonly oncePerTick?: <Value>(read: () => Value) => () => Value
}

/** Composes the store. Call it before any other listener of `invalidations` that reads through its caches. */
export function serviceStore(parts: ServiceStoreParts): Omit<CachingStore, 'invalidate'> {
  const { store: engine, invalidations, log, metrics, elapsed, oncePerTick = (read) => read } = parts
  engine.onInvalidation((event) => invalidations.publish(event))
  const guarded = guardedStore(engine, log, metrics)
  const accessVersion = oncePerTick(() => engine.accessVersion() ?? invalidations.version())
  const { invalidate, ...cached } = cachingStore({ ...guarded, accessVersion }, elapsed)
  invalidations.listen(invalidate)
  return cached
}
