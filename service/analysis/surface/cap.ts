/**
 * The highest prices that the asks of one right and expiry allow: the greatest convex function of
 * the strike that is below all asks and whose slope stays within the bounds of a call (-1 to 0) or
 * a put (0 to 1). Static arbitrage exists if and only if a bid lies above it (Carr and Madan, "A
 * note on sufficient conditions for no arbitrage", Finance Research Letters 2, 2005; Cousot,
 * "Conditions on option prices for absence of arbitrage", Journal of Banking and Finance 31, 2007).
 */
import type { Right } from '#service/analysis/pricing/black-scholes.ts'

/** An ask and its index in the input. */
export type Ask = { readonly strike: number; readonly ask: number; readonly index: number }

/** The upper bound of a strike's price. */
export type Cap = {
  readonly value: number
  /**
   * Indexes of the asks that set the bound; two if it is on the line between them. -1 is the option
   * at strike 0.
   */
  readonly sources: readonly number[]
}

/** Corners of the lower convex hull, left to right. `asks` are sorted by strike. */
const hullOf = (asks: readonly Ask[]): Ask[] => {
  const hull: Ask[] = []
  for (const ask of asks) {
    while (hull.length > 1) {
      const a = hull[hull.length - 2]!
      const b = hull[hull.length - 1]!
      if ((b.ask - a.ask) * (ask.strike - a.strike) < (ask.ask - a.ask) * (b.strike - a.strike)) break
      hull.pop()
    }
    hull.push(ask)
  }
  return hull
}

/**
 * Returns the cap at a strike. Successive calls must pass ascending strikes. `spot` caps the call
 * at strike 0, which is the share itself.
 */
export const capsOf = (right: Right, asks: readonly Ask[], spot: number): ((strike: number) => Cap) => {
  const [minSlope, maxSlope] = right === 'call' ? [-1, 0] : [0, 1]
  const origin: Ask = { strike: 0, ask: right === 'call' ? spot : 0, index: -1 }
  let hull = hullOf([origin, ...asks])
  const slope = (i: number): number =>
    (hull[i + 1]!.ask - hull[i]!.ask) / (hull[i + 1]!.strike - hull[i]!.strike)
  let firstIndex = 0
  while (firstIndex + 1 < hull.length && slope(firstIndex) < minSlope) firstIndex++
  let lastIndex = hull.length - 1
  while (lastIndex > firstIndex && slope(lastIndex - 1) > maxSlope) lastIndex--
  hull = hull.slice(firstIndex, lastIndex + 1)
  let segment = 0
  return (strike) => {
    const leftmost = hull[0]!
    if (strike <= leftmost.strike)
      return { value: leftmost.ask + minSlope * (strike - leftmost.strike), sources: [leftmost.index] }
    while (segment + 1 < hull.length && hull[segment + 1]!.strike < strike) segment++
    const a = hull[segment]!
    const b = hull[segment + 1]
    if (!b) return { value: a.ask + maxSlope * (strike - a.strike), sources: [a.index] }
    const fraction = (strike - a.strike) / (b.strike - a.strike)
    return { value: a.ask + fraction * (b.ask - a.ask), sources: [a.index, b.index] }
  }
}
