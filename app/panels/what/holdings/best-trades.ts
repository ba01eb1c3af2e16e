/** What each holding could be paid now: the scan's best trade for it, asked for in as few questions as the service takes. */
import { useQuery } from '@tanstack/react-query'
import type { BestIncome, BestTrade } from '#contract/responses/best-income.ts'
import { sharesPerContract } from '#contract/responses/conventions.ts'
import type { Holding } from '#contract/bridge/holdings.ts'
import { laterQueries } from '#app/api/later-queries.ts'
import { coveringShares } from '#app/state/holdings.ts'

/** Symbols that one question may name. */
const mostSymbols = 100

/** Contracts that could be sold against the shares that no open call needs. */
export const freeContracts = (holding: Holding): number =>
  Math.max(0, Math.floor(((holding.shares ?? 0) - coveringShares(holding)) / sharesPerContract))

/** Whether every share that could cover a call does so already. */
export const isAllCovered = (holding: Holding): boolean =>
  coveringShares(holding) > 0 && freeContracts(holding) === 0

/** Symbols whose shares can cover a call are asked for their best call, all others for their best trade of either kind. */
export function questionsOf(holdings: readonly Holding[]): { symbols: string; legtype?: 'call' }[] {
  const asked = holdings.filter((holding) => !isAllCovered(holding))
  const [calls, either] = [true, false].map((covers) =>
    asked.filter((holding) => freeContracts(holding) > 0 === covers).map(({ symbol }) => symbol),
  )
  return [
    ...chunks(calls!).map((symbols) => ({ symbols, legtype: 'call' as const })),
    ...chunks(either!).map((symbols) => ({ symbols })),
  ]
}

const chunks = (symbols: readonly string[]): string[] =>
  Array.from({ length: Math.ceil(symbols.length / mostSymbols) }, (_, index) =>
    // In one order, so that a list in another order asks nothing new.
    symbols
      .toSorted()
      .slice(index * mostSymbols, (index + 1) * mostSymbols)
      .join(','),
  )

export type BestTrades = {
  of: (symbol: string) => BestTrade | undefined
  /** `loading` until all is answered; `failed` where a question could not be, and nothing is known of before. */
  state: 'loading' | 'failed' | 'ready'
  /** The market's day of the scan; null where none has run. */
  tradingDay: string | null
  retry: () => void
}

export function useBestTrades(holdings: readonly Holding[]): BestTrades {
  const questions = questionsOf(holdings)
  // All questions as one, because the list shows their answers together; each answer is kept by itself.
  const { data, isError, refetch } = useQuery<BestIncome[]>({
    queryKey: ['best trades', questions],
    queryFn: ({ client }) =>
      Promise.all(questions.map((question) => client.fetchQuery(laterQueries.bestIncome(question)))),
    staleTime: 5 * 60_000,
    placeholderData: (previous) => previous,
  })
  const trades = new Map(data?.flatMap((answer) => answer.trades).map((trade) => [trade.symbol, trade]))
  return {
    of: (symbol) => trades.get(symbol),
    state: data ? 'ready' : isError ? 'failed' : 'loading',
    tradingDay: data?.[0]?.tradingDay ?? null,
    retry: () => void refetch(),
  }
}
