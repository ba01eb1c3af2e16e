/** Which ideas the list shows, and in what order. */
import { bySymbol, byStrength, type TradeIdea } from '#contract/ideas.ts'
import type { Live } from '#app/state/live.ts'
import {
  type IdeaColumn,
  type IdeaFilters,
  type IdeaSort,
  type MarketCap,
  noFilters,
} from '#app/state/view.ts'

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

/** Missing values sort last whichever way; `liquidityRank` 1 is the most; the change is the one that its row shows now. */
const keys: Record<IdeaColumn, (idea: TradeIdea, quotes: Live['quotes']) => number | string | null> = {
  symbol: (idea) => idea.symbol,
  price: (idea, quotes) => (quotes[idea.symbol] ?? idea).percentageChange,
  technicalRank: (idea) => idea.technicalRank,
  impliedVolatilityRank: (idea) => idea.impliedVolatilityRank,
  liquidityRank: (idea) => -idea.liquidityRank,
  sentiment: (idea) => (idea.sentiment === 'Bullish' ? 1 : 0),
}

function compare(
  { column, descending }: IdeaSort,
  quotes: Live['quotes'],
): (a: TradeIdea, b: TradeIdea) => number {
  if (column === null) return byStrength
  const key = keys[column]
  const sign = descending ? -1 : 1
  return (a, b) => {
    const left = key(a, quotes)
    const right = key(b, quotes)
    if (left === right) return bySymbol(a, b)
    if (left === null) return 1
    if (right === null) return -1
    return left < right ? -sign : sign
  }
}

/** Everything but the direction, so that its counts say what choosing it would show. */
function passes(idea: TradeIdea, { sector, marketCap, liquidity, rule, text }: IdeaFilters): boolean {
  const wanted = text.trim().toLowerCase()
  return (
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
): TradeIdea[] =>
  ideas
    .filter(
      (idea) =>
        (filters.direction === 'all' || idea.sentiment === filters.direction) && passes(idea, filters),
    )
    .sort(compare(sort, quotes))

/** How many ideas each direction would show. */
export function countDirections(
  ideas: readonly TradeIdea[],
  filters: IdeaFilters,
): Record<IdeaFilters['direction'], number> {
  const passing = ideas.filter((idea) => passes(idea, filters))
  const bullish = passing.filter(({ sentiment }) => sentiment === 'Bullish').length
  return { all: passing.length, Bullish: bullish, Bearish: passing.length - bullish }
}

export const countFilters = (filters: IdeaFilters): number =>
  (Object.keys(noFilters) as (keyof IdeaFilters)[]).filter((name) => filters[name] !== noFilters[name]).length

/** What clicking a column's heading leads to: its natural way first, then the other, then the default order again. */
export function nextSort(sort: IdeaSort, column: IdeaColumn): IdeaSort {
  const natural = column !== 'symbol'
  if (sort.column !== column) return { column, descending: natural }
  return sort.descending === natural ? { column, descending: !natural } : { column: null, descending: true }
}
