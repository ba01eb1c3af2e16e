import type { QueryClient } from '@tanstack/react-query'
import { problemOf } from '#app/api/client.ts'
import { panelQueries } from '#app/api/panel-queries.ts'
import { queries } from '#app/api/queries.ts'

/**
 * Looks up whether a symbol exists. The search lists the scanned symbols only, so a symbol that it does not find is also
 * requested. `unchecked` without a network, or if the requests fail for another reason than an unknown symbol.
 */
export async function lookUpSymbol(
  client: QueryClient,
  symbol: string,
): Promise<'known' | 'unknown' | 'unchecked'> {
  // Without a network the requests would be retried before they fail.
  if (!navigator.onLine) return 'unchecked'
  try {
    const { symbols } = await client.fetchQuery(panelQueries.symbols(symbol))
    if (symbols.some((match) => match.symbol === symbol)) return 'known'
    await client.fetchQuery(queries.why(symbol))
    return 'known'
  } catch (error) {
    return problemOf(error).code === 'symbol-unknown' ? 'unknown' : 'unchecked'
  }
}
