/** Columns of the list of ideas. */
import type { IdeaColumn, DeferredColumn } from '#app/state/view.ts'

/** Columns whose figures are loaded after the ideas. Their space is reserved to prevent layout shifts. */
export const deferredColumns: readonly DeferredColumn[] = [
  'yield',
  'impliedVolatility',
  'daysToEarnings',
  'signalAge',
]

export const isDeferred = (column: IdeaColumn): column is DeferredColumn =>
  (deferredColumns as readonly IdeaColumn[]).includes(column)

/** All columns in display order. */
export const columns: readonly IdeaColumn[] = [
  'symbol',
  'price',
  'strength',
  'technicalRank',
  'impliedVolatilityRank',
  ...deferredColumns,
  'liquidityRank',
  'sentiment',
]
