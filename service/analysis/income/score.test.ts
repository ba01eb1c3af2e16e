/**
 * Compares the score with a reference: payoffs integrated over a mixture of lognormal densities on
 * a fine grid. The reference does not use the put prices of the tested code.
 */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { lognormalPut, type Forecast } from './forecast.ts'
import { expectationOf, rawScoreOf } from './score.ts'

type LognormalPart = { readonly weight: number; readonly mean: number; readonly deviation: number }

/** Number of integration intervals. */
const intervals = 20_000
/**
 * E[f(S)] under a mixture of lognormal distributions, by the trapezoid rule from -9 to 9 standard
 * deviations.
 */
const integrate = (parts: readonly LognormalPart[], f: (price: number) => number): number => {
  const step = 18 / intervals
  let sum = 0
  for (const { weight, mean, deviation } of parts)
    for (let i = 0; i <= intervals; i++) {
      const z = -9 + i * step
      const price = mean * Math.exp(deviation * z - 0.5 * deviation * deviation)
      const endWeight = i === 0 || i === intervals ? 0.5 : 1
      sum += ((weight * endWeight * step) / Math.sqrt(2 * Math.PI)) * Math.exp(-0.5 * z * z) * f(price)
    }
  return sum
}

type Terms = { readonly right: 'call' | 'put'; readonly strike: number; readonly bid: number }
/**
 * P&L at expiry as a function of the price, from the contract terms; the premium earns interest.
 */
const payoffOf = (
  { right, strike, bid }: Terms,
  { forward, discount }: Pick<Forecast, 'forward' | 'discount'>,
) =>
  right === 'put'
    ? (price: number) => bid / discount - Math.max(0, strike - price)
    : (price: number) => Math.min(price, strike) - forward + bid / discount

const years = 60 / 365
const discount = Math.exp(-0.04 * years)
const forward = 100.4
const parts: readonly LognormalPart[] = [
  { weight: 0.5, mean: forward, deviation: 0.32 * Math.sqrt(years) },
  { weight: 0.5, mean: forward, deviation: 0.21 * Math.sqrt(years) },
]
const forecast = {
  forward,
  discount,
  undiscountedPut: (x: number) =>
    parts.reduce((sum, part) => sum + part.weight * lognormalPut(part.mean, part.deviation, x), 0),
}
/** The bid with zero expected gain under the density. */
const fairBid = (right: 'call' | 'put', strike: number): number =>
  discount *
  integrate(parts, (price) => (right === 'put' ? Math.max(0, strike - price) : Math.max(0, price - strike)))

const strikes = [70, 80, 88, 92, 96, 100, 104, 108, 112, 120, 135]

describe.each(['call', 'put'] as const)('a %s', (right) => {
  test('has the expected gain and loss of the integrated payoff', () => {
    for (const strike of strikes)
      for (const share of [0.6, 1, 1.3]) {
        const terms = { right, strike, bid: share * fairBid(right, strike) }
        const payoff = payoffOf(terms, forecast)
        const { gain, loss } = expectationOf(terms, forecast)
        expect(gain).toBeCloseTo(
          integrate(parts, (price) => Math.max(0, payoff(price))),
          5,
        )
        expect(loss).toBeCloseTo(
          integrate(parts, (price) => Math.max(0, -payoff(price))),
          5,
        )
      }
  })

  test('with a fair premium scores 100 at every strike', () => {
    for (const strike of strikes) {
      const score = rawScoreOf(expectationOf({ right, strike, bid: fairBid(right, strike) }, forecast))
      expect(Math.abs(score - 100), `strike ${strike}: ${score}`).toBeLessThan(0.1)
    }
  })

  test('scores higher with a higher premium, and below 100 with less than the fair premium', () => {
    for (const strike of strikes) {
      const fair = fairBid(right, strike)
      const scores = [0.5, 0.8, 0.95, 1, 1.05, 1.2, 1.5].map((share) =>
        rawScoreOf(expectationOf({ right, strike, bid: share * fair }, forecast)),
      )
      scores.slice(1).forEach((score, index) => {
        const previous = scores[index]!
        // The score is clamped at both ends, so different premiums can have the same score there.
        expect(score > previous || score === 250 || previous === 0).toBe(true)
      })
      expect(scores[2]!).toBeLessThan(100)
      expect(scores[4]!).toBeGreaterThan(100)
    }
  })
})

test('a trade that cannot lose scores 250, one that cannot gain scores 0', () => {
  expect(rawScoreOf(expectationOf({ right: 'put', strike: 50, bid: 51 }, forecast))).toBe(250)
  expect(rawScoreOf(expectationOf({ right: 'call', strike: 120, bid: 101 }, forecast))).toBe(250)
  // Assignment is below the cost of the shares: the strike is below the break-even.
  const belowCost = { right: 'call', strike: 80, bid: 20 } as const
  expect(rawScoreOf(expectationOf(belowCost, forecast))).toBe(0)
  const { gain, loss } = expectationOf(belowCost, forecast)
  const payoff = payoffOf(belowCost, forecast)
  expect(gain).toBe(0)
  expect(loss).toBeCloseTo(
    integrate(parts, (price) => -payoff(price)),
    5,
  )
})

test('for any terms, gain and loss are not negative and the score is 0 to 250', () => {
  const number = (min: number, max: number) => fc.double({ min, max, noNaN: true })
  fc.assert(
    fc.property(
      fc.constantFrom<'call' | 'put'>('call', 'put'),
      number(1, 400),
      number(0, 200),
      (right, strike, bid) => {
        const { gain, loss } = expectationOf({ right, strike, bid }, forecast)
        expect(gain).toBeGreaterThanOrEqual(0)
        expect(loss).toBeGreaterThanOrEqual(0)
        const score = rawScoreOf({ gain, loss })
        expect(score >= 0 && score <= 250).toBe(true)
        // The difference of expected gain and loss is the expected P&L.
        const premium = bid / discount
        const mean =
          right === 'put'
            ? premium - forecast.undiscountedPut(strike)
            : strike - forecast.undiscountedPut(strike) - forward + premium
        expect(gain - loss).toBeCloseTo(mean, 6)
      },
    ),
    { numRuns: 500 },
  )
})
