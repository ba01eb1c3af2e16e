/** The feed of the user `test-stale`: it closes after its first quotes, and reconnections are refused. */
import { LRUCache } from 'lru-cache'
import type { SessionIdentity } from '#service/access/environments.ts'

/** Maximum number of remembered sessions. */
const maxSessions = 1000

export type TestStaleFeed = {
  /** Whether its feed has ended. */
  has(session: SessionIdentity): boolean
  /** Registers that quotes were sent. Returns whether this ends the feed. */
  afterQuotes(session: SessionIdentity): boolean
}

export function createTestStaleFeed(): TestStaleFeed {
  const ended = new LRUCache<string, true>({ max: maxSessions })
  return {
    has: ({ id }) => ended.get(id) === true,
    afterQuotes({ id, environment }) {
      if (environment !== 'test-stale') return false
      ended.set(id, true)
      return true
    },
  }
}
