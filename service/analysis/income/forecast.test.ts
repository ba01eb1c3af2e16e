import { describe, expect, test } from 'vitest'
import { addDays } from '#service/markets/calendar.ts'
import { noBars } from '#service/markets/no-bars.ts'
import { chainOf } from '#service/analysis/reference/synthetic-market.fixture.ts'
import { realizedVolatility } from '#service/analysis/volatility/realized-volatility.ts'
import { expiriesOf, type PricedExpiry } from '../surface.ts'
import { forecastOf } from './forecast.ts'
import { checked, everything, income, rising, today, whole } from './income.fixture.ts'

const expiryOf = (volatility: (strike: number) => number): PricedExpiry =>
  expiriesOf(chainOf({ spot: 100, days: [63], volatility }), 100, {
    today,
    riskFreeRate: 0.04,
    dividendYield: 0,
  })[0]!

describe('the forecast', () => {
  const expiry = expiryOf((strike) => 0.3 + 0.1 * Math.log(100 / strike))
  const context = { bars: rising, today, isFreeOfEarnings: () => true }

  test('is a density: its puts are convex, their slope runs from 0 to 1, its mean is the forward', () => {
    for (const { undiscountedPut, forward } of [
      forecastOf(expiry, context),
      forecastOf(expiry, { ...context, bars: noBars }),
    ]) {
      const step = 0.5
      const puts = Array.from({ length: 1200 }, (_, i) => undiscountedPut(i * step))
      const slopes = puts.slice(1).map((put, i) => (put - puts[i]!) / step)
      for (const [i, slope] of slopes.entries()) {
        expect(slope).toBeGreaterThanOrEqual(-1e-9)
        expect(slope).toBeLessThanOrEqual(1 + 1e-9)
        if (i > 0) expect(slope).toBeGreaterThanOrEqual(slopes[i - 1]! - 1e-9)
      }
      expect(puts[0]).toBe(0)
      // E[x - S] far above everything.
      expect(599.5 - puts.at(-1)!).toBeCloseTo(forward, 2)
    }
  })

  test('is half of what the options imply and half of how the stock has moved', () => {
    const { kind, impliedWeight, realizedVolatility: realized } = forecastOf(expiry, context)
    expect({ kind, impliedWeight }).toEqual({ kind: 'mixture', impliedWeight: 0.5 })
    expect(realized).toBe(realizedVolatility(rising, 44))
  })

  test('is of the options alone where earnings may come or bars do not tell', () => {
    for (const given of [
      { ...context, isFreeOfEarnings: () => false },
      { ...context, bars: noBars },
    ]) {
      const { kind, impliedWeight, realizedVolatility: realized } = forecastOf(expiry, given)
      expect({ kind, impliedWeight, realized }).toEqual({
        kind: 'implied',
        impliedWeight: 1,
        realized: undefined,
      })
    }
  })
})

describe('in the answer', () => {
  test.each<readonly [string, (strike: number) => number]>([
    ['flat', () => 0.3],
    ['skewed', (strike) => 0.3 + 0.1 * Math.log(100 / strike)],
    ['steep', (strike) => 0.25 + 0.25 * Math.log(100 / strike) + 0.3 * Math.log(100 / strike) ** 2],
  ])('under a %s smile a contract sold for what it is worth scores 100, wherever it is', (_, volatility) => {
    const chain = chainOf({ spot: 100, days: [35, 63, 119], volatility, halfSpread: 0, step: 1 })
    const options = everything(income(chain, { earnings: null }))
    expect(options).toHaveLength(18)
    for (const option of options) {
      expect(option.scoreParts.forecast).toBe('implied')
      expect(option.serviceScore, option.id).toBe(100)
    }
  })

  test('the score is a hundred times its parts, and the sentence says by what', () => {
    for (const earnings of [null, undefined]) {
      const options = everything(income(whole, earnings === null ? { earnings } : {}))
      expect(options).toHaveLength(18)
      for (const option of options) {
        const { expectedGain, expectedLoss, forecast, realizedVolatility: realized } = option.scoreParts
        expect(Math.abs(option.serviceScore - (100 * expectedGain) / expectedLoss)).toBeLessThan(0.6)
        expect(forecast).toBe(earnings === null ? 'implied' : 'mixture')
        expect(realized === null).toBe(forecast === 'implied')
        expect(checked(option, 'Score').sentence).toContain(
          forecast === 'implied' ? 'by what the options alone imply' : 'how much the stock has moved',
        )
      }
    }
  })

  test('by the options alone a fill at the bid stays under 100: that is the price of the spread', () => {
    for (const option of everything(income(whole, { earnings: null }))) {
      expect(option.bid).toBeLessThan(option.fairValue)
      expect(option.serviceScore).toBeLessThan(100)
      expect(checked(option, 'Score').sentence).toContain('the price of the bid-ask spread')
    }
  })

  test('earnings count against the stock’s own past only where they come before the expiry', () => {
    const earnings = { day: addDays(today, 70), time: 'AfterClose', estimated: false } as const
    for (const option of everything(income(whole, { earnings }))) {
      const isBefore = option.expiryDate >= earnings.day
      expect(option.scoreParts.forecast).toBe(isBefore ? 'implied' : 'mixture')
      expect(option.warnings.includes('earnings-before-expiry')).toBe(isBefore)
    }
  })
})
