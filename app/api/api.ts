/**
 * The connections of one app to the service. Its query cache carries them, so code that has the cache has
 * them too.
 */
import { type QueryClient, type QueryFunctionContext, useQueryClient } from '@tanstack/react-query'
import type { WidgetRoute } from '#contract/api/paths.ts'
import type { Answer } from '#contract/api/routes.ts'
import type { Client } from './client.ts'
import type { Question } from './request.ts'
import type { Subscriptions } from './subscriptions.ts'

export type Api = { client: Client; subscriptions: Subscriptions }

declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: Api
  }
}

/** The ways to the service of the app that a query cache belongs to. */
export const apiOf = (cache: QueryClient): Api => cache.getDefaultOptions().queries!.meta!
export const useApi = (): Api => apiOf(useQueryClient())

/** Asks a data route for a query of the cache. */
export const ask = <R extends WidgetRoute>(
  { client, signal }: Pick<QueryFunctionContext, 'client' | 'signal'>,
  route: R,
  given: Question = {},
): Promise<Answer<R>> => apiOf(client).client.get(route, { ...given, signal })
