/**
 * Setters for the part of the view (view.ts) that chooses a trade: strategy, cell, position,
 * compared contracts.
 */
import type { LegType, RiskProfile, Timeframe } from '#contract/responses/income.ts'
import type { AppState } from './app-state.ts'
import { type Position, lowerStrikes, type Pin, useView } from './view.ts'

/**
 * Selects a strategy. If the user's bearish sentiment has selected the column with the lowest
 * strikes, selects that column of the new strategy.
 */
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
export const setPosition = (app: AppState, symbol: string, position: Position): void =>
  useView.of(app).setState(({ positions }) => ({ positions: { ...positions, [symbol]: position } }))

/**
 * Selects any listed contract of the displayed symbol. Selecting a cell of the grid ends this
 * selection.
 */
export const setContract = (app: AppState, id: string, leg: LegType): void =>
  useView.of(app).setState({ contract: id, leg })

/** Ends the selection of a listed contract, so that the selected cell of the grid applies again. */
export const deselectContract = (app: AppState): void => useView.of(app).setState({ contract: null })
export const setHowView = (app: AppState, howView: 'grid' | 'chain'): void =>
  useView.of(app).setState({ howView })

/** Maximum number of contracts in the comparison. */
export const maxCompared = 4
export const isPinned = (compare: readonly Pin[], id: string): boolean => compare.some((pin) => pin.id === id)
/** Removes a contract from the comparison, or adds it. A full comparison ignores additions. */
export const toggleCompare = (app: AppState, pin: Pin): void =>
  useView.of(app).setState(({ compare }) => ({
    compare: isPinned(compare, pin.id)
      ? compare.filter(({ id }) => id !== pin.id)
      : compare.length < maxCompared
        ? [...compare, pin]
        : compare,
  }))
export const clearCompare = (app: AppState): void => useView.of(app).setState({ compare: [] })
