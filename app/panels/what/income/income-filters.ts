/** Filters of the best income trades: those that they share with the ideas, and those of the screen. */
import type { AppState } from '#app/state/app-state.ts'
import { clearScreen, setFilters } from '#app/state/list-choice.ts'
import { type IdeaFilters, noFilters } from '#app/state/view.ts'

type SharedFilters = Pick<
  IdeaFilters,
  'sector' | 'minPrice' | 'maxPrice' | 'minYield' | 'minIvRank' | 'noEarnings'
>

/** Returns the filters of the ideas that the best income trades have, too. */
export const incomeFiltersOf = ({
  sector,
  minPrice,
  maxPrice,
  minYield,
  minIvRank,
  noEarnings,
}: IdeaFilters): SharedFilters => ({ sector, minPrice, maxPrice, minYield, minIvRank, noEarnings })

export function clearIncomeFilters(app: AppState): void {
  setFilters(app, incomeFiltersOf(noFilters))
  clearScreen(app)
}
