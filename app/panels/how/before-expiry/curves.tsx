import { useMemo } from 'react'
import type { PayoffGeometry, PayoffRange } from '#app/panels/how/payoff/payoff.ts'
import { linePath } from '#app/panels/how/payoff/payoff.ts'
import { profitCurve, type Position, type ProfitPoint, profitAtPoint } from './position.ts'
import type { ValuationPoint, ValueGrid } from './values.ts'

/** Profit curves of today and of the chosen day and volatility, and a dot on the latter at the cursor. */
export function Curves({
  position,
  grid,
  point,
  geometry: { range, x, y },
  cursorPrice,
}: {
  position: Position
  grid: ValueGrid
  point: ValuationPoint
  geometry: PayoffGeometry
  /** Dollars per share; null without a cursor. */
  cursorPrice: number | null
}) {
  const daysToday = grid.daysLeft[0] ?? 0
  const todaysCurve = useCurve(position, grid, { daysLeft: daysToday, shift: 0 }, range)
  const chosenCurve = useCurve(position, grid, point, range)
  const path = (curve: readonly ProfitPoint[]) =>
    linePath(curve.map(({ price, profit }) => ({ x: x(price), y: y(profit) })))
  const profit = cursorPrice === null ? null : profitAtPoint(position, grid, point, cursorPrice)
  return (
    <>
      <path d={path(todaysCurve)} className="how-curve-today" />
      {(point.daysLeft !== daysToday || point.shift !== 0) && (
        <path d={path(chosenCurve)} className="how-curve-chosen" />
      )}
      {cursorPrice !== null && profit !== null && (
        <circle cx={x(cursorPrice)} cy={y(profit)} r="4.5" className="how-dot how-dot-chosen" />
      )}
    </>
  )
}

function useCurve(
  { legType, strike, breakeven, contracts }: Position,
  grid: ValueGrid,
  { daysLeft, shift }: ValuationPoint,
  { low, high }: PayoffRange,
): ProfitPoint[] {
  return useMemo(
    () => profitCurve({ legType, strike, breakeven, contracts }, grid, { daysLeft, shift }, { low, high }),
    [legType, strike, breakeven, contracts, grid, daysLeft, shift, low, high],
  )
}
