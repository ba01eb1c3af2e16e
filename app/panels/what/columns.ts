/** Columns of the ideas, and the ones whose data is deferred. */
import type { IdeaColumn, DeferredColumn } from '#app/state/view.ts'

/** Columns whose figures load after the ideas. Their space is reserved, so that nothing moves when they are filled. */
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
