/** The columns of the ideas, and which of them are filled later. */
import type { IdeaColumn, LaterColumn } from '#app/state/view.ts'

/** They have their room from the beginning, so that nothing moves when they are filled. */
export const laterColumns: readonly LaterColumn[] = [
  'yield',
  'impliedVolatility',
  'daysToEarnings',
  'signalAge',
]

export const isLater = (column: IdeaColumn): column is LaterColumn =>
  (laterColumns as readonly IdeaColumn[]).includes(column)

/** In the order on screen. */
export const columns: readonly IdeaColumn[] = [
  'symbol',
  'price',
  'strength',
  'technicalRank',
  'impliedVolatilityRank',
  ...laterColumns,
  'liquidityRank',
  'sentiment',
]
