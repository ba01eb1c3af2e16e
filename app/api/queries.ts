/** Query definitions. Panels request data only by `useQuery(queries.why(symbol))`. */
import { QueryClient, queryOptions } from '@tanstack/react-query'
import type { WidgetRoute } from '#contract/api/paths.ts'
import { isTransient } from '#contract/api/problem.ts'
import { type Api, fetchRoute } from './api.ts'
import { makeClient, problemOf } from './client.ts'
import type { RequestParameters } from './data-url.ts'
import { makeSubscriptions } from './feed/subscriptions.ts'
import type { PositionAndCash } from '#app/state/view.ts'

export const minute = 60_000

/** Creates the query cache of one app. Its default options contain the app's connections (api.ts). */
export const makeQueryClient = (
  api: Api = { client: makeClient(), subscriptions: makeSubscriptions() },
): QueryClient =>
  new QueryClient({
    defaultOptions: {
      queries: {
        meta: api,
        staleTime: minute,
        gcTime: 10 * minute,
        // Requests are also sent if the browser reports that it is offline: they fail with an error message.
        networkMode: 'always',
        refetchOnWindowFocus: false,
        retry: (failures, error) => failures < 2 && isTransient(problemOf(error).code),
        retryDelay: (failures) => 600 * 2 ** failures,
      },
    },
  })

/** Query of a route. Disabled while `symbol` is blank; undefined if the route has no symbol. */
export const routeQuery = <R extends WidgetRoute>(
  route: R,
  symbol?: string,
  query?: RequestParameters['query'],
) => ({
  queryKey: [route, symbol, query],
  queryFn: (context: Parameters<typeof fetchRoute>[0]) => fetchRoute(context, route, { symbol, query }),
  enabled: symbol !== '',
})

/** `placeholderData` that keeps the previous data of the same symbol until the new response arrives. */
export const keepDataOfSymbol =
  (symbol: string) =>
  <Data>(
    previousData: Data | undefined,
    previousQuery?: { queryKey: readonly unknown[] },
  ): Data | undefined =>
    previousQuery?.queryKey[1] === symbol ? previousData : undefined

export const queries = {
  tradeIdeas: () =>
    queryOptions({ ...routeQuery('tradeIdeas'), staleTime: 5 * minute, refetchInterval: 10 * minute }),
  why: (symbol: string) => queryOptions({ ...routeQuery('why', symbol), refetchInterval: 5 * minute }),
  /**
   * Income for the user's position. `contract`: OSI symbol of a contract to include in addition to the
   * cells.
   */
  income: (symbol: string, position: PositionAndCash = {}, contract?: string) =>
    queryOptions({
      ...routeQuery('income', symbol, { ...position, contract }),
      // Option quotes change constantly, and all figures of How depend on them.
      refetchInterval: minute / 2,
      placeholderData: keepDataOfSymbol(symbol),
    }),
  tone: () => queryOptions({ ...routeQuery('tone'), staleTime: 5 * minute, refetchInterval: 10 * minute }),
}
