/** Answers that are kept for a while and made once, however many ask for them at the same time. */
import { LRUCache } from 'lru-cache'
import { Problem } from '#contract/api/problem.ts'
import type { Soon } from '#service/shared/maybe-promise.ts'
import type { Log } from '#service/shared/log.ts'
import type { Renewals } from './refresh-budget.ts'

/**
 * The answer of a key: the one kept, where it is at most `ttl` milliseconds old, else what `make` makes. Where that
 * fails the last good answer stands in, for as long as a new one would have.
 *
 * @throws Problem `unavailable` where there is none, or the Problem that `make` throws
 */
export type AnswerCache = <T>(key: string, ttl: number, make: () => Promise<T>) => Soon<T>

/** An answer in a box: that there is none is one, too. */
type Boxed = { readonly value: unknown; readonly madeAt: number }

/**
 * Keeps up to `most` answers; what was asked for longest ago goes first.
 *
 * @param elapsed milliseconds that only ever go on
 * @param renewals bounds how many are made anew of those that are at hand; without it each is, once it is old
 */
export function createAnswerCache(
  most: number,
  elapsed: () => number,
  log: Log,
  renewals?: Renewals,
): AnswerCache {
  const underWay = new Set<string>()
  const cache = new LRUCache<string, Boxed, () => Promise<unknown>>({
    max: most,
    perf: { now: elapsed },
    // The clock is asked every time, never a timer.
    ttlResolution: 0,
    // Who waits for an answer gets it, though it made room for others meanwhile.
    ignoreFetchAbort: true,
    async fetchMethod(key, good, { context: make }) {
      underWay.add(key)
      try {
        return { value: await make(), madeAt: elapsed() }
      } catch (error) {
        if (good) {
          // What is thrown on purpose, since too much is asked for, would fill the log with each request.
          if (!(error instanceof Problem))
            log('warn', 'answer-stale', {
              key,
              reason: error instanceof Error ? error.message : String(error),
            })
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
      } finally {
        underWay.delete(key)
      }
    },
  })
  return <T>(key: string, ttl: number, make: () => Promise<T>): Soon<T> => {
    renewals?.asked()
    const kept = cache.peek(key, { allowStale: true })
    if (kept && elapsed() - kept.madeAt < ttl) {
      // Asked for now, and so among the last to go.
      cache.get(key)
      return kept.value as T
    }
    const makeAnew = async () => (await cache.forceFetch(key, { ttl, context: make })).value as T
    if (!kept || !renewals) return makeAnew()
    if (elapsed() - kept.madeAt - ttl > renewals.mostLateMs) return makeAnew()
    const waits = !renewals.areMany()
    // Who comes while one is made waits for that, which costs nothing, or goes with the one at hand.
    if (underWay.has(key)) return waits ? makeAnew() : (kept.value as T)
    const done = renewals.take()
    if (!done) return kept.value as T
    const made = makeAnew().finally(done)
    if (waits) return made
    // Whoever asks next has it. What goes wrong has been logged.
    made.catch(() => {})
    return kept.value as T
  }
}
