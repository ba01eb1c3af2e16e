/**
 * Composition of the service's store, the same on Node, in the browser and in tests. From the
 * engine outwards:
 *
 * 1. The engine (`memory/`, `sqlite/`, `postgres/`) reports invalidations by its calls
 *    (`report-invalidations.ts`). Each report is published to all processes.
 * 2. Guards turn failures into Problems and log them (`guarded.ts`).
 * 3. The change counter is that of the engine, otherwise that of the published events.
 * 4. Caches return the data that every request needs (`caching.ts`), as long as `cache-validity.ts`
 *    allows.
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
  /**
   * Caches the change counter for one turn of the event loop; by default each use reads the engine.
   */
  readonly oncePerTick?: <Value>(read: () => Value) => () => Value
}

/**
 * Composes the store. Register listeners of `invalidations` that read its caches after this call.
 */
export function serviceStore(parts: ServiceStoreParts): Omit<CachingStore, 'invalidate'> {
  const { store: engine, invalidations, log, metrics, elapsed, oncePerTick = (read) => read } = parts
  engine.onInvalidation((event) => invalidations.publish(event))
  const guarded = guardedStore(engine, log, metrics)
  const accessVersion = oncePerTick(() => engine.accessVersion() ?? invalidations.version())
  const { invalidate, ...cached } = cachingStore({ ...guarded, accessVersion }, elapsed)
  invalidations.listen(invalidate)
  return cached
}
