import { useMemo } from 'react'
import type { PayoffGeometry, PayoffRange } from '#app/panels/how/payoff/payoff.ts'
import { linePath } from '#app/panels/how/payoff/payoff.ts'
import { profitCurve, type SoldPosition, type ProfitPoint, profitAtPoint } from './profit-curve.ts'
import type { ValuationPoint, ValueGrid } from './values.ts'

/**
 * Profit curves of today and of the chosen day and volatility, and a dot at the cursor on the
 * chosen curve.
 */
export function Curves({
  position,
  grid,
  point,
  geometry: { range, x, y },
  cursorPrice,
}: {
  position: SoldPosition
  grid: ValueGrid
  point: ValuationPoint
  geometry: PayoffGeometry
  /** Price at the cursor, dollars per share; null without a cursor. */
  cursorPrice: number | null
}) {
  const daysLeftToday = grid.daysLeft[0] ?? 0
  const todaysCurve = useCurve(position, grid, { daysLeft: daysLeftToday, shift: 0 }, range)
  const chosenCurve = useCurve(position, grid, point, range)
  const path = (curve: readonly ProfitPoint[]) =>
    linePath(curve.map(({ price, profit }) => ({ x: x(price), y: y(profit) })))
  const profit = cursorPrice === null ? null : profitAtPoint(position, grid, point, cursorPrice)
  return (
    <>
      <path d={path(todaysCurve)} className="how-curve-today" />
      {(point.daysLeft !== daysLeftToday || point.shift !== 0) && (
        <path d={path(chosenCurve)} className="how-curve-chosen" />
      )}
      {cursorPrice !== null && profit !== null && (
        <circle cx={x(cursorPrice)} cy={y(profit)} r="4.5" className="how-cursor-dot how-cursor-dot-chosen" />
      )}
    </>
  )
}

function useCurve(
  { legType, strike, breakeven, contracts }: SoldPosition,
  grid: ValueGrid,
  { daysLeft, shift }: ValuationPoint,
  { low, high }: PayoffRange,
): ProfitPoint[] {
  return useMemo(
    () => profitCurve({ legType, strike, breakeven, contracts }, grid, { daysLeft, shift }, { low, high }),
    [legType, strike, breakeven, contracts, grid, daysLeft, shift, low, high],
  )
}
