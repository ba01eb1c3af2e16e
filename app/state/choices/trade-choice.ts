/**
 * Setters for the part of the view (view.ts) that chooses a trade: strategy, cell, position,
 * compared contracts.
 */
import type { LegType } from '#contract/responses/income.ts'
import type { AppState } from '#app/state/app-state.ts'
import { type Position, lowerStrikes, type Pin, useView } from '#app/state/view.ts'

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
/** Changes the position in a symbol. */
export const setPosition = (app: AppState, symbol: string, change: Position): void =>
  useView.of(app).setState(({ positions }) => ({
    positions: { ...positions, [symbol]: { ...positions[symbol], ...change } },
  }))
/** Sets the dollars that the user has for puts; undefined = not entered. */
export const setCash = (app: AppState, cash: number | undefined): void => useView.of(app).setState({ cash })

/** Chooses any listed contract of the displayed symbol. `chooseCell` chooses the contract of a cell. */
export const setContract = (app: AppState, id: string, leg: LegType): void =>
  useView.of(app).setState({ contract: id, leg })

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
