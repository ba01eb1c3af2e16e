/** A fit is a valid density for any input, and close to the input if that is a density. */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { blackPrice } from '#service/analysis/pricing/black-scholes.ts'
import { normalCdf } from '#service/analysis/pricing/normal.ts'
import { densityFit, type Density, type Target } from './density.ts'
import { nonNegativeLeastSquares } from './non-negative.ts'

const forward = 100

/** A density fitted to undiscounted puts, dollars, each with one error. */
const fitted = (put: (strike: number) => number, { unit = 0.2, error = 1e-5 } = {}): Density => {
  const targets: Target[] = []
  for (let z = -4; z <= 4; z += 0.2) {
    const strike = Math.exp(z * unit)
    targets.push({ strike, put: put(strike * forward) / forward, error })
  }
  const fit = densityFit(forward, unit, targets, 0.1)
  const belief = new Float64Array(targets.length).fill(1)
  fit.fit(belief)
  return fit.density(fit.fit(belief))
}

/** Violations of a density with this mean, on a fine grid. */
const faultsOf = (density: Density, unit: number): string[] => {
  const faults: string[] = []
  let below = 0
  let slope = 0
  let last = { x: 0, put: 0 }
  for (let z = -9; z <= 9; z += 0.01) {
    const x = forward * Math.exp(z * unit)
    const p = density.probabilityBelow(x)
    const put = density.undiscountedPut(x)
    const rise = (put - last.put) / (x - last.x)
    // A difference of prices has lost the digits that they share.
    const slack = 1e-12 + (1e-14 * x) / (x - last.x)
    if (p < below - 1e-14 || p > 1) faults.push(`P falls at ${x}`)
    if (rise < slope - slack || rise > 1 + slack) faults.push(`U bends down at ${x}`)
    // U's slope between two points is a mean of P there.
    if (rise < below - slack || rise > p + slack) faults.push(`U's slope is not P at ${x}`)
    if (put < Math.max(0, x - forward) - 1e-12 * x) faults.push(`U below intrinsic value at ${x}`)
    below = p
    slope = rise
    last = { x, put }
  }
  return faults
}

const lognormal = (strike: number): number => blackPrice('put', forward, strike, 0.2)

describe('a fitted density', () => {
  test('of a flat smile is the lognormal itself', () => {
    const density = fitted(lognormal)
    for (const x of [60, 80, 100, 125, 160]) {
      expect(density.undiscountedPut(x)).toBeCloseTo(lognormal(x), 4)
      expect(density.probabilityBelow(x)).toBeCloseTo(normalCdf(Math.log(x / forward) / 0.2 + 0.1), 4)
    }
    expect(faultsOf(density, 0.2)).toEqual([])
  })

  test('of two outcomes, as before a verdict, has two humps', () => {
    const verdict = (strike: number): number =>
      0.6 * blackPrice('put', 120, strike, 0.13) + 0.4 * blackPrice('put', 70, strike, 0.15)
    const density = fitted(verdict, { unit: 0.3 })
    for (const x of [60, 80, 95, 110, 130])
      expect(Math.abs(density.undiscountedPut(x) - verdict(x))).toBeLessThan(0.25)
    expect(density.probabilityBelow(92)).toBeCloseTo(0.4, 2)
    const truth = (x: number): number => (verdict(x + 0.01) - verdict(x - 0.01)) / 0.02
    for (const x of [65, 75, 90, 100, 115, 125])
      expect(Math.abs(density.probabilityBelow(x) - truth(x))).toBeLessThan(0.01)
    const massOf = (low: number, high: number): number =>
      density.probabilityBelow(high) - density.probabilityBelow(low)
    expect(massOf(90, 100)).toBeLessThan(0.5 * Math.min(massOf(65, 75), massOf(115, 125)))
    expect(faultsOf(density, 0.3)).toEqual([])
  })

  test('has the forward as its mean, also where the puts say otherwise', () => {
    const density = fitted((strike) => blackPrice('put', 104, strike, 0.2))
    const far = forward * Math.exp(30)
    expect(far - density.undiscountedPut(far)).toBeCloseTo(forward, 0)
    let mean = 0
    for (let x = 0.005; x < 2_000; x += 0.01) mean += 0.01 * (1 - density.probabilityBelow(x))
    expect(mean).toBeCloseTo(forward, 3)
  })

  test('is one whatever it is fitted to', () => {
    fc.assert(
      fc.property(
        fc.array(
          fc.record({
            z: fc.double({ min: -8, max: 8, noNaN: true }),
            put: fc.double({ min: 0, max: 3, noNaN: true }),
            error: fc.double({ min: 1e-6, max: 1, noNaN: true }),
          }),
          { maxLength: 40 },
        ),
        fc.double({ min: 0.002, max: 6, noNaN: true }),
        (quotes, unit) => {
          const targets = quotes.map(({ z, put, error }) => ({ strike: Math.exp(z * unit), put, error }))
          const fit = densityFit(forward, unit, targets, 0.1)
          const belief = new Float64Array(targets.length).fill(1)
          fit.fit(belief)
          expect(faultsOf(fit.density(fit.fit(belief)), unit)).toEqual([])
        },
      ),
      { numRuns: 200 },
    )
  })
})

describe('non-negative least squares', () => {
  const cost = (gram: Float64Array, right: Float64Array, at: ArrayLike<number>): number => {
    let sum = 0
    const size = right.length
    for (let i = 0; i < size; i++) {
      sum -= right[i]! * at[i]!
      for (let j = 0; j < size; j++) sum += 0.5 * at[i]! * gram[i * size + j]! * at[j]!
    }
    return sum
  }

  test('meets the conditions of a minimum: no step that is allowed gains anything', () => {
    fc.assert(
      fc.property(
        fc.array(fc.array(fc.double({ min: -2, max: 2, noNaN: true }), { minLength: 6, maxLength: 6 }), {
          minLength: 6,
          maxLength: 20,
        }),
        fc.array(fc.double({ min: -1, max: 1, noNaN: true }), { minLength: 20, maxLength: 20 }),
        (rows, values) => {
          const gram = new Float64Array(36)
          const right = new Float64Array(6)
          rows.forEach((row, r) => {
            for (let i = 0; i < 6; i++) {
              right[i]! += row[i]! * values[r]!
              for (let j = 0; j < 6; j++) gram[i * 6 + j]! += row[i]! * row[j]!
            }
          })
          for (let i = 0; i < 6; i++) gram[i * 7]! += 0.01
          const cold = nonNegativeLeastSquares(gram, right)
          const warm = nonNegativeLeastSquares(gram, right, new Float64Array(6).fill(0.3))
          expect(cost(gram, right, warm)).toBeCloseTo(cost(gram, right, cold), 8)
          for (let i = 0; i < 6; i++) {
            expect(cold[i]).toBeGreaterThanOrEqual(0)
            let slope = right[i]!
            for (let j = 0; j < 6; j++) slope -= gram[i * 6 + j]! * cold[j]!
            expect(slope).toBeLessThan(1e-6)
            if (cold[i]! > 0) expect(Math.abs(slope)).toBeLessThan(1e-6)
          }
        },
      ),
    )
  })
})
