/** Refetches queries on the user's request. */
import { type QueryClient, type QueryKey, useQueryClient } from '@tanstack/react-query'

/** Sends a new request for a query. A request of the query that is in progress is cancelled. */
export function refetchQuery(client: QueryClient, queryKey: QueryKey): void {
  const query = client.getQueryCache().find({ queryKey })
  void query?.cancel({ silent: true })
  void query?.fetch().catch(() => undefined)
}

/**
 * Returns `refetchQuery` with the cache of the app: `onRetry={() =>
 * refetch(queries.why(symbol).queryKey)}`.
 */
export function useRefetchQuery(): (queryKey: QueryKey) => void {
  const client = useQueryClient()
  return (queryKey) => refetchQuery(client, queryKey)
}
