/** Setters for the part of the view (view.ts) that chooses a list of the What panel and its filters. */
import type { LegType } from '#contract/responses/income.ts'
import type { AppState } from '#app/state/app-state.ts'
import { type IdeaFilters, type ListName, noFilters, type Screen, useView } from '#app/state/view.ts'

export const setList = (app: AppState, list: ListName): void => useView.of(app).setState({ list })
export const setIncomeLeg = (app: AppState, incomeLeg: LegType | ''): void =>
  useView.of(app).setState({ incomeLeg })
export const setScreen = (app: AppState, change: Screen): void =>
  useView.of(app).setState(({ screen }) => ({ screen: { ...screen, ...change } }))
/** Clears the filters of the screen; its order stays. */
export const clearScreen = (app: AppState): void =>
  useView.of(app).setState(({ screen: { sort, order } }) => ({ screen: { sort, order } }))
export const setCalendar = (app: AppState, calendar: boolean): void => useView.of(app).setState({ calendar })

export const setFilters = (app: AppState, change: Partial<IdeaFilters>): void =>
  useView.of(app).setState(({ filters }) => ({ filters: { ...filters, ...change } }))
export const clearFilters = (app: AppState): void => useView.of(app).setState({ filters: noFilters })
