/** What the user has to sell options with: which trades the list requests for it, and their sizes. */
import type { WireBestTrade } from '#contract/responses/lists/best-income.ts'
import { sizeOfCalls, sizeOfPuts, type TradeSize } from '#contract/responses/sizing.ts'
import type { AppState } from '#app/state/app-state.ts'
import { setCallSource, useCallSource } from '#app/state/call-source.ts'
import { freeSharesOf, resetPosition, useHoldings } from '#app/state/holdings.ts'
import { setCash } from '#app/state/choices/trade-choice.ts'
import { useView } from '#app/state/view.ts'

/** Maximum number of symbols in a request. */
const maxSymbols = 100

export type Means = {
  /** The held symbols with enough free shares for a call, sorted. */
  coverable: readonly string[]
  /**
   * `cash` in dollars for short puts; `symbols` whose shares cover calls, also those with too few of them. Undefined if
   * the user has not entered any for the displayed strategy.
   */
  has: { cash: number } | { symbols: readonly string[] } | undefined
  /** Returns the size of a trade; undefined if that is not known. */
  sizeOf: (trade: WireBestTrade) => TradeSize | undefined
}

export function useMeans(): Means {
  const leg = useView((view) => view.incomeLeg)
  const cash = useView((view) => view.cash)
  const source = useCallSource((state) => state.source)
  const list = useHoldings()
  const positions = useView((view) => view.positions)
  const freeShares = (symbol: string) => freeSharesOf(list, symbol, positions[symbol]?.stockQuantity)
  const coverable = list.holdings
    .map(({ symbol }) => symbol)
    .filter((symbol) => sizeOfCalls(freeShares(symbol) ?? 0).contracts > 0)
    .toSorted()
  if (leg === 'put' && cash !== undefined)
    return { coverable, has: { cash }, sizeOf: ({ strike }) => sizeOfPuts(cash, strike) }
  if (leg === 'call' && source !== 'any')
    return {
      coverable,
      has: { symbols: source === 'holdings' ? coverable.slice(0, maxSymbols) : [source.symbol] },
      sizeOf: ({ symbol }) => {
        const shares = freeShares(symbol)
        return shares === null ? undefined : sizeOfCalls(shares)
      },
    }
  return { coverable, has: undefined, sizeOf: () => undefined }
}

/** Clears what the user has entered for the displayed strategy. Holdings stay. */
export function clearMeans(app: AppState): void {
  const { incomeLeg } = useView.of(app).getState()
  if (incomeLeg === 'put') setCash(app, undefined)
  if (incomeLeg !== 'call') return
  const { source } = useCallSource.of(app).getState()
  if (typeof source === 'object') resetPosition(app, source.symbol)
  setCallSource(app, 'any')
}
