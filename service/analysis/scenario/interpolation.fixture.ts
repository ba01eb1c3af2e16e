/** Evaluates a scenario by linear interpolation, as clients do. */
import type { Scenario } from '#contract/responses/scenario.ts'

type Interpolation = { readonly index: number; readonly nextIndex: number; readonly fraction: number }

/**
 * Finds the neighbours of a value in an ascending or descending list, and the fraction between
 * them.
 */
const locate = (list: readonly number[], value: number): Interpolation => {
  let index = 0
  const isRising = list.at(-1)! > list[0]!
  while (index < list.length - 2 && (isRising ? list[index + 1]! <= value : list[index + 1]! >= value))
    index++
  const nextIndex = Math.min(index + 1, list.length - 1)
  const fraction = nextIndex === index ? 0 : (value - list[index]!) / (list[nextIndex]! - list[index]!)
  return { index, nextIndex, fraction }
}

const interpolate = ({ index, nextIndex, fraction }: Interpolation, value: (i: number) => number): number =>
  (1 - fraction) * value(index) + (fraction === 0 ? 0 : fraction * value(nextIndex))

/**
 * Returns the option's value at a point, dollars per share. `shift`: percentage points of
 * volatility.
 */
export const interpolatedValueAt = (
  { daysLeft, volatilityShifts, prices, values }: Scenario,
  point: { readonly days: number; readonly shift: number; readonly price: number },
): number => {
  const price = locate(prices, point.price)
  const shift = locate(volatilityShifts, point.shift)
  return interpolate(locate(daysLeft, point.days), (day) =>
    interpolate(shift, (k) => interpolate(price, (i) => values[day]![k]![i]!)),
  )
}
