/** Stops the regular refetching of all queries, so that figures and prices of one time stay on screen together. */
import type { QueryClient } from '@tanstack/react-query'
import type { Stop } from '#app/state/stop.ts'

/**
 * Disables the intervals of queries until stopped. Requests for other data, such as another symbol, are still sent.
 * TanStack Query has no switch for the intervals of a client: each use of a query passes its own.
 */
export function pauseRefetching(client: QueryClient): Stop {
  /** Paused options → the options that they replace. */
  const originals = new WeakMap<object, object>()
  const defaultOptions = client.defaultQueryOptions.bind(client)
  const pausedOptions = (options: Parameters<typeof defaultOptions>[0]) => {
    const original = defaultOptions(options)
    if (originals.has(original)) return original
    const paused = { ...original, refetchInterval: false as const, refetchOnReconnect: false as const }
    originals.set(paused, original)
    return paused
  }
  const observers = () =>
    client
      .getQueryCache()
      .getAll()
      .flatMap((query) => query.observers)
  client.defaultQueryOptions = pausedOptions as typeof client.defaultQueryOptions
  for (const observer of observers()) observer.setOptions(observer.options)
  return () => {
    client.defaultQueryOptions = defaultOptions
    for (const observer of observers())
      observer.setOptions((originals.get(observer.options) as typeof observer.options) ?? observer.options)
  }
}
