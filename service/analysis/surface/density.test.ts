/**
 * A fit is a valid density for any targets, and close to the targets if they are prices of a
 * density.
 */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { blackPrice } from '#service/analysis/pricing/black-scholes.ts'
import { normalCdf } from '#service/analysis/pricing/normal.ts'
import { densityFit, type Density, type Target } from './density.ts'

const forward = 100
const roughness = 0.1

/**
 * Fits a density to undiscounted puts in dollars. `unit`: approximate standard deviation of the logarithm of the
 * price at expiry. All targets have the same `error`.
 */
const fitDensity = (put: (strike: number) => number, { unit = 0.2, error = 1e-5 } = {}): Density => {
  const targets: Target[] = []
  for (let z = -4; z <= 4; z += 0.2) {
    const strike = Math.exp(z * unit)
    targets.push({ strike, put: put(strike * forward) / forward, error })
  }
  return fitTwice(unit, targets)
}

/** The second solution corrects the sum and the mean of the first. */
const fitTwice = (unit: number, targets: readonly Target[]): Density => {
  const fit = densityFit(forward, unit, targets, roughness)
  const targetWeights = new Float64Array(targets.length).fill(1)
  fit.fit(targetWeights)
  return fit.density(fit.fit(targetWeights))
}

/** Violations of the properties of a density with the forward as mean, on a fine grid. */
const violationsOf = (density: Density, unit: number): string[] => {
  const violations: string[] = []
  let previousP = 0
  let previousSlope = 0
  let previous = { x: 0, put: 0 }
  for (let z = -9; z <= 9; z += 0.01) {
    const x = forward * Math.exp(z * unit)
    const p = density.probabilityBelow(x)
    const put = density.undiscountedPut(x)
    const rise = (put - previous.put) / (x - previous.x)
    // The difference of two prices has fewer significant digits.
    const slack = 1e-12 + (1e-14 * x) / (x - previous.x)
    if (p < previousP - 1e-14 || p > 1) violations.push(`probabilityBelow falls at ${x}`)
    if (rise < previousSlope - slack || rise > 1 + slack)
      violations.push(`undiscountedPut is not convex at ${x}`)
    // The slope of undiscountedPut between two points is the mean of probabilityBelow between them.
    if (rise < previousP - slack || rise > p + slack)
      violations.push(`the slope of undiscountedPut is not probabilityBelow at ${x}`)
    if (put < Math.max(0, x - forward) - 1e-12 * x)
      violations.push(`undiscountedPut is below the intrinsic value at ${x}`)
    previousP = p
    previousSlope = rise
    previous = { x, put }
  }
  return violations
}

const lognormal = (strike: number): number => blackPrice('put', forward, strike, 0.2)

describe('a fitted density', () => {
  test('of a flat smile is lognormal', () => {
    const density = fitDensity(lognormal)
    for (const x of [60, 80, 100, 125, 160]) {
      expect(density.undiscountedPut(x)).toBeCloseTo(lognormal(x), 4)
      expect(density.probabilityBelow(x)).toBeCloseTo(normalCdf(Math.log(x / forward) / 0.2 + 0.1), 4)
    }
    expect(violationsOf(density, 0.2)).toEqual([])
  })

  test('of prices before a binary event is bimodal', () => {
    const binaryEvent = (strike: number): number =>
      0.6 * blackPrice('put', 120, strike, 0.13) + 0.4 * blackPrice('put', 70, strike, 0.15)
    const density = fitDensity(binaryEvent, { unit: 0.3 })
    for (const x of [60, 80, 95, 110, 130])
      expect(Math.abs(density.undiscountedPut(x) - binaryEvent(x))).toBeLessThan(0.25)
    expect(density.probabilityBelow(92)).toBeCloseTo(0.4, 2)
    const expectedP = (x: number): number => (binaryEvent(x + 0.01) - binaryEvent(x - 0.01)) / 0.02
    for (const x of [65, 75, 90, 100, 115, 125])
      expect(Math.abs(density.probabilityBelow(x) - expectedP(x))).toBeLessThan(0.01)
    const probabilityOf = (low: number, high: number): number =>
      density.probabilityBelow(high) - density.probabilityBelow(low)
    expect(probabilityOf(90, 100)).toBeLessThan(
      0.5 * Math.min(probabilityOf(65, 75), probabilityOf(115, 125)),
    )
    expect(violationsOf(density, 0.3)).toEqual([])
  })

  test('has the forward as its mean, even if the puts contradict that', () => {
    const density = fitDensity((strike) => blackPrice('put', 104, strike, 0.2))
    const farStrike = forward * Math.exp(30)
    expect(farStrike - density.undiscountedPut(farStrike)).toBeCloseTo(forward, 0)
    let mean = 0
    for (let x = 0.005; x < 2_000; x += 0.01) mean += 0.01 * (1 - density.probabilityBelow(x))
    expect(mean).toBeCloseTo(forward, 3)
  })

  test('is a valid density for any targets', () => {
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
          expect(violationsOf(fitTwice(unit, targets), unit)).toEqual([])
        },
      ),
      { numRuns: 200 },
    )
  })
})
