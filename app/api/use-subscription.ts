/** Keeps quotes coming for what a component shows, while it shows it. */
import { useEffect } from 'react'
import { useApi } from './api.ts'

/** Subscribes to the symbols while mounted; read them with `useQuote`. A new array of the same symbols changes nothing. */
export function useSubscription(symbols: readonly string[]): void {
  const { subscriptions } = useApi()
  const key = symbols.join(' ')
  useEffect(() => (key ? subscriptions.subscribe(key.split(' ')) : undefined), [key, subscriptions])
}
