/** Queries as values: panels call `useQuery(queries.why(symbol))` and nothing else. */
import { QueryClient, queryOptions } from '@tanstack/react-query'
import type { HistoryRange } from '#contract/responses/resources.ts'
import type { WidgetRoute } from '#contract/api/paths.ts'
import { isTransient } from '#contract/api/problem.ts'
import { type Api, fetchRoute } from './api.ts'
import { makeClient, problemOf } from './client.ts'
import type { RequestParameters } from './request.ts'
import { makeSubscriptions } from './subscriptions.ts'
import type { Holding } from '#app/state/view.ts'

const minute = 60_000

/** The query cache of one app, which carries the app's connections. */
export const makeQueryClient = (
  api: Api = { client: makeClient(), subscriptions: makeSubscriptions() },
): QueryClient =>
  new QueryClient({
    defaultOptions: {
      queries: {
        meta: api,
        staleTime: minute,
        gcTime: 10 * minute,
        // The feed tracks the connection; a request reports it by failing.
        networkMode: 'always',
        refetchOnWindowFocus: false,
        retry: (failures, error) => failures < 2 && isTransient(problemOf(error).code),
        retryDelay: (failures) => 600 * 2 ** failures,
      },
    },
  })

/** Query of a route; if it needs a symbol, disabled until there is one. */
const routeQuery = <R extends WidgetRoute>(
  route: R,
  symbol?: string,
  query?: RequestParameters['query'],
) => ({
  queryKey: [route, symbol, query],
  queryFn: (context: Parameters<typeof fetchRoute>[0]) => fetchRoute(context, route, { symbol, query }),
  enabled: symbol !== '',
})

/** The previous data of the same symbol stays until the new response arrives. */
export const sameSymbol =
  (symbol: string) =>
  <Data>(previous: Data | undefined, before?: { queryKey: readonly unknown[] }): Data | undefined =>
    before?.queryKey[1] === symbol ? previous : undefined

export const queries = {
  tradeIdeas: () =>
    queryOptions({ ...routeQuery('tradeIdeas'), staleTime: 5 * minute, refetchInterval: 10 * minute }),
  why: (symbol: string) => queryOptions({ ...routeQuery('why', symbol), refetchInterval: 5 * minute }),
  /** For the user's position. `contract`: OSI symbol of a contract to include besides the cells. */
  income: (symbol: string, holding: Holding = {}, contract?: string) =>
    queryOptions({
      ...routeQuery('income', symbol, { ...holding, contract }),
      // Option quotes change constantly, and all figures of How depend on them.
      refetchInterval: minute / 2,
      placeholderData: sameSymbol(symbol),
    }),
  tone: () => queryOptions({ ...routeQuery('tone'), staleTime: 5 * minute, refetchInterval: 10 * minute }),
  /** With moving averages only if requested: other users do not wait for them. */
  history: (symbol: string, range: HistoryRange, averages = false) =>
    queryOptions({
      ...routeQuery('history', symbol, { range, averages: averages ? 'all' : undefined }),
      staleTime: 10 * minute,
      placeholderData: sameSymbol(symbol),
    }),
  symbols: (text: string) =>
    queryOptions({
      ...routeQuery('symbols', undefined, { query: text }),
      enabled: text !== '',
      staleTime: 5 * minute,
      placeholderData: (previous) => previous,
    }),
  news: (symbol: string) => queryOptions({ ...routeQuery('news', symbol), staleTime: 5 * minute }),
}
