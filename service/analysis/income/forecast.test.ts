import { describe, expect, test } from 'vitest'
import { addDays } from '#service/markets/calendar.ts'
import { noBars } from '#service/markets/no-bars.ts'
import { chainOf } from '#service/analysis/reference/synthetic-inputs.fixture.ts'
import { realizedVolatility } from '#service/analysis/volatility/realized-volatility.ts'
import { expiriesOf, type PricedExpiry } from '../surface.ts'
import { forecastOf } from './forecast.ts'
import { checklistItem, allTrades, income, rising, today, fullChain } from './income.fixture.ts'

const expiryOf = (volatility: (strike: number) => number): PricedExpiry =>
  expiriesOf(chainOf({ spot: 100, days: [63], volatility }), 100, {
    today,
    date: today,
    riskFreeRate: 0.04,
    dividendYield: 0,
  })[0]!

describe('the forecast', () => {
  const expiry = expiryOf((strike) => 0.3 + 0.1 * Math.log(100 / strike))
  const context = { bars: rising, today, hasNoEarningsThrough: () => true }

  test('is a density: puts are convex with slopes from 0 to 1, and the mean is the forward', () => {
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
      // E[x - S] far above all strikes.
      expect(599.5 - puts.at(-1)!).toBeCloseTo(forward, 2)
    }
  })

  test('is half the implied distribution and half the realised volatility of the stock', () => {
    const { kind, impliedWeight, realizedVolatility: realized } = forecastOf(expiry, context)
    expect({ kind, impliedWeight }).toEqual({ kind: 'mixture', impliedWeight: 0.5 })
    expect(realized).toBe(realizedVolatility(rising, 44))
  })

  test('is only the implied distribution if earnings are possible or bars are missing', () => {
    for (const limitedContext of [
      { ...context, hasNoEarningsThrough: () => false },
      { ...context, bars: noBars },
    ]) {
      const { kind, impliedWeight, realizedVolatility: realized } = forecastOf(expiry, limitedContext)
      expect({ kind, impliedWeight, realized }).toEqual({
        kind: 'implied',
        impliedWeight: 1,
        realized: undefined,
      })
    }
  })
})

describe('in the response', () => {
  test.each<readonly [string, (strike: number) => number]>([
    ['flat', () => 0.3],
    ['skewed', (strike) => 0.3 + 0.1 * Math.log(100 / strike)],
    ['steep', (strike) => 0.25 + 0.25 * Math.log(100 / strike) + 0.3 * Math.log(100 / strike) ** 2],
  ])('under a %s smile a contract sold at its fair value scores 100 at every strike', (_, volatility) => {
    const chain = chainOf({ spot: 100, days: [35, 63, 119], volatility, halfSpread: 0, step: 1 })
    const options = allTrades(income(chain, { earnings: null }))
    expect(options).toHaveLength(18)
    for (const option of options) {
      expect(option.scoreParts.forecast).toBe('implied')
      expect(option.serviceScore, option.id).toBe(100)
    }
  })

  test('the score is a hundred times the ratio of its parts, and the sentence names the forecast', () => {
    for (const earnings of [null, undefined]) {
      const options = allTrades(income(fullChain, earnings === null ? { earnings } : {}))
      expect(options).toHaveLength(18)
      for (const option of options) {
        const { expectedGain, expectedLoss, forecast, realizedVolatility: realized } = option.scoreParts
        expect(Math.abs(option.serviceScore - (100 * expectedGain) / expectedLoss)).toBeLessThan(0.6)
        expect(forecast).toBe(earnings === null ? 'implied' : 'mixture')
        expect(realized === null).toBe(forecast === 'implied')
        expect(checklistItem(option, 'Score').sentence).toContain(
          forecast === 'implied' ? 'by what the options alone imply' : 'how much the stock has moved',
        )
      }
    }
  })

  test('with the implied distribution only, a fill at the bid scores below 100: the cost of the spread', () => {
    for (const option of allTrades(income(fullChain, { earnings: null }))) {
      expect(option.bid).toBeLessThan(option.fairValue)
      expect(option.serviceScore).toBeLessThan(100)
      expect(checklistItem(option, 'Score').sentence).toContain('the cost of the bid-ask spread')
    }
  })

  test('realised volatility is ignored only if earnings are due before the expiry', () => {
    const earnings = { day: addDays(today, 70), time: 'AfterClose', estimated: false } as const
    for (const option of allTrades(income(fullChain, { earnings }))) {
      const isBefore = option.expiryDate >= earnings.day
      expect(option.scoreParts.forecast).toBe(isBefore ? 'implied' : 'mixture')
      expect(option.warnings.includes('earnings-before-expiry')).toBe(isBefore)
    }
  })
})
