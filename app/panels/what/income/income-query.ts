/** What the list of best income asks the service for, by the filters on screen. */
import type { LegType } from '#contract/responses/income.ts'
import type { IdeaFilters } from '#app/state/view.ts'

/** How many trades are asked for. */
const limit = 100

/** A number as the look-up reads it: no exponent, eight decimals at most. */
const plain = (value: number): string => value.toFixed(8).replace(/\.?0+$/, '')
const given = (value: number | ''): string | undefined => (value === '' ? undefined : plain(value))

/** The query of contract/responses/best-income.ts; undefined = not narrowed by it. */
export const incomeQuery = (
  { minPrice, maxPrice, minYield, minIvRank, noEarnings }: IdeaFilters,
  leg: LegType | '',
): Record<string, string | undefined> => ({
  legtype: leg || undefined,
  minPrice: given(minPrice),
  maxPrice: given(maxPrice),
  minYield: given(minYield),
  minIvRank: given(minIvRank),
  noEarnings: noEarnings ? 'true' : undefined,
  limit: String(limit),
})
