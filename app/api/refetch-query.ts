/** Refetches a query on the user's request. */
import { type QueryClient, type QueryKey, useQueryClient } from '@tanstack/react-query'

/** Refetches, and cancels a request in progress. */
export function refetchQuery(client: QueryClient, queryKey: QueryKey): void {
  const query = client.getQueryCache().find({ queryKey })
  void query?.cancel({ silent: true })
  void query?.fetch().catch(() => undefined)
}

/** For components: `onRetry={() => refetchQuery(queries.why(symbol).queryKey)}`. */
export function useRefetchQuery(): (queryKey: QueryKey) => void {
  const client = useQueryClient()
  return (queryKey) => refetchQuery(client, queryKey)
}
