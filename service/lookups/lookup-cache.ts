/** Single-flight cache: concurrent requests for the same key share one computation. */
import { LRUCache } from 'lru-cache'
import { Problem } from '#contract/api/problem.ts'
import type { MaybePromise } from '#service/shared/maybe-promise.ts'
import type { Log } from '#service/shared/log.ts'
import type { RefreshBudget } from './refresh-budget.ts'

/**
 * The result of a key: the cached one if it is at most `ttl` milliseconds old, otherwise the one of `make`.
 * If `make` fails the last good result is served instead, for as long as a new one would have been.
 *
 * @throws Problem `unavailable` without an earlier result, or the Problem that `make` throws
 */
export type LookupCache = <T>(key: string, ttl: number, make: () => Promise<T>) => MaybePromise<T>

/** Boxed so that `undefined` can be cached. */
type Boxed = { readonly value: unknown; readonly madeAt: number }

/**
 * Caches up to `most` results; the least recently used are evicted first.
 *
 * @param elapsed monotonic clock, milliseconds
 * @param refreshBudget limits the recomputation of results that are still usable; without it each is recomputed
 *   when it is old
 */
export function createLookupCache(
  most: number,
  elapsed: () => number,
  log: Log,
  refreshBudget?: RefreshBudget,
): LookupCache {
  const underWay = new Set<string>()
  const cache = new LRUCache<string, Boxed, () => Promise<unknown>>({
    max: most,
    perf: { now: elapsed },
    // Compared with the clock on each request; there are no timers.
    ttlResolution: 0,
    // A pending result is delivered even after its eviction.
    ignoreFetchAbort: true,
    async fetchMethod(key, good, { context: make }) {
      underWay.add(key)
      try {
        return { value: await make(), madeAt: elapsed() }
      } catch (error) {
        if (good) {
          // Problems thrown on purpose, for example under load, would flood the log.
          if (!(error instanceof Problem))
            log('warn', 'lookup-stale', {
              key,
              reason: error instanceof Error ? error.message : String(error),
            })
          return good
        }
        if (error instanceof Problem) throw error
        log('error', 'lookup-failed', {
          key,
          reason: error instanceof Error ? (error.stack ?? error.message) : String(error),
        })
        throw new Problem(
          'unavailable',
          { detail: 'The data cannot be read right now. Try again shortly.' },
          { retryAfterSeconds: 5, cause: error },
        )
      } finally {
        underWay.delete(key)
      }
    },
  })
  return <T>(key: string, ttl: number, make: () => Promise<T>): MaybePromise<T> => {
    refreshBudget?.asked()
    const kept = cache.peek(key, { allowStale: true })
    if (kept && elapsed() - kept.madeAt < ttl) {
      // Marks it as recently used.
      cache.get(key)
      return kept.value as T
    }
    const makeAnew = async () => (await cache.forceFetch(key, { ttl, context: make })).value as T
    if (!kept || !refreshBudget) return makeAnew()
    if (elapsed() - kept.madeAt - ttl > refreshBudget.mostLateMs) return makeAnew()
    const waits = !refreshBudget.areMany()
    // Requests during a recomputation wait for it, which costs nothing, or use the cached result.
    if (underWay.has(key)) return waits ? makeAnew() : (kept.value as T)
    const done = refreshBudget.take()
    if (!done) return kept.value as T
    const made = makeAnew().finally(done)
    if (waits) return made
    // The next request gets it. Errors have been logged.
    made.catch(() => {})
    return kept.value as T
  }
}
