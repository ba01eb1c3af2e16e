/**
 * The connections of one app to the service. They are in the default options of the app's query cache, so
 * all code with access to the cache can use them.
 */
import { type QueryClient, type QueryFunctionContext, useQueryClient } from '@tanstack/react-query'
import type { WidgetRoute } from '#contract/api/paths.ts'
import type { RouteResponse } from '#contract/api/routes.ts'
import type { Client } from './client.ts'
import type { RequestParameters } from './data-url.ts'
import type { Subscriptions } from './feed/subscriptions.ts'

export type Api = { client: Client; subscriptions: Subscriptions }

declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: Api
  }
}

/** Returns the connections of the app that a query cache belongs to. */
export const apiOf = (cache: QueryClient): Api => cache.getDefaultOptions().queries!.meta!
export const useApi = (): Api => apiOf(useQueryClient())

/** Requests a data route with the client of a query's cache. `signal` is the query's abort signal. */
export const fetchRoute = <R extends WidgetRoute>(
  { client, signal }: Pick<QueryFunctionContext, 'client' | 'signal'>,
  route: R,
  parameters: RequestParameters = {},
): Promise<RouteResponse<R>> => apiOf(client).client.get(route, { ...parameters, signal })
