/** Clears the filters of the best income trades: those that they share with the ideas, and those of the screen. */
import type { AppState } from '#app/state/app-state.ts'
import { clearScreen, setFilters } from '#app/state/choices/list-choice.ts'
import { incomeFiltersOf } from '#app/state/saved-screens.ts'
import { noFilters } from '#app/state/view.ts'

export function clearIncomeFilters(app: AppState): void {
  setFilters(app, incomeFiltersOf(noFilters))
  clearScreen(app)
}
