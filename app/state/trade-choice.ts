/** Which trade the user looks at: its strategy, its cell of the grid, what is held for it and compared with it. Changes of view.ts. */
import type { LegType, RiskProfile, Timeframe } from '#contract/income.ts'
import type { AppState } from './app-state.ts'
import { type Holding, useView } from './view.ts'

export const setLeg = (app: AppState, leg: LegType): void => useView.of(app).setState({ leg })
export const setTimeframe = (app: AppState, timeframe: Timeframe): void =>
  useView.of(app).setState({ timeframe })
export const setRiskProfile = (app: AppState, riskProfile: RiskProfile): void =>
  useView.of(app).setState({ riskProfile })
export const setHolding = (app: AppState, symbol: string, holding: Holding): void =>
  useView.of(app).setState(({ positions }) => ({ positions: { ...positions, [symbol]: holding } }))

export const maxCompared = 3
/** Adds a contract to the comparison or takes it out; a fourth is not added. */
export const toggleCompare = (app: AppState, id: string): void =>
  useView.of(app).setState(({ compare }) => ({
    compare: compare.includes(id)
      ? compare.filter((one) => one !== id)
      : compare.length < maxCompared
        ? [...compare, id]
        : compare,
  }))
export const clearCompare = (app: AppState): void => useView.of(app).setState({ compare: [] })
