/**
 * Queries as values: panels call `useQuery(queries.why(symbol))` and nothing else. Here are those that the first screen
 * knows of; look-ups.ts has the others.
 */
import { QueryClient, queryOptions } from '@tanstack/react-query'
import { type Api, ask } from './api.ts'
import { makeClient, problemOf } from './client.ts'
import { makeSubscriptions } from './subscriptions.ts'
import type { Holding } from '#app/state/view.ts'

export const minute = 60_000
const worthRetrying = new Set(['unavailable', 'internal', 'rate-limited'])

/** The query cache of one app, with the app's ways to the service. */
export const makeQueryClient = (
  api: Api = { client: makeClient(), subscriptions: makeSubscriptions() },
): QueryClient =>
  new QueryClient({
    defaultOptions: {
      queries: {
        meta: api,
        staleTime: minute,
        gcTime: 10 * minute,
        // Whether there is a connection is the feed's to say; a request says so by failing.
        networkMode: 'always',
        refetchOnWindowFocus: false,
        retry: (failures, error) => failures < 2 && worthRetrying.has(problemOf(error).code),
        retryDelay: (failures) => 600 * 2 ** failures,
      },
    },
  })

export const queries = {
  tradeIdeas: () =>
    queryOptions({
      queryKey: ['tradeIdeas'],
      queryFn: (query) => ask(query, 'tradeIdeas'),
      staleTime: 5 * minute,
      refetchInterval: 10 * minute,
    }),
  why: (symbol: string) =>
    queryOptions({
      queryKey: ['why', symbol],
      queryFn: (query) => ask(query, 'why', { symbol }),
      enabled: symbol !== '',
      refetchInterval: 5 * minute,
    }),
  income: (symbol: string, holding: Holding = {}) =>
    queryOptions({
      queryKey: ['income', symbol, holding],
      queryFn: (query) => ask(query, 'income', { symbol, query: holding }),
      enabled: symbol !== '',
      refetchInterval: 2 * minute,
      // While a changed holding is computed the cards of the same symbol stay.
      placeholderData: (previous, query) => (query?.queryKey[1] === symbol ? previous : undefined),
    }),
  tone: () =>
    queryOptions({
      queryKey: ['tone'],
      queryFn: (query) => ask(query, 'tone'),
      staleTime: 5 * minute,
      refetchInterval: 10 * minute,
    }),
}
