/**
 * Single-flight cache of look-up results: concurrent requests for the same key share one
 * computation.
 */
import { LRUCache } from 'lru-cache'
import { Problem } from '#contract/api/problem.ts'
import type { MaybePromise } from '#service/shared/maybe-promise.ts'
import type { Log } from '#service/shared/log.ts'
import { errorMessage } from '#service/shared/error-message.ts'
import type { RefreshBudget } from './refresh-budget.ts'

/**
 * Returns the result of a key: the cached one if it is less than `ttl` milliseconds old, otherwise
 * a new one of `compute`. If `compute` fails, the last good result is served for one more `ttl`.
 *
 * @throws Problem `unavailable` without an earlier result, or the Problem that `compute` throws
 */
export type LookupCache = <T>(key: string, ttl: number, compute: () => Promise<T>) => MaybePromise<T>

/** Boxed so that `undefined` can be cached. */
type Boxed = { readonly value: unknown; readonly computedAt: number }

/**
 * Caches up to `maxResults` results; the least recently used are evicted first.
 *
 * @param elapsed monotonic clock, milliseconds
 * @param refreshBudget limits the recomputation of results that are old but still usable; by
 * default each old result is recomputed
 */
export function createLookupCache(
  maxResults: number,
  elapsed: () => number,
  log: Log,
  refreshBudget?: RefreshBudget,
): LookupCache {
  const pendingKeys = new Set<string>()
  const cache = new LRUCache<string, Boxed, () => Promise<unknown>>({
    max: maxResults,
    perf: { now: elapsed },
    // Compares ages with the clock on each request, without timers.
    ttlResolution: 0,
    // A pending result is delivered even after its eviction.
    ignoreFetchAbort: true,
    async fetchMethod(key, previous, { context: compute }) {
      pendingKeys.add(key)
      try {
        return { value: await compute(), computedAt: elapsed() }
      } catch (error) {
        if (previous) {
          // Does not log a Problem: those are expected, for example under load, and would flood the log.
          if (!(error instanceof Problem))
            log('warn', 'lookup-stale', {
              key,
              reason: errorMessage(error),
            })
          return previous
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
        pendingKeys.delete(key)
      }
    },
  })
  return <T>(key: string, ttl: number, compute: () => Promise<T>): MaybePromise<T> => {
    refreshBudget?.countRequest()
    const cached = cache.peek(key, { allowStale: true })
    if (cached && elapsed() - cached.computedAt < ttl) {
      // Marks the result as recently used.
      cache.get(key)
      return cached.value as T
    }
    const recompute = async () => (await cache.forceFetch(key, { ttl, context: compute })).value as T
    if (!cached || !refreshBudget) return recompute()
    if (elapsed() - cached.computedAt - ttl > refreshBudget.maxOverdueMs) return recompute()
    const shouldWait = !refreshBudget.isHighLoad()
    // Requests during a recomputation share it, which costs nothing, or use the cached result.
    if (pendingKeys.has(key)) return shouldWait ? recompute() : (cached.value as T)
    const release = refreshBudget.tryAcquire()
    if (!release) return cached.value as T
    const recomputed = recompute().finally(release)
    if (shouldWait) return recomputed
    // A later request gets the new result. `fetchMethod` has logged any error.
    recomputed.catch(() => {})
    return cached.value as T
  }
}
