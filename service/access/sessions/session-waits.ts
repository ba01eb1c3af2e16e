/**
 * Requests that arrive before their session. Widgets of the releases 1.4.0 and 1.5.0 send their first data request together
 * with the request that opens the session, which saves a round trip. The data request waits here until the session is open.
 */
import { LRUCache } from 'lru-cache'

/** Delays between two look-ups, milliseconds, one second in all. Another node may open the session. */
const lookUpDelaysMs = [20, 40, 80, 160, 300, 400]
/** Maximum number of waiting requests of a process. More are not kept waiting. */
const maxWaiting = 1000
/** Number of tokens whose opening has ended that a process remembers: requests with them do not wait. */
const maxEndedOpenings = 1000

export type SessionWaits = {
  /**
   * Repeats a look-up until it finds a session, the opening has been refused by this process, or one second has
   * passed. Returns the last result; undefined at once if the opening ended earlier.
   *
   * @param tokenHash hash of the access token that will open the session
   * @param lookUp returns undefined without a session
   */
  untilOpen<Result>(tokenHash: string, lookUp: () => Promise<Result | undefined>): Promise<Result | undefined>
  /** Reports that an opening with this token has succeeded or has been refused. */
  openingEnded(tokenHash: string): void
}

export function createSessionWaits(): SessionWaits {
  const waiting = new Map<string, Set<() => void>>()
  const endedOpenings = new LRUCache<string, true>({ max: maxEndedOpenings })
  let count = 0

  /** Resolves after the delay with false, or with true as soon as the opening has ended. */
  function openingOrDelay(tokenHash: string, delayMs: number): Promise<boolean> {
    return new Promise((resolve) => {
      const resolvers = waiting.get(tokenHash) ?? new Set()
      waiting.set(tokenHash, resolvers)
      const finish = (hasEnded: boolean) => {
        clearTimeout(timer)
        resolvers.delete(onEnded)
        if (resolvers.size === 0) waiting.delete(tokenHash)
        resolve(hasEnded)
      }
      const onEnded = () => finish(true)
      const timer = setTimeout(finish, delayMs, false)
      resolvers.add(onEnded)
    })
  }

  return {
    async untilOpen(tokenHash, lookUp) {
      if (count >= maxWaiting || endedOpenings.has(tokenHash)) return undefined
      count += 1
      try {
        for (const delayMs of lookUpDelaysMs) {
          const hasEnded = await openingOrDelay(tokenHash, delayMs)
          const result = await lookUp()
          if (result !== undefined || hasEnded) return result
        }
        return undefined
      } finally {
        count -= 1
      }
    },
    openingEnded(tokenHash) {
      endedOpenings.set(tokenHash, true)
      for (const onEnded of waiting.get(tokenHash) ?? []) onEnded()
    },
  }
}
