/** Answers that are kept for a while and made once, however many ask for them at the same time. */
import { LRUCache } from 'lru-cache'
import { Problem } from '#contract/problem.ts'
import type { Log } from '#service/settings/log.ts'

/**
 * The answer of a key: the one kept, where it is at most `ttl` milliseconds old, else what `make` makes. Where that
 * fails the last good answer stands in, for as long as a new one would have.
 *
 * @throws Problem `unavailable` where there is none, or the Problem that `make` throws
 */
export type AnswerCache = <T>(key: string, ttl: number, make: () => Promise<T>) => Promise<T>

/** An answer in a box: that there is none is one, too. */
type Boxed = { readonly value: unknown }

/** Keeps up to `most` answers; what was asked for longest ago goes first. */
export function createAnswerCache(most: number, clock: () => number, log: Log): AnswerCache {
  const cache = new LRUCache<string, Boxed, () => Promise<unknown>>({
    max: most,
    perf: { now: clock },
    // The clock is asked every time, never a timer.
    ttlResolution: 0,
    // Who waits for an answer gets it, though it made room for others meanwhile.
    ignoreFetchAbort: true,
    async fetchMethod(key, good, { context: make }) {
      try {
        return { value: await make() }
      } catch (error) {
        if (good) {
          log('warn', 'answer-stale', { key, reason: error instanceof Error ? error.message : String(error) })
          return good
        }
        if (error instanceof Problem) throw error
        log('error', 'answer-failed', {
          key,
          reason: error instanceof Error ? (error.stack ?? error.message) : String(error),
        })
        throw new Problem(
          'unavailable',
          { detail: 'The data cannot be read right now. Try again shortly.' },
          { retryAfterSeconds: 5 },
        )
      }
    },
  })
  return async <T>(key: string, ttl: number, make: () => Promise<T>) =>
    (await cache.forceFetch(key, { ttl, context: make })).value as T
}
