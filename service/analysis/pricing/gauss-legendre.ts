/** Integration by panels of 16 points each, exact for polynomials of degree 31 (Gauss and Legendre). */

/** The positive half: Abramowitz and Stegun, table 25.4, n = 16. */
const abscissas = [
  0.09501250983763744, 0.2816035507792589, 0.45801677765722737, 0.6178762444026438, 0.755404408355003,
  0.8656312023878318, 0.9445750230732326, 0.9894009349916499,
]
const weights = [
  0.1894506104550685, 0.1826034150449236, 0.1691565193950025, 0.1495959888165767, 0.1246289712555339,
  0.09515851168249279, 0.06225352393864789, 0.02715245941175409,
]

/** A quadrature rule: sum of f(points) times weights = the integral. */
export type Rule = { readonly points: number[]; readonly weights: number[] }

/** The rule over what lies between neighbours of `bounds` (ascending), in panels no wider than `widest`. */
export const panelRule = (bounds: readonly number[], widest: number): Rule => {
  const rule: Rule = { points: [], weights: [] }
  for (let i = 0; i + 1 < bounds.length; i++) {
    const length = bounds[i + 1]! - bounds[i]!
    if (!(length > 0)) continue
    const count = Math.ceil(length / widest)
    const half = length / count / 2
    for (let at = 0; at < count; at++) {
      const middle = bounds[i]! + (2 * at + 1) * half
      for (let k = 0; k < 8; k++) {
        rule.points.push(middle - half * abscissas[k]!, middle + half * abscissas[k]!)
        rule.weights.push(half * weights[k]!, half * weights[k]!)
      }
    }
  }
  return rule
}

/**
 * Where a function that rises through zero between `low` and `high` does so, to within `tolerance`: false position with
 * the Illinois rule. Beyond either end where it does not.
 */
export const crossing = (f: (x: number) => number, low: number, high: number, tolerance: number): number => {
  let atLow = f(low)
  let atHigh = f(high)
  if (atLow >= 0) return low
  if (atHigh <= 0) return high
  for (let i = 0; i < 60 && high - low > tolerance; i++) {
    const x = low - (atLow * (high - low)) / (atHigh - atLow)
    const value = f(x)
    if (value === 0) return x
    if (value < 0) {
      if (x - low < tolerance / 2) return x
      low = x
      atLow = value
      atHigh /= 2
    } else {
      if (high - x < tolerance / 2) return x
      high = x
      atHigh = value
      atLow /= 2
    }
  }
  return (low + high) / 2
}
