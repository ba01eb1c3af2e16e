/** Query parameters of the best income lookup. */
import type { LegType } from '#contract/responses/income.ts'
import type { IdeaFilters } from '#app/state/view.ts'

/** Number of trades to request. */
const limit = 100

/** Formats a number as the lookup accepts it: without exponent, with at most eight decimals. */
const plainDecimal = (value: number): string => value.toFixed(8).replace(/\.?0+$/, '')
const ifSet = (value: number | ''): string | undefined => (value === '' ? undefined : plainDecimal(value))

/**
 * Returns the query parameters (contract/responses/best-income.ts). A parameter is undefined if its
 * filter is not set, or if it is a filter of prices and the partner may not show them (`hidesPrices`).
 */
export const incomeQuery = (
  { minPrice, maxPrice, minYield, minIvRank, noEarnings }: IdeaFilters,
  leg: LegType | '',
  hidesPrices = false,
): Record<string, string | undefined> => ({
  legtype: leg || undefined,
  ...(!hidesPrices && {
    minPrice: ifSet(minPrice),
    maxPrice: ifSet(maxPrice),
    minYield: ifSet(minYield),
  }),
  minIvRank: ifSet(minIvRank),
  noEarnings: noEarnings ? 'true' : undefined,
  limit: String(limit),
})
