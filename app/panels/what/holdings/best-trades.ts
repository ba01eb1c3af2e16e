/** Requests the best trade of the scan for each holding, up to 100 symbols in one request. */
import { useQuery } from '@tanstack/react-query'
import type { WireBestIncome, WireBestTrade } from '#contract/responses/lists/best-income.ts'
import { sizeOfCalls } from '#contract/responses/sizing.ts'
import type { Holding } from '#contract/bridge/holdings.ts'
import { lazyQueries } from '#app/api/lazy-queries.ts'
import { coveringShares } from '#app/state/holdings.ts'

/** Maximum number of symbols in a request. */
const maxSymbols = 100

/** Returns the number of further calls that the shares can cover. Shares that cover open calls do not count. */
export const countCoverableCalls = (holding: Holding): number =>
  sizeOfCalls(Math.max(0, (holding.shares ?? 0) - coveringShares(holding))).contracts

/** Returns whether the shares cover open calls and cannot cover a further call. */
export const areAllSharesCovering = (holding: Holding): boolean =>
  coveringShares(holding) > 0 && countCoverableCalls(holding) === 0

/**
 * Returns the queries for the holdings: for calls only if the free shares can cover one, otherwise for
 * calls and puts. Holdings whose shares all cover open calls are omitted.
 */
export function requestsOf(holdings: readonly Holding[]): { symbols: string; legtype?: 'call' }[] {
  const requested = holdings.filter((holding) => !areAllSharesCovering(holding))
  const [callSymbols, otherSymbols] = [true, false].map((canCoverCall) =>
    requested
      .filter((holding) => countCoverableCalls(holding) > 0 === canCoverCall)
      .map(({ symbol }) => symbol),
  )
  return [
    ...chunks(callSymbols!).map((symbols) => ({ symbols, legtype: 'call' as const })),
    ...chunks(otherSymbols!).map((symbols) => ({ symbols })),
  ]
}

/** Returns comma-separated lists of at most `maxSymbols` symbols. */
const chunks = (symbols: readonly string[]): string[] =>
  Array.from({ length: Math.ceil(symbols.length / maxSymbols) }, (_, index) =>
    // Sorted, so that the cache key does not depend on the order of the holdings.
    symbols
      .toSorted()
      .slice(index * maxSymbols, (index + 1) * maxSymbols)
      .join(','),
  )

export type BestTrades = {
  tradeOf: (symbol: string) => WireBestTrade | undefined
  /**
   * `loading` until all responses have arrived; `failed` if a request failed and no earlier data is
   * available.
   */
  state: 'loading' | 'failed' | 'ready'
  /** Trading day of the scan; null without a scan. */
  tradingDay: string | null
  retry: () => void
}

export function useBestTrades(holdings: readonly Holding[]): BestTrades {
  const requests = requestsOf(holdings)
  // One query for all requests, because the list shows their results together. `fetchQuery` also caches each response
  // separately.
  const { data, isError, refetch } = useQuery<WireBestIncome[]>({
    queryKey: ['best trades', requests],
    queryFn: ({ client }) =>
      Promise.all(requests.map((request) => client.fetchQuery(lazyQueries.bestIncome(request)))),
    staleTime: 5 * 60_000,
    placeholderData: (previousData) => previousData,
  })
  const trades = new Map(data?.flatMap((response) => response.trades).map((trade) => [trade.symbol, trade]))
  return {
    tradeOf: (symbol) => trades.get(symbol),
    state: data ? 'ready' : isError ? 'failed' : 'loading',
    tradingDay: data?.[0]?.tradingDay ?? null,
    retry: () => void refetch(),
  }
}
