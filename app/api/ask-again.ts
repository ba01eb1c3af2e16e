/** The user's own wish to have something asked again. */
import { type QueryClient, type QueryKey, useQueryClient } from '@tanstack/react-query'

/** Refetches, and cancels a request in progress. */
export function askAgain(client: QueryClient, queryKey: QueryKey): void {
  const query = client.getQueryCache().find({ queryKey })
  void query?.cancel({ silent: true })
  void query?.fetch().catch(() => undefined)
}

/** For components: `onRetry={() => askAgain(queries.why(symbol).queryKey)}`. */
export function useAskAgain(): (queryKey: QueryKey) => void {
  const client = useQueryClient()
  return (queryKey) => askAgain(client, queryKey)
}
