/** Subscribes to quotes while a component displays them. */
import { useEffect } from 'react'
import { useApi } from '#app/api/api.ts'

/**
 * Subscribes to symbols while mounted. Read the quotes with `useQuote`. A new array with the same symbols
 * does not resubscribe.
 */
export function useSubscription(symbols: readonly string[]): void {
  const { subscriptions } = useApi()
  const key = symbols.join(' ')
  useEffect(() => (key ? subscriptions.subscribe(key.split(' ')) : undefined), [key, subscriptions])
}
