/** Keeps options' quotes coming for what a component shows, while it shows it. */
import { useEffect } from 'react'
import { useApi } from './api.ts'

/**
 * Subscribes to contracts on a symbol while mounted, by their ids in the answers; read them with `useOptionQuote`. Of more
 * than the feed takes (`maxOptions`) those asked for last are served.
 */
export function useOptionSubscription(symbol: string, ids: readonly string[]): void {
  const { subscriptions } = useApi()
  const key = ids.join('\n')
  useEffect(
    () => (key ? subscriptions.subscribe(key.split('\n').map((id) => `${symbol} ${id}`)) : undefined),
    [symbol, key, subscriptions],
  )
}
