/**
 * Standard errors of probability, fair value and score: compared with the spread of the figures over random errors of the
 * quotes, as large as the fit assumes them.
 */
import { beforeAll, describe, expect, test } from 'vitest'
import type { Chain } from '#service/markets/market.ts'
import { price } from '#service/analysis/pricing/black-scholes.ts'
import { chainOf } from '#service/analysis/reference/synthetic-inputs.fixture.ts'
import { config } from '../config.ts'
import { expiriesOf, fairValue, type PricedExpiry } from '../surface.ts'
import type { Candidate } from './candidate.ts'
import { probabilityErrorOf, scoreErrorOf } from './figure-errors.ts'
import { forecastOf, type Forecast } from './forecast.ts'
import { expectationOf, rawScoreOf, type Sale } from './score.ts'

const today = '2026-08-21'
const spot = 100
const rate = 0.04
const days = 35
const years = days / 365
const volatility = (strike: number): number => 0.3 + 0.1 * Math.log(spot / strike)

const chainWith = (halfSpread: number, step: number): Chain =>
  chainOf({ spot, days: [days], volatility, halfSpread, step })
const expiryOf = (chain: Chain): PricedExpiry =>
  expiriesOf(chain, spot, { today, date: today, riskFreeRate: rate, dividendYield: 0 })[0]!

/** Normally distributed numbers, the same in every run. */
const createNormal = (seed: number): (() => number) => {
  let state = seed
  const uniform = () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return (state + 0.5) / 2 ** 32
  }
  return () => Math.sqrt(-2 * Math.log(uniform())) * Math.cos(2 * Math.PI * uniform())
}

/**
 * Moves all quotes: each by a quarter of its spread, and all together by the floors of the fit. The spreads stay.
 */
const disturb = (chain: Chain, normal: () => number): Chain => {
  const { volatilityFloor, priceFloor } = config.surface.density
  const [volatilityShift, timeValueShift] = [volatilityFloor * normal(), priceFloor * normal()]
  return {
    ...chain,
    contracts: chain.contracts.map((contract) => {
      const { right, strike, bid, ask } = contract
      const terms = { right, spot, strike, years, rate, yield: 0 }
      const mid = price({ ...terms, volatility: volatility(strike) * (1 + volatilityShift) })
      const discounted = strike * Math.exp(-rate * years)
      const timeValue = mid - Math.max(0, right === 'call' ? spot - discounted : discounted - spot)
      const halfSpread = (ask - bid) / 2
      const moved = mid + timeValueShift * timeValue + 0.5 * halfSpread * normal()
      return { ...contract, bid: Math.max(0, moved - halfSpread), ask: moved + halfSpread }
    }),
  }
}

const forecastFor = (expiry: PricedExpiry): Forecast =>
  forecastOf(expiry, {
    volatility: { withoutReports: 0.28 } as NonNullable<Parameters<typeof forecastOf>[1]['volatility']>,
    reportVarianceUntil: () => 0,
  })

type Figure = { readonly value: number; readonly error: number }

/** The figures of a sale at a fixed bid, and their standard errors. */
const figuresOf = (expiry: PricedExpiry, sale: Sale): readonly Figure[] => {
  const candidate = { contract: sale, expiry } as unknown as Candidate
  const forecast = forecastFor(expiry)
  const expectation = expectationOf(sale, forecast)
  return [
    { value: expiry.probabilityBelow(sale.strike)!, error: probabilityErrorOf(candidate) },
    {
      value: fairValue(expiry, sale.right, sale.strike)!,
      error: expiry.priceError(sale.right, sale.strike)!,
    },
    { value: rawScoreOf(expectation), error: scoreErrorOf(candidate, sale, forecast, expectation) },
  ]
}
const figureNames = ['probability', 'fair value', 'score'] as const

/** The sales at the bids of the undisturbed chain, out of the money. */
const salesOf = (chain: Chain, strikes: readonly number[]): Sale[] =>
  strikes.map((strike) => {
    const right = strike >= spot ? 'call' : 'put'
    const { bid } = chain.contracts.find(
      (contract) => contract.strike === strike && contract.right === right,
    )!
    return { right, strike, bid }
  })

const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length
const deviation = (values: readonly number[]): number => {
  const center = mean(values)
  return Math.sqrt(values.reduce((sum, value) => sum + (value - center) ** 2, 0) / (values.length - 1))
}

describe.each([
  ['tight quotes', 0.03, 2.5],
  ['wide quotes', 0.15, 2.5],
  ['few strikes', 0.05, 5],
])('with %s', (_, halfSpread, step) => {
  const chain = chainWith(halfSpread, step)
  const sales = salesOf(chain, [85, 90, 95, 100, 105, 110, 115])
  let samples: (readonly Figure[])[][]
  beforeAll(() => {
    const normal = createNormal(7)
    samples = Array.from({ length: 200 }, () => {
      const expiry = expiryOf(disturb(chain, normal))
      return sales.map((sale) => figuresOf(expiry, sale))
    })
  })

  // The assumed errors of mids are partly common, and the fit has a prior, so the errors are rather too large.
  test.each(figureNames.map((name, index) => [name, index] as const))(
    'the standard error of the %s is 0.8 to 2.2 times the deviation',
    (_name, index) => {
      for (const [saleIndex, { strike }] of sales.entries()) {
        const figures = samples.map((sample) => sample[saleIndex]![index]!)
        const ratio = mean(figures.map(({ error }) => error)) / deviation(figures.map(({ value }) => value))
        expect(ratio, `strike ${strike}`).toBeGreaterThan(0.8)
        expect(ratio, `strike ${strike}`).toBeLessThan(2.2)
      }
    },
  )
})

test('wide quotes have larger standard errors than tight ones at every strike', () => {
  const [tight, wide] = [chainWith(0.02, 2.5), chainWith(0.2, 2.5)]
  const [tightExpiry, wideExpiry] = [expiryOf(tight), expiryOf(wide)]
  for (const sale of salesOf(tight, [85, 90, 95, 105, 110, 115])) {
    const [tightFigures, wideFigures] = [figuresOf(tightExpiry, sale), figuresOf(wideExpiry, sale)]
    for (const [index, name] of figureNames.entries())
      expect(wideFigures[index]!.error, `${name} at ${sale.strike}`).toBeGreaterThan(
        1.4 * tightFigures[index]!.error,
      )
  }
})

describe('the standard error of the score', () => {
  const expiry = expiryOf(chainWith(0.03, 2.5))
  const errorOf = (sale: Sale, forecast = forecastFor(expiry)): number =>
    scoreErrorOf(
      { contract: sale, expiry } as unknown as Candidate,
      sale,
      forecast,
      expectationOf(sale, forecast),
    )

  test('is 0 if no gain is possible, because the score does not depend on the quotes', () => {
    expect(errorOf({ right: 'call', strike: 90, bid: 5 })).toBe(0)
  })

  test('counts only as far as it lowers a score above the maximum', () => {
    const sale: Sale = { right: 'put', strike: 85, bid: 0.4 }
    const { gain, loss } = expectationOf(sale, forecastFor(expiry))
    expect((100 * gain) / loss).toBeGreaterThan(config.income.maxScore)
    expect(errorOf(sale)).toBeLessThan(errorOf({ ...sale, bid: 0.27 }))
  })

  test.each<Sale>([
    { right: 'put', strike: 95, bid: 1.5 },
    { right: 'call', strike: 105, bid: 1.8 },
  ])('is that of the derivatives by the two prices and the forward: $right', (sale) => {
    const forecast = forecastFor(expiry)
    const { forward, forwardError } = expiry
    const breakeven = (sale.right === 'put' ? sale.strike : forward) - sale.bid / forecast.discount
    /** The score if the implied price at a strike changes, and if the forward does while the options' prices stay. */
    const scoreAt = ({ strike = 0, priceShift = 0, forwardShift = 0 }): number => {
      const shifted = forecastFor({ ...expiry, forward: forward + forwardShift, undiscountedPut: () => 0 })
      const implied = (x: number) =>
        expiry.undiscountedPut(x)! -
        (x > forward ? forwardShift : 0) +
        (Math.abs(x - strike) < 1e-9 ? priceShift : 0)
      const undiscountedPut = (x: number) => forecast.impliedWeight * implied(x) + shifted.undiscountedPut(x)
      return rawScoreOf(expectationOf(sale, { ...shifted, undiscountedPut }))
    }
    const slopeAt = (strike: number): number =>
      (scoreAt({ strike, priceShift: 1e-5 }) - scoreAt({ strike, priceShift: -1e-5 })) / 2e-5
    const puts = [sale.strike, breakeven].map((strike) => ({ strike, weight: slopeAt(strike) }))
    const forwardSlope = (scoreAt({ forwardShift: 1e-4 }) - scoreAt({ forwardShift: -1e-4 })) / 2e-4
    expect(Math.abs(forwardSlope * forwardError)).toBeGreaterThan(0.2)
    expect(errorOf(sale)).toBeCloseTo(Math.hypot(expiry.putsError(puts)!, forwardSlope * forwardError), 3)
  })
})
