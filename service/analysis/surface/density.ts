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
import { fitErrorOf } from './fit-error.ts'
import { lazy } from './lazy.ts'
import { nonNegativeLeastSquares } from './non-negative-least-squares.ts'

/** The terminal distribution of one expiry. Prices in dollars per share, undiscounted. */
export type Density = {
  /** P(S_T < x): rises from 0 to 1. */
  probabilityBelow(x: number): number
  /** U(x) = E[(x - S_T)+]: convex, slope within 0 and 1, never below max(0, x - forward). */
  undiscountedPut(x: number): number
}

/** A price that the density should match. Prices and strikes are in units of the forward. */
export type Target = {
  readonly strike: number
  /** Price of the put, undiscounted. */
  readonly put: number
  /** Standard error of the price, > 0. */
  readonly error: number
}

/** A lognormal: its mean, and mean and standard deviation of its logarithm under its own measure. */
type Component = { readonly mean: number; readonly logMean: number; readonly deviation: number }

const componentOf = (mean: number, deviation: number): Component => ({
  mean,
  logMean: Math.log(mean),
  deviation,
})

/** Grid of component centers, in standard deviations from the money. */
const layout = {
  /** Distance of neighbouring centers near the money. */
  step: 0.4,
  /** Distances below and above the money from which each step is `growth` times the one before. */
  below: 1.5,
  above: 2.5,
  growth: 1.25,
  lowest: -9,
  highest: 6,
}
/** Width of a component in steps: wide enough to avoid ripples, narrow enough for a sharp edge. */
const overlap = 0.78

/**
 * `[center, width]` of each component in standard deviations from the money, ascending; denser near
 * the money.
 */
const centers: readonly (readonly [number, number])[] = (() => {
  const { step: initialStep, below, above, growth, lowest, highest } = layout
  const pairs: [number, number][] = [[0, overlap * initialStep]]
  let step = initialStep
  for (let center = initialStep; center <= highest; center += step) {
    pairs.push([center, overlap * step])
    if (center >= above) step *= growth
  }
  step = initialStep
  for (let center = -initialStep; center >= lowest; center -= step) {
    pairs.unshift([center, overlap * step])
    if (center <= -below) step *= growth
  }
  return pairs
})()
/**
 * Widths, in standard deviations, of components centered on the forward. A flat smile is the one of
 * width 1.
 */
const forwardWidths = [0.6, 0.8, 1, 1.25, 1.6, 2.2]
/** Components with a mean above this many forwards do not affect quoted options. */
const maxMean = 50

/** The components in units of the forward: those at `centers`, then those on the forward. */
const basisOf = (unit: number): Component[] => {
  const basis: Component[] = []
  for (const [center, width] of centers) {
    const deviation = width * unit
    const mean = Math.exp(center * unit - 0.5 * unit * unit + 0.5 * deviation * deviation)
    if (mean < maxMean) basis.push(componentOf(mean, deviation))
  }
  for (const width of forwardWidths) basis.push(componentOf(1, width * unit))
  return basis
}

/** N(-d), given `expHalfSquare` = exp(-d²/2). */
const lowerTail = (d: number, expHalfSquare: number): number =>
  d >= 0 ? 0.5 * expHalfSquare * erfcx(d * Math.SQRT1_2) : 1 - 0.5 * expHalfSquare * erfcx(-d * Math.SQRT1_2)

/** P(S < strike) of one component. */
const probabilityBelow = (logStrike: number, { logMean, deviation }: Component): number =>
  normalCdf((logStrike - logMean) / deviation + 0.5 * deviation)

/** Undiscounted Black put. Both normal probabilities share an exponential: strike n(d2) = mean n(d1). */
const putOf = (strike: number, logStrike: number, { mean, logMean, deviation }: Component): number => {
  const d2 = (logMean - logStrike) / deviation - 0.5 * deviation
  const d1 = d2 + deviation
  if (d2 > 9) return 0
  if (d1 < -9) return strike - mean
  const expD2 = Math.exp(-0.5 * d2 * d2)
  const value = strike * lowerTail(d2, expD2) - mean * lowerTail(d1, (expD2 * strike) / mean)
  return value > 0 ? value : 0
}

/** One of several undiscounted puts, times a factor. */
export type WeightedPut = { readonly strike: number; readonly weight: number }

/** Standard errors of the prices and probabilities of a fitted density. Strikes and prices are in units of the forward. */
export type DensityErrors = {
  /** Of a weighted sum of undiscounted puts, whose errors are correlated. */
  ofPuts(puts: readonly WeightedPut[]): number
  /** Of the probability below a strike. */
  ofProbability(strike: number): number
}

export type DensityFit = {
  /** Returns the density with these weights of the components. */
  density(weights: Float64Array): Density
  /**
   * Returns the component weights that fit the targets best; a target with the target weight 0 is
   * ignored.
   */
  fit(targetWeights: ArrayLike<number>): Float64Array
  /** Returns the standard errors of the last `fit`, whose result `weights` is. */
  errorsOf(weights: Float64Array): DensityErrors
  /** Model values at the targets, undiscounted puts in units of the forward. */
  valuesAt(weights: Float64Array): Float64Array
}

/** Added to the diagonal, so that the equations are solvable if two components are almost equal. */
const ridge = 1e-2
/** Tolerance for sum and mean in one solution; the next solution corrects the error. */
const exactness = 1e-5

/** Normal equations of the targets and of the constraints: sum, mean, and smoothness of neighbouring weights. */
const normalEquations = (
  basis: readonly Component[],
  matrix: Float64Array,
  targets: readonly Target[],
  roughness: number,
) => {
  const size = basis.length
  const gram = new Float64Array(size * size)
  const rightSide = new Float64Array(size)
  const add = (row: Float64Array, offset: number, value: number, weight: number): void => {
    for (let i = 0; i < size; i++) {
      const scaled = weight * row[offset + i]!
      if (scaled === 0) continue
      rightSide[i]! += scaled * value
      for (let j = 0; j <= i; j++) gram[i * size + j]! += scaled * row[offset + j]!
    }
  }
  const ones = new Float64Array(size).fill(1)
  const offsets = Float64Array.from(basis, ({ mean }) => mean - 1)
  add(ones, 0, 1, 1 / exactness ** 2)
  add(offsets, 0, 0, 1 / exactness ** 2)
  const secondDifference = new Float64Array(size)
  for (let i = 1; i + 1 < size - forwardWidths.length; i++) {
    secondDifference.fill(0)
    secondDifference[i - 1] = -0.5 / centers[i - 1]![1]
    secondDifference[i] = 1 / centers[i]![1]
    secondDifference[i + 1] = -0.5 / centers[i + 1]![1]
    add(secondDifference, 0, 0, 1 / roughness ** 2)
  }
  for (let i = 0; i < size; i++) gram[i * size + i]! += ridge
  const currentWeights = new Float64Array(targets.length)
  return {
    gram,
    rightSide,
    /** Sets the weight of each target. */
    setWeights(targetWeights: ArrayLike<number>): void {
      targets.forEach(({ strike, put, error }, r) => {
        const change = targetWeights[r]! - currentWeights[r]!
        // Tiny changes are not worth the computation.
        if (Math.abs(change) < 0.02) return
        currentWeights[r] = targetWeights[r]!
        // Clamps to the range of any density. At high strikes prices have fewer significant digits.
        const attainable = Math.min(strike, Math.max(0, strike - 1, put))
        add(matrix, r * size, attainable, change / Math.max(error, 1e-7 * strike) ** 2)
      })
      for (let i = 0; i < size; i++) for (let j = 0; j < i; j++) gram[j * size + i] = gram[i * size + j]!
    },
    /** Shifts the targets for sum and mean by the errors of these weights (the method of multipliers). */
    correct(weights: Float64Array): void {
      let sum = 0
      let offset = 0
      for (let i = 0; i < size; i++) {
        sum += weights[i]!
        offset += weights[i]! * offsets[i]!
      }
      for (let i = 0; i < size; i++) rightSide[i]! += (1 - sum - offset * offsets[i]!) / exactness ** 2
    },
  }
}

/**
 * Creates the fit. `unit`: approximate standard deviation of the logarithm at expiry; `roughness`:
 * tolerance for differences between the weights of neighbouring components.
 */
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
  let solution: Float64Array | undefined
  return {
    fit(targetWeights) {
      equations.setWeights(targetWeights)
      if (solution) equations.correct(solution)
      solution = nonNegativeLeastSquares(equations.gram, equations.rightSide, solution)
      return solution
    },
    errorsOf(weights) {
      const errorOf = lazy(() => fitErrorOf(equations.gram, weights))
      return {
        ofPuts(puts) {
          const terms = puts.map((put) => ({ ...put, logStrike: Math.log(put.strike) }))
          return errorOf()((component) => {
            let sum = 0
            for (const { strike, weight, logStrike } of terms)
              sum += weight * putOf(strike, logStrike, basis[component]!)
            return sum
          })
        },
        ofProbability(strike) {
          const logStrike = Math.log(strike)
          return errorOf()((component) => probabilityBelow(logStrike, basis[component]!))
        },
      }
    },
    valuesAt(weights) {
      const result = new Float64Array(rows)
      for (let r = 0; r < rows; r++) {
        let sum = 0
        for (let i = 0; i < size; i++) sum += weights[i]! * matrix[r * size + i]!
        result[r] = sum
      }
      return result
    },
    density(weights) {
      const positiveComponents = basis.flatMap((component, i) =>
        weights[i]! > 1e-12 ? [{ ...component, weight: weights[i]! }] : [],
      )
      // Fall back to one lognormal if the targets have no solution.
      const isSolved = positiveComponents.some(({ weight }) => weight > 1e-3)
      const components = isSolved ? positiveComponents : [{ ...componentOf(1, unit), weight: 1 }]
      const total = components.reduce((sum, { weight }) => sum + weight, 0)
      const mean = components.reduce((sum, component) => sum + component.weight * component.mean, 0) / total
      // Scales weights and means, so that the sum is exactly 1 and the mean exactly the forward.
      return mixtureOf(
        components.map((component) => ({
          ...componentOf((forward * component.mean) / mean, component.deviation),
          weight: component.weight / total,
        })),
      )
    },
  }
}

type WeightedComponent = Component & { readonly weight: number }

const mixtureOf = (components: readonly WeightedComponent[]): Density => ({
  probabilityBelow(x) {
    if (!(x > 0)) return 0
    const logX = Math.log(x)
    let sum = 0
    for (const component of components) sum += component.weight * probabilityBelow(logX, component)
    return Math.min(1, sum)
  },
  undiscountedPut(x) {
    if (!(x > 0)) return 0
    const logX = Math.log(x)
    let sum = 0
    for (const component of components) sum += component.weight * putOf(x, logX, component)
    return sum
  },
})
