import { describe, expect, test } from 'vitest'
import { addDays } from '#service/markets/calendar.ts'
import { chainOf, validatedBarsOf } from '#service/analysis/reference/synthetic-inputs.fixture.ts'
import { expiriesOf, type PricedExpiry } from '../surface.ts'
import { forecastOf, lognormalPut } from './forecast.ts'
import { checklistItem, allTrades, income, today, fullChain } from './income.fixture.ts'

const expiryOf = (volatility: (strike: number) => number): PricedExpiry =>
  expiriesOf(chainOf({ spot: 100, days: [63], volatility }), 100, {
    today,
    date: today,
    riskFreeRate: 0.04,
    dividendYield: 0,
  })[0]!

/** Bars that are refused, because they are too few. */
const refusedBars = { ...validatedBarsOf([]), reason: 'no-bars' } as const

describe('the forecast', () => {
  const expiry = expiryOf((strike) => 0.3 + 0.1 * Math.log(100 / strike))
  const volatility = { withoutReports: 0.25, reportVariance: 0.0036 }
  const context = { volatility, reportVarianceUntil: () => 0 }

  test('is a density: puts are convex with slopes from 0 to 1, and the mean is the forward', () => {
    for (const { undiscountedPut, forward } of [
      forecastOf(expiry, context),
      forecastOf(expiry, { ...context, reportVarianceUntil: () => 0.01 }),
      forecastOf(expiry, { ...context, volatility: undefined }),
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

  test('is half the implied distribution and half the volatility between reports', () => {
    expect(forecastOf(expiry, context)).toMatchObject({
      kind: 'mixture',
      impliedWeight: 0.5,
      realizedVolatility: 0.25,
      reportMove: undefined,
    })
  })

  test('adds the variance of reports to the realised half', () => {
    const { undiscountedPut, reportMove, forward } = forecastOf(expiry, {
      ...context,
      reportVarianceUntil: (day) => (day === expiry.day ? 0.0036 : 0),
    })
    expect(reportMove).toBeCloseTo(0.06, 12)
    const deviation = Math.sqrt(0.25 ** 2 * expiry.years + 0.0036)
    expect(undiscountedPut(95)).toBeCloseTo(
      0.5 * expiry.undiscountedPut(95)! + 0.5 * lognormalPut(forward, deviation, 95),
      12,
    )
  })

  test('is only the implied distribution without usable bars', () => {
    const { kind, impliedWeight, realizedVolatility } = forecastOf(expiry, {
      ...context,
      volatility: undefined,
    })
    expect({ kind, impliedWeight, realizedVolatility }).toEqual({
      kind: 'implied',
      impliedWeight: 1,
      realizedVolatility: undefined,
    })
  })
})

describe('in the response', () => {
  test.each<readonly [string, (strike: number) => number]>([
    ['flat', () => 0.3],
    ['skewed', (strike) => 0.3 + 0.1 * Math.log(100 / strike)],
    ['steep', (strike) => 0.25 + 0.25 * Math.log(100 / strike) + 0.3 * Math.log(100 / strike) ** 2],
  ])('under a %s smile a contract sold at its fair value scores 100 at every strike', (_, volatility) => {
    const chain = chainOf({ spot: 100, days: [35, 63, 119], volatility, halfSpread: 0, step: 1 })
    const options = allTrades(income(chain, { bars: refusedBars }))
    expect(options).toHaveLength(18)
    for (const option of options) {
      expect(option.scoreParts.forecast).toBe('implied')
      expect(option.serviceScore, option.id).toBe(100)
    }
  })

  test('the score is a hundred times the ratio of its parts, and the sentence names the forecast', () => {
    for (const overrides of [{ bars: refusedBars }, { earnings: null }, {}]) {
      const isImplied = 'bars' in overrides
      const options = allTrades(income(fullChain, overrides))
      expect(options).toHaveLength(18)
      for (const option of options) {
        const { expectedGain, expectedLoss, forecast, realizedVolatility: realized } = option.scoreParts
        expect(Math.abs(option.serviceScore - (100 * expectedGain) / expectedLoss)).toBeLessThan(0.6)
        expect(forecast).toBe(isImplied ? 'implied' : 'mixture')
        expect(realized === null).toBe(forecast === 'implied')
        expect(checklistItem(option, 'Score').sentence).toContain(
          forecast === 'implied' ? 'by what the options alone imply' : 'how much the stock has moved',
        )
      }
    }
  })

  test('with the implied distribution only, a fill at the bid is expected to lose: the cost of the spread', () => {
    for (const option of allTrades(income(fullChain, { bars: refusedBars }))) {
      expect(option.bid).toBeLessThan(option.fairValue)
      expect(option.scoreParts.expectedGain).toBeLessThan(option.scoreParts.expectedLoss)
      // 99.5 and more is displayed as 100, a fair bet.
      expect(option.serviceScore).toBeLessThanOrEqual(100)
      if (option.serviceScore === 100) continue
      expect(checklistItem(option, 'Score').sentence).toContain('the cost of the bid-ask spread')
    }
  })

  test('a report before the expiry adds its move, in proportion if its date is unknown', () => {
    const earnings = { day: addDays(today, 70), time: 'AfterClose', estimated: false } as const
    for (const option of allTrades(income(fullChain, { earnings }))) {
      const isBefore = option.expiryDate >= earnings.day
      expect(option.scoreParts.forecast).toBe('mixture')
      expect(option.scoreParts.reportMove !== null).toBe(isBefore)
      expect(option.warnings.includes('earnings-before-expiry')).toBe(isBefore)
    }
    const moves = allTrades(income(fullChain, { earnings: null }))
      .toSorted((a, b) => a.daysUntilExpiry - b.daysUntilExpiry)
      .map(({ scoreParts }) => scoreParts.reportMove!)
    expect(moves[0]).toBeGreaterThan(0)
    expect(moves.at(-1)).toBeGreaterThan(moves[0]!)
    expect(moves).toEqual(moves.toSorted((a, b) => a - b))
  })
})
