/** Whether the partner may not show the prices of the ideas. */
import { useQuery } from '@tanstack/react-query'
import { queries } from '#app/api/queries.ts'

/**
 * Returns whether the cached ideas have no prices. Sends no request. Filters of prices and returns are then neither
 * shown nor sent: the service refuses them, because a filter of a hidden price would reveal it.
 */
export function useHiddenPrices(): boolean {
  const { data } = useQuery({ ...queries.tradeIdeas(), enabled: false, refetchInterval: false })
  return data?.tradeIdeas[0]?.price === null
}
