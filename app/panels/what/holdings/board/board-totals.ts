/** Totals of the positions on the board. */
import { roundToCents } from '#app/state/order/order-price.ts'
import type { BoardPosition } from './board-position.ts'

export const totalNames = ['premium', 'cash', 'delta', 'theta', 'profit'] as const
export type TotalName = (typeof totalNames)[number]

export type Total = {
  /** Sum of the known figures; null if none is known. */
  sum: number | null
  /** Number of positions whose figure is unknown, so that the sum does not contain it. */
  notCounted: number
}

function totalOf(name: TotalName, positions: readonly BoardPosition[]): Total {
  const values = positions.flatMap(({ figures }) => figures[name].value ?? [])
  return {
    sum: values.length > 0 ? roundToCents(values.reduce((sum, value) => sum + value, 0)) : null,
    notCounted: positions.length - values.length,
  }
}

export const totalsOf = (positions: readonly BoardPosition[]): Record<TotalName, Total> =>
  Object.fromEntries(totalNames.map((name) => [name, totalOf(name, positions)])) as Record<TotalName, Total>
