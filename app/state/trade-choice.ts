/** Which trade the user looks at: its strategy, its cell of the grid, what is held for it and compared with it. Changes of view.ts. */
import type { LegType, RiskProfile, Timeframe } from '#contract/resources.ts'
import { type Holding, useView } from './view.ts'

export const setLeg = (leg: LegType): void => useView.setState({ leg })
export const setTimeframe = (timeframe: Timeframe): void => useView.setState({ timeframe })
export const setRiskProfile = (riskProfile: RiskProfile): void => useView.setState({ riskProfile })
export const setHolding = (symbol: string, holding: Holding): void =>
  useView.setState(({ positions }) => ({ positions: { ...positions, [symbol]: holding } }))

export const maxCompared = 3
/** Adds a contract to the comparison or takes it out; a fourth is not added. */
export const toggleCompare = (id: string): void =>
  useView.setState(({ compare }) => ({
    compare: compare.includes(id)
      ? compare.filter((one) => one !== id)
      : compare.length < maxCompared
        ? [...compare, id]
        : compare,
  }))
export const clearCompare = (): void => useView.setState({ compare: [] })
