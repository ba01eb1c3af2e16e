/** A smooth volatility curve through an expiry's quotes that is robust to outliers. */
import { config } from '../config.ts'

/** Returns the smallest value for which the items up to it have at least half the weight. */
export const weightedMedian = (
  items: readonly { readonly value: number; readonly weight: number }[],
): number => {
  const sorted = items.toSorted((a, b) => a.value - b.value)
  const half = sorted.reduce((sum, item) => sum + item.weight, 0) / 2
  let sum = 0
  for (const item of sorted) {
    sum += item.weight
    if (sum >= half) return item.value
  }
  return sorted.at(-1)!.value
}

/** One quote's volatility, its distance from the money in standard deviations, and its weight. */
export type CurvePoint = { readonly z: number; readonly volatility: number; readonly weight: number }

/** Weighted least squares of a polynomial of degree 0 to 2, by Gaussian elimination of the normal equations. */
const fitPolynomial = (
  points: readonly CurvePoint[],
  weights: readonly number[],
  degree: number,
): number[] => {
  const size = degree + 1
  const rows = Array.from({ length: size }, () => new Float64Array(size + 1))
  points.forEach((point, index) => {
    const weight = weights[index]!
    const powers = [1, point.z, point.z * point.z]
    for (let i = 0; i < size; i++) {
      for (let j = 0; j < size; j++) rows[i]![j]! += weight * powers[i]! * powers[j]!
      rows[i]![size]! += weight * powers[i]! * point.volatility
    }
  })
  for (let i = 0; i < size; i++) {
    const pivot = rows[i]![i]!
    // A pivot near zero means too few distinct strikes for this degree.
    if (!(pivot > 1e-12 * rows[0]![0]!)) return degree === 0 ? [] : fitPolynomial(points, weights, degree - 1)
    for (let k = i + 1; k < size; k++) {
      const factor = rows[k]![i]! / pivot
      for (let j = i; j <= size; j++) rows[k]![j]! -= factor * rows[i]![j]!
    }
  }
  const result = Array.from({ length: size }, () => 0)
  for (let i = size - 1; i >= 0; i--) {
    let value = rows[i]![size]!
    for (let j = i + 1; j < size; j++) value -= rows[i]![j]! * result[j]!
    result[i] = value / rows[i]![i]!
  }
  return result
}

const evaluate = (curve: readonly number[], z: number): number =>
  (curve[0] ?? 0) + z * ((curve[1] ?? 0) + z * (curve[2] ?? 0))

/**
 * Fits a curve of volatility by z: quadratic, or linear or constant with few points. Bisquare
 * reweighting (Beaton and Tukey 1974) makes it robust to outliers.
 */
export const robustCurve = (points: readonly CurvePoint[]): ((z: number) => number) => {
  const degree = points.length >= 6 ? 2 : points.length >= 3 ? 1 : 0
  let weights = points.map((point) => point.weight)
  let curve = fitPolynomial(points, weights, degree)
  for (let step = 0; step < config.surface.robustSteps && points.length >= 5; step++) {
    const residuals = points.map((point) => Math.abs(point.volatility - evaluate(curve, point.z)))
    const spread =
      weightedMedian(residuals.map((value, index) => ({ value, weight: points[index]!.weight }))) / 0.6745
    const cutoff = config.surface.outlier * Math.max(spread, 0.002)
    const newWeights = points.map((point, index) => {
      const u = residuals[index]! / cutoff
      return u >= 1 ? 0 : point.weight * (1 - u * u) ** 2
    })
    if (newWeights.filter((weight) => weight > 0).length < degree + 2) break
    weights = newWeights
    curve = fitPolynomial(points, weights, degree)
  }
  const inliers = points.filter((_, index) => weights[index]! > 0)
  const minZ = Math.min(...inliers.map((point) => point.z))
  const maxZ = Math.max(...inliers.map((point) => point.z))
  const minVolatility = Math.min(...inliers.map((point) => point.volatility))
  const maxVolatility = Math.max(...inliers.map((point) => point.volatility))
  // The curve is constant beyond the outermost quotes, and clamped to the range of quoted volatilities.
  return (z) =>
    Math.min(maxVolatility, Math.max(minVolatility, evaluate(curve, Math.min(maxZ, Math.max(minZ, z)))))
}
