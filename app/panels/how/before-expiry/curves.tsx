import { useMemo } from 'react'
import type { PayoffGeometry, PayoffRange } from '#app/panels/how/payoff/payoff.ts'
import { linePath } from '#app/panels/how/payoff/payoff.ts'
import { curveAt, type Position, type ProfitPoint, profitOf } from './position.ts'
import type { Moment, ValueGrid } from './values.ts'

/** The curves of today and of the chosen moment, and the point on the latter that is read. */
export function Curves({
  position,
  grid,
  moment,
  geometry: { range, x, y },
  read,
}: {
  position: Position
  grid: ValueGrid
  moment: Moment
  geometry: PayoffGeometry
  /** Dollars per share; null while nobody reads. */
  read: number | null
}) {
  const now = grid.daysLeft[0] ?? 0
  const todays = useCurve(position, grid, { daysLeft: now, shift: 0 }, range)
  const chosen = useCurve(position, grid, moment, range)
  const path = (curve: readonly ProfitPoint[]) =>
    linePath(curve.map(({ price, profit }) => ({ x: x(price), y: y(profit) })))
  const profit = read === null ? null : profitOf(position, grid, moment, read)
  return (
    <>
      <path d={path(todays)} className="how-curve-today" />
      {(moment.daysLeft !== now || moment.shift !== 0) && (
        <path d={path(chosen)} className="how-curve-chosen" />
      )}
      {read !== null && profit !== null && (
        <circle cx={x(read)} cy={y(profit)} r="4.5" className="how-dot how-dot-chosen" />
      )}
    </>
  )
}

function useCurve(
  { legType, strike, breakeven, contracts }: Position,
  grid: ValueGrid,
  { daysLeft, shift }: Moment,
  { low, high }: PayoffRange,
): ProfitPoint[] {
  return useMemo(
    () => curveAt({ legType, strike, breakeven, contracts }, grid, { daysLeft, shift }, { low, high }),
    [legType, strike, breakeven, contracts, grid, daysLeft, shift, low, high],
  )
}
