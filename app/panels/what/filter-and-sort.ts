/** Which ideas the list shows, and in what order. */
import { bySymbol, byStrength, type TradeIdea } from '#contract/responses/ideas.ts'
import type { WholeTradeIdea } from '#contract/responses/full-ideas.ts'
import type { Live } from '#app/state/live.ts'
import {
  type IdeaColumn,
  type IdeaFilters,
  type IdeaSort,
  type MarketCap,
  defaultSort,
  noFilters,
} from '#app/state/view.ts'
import { bestPay, isClearOfEarnings } from './best-pay.ts'

/** What is answered beside the list, by symbol; undefined until it is there. */
export type Whole = ReadonlyMap<string, WholeTradeIdea> | undefined

/** Dollars from which a company counts as mega, large, mid. */
const capFloors: readonly [MarketCap, number][] = [
  ['mega', 200e9],
  ['large', 10e9],
  ['mid', 2e9],
  ['small', 0],
]
export const marketCaps = capFloors.map(([name]) => name)
export const capOf = ({ marketCap }: TradeIdea): MarketCap | undefined =>
  marketCap === null ? undefined : capFloors.find(([, floor]) => marketCap >= floor)?.[0]

type Key = (idea: TradeIdea, quotes: Live['quotes'], whole: Whole) => number | string | null | undefined

/** Missing values sort last whichever way; `liquidityRank` 1 is the most; the change is the one that its row shows now. */
const keys: Record<IdeaColumn, Key> = {
  symbol: (idea) => idea.symbol,
  price: (idea, quotes) => (quotes[idea.symbol] ?? idea).percentageChange,
  strength: (idea) => idea.strength,
  yield: ({ symbol }, _, whole) => bestPay(whole?.get(symbol))?.yield,
  impliedVolatility: ({ symbol }, _, whole) => whole?.get(symbol)?.impliedVolatility,
  daysToEarnings: ({ symbol }, _, whole) => whole?.get(symbol)?.daysToEarnings,
  signalAge: ({ symbol }, _, whole) => whole?.get(symbol)?.signalAge,
  technicalRank: (idea) => idea.technicalRank,
  impliedVolatilityRank: (idea) => idea.impliedVolatilityRank,
  liquidityRank: (idea) => -idea.liquidityRank,
  sentiment: (idea) => (idea.sentiment === 'Bullish' ? 1 : 0),
}

function compare(
  { column, descending }: IdeaSort,
  quotes: Live['quotes'],
  whole: Whole,
): (a: TradeIdea, b: TradeIdea) => number {
  if (column === 'strength' && descending) return byStrength
  const key = keys[column]
  const sign = descending ? -1 : 1
  return (a, b) => {
    const left = key(a, quotes, whole) ?? null
    const right = key(b, quotes, whole) ?? null
    if (left === right) return bySymbol(a, b)
    if (left === null) return 1
    if (right === null) return -1
    return left < right ? -sign : sign
  }
}

/**
 * What a seller of options asks for. What is not known does not pass; what is only not there yet does, so that the list is
 * not empty for a moment.
 */
function paysEnough(
  idea: TradeIdea,
  { minPrice, maxPrice, minYield, minIvRank, noEarnings }: IdeaFilters,
  whole: Whole,
): boolean {
  const known = whole?.get(idea.symbol)
  const best = bestPay(known)
  return (
    (minPrice === '' || idea.price >= minPrice) &&
    (maxPrice === '' || idea.price <= maxPrice) &&
    (minIvRank === '' || (idea.impliedVolatilityRank ?? -1) >= minIvRank) &&
    (!whole || minYield === '' || (best?.yield ?? -1) >= minYield) &&
    (!whole || !noEarnings || isClearOfEarnings(known, best))
  )
}

/** Whether a list in this order, under these filters, needs what is answered beside the ideas. */
export const needsWhole = ({ minYield, noEarnings }: IdeaFilters, { column }: IdeaSort): boolean =>
  minYield !== '' ||
  noEarnings ||
  column === 'yield' ||
  column === 'impliedVolatility' ||
  column === 'daysToEarnings' ||
  column === 'signalAge'

/** Everything but the direction, so that its counts say what choosing it would show. */
function passes(idea: TradeIdea, filters: IdeaFilters, whole: Whole): boolean {
  const { sector, marketCap, liquidity, rule, text } = filters
  const wanted = text.trim().toLowerCase()
  return (
    paysEnough(idea, filters, whole) &&
    (!sector || idea.sector === sector) &&
    (!marketCap || capOf(idea) === marketCap) &&
    (!liquidity || idea.liquidityRank === liquidity) &&
    (!rule || idea.rules.some(({ code }) => code === rule)) &&
    (!wanted ||
      idea.symbol.toLowerCase().startsWith(wanted) ||
      idea.companyName.toLowerCase().includes(wanted))
  )
}

/** The ideas that pass, sorted, where it matters by the quotes, which are those of this moment. */
export const filterAndSort = (
  ideas: readonly TradeIdea[],
  filters: IdeaFilters,
  sort: IdeaSort,
  quotes: Live['quotes'] = {},
  whole?: Whole,
): TradeIdea[] =>
  ideas
    .filter(
      (idea) =>
        (filters.direction === 'all' || idea.sentiment === filters.direction) && passes(idea, filters, whole),
    )
    .sort(compare(sort, quotes, whole))

/** How many ideas each direction would show. */
export function countDirections(
  ideas: readonly TradeIdea[],
  filters: IdeaFilters,
  whole?: Whole,
): Record<IdeaFilters['direction'], number> {
  const passing = ideas.filter((idea) => passes(idea, filters, whole))
  const bullish = passing.filter(({ sentiment }) => sentiment === 'Bullish').length
  return { all: passing.length, Bullish: bullish, Bearish: passing.length - bullish }
}

/** Those that the best income trades can be filtered by, too. */
export const incomeFilters = ['minPrice', 'maxPrice', 'minYield', 'minIvRank', 'noEarnings'] as const

export const countFilters = (
  filters: IdeaFilters,
  names: readonly (keyof IdeaFilters)[] = Object.keys(noFilters) as (keyof IdeaFilters)[],
): number => names.filter((name) => filters[name] !== noFilters[name]).length

/** A symbol is read from A, the days to a report or since a signal from the fewest; all else from the most. */
const ascendsNaturally: readonly IdeaColumn[] = ['symbol', 'daysToEarnings', 'signalAge']

/** What clicking a column's heading leads to: its natural way first, then the other, then the default order again. */
export function nextSort(sort: IdeaSort, column: IdeaColumn): IdeaSort {
  const natural = !ascendsNaturally.includes(column)
  if (sort.column !== column) return { column, descending: natural }
  return sort.descending === natural ? { column, descending: !natural } : defaultSort
}
