/**
 * The distribution of the underlying at one expiry as a mixture of lognormals: positive weights that add up to 1 and a
 * mean that is the forward, so that whatever it was fitted to it is a density, and prices made from it hold no arbitrage.
 *
 * The components are laid out beforehand and only their weights are fitted (Bondarenko, "Estimation of risk-neutral
 * densities using positive convolution approximation", Journal of Econometrics 116, 2003), which makes the fit a least
 * squares problem with one solution. docs/decisions/0010-smile.md says why.
 */
import { normalCdf } from '../normal.ts'
import { nonNegativeLeastSquares } from './non-negative.ts'

/** The terminal distribution of one expiry. Prices in dollars per share, undiscounted. */
export type Density = {
  /** P(S_T < x): rises from 0 to 1. */
  probabilityBelow(x: number): number
  /** U(x) = E[(x - S_T)+]: convex, slope within 0 and 1, never below max(0, x - forward). */
  undiscountedPut(x: number): number
}

/** One price the density should give: all in units of the forward. */
export type Target = {
  readonly strike: number
  /** Undiscounted put. */
  readonly put: number
  /** How far off it may well be, > 0. */
  readonly error: number
}

/** Components at `count` places, with the means and deviations of their logarithms. */
type Basis = {
  readonly means: Float64Array
  readonly deviations: Float64Array
  readonly spread: Float64Array
}

/** Places in standard deviations, closer near the money; `[place, width]`. */
const places: readonly (readonly [number, number])[] = (() => {
  const found: [number, number][] = []
  for (let u = -4.5; u <= 3.75; u += 0.5) found.push([2 * Math.sinh(u / 2), 0.4 * Math.cosh(u / 2)])
  return found
})()
/** Centered on the forward, and this many standard deviations wide: a flat smile is one of them. */
const centered = [0.6, 0.8, 1, 1.25, 1.6, 2.2]

const basisOf = (unit: number): Basis => {
  const count = places.length + centered.length
  const means = new Float64Array(count)
  const deviations = new Float64Array(count)
  const spread = new Float64Array(count)
  places.forEach(([place, width], i) => {
    deviations[i] = width * unit
    means[i] = Math.exp(place * unit - 0.5 * unit * unit + 0.5 * deviations[i]! ** 2)
    spread[i] = width
  })
  centered.forEach((width, i) => {
    deviations[places.length + i] = width * unit
    means[places.length + i] = 1
  })
  return { means, deviations, spread }
}

/** Undiscounted Black put in units of the forward: `logStrike` and `logMean` are logarithms. */
const putOf = (
  strike: number,
  logStrike: number,
  mean: number,
  logMean: number,
  deviation: number,
): number => {
  const d2 = (logMean - logStrike) / deviation - 0.5 * deviation
  if (d2 > 9) return 0
  if (d2 < -9 - deviation) return strike - mean
  return Math.max(0, strike * normalCdf(-d2) - mean * normalCdf(-d2 - deviation))
}

export type DensityFit = {
  /** Which density the weights make, on the forward. */
  density(weights: Float64Array): Density
  /** The weights that come nearest to the targets, each counted `belief` times (0 leaves it out). */
  fit(belief: ArrayLike<number>): Float64Array
  /** What the weights give at the targets, undiscounted puts in units of the forward. */
  at(weights: Float64Array): Float64Array
}

/** How far sum and mean may stray in the fit, before both are made exact. */
const exactness = 1e-6

/** `unit` is the standard deviation of the logarithm to the expiry, about; `roughness` how far neighbors may differ. */
export const densityFit = (
  forward: number,
  unit: number,
  targets: readonly Target[],
  roughness: number,
): DensityFit => {
  const { means, deviations } = basisOf(unit)
  const size = means.length
  const logMeans = means.map((value) => Math.log(value))
  const rows = targets.length
  const matrix = new Float64Array(rows * size)
  targets.forEach(({ strike }, r) => {
    const logStrike = Math.log(strike)
    for (let i = 0; i < size; i++)
      matrix[r * size + i] = putOf(strike, logStrike, means[i]!, logMeans[i]!, deviations[i]!)
  })

  const addRow = (
    gram: Float64Array,
    right: Float64Array,
    row: Float64Array,
    value: number,
    weight: number,
  ): void => {
    for (let i = 0; i < size; i++) {
      const scaled = weight * row[i]!
      if (scaled === 0) continue
      right[i]! += scaled * value
      for (let j = 0; j <= i; j++) gram[i * size + j]! += scaled * row[j]!
    }
  }
  const frame = (): { gram: Float64Array; right: Float64Array } => {
    const gram = new Float64Array(size * size)
    const right = new Float64Array(size)
    addRow(gram, right, new Float64Array(size).fill(1), 1, 1 / exactness ** 2)
    addRow(
      gram,
      right,
      means.map((mean) => Math.min(mean, 50)),
      1,
      1 / exactness ** 2,
    )
    const bend = new Float64Array(size)
    for (let i = 1; i + 1 < places.length; i++) {
      bend.fill(0)
      bend[i - 1] = -1 / (2 * places[i - 1]![1])
      bend[i] = 1 / places[i]![1]
      bend[i + 1] = -1 / (2 * places[i + 1]![1])
      addRow(gram, right, bend, 0, 1 / roughness ** 2)
    }
    for (let i = 0; i < size; i++) gram[i * size + i]! += 1e-2
    return { gram, right }
  }

  return {
    fit(belief) {
      const { gram, right } = frame()
      targets.forEach(({ put, error }, r) => {
        const weight = belief[r]! / (error * error)
        if (weight > 0) addRow(gram, right, matrix.subarray(r * size, (r + 1) * size), put, weight)
      })
      for (let i = 0; i < size; i++) for (let j = 0; j < i; j++) gram[j * size + i] = gram[i * size + j]!
      return nonNegativeLeastSquares(gram, right)
    },
    at(weights) {
      const result = new Float64Array(rows)
      for (let r = 0; r < rows; r++) {
        let sum = 0
        for (let i = 0; i < size; i++) sum += weights[i]! * matrix[r * size + i]!
        result[r] = sum
      }
      return result
    },
    density(weights) {
      const used = [...weights.keys()].filter((i) => weights[i]! > 1e-12)
      const total = used.reduce((sum, i) => sum + weights[i]!, 0)
      const mean = used.reduce((sum, i) => sum + weights[i]! * means[i]!, 0) / total
      const parts = used.map((i) => ({
        weight: weights[i]! / total,
        mean: (forward * means[i]!) / mean,
        logMean: Math.log((forward * means[i]!) / mean),
        deviation: deviations[i]!,
      }))
      return mixtureOf(parts)
    },
  }
}

type Part = {
  readonly weight: number
  readonly mean: number
  readonly logMean: number
  readonly deviation: number
}

const mixtureOf = (parts: readonly Part[]): Density => ({
  probabilityBelow(x) {
    if (!(x > 0)) return 0
    const logX = Math.log(x)
    let sum = 0
    for (const { weight, logMean, deviation } of parts)
      sum += weight * normalCdf((logX - logMean) / deviation + 0.5 * deviation)
    return Math.min(1, sum)
  },
  undiscountedPut(x) {
    if (!(x > 0)) return 0
    const logX = Math.log(x)
    let sum = 0
    for (const { weight, mean, logMean, deviation } of parts)
      sum += weight * putOf(x, logX, mean, logMean, deviation)
    return sum
  },
})
