/** The distribution of the underlying at an expiry that a smile implies. */
import { blackPrice } from './black-scholes.ts'

/** Both are of one density whose mean is the forward. */
export type ImpliedDistribution = {
  /** P(S_T < x): rises from 0 to 1. */
  probabilityBelow(x: number): number
  /** U(x) = E[(x - S_T)+], undiscounted dollars per share: convex, slope within 0 and 1. */
  undiscountedPut(x: number): number
}

/** Steps to either side of the forward, and how many of them one standard deviation at the money has. */
const steps = 200
const stepsPerDeviation = 25

/** The lower convex hull of points sorted by `x`: a convex price is one that no butterfly can be sold against. */
const hullOf = (points: readonly { readonly x: number; readonly u: number }[]) => {
  const hull: { readonly x: number; readonly u: number }[] = []
  for (const next of points) {
    while (hull.length > 1) {
      const a = hull[hull.length - 2]!
      const b = hull[hull.length - 1]!
      if ((b.u - a.u) * (next.x - a.x) < (next.u - a.u) * (b.x - a.x)) break
      hull.pop()
    }
    hull.push(next)
  }
  return hull
}

/**
 * From undiscounted put prices at the smile's volatilities (Breeden and Litzenberger 1978: the first derivative in strike
 * is the distribution), made convex where a smile would give a negative density. `volatilityAt` is yearly.
 */
export const impliedDistribution = (
  volatilityAt: (strike: number) => number,
  { forward, years }: { readonly forward: number; readonly years: number },
): ImpliedDistribution => {
  const root = Math.sqrt(years)
  const unit = (volatilityAt(forward) * root) / stepsPerDeviation
  const points = [{ x: 0, u: 0 }]
  for (let i = -steps; i <= steps; i++) {
    const x = forward * Math.exp(i * unit)
    points.push({ x, u: blackPrice('put', forward, x, volatilityAt(x) * root) })
  }
  const far = points.at(-1)!.x * 2
  points.push({ x: far, u: far - forward })
  const hull = hullOf(points)
  const slopes = hull.slice(1).map(({ x, u }, i) => ({
    x: (x + hull[i]!.x) / 2,
    p: Math.min(1, Math.max(0, (u - hull[i]!.u) / (x - hull[i]!.x))),
  }))
  /** Index of the last item at or before `x`, -1 where there is none. */
  const before = (items: readonly { readonly x: number }[], x: number): number => {
    let low = 0
    let high = items.length
    while (low < high) {
      const middle = (low + high) >> 1
      if (items[middle]!.x <= x) low = middle + 1
      else high = middle
    }
    return low - 1
  }
  return {
    probabilityBelow(x) {
      const at = before(slopes, x)
      const left = slopes[at]
      const right = slopes[at + 1]
      if (!left) return right && x > 0 ? (right.p * x) / right.x : 0
      if (!right) return 1
      return left.p + ((x - left.x) / (right.x - left.x)) * (right.p - left.p)
    },
    undiscountedPut(x) {
      const at = before(hull, x)
      const left = hull[at]
      const right = hull[at + 1]
      if (!left) return 0
      if (!right) return x - forward
      return left.u + ((x - left.x) / (right.x - left.x)) * (right.u - left.u)
    },
  }
}
