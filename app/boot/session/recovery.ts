/**
 * Retries failed queries that may succeed: soon after a sign that the service is back (the feed
 * reconnects, the browser is online, another request succeeds), otherwise with growing delays. Only
 * the queries of mounted components are retried, with a random delay.
 */
import type { Query, QueryCache } from '@tanstack/react-query'
import { isTransient } from '#contract/api/problem.ts'
import { longBackOff } from '#app/api/back-off.ts'
import { problemOf } from '#app/api/client.ts'
import { useLive } from '#app/state/live.ts'
import type { Stop } from '#app/state/stop.ts'
import type { App } from '#app/boot/app.ts'

/**
 * Maximum random delay of a retry, milliseconds: otherwise all widgets would retry at once when the
 * service is back.
 */
const maxJitterMs = 1_500

/** Number of retries since the last success, and time of the next one, milliseconds since 1970. */
type Retry = { tries: number; due: number }

/**
 * Whether a query loads a part of the app's code: the query cache also stores modules
 * (api/lazy-module.ts).
 */
const isCode = ({ queryKey }: Query) => queryKey[0] === 'chunk'
/**
 * Whether the query failed because the service was unreachable. Other errors do not depend on
 * reachability; their queries wait for their back-off.
 */
const failedToReachService = (query: Query) =>
  isCode(query) || problemOf(query.state.error).code === 'unavailable'

/** Retries failed queries until stopped. */
export function startRecovery({ api, queryClient, state }: Pick<App, 'api' | 'queryClient' | 'state'>): Stop {
  const cache = queryClient.getQueryCache()
  const live = useLive.of(state)
  const { schedule, retrySoon, clearRetry, stop } = makeRetrySchedule(cache)

  function onSuccess(query: Query): void {
    const hadFailed = clearRetry(query)
    if (isCode(query)) return
    // The feed may be waiting for its back-off to end.
    if (hadFailed && live.getState().connection === 'reconnecting') api.subscriptions.retry()
    retrySoon(hadFailed)
  }

  const onOnline = () => retrySoon(true)
  addEventListener('online', onOnline)
  document.addEventListener('visibilitychange', schedule)
  const stops = [
    cache.subscribe((event) => {
      if (event.type !== 'updated') return
      const { action, query } = event
      if (action.type === 'success' && !action.manual) onSuccess(query)
      else if (action.type === 'error') schedule()
    }),
    live.subscribe((now, before) => {
      if (now.connection === 'live' && before.connection !== 'live') retrySoon(true)
    }),
    stop,
  ]
  // Queries that failed before this module was loaded.
  schedule()
  return () => {
    removeEventListener('online', onOnline)
    document.removeEventListener('visibilitychange', schedule)
    for (const stop of stops) stop()
  }
}

/** The next retry of each failed query, with one timer for all. */
function makeRetrySchedule(cache: QueryCache): {
  /** Sets the timer to the earliest retry. */
  schedule: () => void
  /**
   * Moves retries forward when the service is reachable.
   *
   * @param isRecovery whether there is a sign of recovery; resets the retry counts and ignores the
   *   minimum delay of each query
   */
  retrySoon: (isRecovery: boolean) => void
  /** Clears the retries of a query that has succeeded; true if it had failed before. */
  clearRetry: (query: Query) => boolean
  stop: Stop
} {
  const retries = new Map<string, Retry>()
  let timer: ReturnType<typeof setTimeout> | undefined

  const failedQueries = () =>
    cache.findAll({
      type: 'active',
      fetchStatus: 'idle',
      predicate: (query) => query.state.status === 'error' && isTransient(problemOf(query.state.error).code),
    })
  const getOrCreateRetry = ({ queryHash }: Query): Retry => {
    const existing = retries.get(queryHash)
    if (existing) return existing
    const retry = { tries: 0, due: Date.now() + longBackOff(0) }
    retries.set(queryHash, retry)
    return retry
  }

  function schedule(): void {
    clearTimeout(timer)
    const nextDue = Math.min(...failedQueries().map((query) => getOrCreateRetry(query).due))
    if (Number.isFinite(nextDue)) timer = setTimeout(retryDue, Math.max(0, nextDue - Date.now()))
  }

  function retryDue(): void {
    // Scheduled again when the document is visible and the browser online.
    if (document.hidden || !navigator.onLine) return
    for (const query of failedQueries()) {
      const retry = getOrCreateRetry(query)
      if (retry.due > Date.now()) continue
      retry.tries++
      retry.due = Date.now() + longBackOff(retry.tries)
      void query.fetch().catch(() => undefined)
    }
    schedule()
  }

  return {
    schedule,
    retrySoon(isRecovery) {
      for (const query of failedQueries()) {
        if (!failedToReachService(query)) continue
        const retry = getOrCreateRetry(query)
        if (isRecovery) retry.tries = 0
        // A query that keeps failing while others succeed keeps a minimum delay, which doubles.
        const earliest = isRecovery ? 0 : query.state.errorUpdatedAt + 1_000 * (2 ** retry.tries - 1)
        retry.due = Math.min(retry.due, Math.max(Date.now() + Math.random() * maxJitterMs, earliest))
      }
      schedule()
    },
    clearRetry: ({ queryHash }) => retries.delete(queryHash),
    stop: () => clearTimeout(timer),
  }
}
