/** The user's choice of a trade: strategy, grid cell, position and compared contracts. Writes to view.ts. */
import type { LegType, RiskProfile, Timeframe } from '#contract/responses/income.ts'
import type { AppState } from './app-state.ts'
import { type Holding, lowerStrikes, type Pin, useView } from './view.ts'

/** Selects a strategy. If a bearish direction has selected the lower strikes, the new strategy's are selected. */
export const setLeg = (app: AppState, leg: LegType): void =>
  useView.of(app).setState((view) => ({
    leg,
    contract: null,
    ...(view.sentimentOverride === 'Bearish' &&
      view.riskProfile === lowerStrikes[view.leg] && { riskProfile: lowerStrikes[leg] }),
  }))
export const setTimeframe = (app: AppState, timeframe: Timeframe): void =>
  useView.of(app).setState({ timeframe, contract: null })
export const setRiskProfile = (app: AppState, riskProfile: RiskProfile): void =>
  useView.of(app).setState({ riskProfile, contract: null })
export const setHolding = (app: AppState, symbol: string, holding: Holding): void =>
  useView.of(app).setState(({ positions }) => ({ positions: { ...positions, [symbol]: holding } }))

/** Selects a listed contract of the displayed symbol, in the grid or not. Selecting a cell replaces it. */
export const setContract = (app: AppState, id: string, leg: LegType): void =>
  useView.of(app).setState({ contract: id, leg })

/** Returns to the selected cell of the grid. */
export const leaveContract = (app: AppState): void => useView.of(app).setState({ contract: null })
export const setHowView = (app: AppState, howView: 'grid' | 'chain'): void =>
  useView.of(app).setState({ howView })

export const maxCompared = 4
export const isPinned = (compare: readonly Pin[], id: string): boolean => compare.some((pin) => pin.id === id)
/** Adds a contract to the comparison, unless it is full, or removes it. */
export const toggleCompare = (app: AppState, pin: Pin): void =>
  useView.of(app).setState(({ compare }) => ({
    compare: isPinned(compare, pin.id)
      ? compare.filter(({ id }) => id !== pin.id)
      : compare.length < maxCompared
        ? [...compare, pin]
        : compare,
  }))
export const clearCompare = (app: AppState): void => useView.of(app).setState({ compare: [] })
