/**
 * Gauss-Legendre quadrature with 16 points per panel, exact for polynomials of degree 31; and a
 * root finder.
 */

/**
 * The positive half of the points, which are symmetric: Abramowitz and Stegun, table 25.4, n = 16.
 */
const abscissas = [
  0.09501250983763744, 0.2816035507792589, 0.45801677765722737, 0.6178762444026438, 0.755404408355003,
  0.8656312023878318, 0.9445750230732326, 0.9894009349916499,
]
const weights = [
  0.1894506104550685, 0.1826034150449236, 0.1691565193950025, 0.1495959888165767, 0.1246289712555339,
  0.09515851168249279, 0.06225352393864789, 0.02715245941175409,
]

/** A quadrature rule: the integral of f is the sum of f(points[i]) x weights[i]. */
export type QuadratureRule = { readonly points: number[]; readonly weights: number[] }

/**
 * Returns the rule over the intervals between consecutive `bounds` (ascending), in panels of at
 * most `maxWidth`.
 */
export const panelRule = (bounds: readonly number[], maxWidth: number): QuadratureRule => {
  const rule: QuadratureRule = { points: [], weights: [] }
  for (let i = 0; i + 1 < bounds.length; i++) {
    const length = bounds[i + 1]! - bounds[i]!
    if (!(length > 0)) continue
    const count = Math.ceil(length / maxWidth)
    const half = length / count / 2
    for (let panel = 0; panel < count; panel++) {
      const middle = bounds[i]! + (2 * panel + 1) * half
      for (let k = 0; k < 8; k++) {
        rule.points.push(middle - half * abscissas[k]!, middle + half * abscissas[k]!)
        rule.weights.push(half * weights[k]!, half * weights[k]!)
      }
    }
  }
  return rule
}

/**
 * Finds the root of a function that rises through zero between `lower` and `upper`, to within
 * `tolerance`, by false position with the Illinois rule. Without a sign change it returns `lower`
 * if f is positive, else `upper`.
 */
export const findRoot = (
  f: (x: number) => number,
  lower: number,
  upper: number,
  tolerance: number,
): number => {
  let lowerValue = f(lower)
  let upperValue = f(upper)
  if (lowerValue >= 0) return lower
  if (upperValue <= 0) return upper
  for (let i = 0; i < 60 && upper - lower > tolerance; i++) {
    const x = lower - (lowerValue * (upper - lower)) / (upperValue - lowerValue)
    const value = f(x)
    if (value === 0) return x
    if (value < 0) {
      if (x - lower < tolerance / 2) return x
      lower = x
      lowerValue = value
      upperValue /= 2
    } else {
      if (upper - x < tolerance / 2) return x
      upper = x
      upperValue = value
      lowerValue /= 2
    }
  }
  return (lower + upper) / 2
}
