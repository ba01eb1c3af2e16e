/** Keeps quotes coming for what a component shows, while it shows it. */
import { useEffect } from 'react'
import { watch } from './watches.ts'

/** Subscribes to the symbols while mounted; read them with `useQuote`. A new array of the same symbols changes nothing. */
export function useWatch(symbols: readonly string[]): void {
  const key = symbols.join(' ')
  useEffect(() => (key ? watch(key.split(' ')) : undefined), [key])
}
