/**
 * Validity of cached store data. One rule for all cached data: a positive result is valid for a
 * minute from the store query. Serving it from the cache does not extend that.
 */
import { Problem } from '#contract/api/problem.ts'
import type { InvalidationEvent } from './invalidation-events.ts'
import type { Store } from './store.ts'

/**
 * The state of the cache at a store query. Created before the query, so that a change during the
 * query invalidates the result.
 */
export type Stamp = {
  /** The store's change counter; null if unknown. */
  readonly version: number | null
  /** Number of invalidations of all cached data so far. */
  readonly invalidations: number
  /** Monotonic milliseconds. */
  readonly queriedAt: number
}

export type CacheValidity = {
  /** Queries the store, and records whether it is available. */
  readonly query: <Value>(
    call: () => Promise<Value>,
  ) => Promise<{ readonly value: Value; readonly stamp: Stamp }>
  /**
   * Whether cached data may be used without a query: it is younger than `maxAgeMs`, nothing has
   * been invalidated since the stamp, the store's version is known and unchanged, and a query has
   * succeeded within `maxSilenceMs`.
   */
  readonly isCurrent: (stamp: Stamp) => boolean
  /**
   * Whether cached data may be used while the store is unavailable: it is younger than `maxAgeMs`,
   * and no invalidation is known since the stamp.
   */
  readonly mayServeStale: (stamp: Stamp) => boolean
  /** Whether this session is known to have ended. A session is never reopened. */
  readonly hasEnded: (sessionId: string) => boolean
  /** Whether a query has failed as `unavailable` since the last successful one: served data may be stale. */
  readonly isDown: () => boolean
  /** Whether a query has succeeded within `maxAgeMs`, so that records from it may still be served. */
  readonly hasRecentQuery: () => boolean
  /** Applies an event of this or another process. */
  readonly invalidate: (event: InvalidationEvent) => void
}

/** Maximum age of a cached positive result, counted from its query, even if the store is available. Milliseconds. */
export const maxAgeMs = 60_000
/**
 * Cached data is not used if no query has succeeded for this long, so that an outage is noticed
 * even if everything is cached. Milliseconds.
 */
const maxSilenceMs = 1000
/** Maximum number of recorded ended sessions. Beyond that, all cached data is invalidated. */
const maxEndedSessions = 20_000

/** Whether an error means that the store is unavailable (`guarded.ts`). */
export const isUnavailable = (error: unknown): boolean =>
  error instanceof Problem && error.code === 'unavailable'

/** @param elapsed monotonic milliseconds */
export function createCacheValidity(
  store: Pick<Store, 'accessVersion'>,
  elapsed: () => number,
): CacheValidity {
  let isDown = false
  let lastSuccessAt = -Infinity
  let invalidations = 0
  const endedSessions = new Set<string>()

  const endSessions = (ids: readonly string[]) => {
    for (const id of ids) {
      if (endedSessions.size >= maxEndedSessions) {
        endedSessions.clear()
        invalidations++
      }
      endedSessions.add(id)
    }
  }
  return {
    async query(call) {
      const stamp: Stamp = { version: store.accessVersion(), invalidations, queriedAt: elapsed() }
      try {
        const value = await call()
        isDown = false
        lastSuccessAt = Math.max(lastSuccessAt, stamp.queriedAt)
        return { value, stamp }
      } catch (error) {
        if (isUnavailable(error)) isDown = true
        throw error
      }
    },
    isCurrent({ version, invalidations: invalidationsBefore, queriedAt }) {
      if (isDown || version === null || invalidationsBefore !== invalidations) return false
      const now = elapsed()
      return (
        now - lastSuccessAt < maxSilenceMs && now - queriedAt < maxAgeMs && store.accessVersion() === version
      )
    },
    mayServeStale: (stamp) => stamp.invalidations === invalidations && elapsed() - stamp.queriedAt < maxAgeMs,
    hasEnded: (sessionId) => endedSessions.has(sessionId),
    isDown: () => isDown,
    hasRecentQuery: () => elapsed() - lastSuccessAt < maxAgeMs,
    invalidate(event) {
      if (event.kind === 'sessions-ended') endSessions(event.ids)
      if (event.kind === 'access-ended') invalidations++
    },
  }
}
