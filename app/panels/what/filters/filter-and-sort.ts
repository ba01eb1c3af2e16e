/** Filters and order of the list of ideas. */
import { bySymbol, byStrength } from '#contract/responses/lists/idea-order.ts'
import type { WireTradeIdea } from '#contract/responses/lists/ideas.ts'
import type { WireFullTradeIdea } from '#contract/responses/lists/full-ideas.ts'
import type { Live } from '#app/state/live.ts'
import {
  type IdeaColumn,
  type IdeaFilters,
  type IdeaSort,
  type MarketCap,
  defaultSort,
  noFilters,
} from '#app/state/view.ts'
import { bestStrategy, hasHiddenYield, isClearOfEarnings } from '../best-strategy.ts'

/** Full ideas by symbol; undefined until loaded. */
export type FullIdeas = ReadonlyMap<string, WireFullTradeIdea> | undefined

/** Minimum market capitalisation of each size, dollars. */
const capMinimums: readonly [MarketCap, number][] = [
  ['mega', 200e9],
  ['large', 10e9],
  ['mid', 2e9],
  ['small', 0],
]
export const marketCaps = capMinimums.map(([name]) => name)
export const capOf = ({ marketCap }: WireTradeIdea): MarketCap | undefined =>
  marketCap === null ? undefined : capMinimums.find(([, minimum]) => marketCap >= minimum)?.[0]

/** Returns the value that a column sorts by. */
type SortKey = (
  idea: WireTradeIdea,
  quotes: Live['quotes'],
  fullIdeas: FullIdeas,
) => number | string | null | undefined

/**
 * Values of each column. Missing values are sorted last in both directions. `liquidityRank` is negated,
 * because 1 is the most liquid. The price column is sorted by the displayed price change.
 */
const sortKeys: Record<IdeaColumn, SortKey> = {
  symbol: (idea) => idea.symbol,
  price: (idea, quotes) => (quotes[idea.symbol] ?? idea).percentageChange,
  strength: (idea) => idea.strength,
  yield: ({ symbol }, _, fullIdeas) => bestStrategy(fullIdeas?.get(symbol))?.yield,
  impliedVolatility: ({ symbol }, _, fullIdeas) => fullIdeas?.get(symbol)?.impliedVolatility,
  daysToEarnings: ({ symbol }, _, fullIdeas) => fullIdeas?.get(symbol)?.daysToEarnings,
  signalAge: ({ symbol }, _, fullIdeas) => fullIdeas?.get(symbol)?.signalAge,
  technicalRank: (idea) => idea.technicalRank,
  impliedVolatilityRank: (idea) => idea.impliedVolatilityRank,
  liquidityRank: (idea) => -idea.liquidityRank,
  sentiment: (idea) => (idea.sentiment === 'Bullish' ? 1 : 0),
}

/** Returns the comparison function of an order. Ties are sorted by symbol. */
function comparatorOf(
  { column, descending }: IdeaSort,
  quotes: Live['quotes'],
  fullIdeas: FullIdeas,
): (a: WireTradeIdea, b: WireTradeIdea) => number {
  if (column === 'strength' && descending) return byStrength
  const valueOf = sortKeys[column]
  const sign = descending ? -1 : 1
  return (a, b) => {
    const left = valueOf(a, quotes, fullIdeas) ?? null
    const right = valueOf(b, quotes, fullIdeas) ?? null
    if (left === right) return bySymbol(a, b)
    if (left === null) return 1
    if (right === null) return -1
    return left < right ? -sign : sign
  }
}

/**
 * Returns whether an idea passes the filters for option sellers. An unknown value does not pass, except a price or
 * return that the partner may not show: then its filter has no effect. While the full ideas are loading, the
 * filters that need them pass every idea, so that the list is not empty.
 */
function passesIncomeFilters(
  idea: WireTradeIdea,
  { minPrice, maxPrice, minYield, minIvRank, noEarnings }: IdeaFilters,
  fullIdeas: FullIdeas,
): boolean {
  const fullIdea = fullIdeas?.get(idea.symbol)
  const best = bestStrategy(fullIdea)
  return (
    (minPrice === '' || idea.price === null || idea.price >= minPrice) &&
    (maxPrice === '' || idea.price === null || idea.price <= maxPrice) &&
    (minIvRank === '' || (idea.impliedVolatilityRank ?? -1) >= minIvRank) &&
    (!fullIdeas || minYield === '' || best?.yield === null || (best?.yield ?? -1) >= minYield) &&
    (!fullIdeas || !noEarnings || isClearOfEarnings(fullIdea, best))
  )
}

/** Returns whether the filters or the order need fields of the full ideas. */
export const needsFullIdeas = ({ minYield, noEarnings }: IdeaFilters, { column }: IdeaSort): boolean =>
  minYield !== '' ||
  noEarnings ||
  column === 'yield' ||
  column === 'impliedVolatility' ||
  column === 'daysToEarnings' ||
  column === 'signalAge'

/**
 * Returns whether an idea passes all filters except the direction. The counts of the directions
 * (`countDirections`) therefore show how many ideas the user would see after selecting a direction.
 */
function passes(idea: WireTradeIdea, filters: IdeaFilters, fullIdeas: FullIdeas): boolean {
  const { sector, marketCap, liquidity, rule, text } = filters
  const searchText = text.trim().toLowerCase()
  return (
    passesIncomeFilters(idea, filters, fullIdeas) &&
    (!sector || idea.sector === sector) &&
    (!marketCap || capOf(idea) === marketCap) &&
    (!liquidity || idea.liquidityRank === liquidity) &&
    (!rule || idea.rules.some(({ code }) => code === rule)) &&
    (!searchText ||
      idea.symbol.toLowerCase().startsWith(searchText) ||
      idea.companyName.toLowerCase().includes(searchText))
  )
}

/** Returns the filtered and sorted ideas. The price change of a live quote replaces that of its idea. */
export const filterAndSort = (
  ideas: readonly WireTradeIdea[],
  filters: IdeaFilters,
  sort: IdeaSort,
  quotes: Live['quotes'] = {},
  fullIdeas?: FullIdeas,
): WireTradeIdea[] =>
  ideas
    .filter(
      (idea) =>
        (filters.direction === 'all' || idea.sentiment === filters.direction) &&
        passes(idea, filters, fullIdeas),
    )
    .sort(comparatorOf(sort, quotes, fullIdeas))

/** Returns the number of ideas that each direction would show. */
export function countDirections(
  ideas: readonly WireTradeIdea[],
  filters: IdeaFilters,
  fullIdeas?: FullIdeas,
): Record<IdeaFilters['direction'], number> {
  const passing = ideas.filter((idea) => passes(idea, filters, fullIdeas))
  const bullish = passing.filter(({ sentiment }) => sentiment === 'Bullish').length
  return { all: passing.length, Bullish: bullish, Bearish: passing.length - bullish }
}

/** Filters of prices and returns, which have no effect on those that the partner may not show. */
export const priceFilters = ['minPrice', 'maxPrice', 'minYield'] as const

/** Filters that also apply to the best income trades. */
export const incomeFilters = [...priceFilters, 'minIvRank', 'noEarnings', 'sector'] as const

/** Returns the number of filters that are set; by default of all filters. */
export const countFilters = (
  filters: IdeaFilters,
  names: readonly (keyof IdeaFilters)[] = Object.keys(noFilters) as (keyof IdeaFilters)[],
): number => names.filter((name) => filters[name] !== noFilters[name]).length

/** Returns whether the partner may not show the figures of a column, so that the ideas cannot be sorted by it. */
export const isColumnHidden = (
  column: IdeaColumn,
  idea: WireTradeIdea | undefined,
  fullIdeas: FullIdeas,
): boolean =>
  column === 'price'
    ? idea?.price === null
    : column === 'yield' && [...(fullIdeas?.values() ?? [])].some(hasHiddenYield)

/** Columns that sort ascending on the first click; all others sort descending. */
const ascendingFirst: readonly IdeaColumn[] = ['symbol', 'daysToEarnings', 'signalAge']

/**
 * Returns the order after a click on a header. Repeated clicks on a column cycle through its first
 * direction, the other direction and the default order.
 */
export function nextSort(sort: IdeaSort, column: IdeaColumn): IdeaSort {
  const descendingFirst = !ascendingFirst.includes(column)
  if (sort.column !== column) return { column, descending: descendingFirst }
  return sort.descending === descendingFirst ? { column, descending: !descendingFirst } : defaultSort
}
