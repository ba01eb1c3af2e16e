/** The scan's best trade for each holding, in as few requests as the service allows. */
import { useQuery } from '@tanstack/react-query'
import type { BestIncome, BestTrade } from '#contract/responses/best-income.ts'
import { sharesPerContract } from '#contract/responses/conventions.ts'
import type { Holding } from '#contract/bridge/holdings.ts'
import { laterQueries } from '#app/api/later-queries.ts'
import { coveringShares } from '#app/state/holdings.ts'

/** Maximum number of symbols in a request. */
const maxSymbols = 100

/** Returns the number of contracts that the shares cover which do not cover an open call. */
export const freeContracts = (holding: Holding): number =>
  Math.max(0, Math.floor(((holding.shares ?? 0) - coveringShares(holding)) / sharesPerContract))

/** Returns whether the shares cover open calls and no further contract. */
export const isAllCovered = (holding: Holding): boolean =>
  coveringShares(holding) > 0 && freeContracts(holding) === 0

/**
 * Returns the queries for the holdings: the best call of symbols with enough free shares, and the best trade of either
 * kind of the others.
 */
export function requestsOf(holdings: readonly Holding[]): { symbols: string; legtype?: 'call' }[] {
  const requested = holdings.filter((holding) => !isAllCovered(holding))
  const [calls, either] = [true, false].map((isFree) =>
    requested.filter((holding) => freeContracts(holding) > 0 === isFree).map(({ symbol }) => symbol),
  )
  return [
    ...chunks(calls!).map((symbols) => ({ symbols, legtype: 'call' as const })),
    ...chunks(either!).map((symbols) => ({ symbols })),
  ]
}

const chunks = (symbols: readonly string[]): string[] =>
  Array.from({ length: Math.ceil(symbols.length / maxSymbols) }, (_, index) =>
    // Sorted, so that another order of the holdings leads to the same cached requests.
    symbols
      .toSorted()
      .slice(index * maxSymbols, (index + 1) * maxSymbols)
      .join(','),
  )

export type BestTrades = {
  tradeOf: (symbol: string) => BestTrade | undefined
  /** `loading` until all responses have arrived; `failed` if a request failed and no earlier data is available. */
  state: 'loading' | 'failed' | 'ready'
  /** Trading day of the scan; null without a scan. */
  tradingDay: string | null
  retry: () => void
}

export function useBestTrades(holdings: readonly Holding[]): BestTrades {
  const requests = requestsOf(holdings)
  // One query for all requests, because the list shows their results together; each response is also cached
  // separately.
  const { data, isError, refetch } = useQuery<BestIncome[]>({
    queryKey: ['best trades', requests],
    queryFn: ({ client }) =>
      Promise.all(requests.map((request) => client.fetchQuery(laterQueries.bestIncome(request)))),
    staleTime: 5 * 60_000,
    placeholderData: (previous) => previous,
  })
  const trades = new Map(data?.flatMap((response) => response.trades).map((trade) => [trade.symbol, trade]))
  return {
    tradeOf: (symbol) => trades.get(symbol),
    state: data ? 'ready' : isError ? 'failed' : 'loading',
    tradingDay: data?.[0]?.tradingDay ?? null,
    retry: () => void refetch(),
  }
}
