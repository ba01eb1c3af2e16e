/** Reads a scenario as clients do: by linear interpolation. */
import type { Scenario } from '#contract/responses/scenario.ts'

type Place = { readonly at: number; readonly next: number; readonly share: number }

/** Between which two entries of a rising or falling list a value lies, and how far from the first. */
const placeIn = (list: readonly number[], value: number): Place => {
  let at = 0
  const isRising = list.at(-1)! > list[0]!
  while (at < list.length - 2 && (isRising ? list[at + 1]! <= value : list[at + 1]! >= value)) at++
  const next = Math.min(at + 1, list.length - 1)
  return { at, next, share: next === at ? 0 : (value - list[at]!) / (list[next]! - list[at]!) }
}

const mix = ({ at, next, share }: Place, value: (i: number) => number): number =>
  (1 - share) * value(at) + (share === 0 ? 0 : share * value(next))

/** Dollars per share. */
export const between = (
  { daysLeft, volatilityShifts, prices, values }: Scenario,
  at: { readonly days: number; readonly shift: number; readonly price: number },
): number => {
  const price = placeIn(prices, at.price)
  const shift = placeIn(volatilityShifts, at.shift)
  return mix(placeIn(daysLeft, at.days), (day) => mix(shift, (k) => mix(price, (i) => values[day]![k]![i]!)))
}
