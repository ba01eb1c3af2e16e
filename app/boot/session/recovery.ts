/**
 * Retries failed queries that may succeed: within moments of a sign that the service is back (the feed
 * reconnects, the browser is online, another request succeeds), otherwise with growing delays. Only visible
 * queries are retried, and spread over time.
 */
import type { Query } from '@tanstack/react-query'
import { mayPass } from '#contract/api/problem.ts'
import { longBackOff } from '#app/api/back-off.ts'
import { problemOf } from '#app/api/client.ts'
import { useLive } from '#app/state/live.ts'
import type { Stop } from '#app/state/stop.ts'
import type { App } from '#app/boot/app.ts'

/** Milliseconds over which all widgets everywhere reconnect after the service does. */
const spreadMs = 1_500

/** Number of retries since the last success, and time of the next one, milliseconds since 1970. */
type Turn = { tries: number; due: number }

/** A part of the app's code, in the query cache like an answer (api/lazy-module.ts). */
const isCode = ({ queryKey }: Query) => queryKey[0] === 'chunk'
/** If the service responded with an error, a sign that it is reachable is no reason to retry. */
const isUnreached = (query: Query) => isCode(query) || problemOf(query.state.error).code === 'unavailable'

/** From now on, until stopped. */
export function startRecovery({ api, queryClient, state }: Pick<App, 'api' | 'queryClient' | 'state'>): Stop {
  const cache = queryClient.getQueryCache()
  const live = useLive.of(state)
  const turns = new Map<string, Turn>()
  let timer: ReturnType<typeof setTimeout> | undefined

  const failed = () =>
    cache.findAll({
      type: 'active',
      fetchStatus: 'idle',
      predicate: (query) => query.state.status === 'error' && mayPass(problemOf(query.state.error).code),
    })
  const turnOf = ({ queryHash }: Query): Turn => {
    const known = turns.get(queryHash)
    if (known) return known
    const turn = { tries: 0, due: Date.now() + longBackOff(0) }
    turns.set(queryHash, turn)
    return turn
  }

  /** Waits for whichever comes first. */
  function plan(): void {
    clearTimeout(timer)
    const next = Math.min(...failed().map((query) => turnOf(query).due))
    if (Number.isFinite(next)) timer = setTimeout(ask, Math.max(0, next - Date.now()))
  }

  function ask(): void {
    // Hidden or offline: a change of that plans again.
    if (document.hidden || !navigator.onLine) return
    for (const query of failed()) {
      const turn = turnOf(query)
      if (turn.due > Date.now()) continue
      turn.tries++
      turn.due = Date.now() + longBackOff(turn.tries)
      void query.fetch().catch(() => undefined)
    }
    plan()
  }

  /** The service is reachable. `anew`: it was unreachable for all queries before. */
  function serviceIsThere(anew: boolean): void {
    for (const query of failed()) {
      if (!isUnreached(query)) continue
      const turn = turnOf(query)
      if (anew) turn.tries = 0
      // A query that keeps failing while others succeed is not retried because of them.
      const earliest = anew ? 0 : query.state.errorUpdatedAt + 1_000 * (2 ** turn.tries - 1)
      turn.due = Math.min(turn.due, Math.max(Date.now() + Math.random() * spreadMs, earliest))
    }
    plan()
  }

  function wentWell(query: Query): void {
    const before = turns.get(query.queryHash)
    turns.delete(query.queryHash)
    if (isCode(query)) return
    // The feed may be waiting for its own turn.
    if (before && live.getState().connection === 'reconnecting') api.subscriptions.retry()
    serviceIsThere(before !== undefined)
  }

  const online = () => serviceIsThere(true)
  addEventListener('online', online)
  document.addEventListener('visibilitychange', plan)
  const stops = [
    cache.subscribe((event) => {
      if (event.type !== 'updated') return
      const { action, query } = event
      if (action.type === 'success' && !action.manual) wentWell(query)
      else if (action.type === 'error') plan()
    }),
    live.subscribe((now, before) => {
      if (now.connection === 'live' && before.connection !== 'live') serviceIsThere(true)
    }),
  ]
  // Queries that failed before this was loaded.
  plan()
  return () => {
    clearTimeout(timer)
    removeEventListener('online', online)
    document.removeEventListener('visibilitychange', plan)
    for (const stop of stops) stop()
  }
}
