/**
 * The distribution of the underlying at one expiry as a mixture of lognormals: positive weights that add up
 * to 1 and a mean that is the forward, so the result is a density for any input, and its prices are free of
 * arbitrage.
 *
 * The components are fixed and only their weights are fitted (Bondarenko, "Estimation of risk-neutral
 * densities using positive convolution approximation", Journal of Econometrics 116, 2003), which makes the
 * fit a least squares problem with a unique solution. docs/decisions/0010-smile.md has the reasons.
 */
import { erfcx, normalCdf } from '#service/analysis/pricing/normal.ts'
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

/** A lognormal: its mean, and mean and standard deviation of its logarithm under its own measure. */
type Component = { readonly mean: number; readonly logMean: number; readonly deviation: number }

const componentOf = (mean: number, deviation: number): Component => ({
  mean,
  logMean: Math.log(mean),
  deviation,
})

/** Steps between components near the money and the distances, below and above, from which they widen. */
const layout = { step: 0.4, below: 1.5, above: 2.5, growth: 1.25, lowest: -9, highest: 6 }
/** Width of a component in steps: wide enough that a row of them shows no ripple, narrow enough for a sharp edge. */
const overlap = 0.78

/** Places in standard deviations from the middle, closer near the money; `[place, width]`, rising. */
const places: readonly (readonly [number, number])[] = (() => {
  const { step: first, below, above, growth, lowest, highest } = layout
  const found: [number, number][] = [[0, overlap * first]]
  let step = first
  for (let place = first; place <= highest; place += step) {
    found.push([place, overlap * step])
    if (place >= above) step *= growth
  }
  step = first
  for (let place = -first; place >= lowest; place -= step) {
    found.unshift([place, overlap * step])
    if (place <= -below) step *= growth
  }
  return found
})()
/** Centered on the forward, and this many standard deviations wide: a flat smile is one of them. */
const centered = [0.6, 0.8, 1, 1.25, 1.6, 2.2]
/** Components further up than this many forwards have no part in what options are quoted for. */
const furthest = 50

/** The components in units of the forward: first those of `places`, then the centered ones. */
const basisOf = (unit: number): Component[] => {
  const basis: Component[] = []
  for (const [place, width] of places) {
    const deviation = width * unit
    const mean = Math.exp(place * unit - 0.5 * unit * unit + 0.5 * deviation * deviation)
    if (mean < furthest) basis.push(componentOf(mean, deviation))
  }
  for (const width of centered) basis.push(componentOf(1, width * unit))
  return basis
}

/** N(-d), given exp(-d²/2). */
const below = (d: number, bell: number): number =>
  d >= 0 ? 0.5 * bell * erfcx(d * Math.SQRT1_2) : 1 - 0.5 * bell * erfcx(-d * Math.SQRT1_2)

/** Undiscounted Black put. Both normal probabilities share an exponential: strike n(d2) = mean n(d1). */
const putOf = (strike: number, logStrike: number, { mean, logMean, deviation }: Component): number => {
  const d2 = (logMean - logStrike) / deviation - 0.5 * deviation
  const d1 = d2 + deviation
  if (d2 > 9) return 0
  if (d1 < -9) return strike - mean
  const bell = Math.exp(-0.5 * d2 * d2)
  const value = strike * below(d2, bell) - mean * below(d1, (bell * strike) / mean)
  return value > 0 ? value : 0
}

export type DensityFit = {
  /** Which density the weights make, on the forward. */
  density(weights: Float64Array): Density
  /** The weights that come nearest to the targets, each counted `belief` times (0 leaves it out). */
  fit(belief: ArrayLike<number>): Float64Array
  /** Model values at the targets, undiscounted puts in units of the forward. */
  at(weights: Float64Array): Float64Array
}

/** Keeps the equations solvable where two components say the same. */
const ridge = 1e-2
/** How far sum and mean may stray from 1 in one solution; the next one makes up for it. */
const exactness = 1e-5

/** Normal equations of the targets, and of what holds without any: sum, mean, and neighbors not too different. */
const normalEquations = (
  basis: readonly Component[],
  matrix: Float64Array,
  targets: readonly Target[],
  roughness: number,
) => {
  const size = basis.length
  const gram = new Float64Array(size * size)
  const right = new Float64Array(size)
  const add = (row: Float64Array, from: number, value: number, weight: number): void => {
    for (let i = 0; i < size; i++) {
      const scaled = weight * row[from + i]!
      if (scaled === 0) continue
      right[i]! += scaled * value
      for (let j = 0; j <= i; j++) gram[i * size + j]! += scaled * row[from + j]!
    }
  }
  const ones = new Float64Array(size).fill(1)
  const offsets = Float64Array.from(basis, ({ mean }) => mean - 1)
  add(ones, 0, 1, 1 / exactness ** 2)
  add(offsets, 0, 0, 1 / exactness ** 2)
  const bend = new Float64Array(size)
  for (let i = 1; i + 1 < size - centered.length; i++) {
    bend.fill(0)
    bend[i - 1] = -0.5 / places[i - 1]![1]
    bend[i] = 1 / places[i]![1]
    bend[i + 1] = -0.5 / places[i + 1]![1]
    add(bend, 0, 0, 1 / roughness ** 2)
  }
  for (let i = 0; i < size; i++) gram[i * size + i]! += ridge
  const believed = new Float64Array(targets.length)
  return {
    gram,
    right,
    /** Counts each target so many times from now on. */
    believe(belief: ArrayLike<number>): void {
      targets.forEach(({ strike, put, error }, r) => {
        const change = belief[r]! - believed[r]!
        // What hardly changes is not worth the time.
        if (Math.abs(change) < 0.02) return
        believed[r] = belief[r]!
        // No density can give less or more; far up, prices have fewer digits left.
        const possible = Math.min(strike, Math.max(0, strike - 1, put))
        add(matrix, r * size, possible, change / Math.max(error, 1e-7 * strike) ** 2)
      })
      for (let i = 0; i < size; i++) for (let j = 0; j < i; j++) gram[j * size + i] = gram[i * size + j]!
    },
    /** Aims at sum and mean by as much more as these weights missed them (the method of multipliers). */
    correct(weights: Float64Array): void {
      let sum = 0
      let offset = 0
      for (let i = 0; i < size; i++) {
        sum += weights[i]!
        offset += weights[i]! * offsets[i]!
      }
      for (let i = 0; i < size; i++) right[i]! += (1 - sum - offset * offsets[i]!) / exactness ** 2
    },
  }
}

/** `unit` is the standard deviation of the logarithm to the expiry, about; `roughness` how far neighbors may differ. */
export const densityFit = (
  forward: number,
  unit: number,
  targets: readonly Target[],
  roughness: number,
): DensityFit => {
  const basis = basisOf(unit)
  const size = basis.length
  const rows = targets.length
  const matrix = new Float64Array(rows * size)
  targets.forEach(({ strike }, r) => {
    const logStrike = Math.log(strike)
    for (let i = 0; i < size; i++) matrix[r * size + i] = putOf(strike, logStrike, basis[i]!)
  })
  const equations = normalEquations(basis, matrix, targets, roughness)
  let last: Float64Array | undefined
  return {
    fit(belief) {
      equations.believe(belief)
      if (last) equations.correct(last)
      last = nonNegativeLeastSquares(equations.gram, equations.right, last)
      return last
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
      const found = basis.flatMap((component, i) =>
        weights[i]! > 1e-12 ? [{ ...component, weight: weights[i]! }] : [],
      )
      // Targets of which nothing can be made.
      const isSolved = found.some(({ weight }) => weight > 1e-3)
      const used = isSolved ? found : [{ ...componentOf(1, unit), weight: 1 }]
      const total = used.reduce((sum, { weight }) => sum + weight, 0)
      const mean = used.reduce((sum, each) => sum + each.weight * each.mean, 0) / total
      // Corrects the remaining error of the solution exactly.
      return mixtureOf(
        used.map((each) => ({
          ...componentOf((forward * each.mean) / mean, each.deviation),
          weight: each.weight / total,
        })),
      )
    },
  }
}

type Part = Component & { readonly weight: number }

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
    for (const part of parts) sum += part.weight * putOf(x, logX, part)
    return sum
  },
})
