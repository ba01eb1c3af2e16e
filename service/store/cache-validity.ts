/**
 * How long cached store data is valid. One rule for all cached data: a positive result is valid for a minute
 * from the store query itself; serving it from the cache does not extend that.
 */
import { Problem } from '#contract/api/problem.ts'
import type { InvalidationEvent } from './invalidation-events.ts'
import type { Store } from './store.ts'

/**
 * The state when the store was queried. Taken before the query, so that a change during the query is not
 * missed.
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
  /** Queries the store; its result, or its failure, becomes the latest known state of the store. */
  readonly query: <Value>(
    call: () => Promise<Value>,
  ) => Promise<{ readonly value: Value; readonly stamp: Stamp }>
  /**
   * Whether cached data may be used without a query: nothing can have been invalidated since, and the store
   * is available.
   */
  readonly isCurrent: (stamp: Stamp) => boolean
  /** Whether cached data may be used while the store is unavailable: no invalidation is known since. */
  readonly mayServeStale: (stamp: Stamp) => boolean
  /** Whether this session is known to have ended: final, because a session is never reopened. */
  readonly hasEnded: (sessionId: string) => boolean
  /** Whether the last store query failed: served data may be stale. */
  readonly isDown: () => boolean
  /** Applies an event of this or another process. */
  readonly invalidate: (event: InvalidationEvent) => void
}

/** Maximum age of a positive result while the store is unavailable, counted from its query. Milliseconds. */
export const maxAgeMs = 60_000
/**
 * At least one call per interval goes to the store, so that an outage is noticed even if everything is
 * cached. Milliseconds.
 */
const maxSilenceMs = 1000
/** Maximum number of recorded ended sessions; beyond that the whole cache is invalidated. */
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
  let respondedAt = -Infinity
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
        respondedAt = Math.max(respondedAt, stamp.queriedAt)
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
        now - respondedAt < maxSilenceMs && now - queriedAt < maxAgeMs && store.accessVersion() === version
      )
    },
    mayServeStale: (stamp) => stamp.invalidations === invalidations && elapsed() - stamp.queriedAt < maxAgeMs,
    hasEnded: (sessionId) => endedSessions.has(sessionId),
    isDown: () => isDown,
    invalidate(event) {
      if (event.kind === 'sessions-ended') endSessions(event.ids)
      if (event.kind === 'access-ended') invalidations++
    },
  }
}
