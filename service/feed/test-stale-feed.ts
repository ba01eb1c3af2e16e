/**
 * The feed of the test user `test-stale`: it closes after its first quotes, and reconnections are
 * refused.
 */
import { LRUCache } from 'lru-cache'
import type { SessionIdentity } from '#service/access/environments.ts'

/** Capacity of the cache of ended sessions. */
const maxSessions = 1000

export type TestStaleFeed = {
  /** Whether the feed of the session has ended. */
  hasEnded(session: SessionIdentity): boolean
  /**
   * Ends the feed if the session is one of `test-stale`. Returns whether it is. Call it after
   * sending quotes.
   */
  endAfterQuotes(session: SessionIdentity): boolean
}

export function createTestStaleFeed(): TestStaleFeed {
  const ended = new LRUCache<string, true>({ max: maxSessions })
  return {
    hasEnded: ({ id }) => ended.get(id) === true,
    endAfterQuotes({ id, environment }) {
      if (environment !== 'test-stale') return false
      ended.set(id, true)
      return true
    },
  }
}
