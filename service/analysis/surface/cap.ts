/**
 * The highest prices of one option type and expiry that the asks allow: the greatest convex function of
 * strike below all of them whose slope stays within the bounds of a call (-1 to 0) or a put (0 to 1). Static
 * arbitrage exists if and only if a bid lies above it (Carr and Madan, "A note on sufficient conditions for
 * no arbitrage", Finance Research Letters 2, 2005; Cousot, "Conditions on option prices for absence of
 * arbitrage", Journal of Banking and Finance 31, 2007).
 */
import type { Right } from '#service/analysis/pricing/black-scholes.ts'

/** An ask, and where it came from. */
export type Ask = { readonly strike: number; readonly ask: number; readonly index: number }

/** What holds a strike's price down. */
export type Cap = {
  readonly value: number
  /** Indices of the asks that do; two where it is the line between them. The option at strike 0 is -1. */
  readonly from: readonly number[]
}

/** Corners of the lower convex hull, left to right. `asks` are sorted by strike. */
const hullOf = (asks: readonly Ask[]): Ask[] => {
  const hull: Ask[] = []
  for (const next of asks) {
    while (hull.length > 1) {
      const a = hull[hull.length - 2]!
      const b = hull[hull.length - 1]!
      if ((b.ask - a.ask) * (next.strike - a.strike) < (next.ask - a.ask) * (b.strike - a.strike)) break
      hull.pop()
    }
    hull.push(next)
  }
  return hull
}

/** Caps at ascending strikes. `spot` caps the call at strike 0, which is the share itself. */
export const capsOf = (right: Right, asks: readonly Ask[], spot: number): ((strike: number) => Cap) => {
  const [least, most] = right === 'call' ? [-1, 0] : [0, 1]
  const origin: Ask = { strike: 0, ask: right === 'call' ? spot : 0, index: -1 }
  let hull = hullOf([origin, ...asks])
  const slope = (i: number): number =>
    (hull[i + 1]!.ask - hull[i]!.ask) / (hull[i + 1]!.strike - hull[i]!.strike)
  let first = 0
  while (first + 1 < hull.length && slope(first) < least) first++
  let last = hull.length - 1
  while (last > first && slope(last - 1) > most) last--
  hull = hull.slice(first, last + 1)
  let at = 0
  return (strike) => {
    const left = hull[0]!
    if (strike <= left.strike) return { value: left.ask + least * (strike - left.strike), from: [left.index] }
    while (at + 1 < hull.length && hull[at + 1]!.strike < strike) at++
    const a = hull[at]!
    const b = hull[at + 1]
    if (!b) return { value: a.ask + most * (strike - a.strike), from: [a.index] }
    const share = (strike - a.strike) / (b.strike - a.strike)
    return { value: a.ask + share * (b.ask - a.ask), from: [a.index, b.index] }
  }
}
