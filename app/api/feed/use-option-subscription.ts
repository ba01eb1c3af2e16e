/** Subscribes to option quotes while a component displays them. */
import { useEffect } from 'react'
import { useApi } from '#app/api/api.ts'

/**
 * Subscribes to contracts on a symbol while mounted. `ids`: contract ids of the responses. Read the
 * quotes with `useOptionQuote`. Beyond the limit of the feed (`maxOptions`), the oldest subscriptions
 * receive no quotes.
 */
export function useOptionSubscription(symbol: string, ids: readonly string[]): void {
  const { subscriptions } = useApi()
  const key = ids.join('\n')
  useEffect(
    () => (key ? subscriptions.subscribe(key.split('\n').map((id) => `${symbol} ${id}`)) : undefined),
    [symbol, key, subscriptions],
  )
}
