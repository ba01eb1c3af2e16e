/** Query parameters of the best income lookup. */
import type { LegType } from '#contract/responses/income.ts'
import type { IdeaFilters } from '#app/state/view.ts'
import { priceFilters } from '#app/panels/what/filters/filter-and-sort.ts'

/** Number of trades to request. */
const limit = 100

/** Formats a number as the lookup accepts it: without exponent, with at most eight decimals. */
const plainDecimal = (value: number): string => value.toFixed(8).replace(/\.?0+$/, '')
const ifSet = (value: number | ''): string | undefined => (value === '' ? undefined : plainDecimal(value))

/** Query parameters as text; undefined ones are not sent. */
export type IncomeQuery = Readonly<Record<string, string | undefined>>

/** Returns a query without the filters of prices and returns, which the service refuses if prices are hidden. */
export const withoutPriceFilters = (query: IncomeQuery): IncomeQuery =>
  Object.fromEntries(
    Object.entries(query).filter(([name]) => !(priceFilters as readonly string[]).includes(name)),
  )

/**
 * Returns the query parameters (contract/responses/best-income.ts). A parameter is undefined if its
 * filter is not set.
 */
export const incomeQuery = (
  { minPrice, maxPrice, minYield, minIvRank, noEarnings }: IdeaFilters,
  leg: LegType | '',
): IncomeQuery => ({
  legtype: leg || undefined,
  minPrice: ifSet(minPrice),
  maxPrice: ifSet(maxPrice),
  minYield: ifSet(minYield),
  minIvRank: ifSet(minIvRank),
  noEarnings: noEarnings ? 'true' : undefined,
  limit: String(limit),
})
