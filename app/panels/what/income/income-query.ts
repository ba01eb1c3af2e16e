/** Query parameters of the best income lookup. */
import type { BestIncomeOrder } from '#contract/responses/lists/best-income-orders.ts'
import type { LegType } from '#contract/responses/income.ts'
import type { IdeaFilters, Screen } from '#app/state/view.ts'
import { priceFilters } from '#app/panels/what/filters/filter-and-sort.ts'
import type { Means } from './start/means.ts'

/** Number of trades to request. */
const limit = 100

/** Formats a number as the lookup accepts it: without exponent, with at most eight decimals. */
const plainDecimal = (value: number): string => value.toFixed(8).replace(/\.?0+$/, '')
const ifSet = (value: number | '' | undefined): string | undefined =>
  value === '' || value === undefined ? undefined : plainDecimal(value)

const lesserOf = (a: number | undefined, b: number | undefined): number | undefined =>
  a === undefined || b === undefined ? (a ?? b) : Math.min(a, b)

/** Query parameters as text; undefined ones are not sent. */
export type IncomeQuery = Readonly<Record<string, string | undefined>>

/** Filters and orders of the screen by prices, returns and open interest, which may be hidden. */
export const priceScreens = ['maxCash', 'minOpenInterest'] as const
export const priceOrders: readonly BestIncomeOrder[] = [
  'return',
  'annualizedReturn',
  'premium',
  'cash',
  'openInterest',
]

/** Returns a query without the filters and orders by prices and returns, which the service refuses if prices are hidden. */
export const withoutPriceFilters = (query: IncomeQuery): IncomeQuery => {
  const hidden: readonly string[] = [
    ...priceFilters,
    ...priceScreens,
    ...(priceOrders.includes(query['sort'] as BestIncomeOrder) ? ['sort', 'order'] : []),
  ]
  return Object.fromEntries(Object.entries(query).filter(([name]) => !hidden.includes(name)))
}

/**
 * Returns the query parameters (contract/responses/lists/best-income.ts). A parameter is undefined if its
 * filter is not set.
 *
 * @param has what the user has to sell options with; the trades need no more
 */
export const incomeQuery = (
  { sector, minPrice, maxPrice, minYield, minIvRank, noEarnings }: IdeaFilters,
  leg: LegType | '',
  screen: Screen,
  has?: Means['has'],
): IncomeQuery => ({
  legtype: leg || undefined,
  minPrice: ifSet(minPrice),
  maxPrice: ifSet(maxPrice),
  minYield: ifSet(minYield),
  minIvRank: ifSet(minIvRank),
  noEarnings: noEarnings ? 'true' : undefined,
  sector: sector || undefined,
  symbols: has && 'symbols' in has ? has.symbols.join(',') : undefined,
  maxCash: ifSet(lesserOf(screen.maxCash, has && 'cash' in has ? has.cash : undefined)),
  minProbability: ifSet(screen.minProbability),
  maxDelta: ifSet(screen.maxDelta),
  minDays: ifSet(screen.minDays),
  maxDays: ifSet(screen.maxDays),
  maxSpread: ifSet(screen.maxSpread),
  minOpenInterest: ifSet(screen.minOpenInterest),
  minIvPercentile: ifSet(screen.minIvPercentile),
  noDividend: screen.noDividend && 'true',
  trend: screen.trend,
  sort: screen.sort,
  order: screen.order,
  limit: String(limit),
})
