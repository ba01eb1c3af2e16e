/** Subscribes to option quotes while a component displays them. */
import { useEffect } from 'react'
import { useApi } from './api.ts'

/**
 * Subscribes to contracts on a symbol while mounted, by the ids in the responses; read the quotes with
 * `useOptionQuote`. Beyond the feed's limit (`maxOptions`) the latest subscriptions win.
 */
export function useOptionSubscription(symbol: string, ids: readonly string[]): void {
  const { subscriptions } = useApi()
  const key = ids.join('\n')
  useEffect(
    () => (key ? subscriptions.subscribe(key.split('\n').map((id) => `${symbol} ${id}`)) : undefined),
    [symbol, key, subscriptions],
  )
}
