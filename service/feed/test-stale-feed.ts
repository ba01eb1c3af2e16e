/** The feed of the user `test-stale`: it ends after its first quotes, and whoever comes back is not let in. */
import type { KnownSession } from '#service/access/environments.ts'
import { boundedMap } from '#service/markets/bounded-map.ts'

/** Sessions that are remembered. */
const most = 1000

export type Silenced = {
  /** Whether its feed has ended. */
  has(session: KnownSession): boolean
  /** It has been sent quotes: true where the feed ends by that. */
  afterQuotes(session: KnownSession): boolean
}

export function createSilenced(): Silenced {
  const ended = boundedMap<string, true>(most)
  return {
    has: ({ id }) => ended.get(id) === true,
    afterQuotes({ id, world }) {
      if (world !== 'test-stale') return false
      ended.set(id, true)
      return true
    },
  }
}
