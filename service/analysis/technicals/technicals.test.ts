import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { levelsAround } from './levels.ts'
import { barsOf, validatedBarsOf, profileOf } from '#service/analysis/reference/synthetic-inputs.fixture.ts'
import { matchRules } from '#service/analysis/rules/match-rules.ts'
import {
  storedScore,
  technicalRank,
  technicalScore,
  percentileOf,
  unrankedReasonOf,
} from './technical-score.ts'
import { technicalsOf } from './technicals.ts'
import { trendOf, trendsOf } from './trend.ts'

const rising = Array.from({ length: 260 }, (_, i) => 100 + i * 0.5 + Math.sin(i / 2))
const falling = rising.toReversed()

describe('trend', () => {
  test('a steady rise is bullish, a steady fall bearish', () => {
    expect(trendsOf(validatedBarsOf(rising))).toMatchObject({
      sentiment: 'Bullish',
      sixMonthTrend: { value: 4 },
    })
    expect(trendsOf(validatedBarsOf(falling))).toMatchObject({
      sentiment: 'Bearish',
      sixMonthTrend: { value: -3 },
    })
  })

  test('a jump above the upper band or a crash below the lower one is overextended', () => {
    expect(trendsOf(validatedBarsOf([...rising, 320])).sixMonthTrend).toEqual({
      value: 5,
      sentimentInterpretation: 'Bullish',
    })
    expect(trendsOf(validatedBarsOf([...falling, 80])).sixMonthTrend).toEqual({
      value: -4,
      sentimentInterpretation: 'Bearish',
    })
  })

  test('a pullback below the short average in an uptrend is neutral', () => {
    expect(trendsOf(validatedBarsOf([...rising, 190])).sixMonthTrend).toEqual({
      value: 2,
      sentimentInterpretation: 'Neutral',
    })
  })

  test('the one-month trend needs 50 bars, the six-month trend 200; the longer one gives the sentiment', () => {
    expect(trendsOf(validatedBarsOf(rising.slice(0, 200)))).toMatchObject({
      sixMonthTrend: { value: 4 },
      reason: null,
    })
    for (const count of [50, 199]) {
      const trends = trendsOf(validatedBarsOf(rising.slice(0, count)))
      expect(trends).toMatchObject({ sixMonthTrend: null, sentiment: 'Bullish', reason: 'too-few-bars' })
      expect(trends.oneMonthTrend!.sentimentInterpretation).toBe('Bullish')
    }
    for (const [count, reason] of [
      [49, 'too-few-bars'],
      [1, 'too-few-bars'],
      [0, 'no-bars'],
    ] as const)
      expect(trendsOf(validatedBarsOf(rising.slice(0, count)))).toEqual({
        oneMonthTrend: null,
        sixMonthTrend: null,
        sentiment: null,
        reason,
      })
  })

  test('each value has its interpretation', () => {
    const bearish = [-4, -3, -2, 0]
    const neutral = [-1, 2]
    for (let value = -4; value <= 5; value++) {
      const expected = bearish.includes(value) ? 'Bearish' : neutral.includes(value) ? 'Neutral' : 'Bullish'
      expect(trendOf(value).sentimentInterpretation).toBe(expected)
    }
  })
})

describe('technical rank', () => {
  const scores = Array.from({ length: 100 }, (_, i) => ({ symbol: `S${i}`, score: i / 5 }))
  test('is the decile of the score in the universe', () =>
    expect(scores.map(({ score }) => technicalRank(score, scores))).toEqual(
      Array.from({ length: 100 }, (_, i) => 1 + Math.floor(i / 10)),
    ))
  test('a symbol outside the universe gets the decile of its score', () => {
    expect(technicalRank(-50, scores)).toBe(1)
    expect(technicalRank(9.9, scores)).toBe(5)
    expect(technicalRank(500, scores)).toBe(10)
  })
  test('is null without a score, or with fewer than 100 ranked symbols', () => {
    expect(technicalRank(undefined, scores)).toBeNull()
    expect(technicalRank(3, [])).toBeNull()
    expect(technicalRank(3, scores.slice(1))).toBeNull()
    expect(percentileOf(3, scores.slice(1))).toBeNull()
    expect(percentileOf(3, scores)).toBeCloseTo(15 / 99, 9)
  })
  test('tells why it is unknown: the symbol, no scan, or too few ranked symbols with their number', () => {
    expect(unrankedReasonOf('not-ranked', [])).toBe('not-ranked')
    expect(unrankedReasonOf(null, [])).toBe('no-scan')
    expect(unrankedReasonOf(null, scores.slice(0, 27))).toEqual({
      reason: 'not-given',
      cause: 'too-few-ranked',
      count: 27,
      needed: 100,
    })
  })
  test('a score has the rank of its stored value, whether that was rounded up or down', () => {
    // As stored 0.123457 and 0.123456: one up, one down.
    for (const score of [0.1234567, 0.1234564]) {
      const below = Array.from({ length: 49 }, () => 0.1)
      const above = Array.from({ length: 50 }, () => 0.2)
      const stored = [...below, storedScore(score), ...above].map((value) => ({ score: value }))
      expect(technicalRank(score, stored)).toBe(5)
    }
  })
  test('stronger stocks score higher; leveraged funds and short histories have no score', () => {
    expect(technicalScore(Float64Array.from(rising))!).toBeGreaterThan(
      technicalScore(Float64Array.from(falling))!,
    )
    expect(technicalScore(Float64Array.from(rising.slice(0, 199)))).toBeUndefined()
    expect(technicalsOf(profileOf('TQQQ', { kind: 'leveraged-etf' }), validatedBarsOf(rising))).toMatchObject(
      {
        score: undefined,
        unranked: 'not-ranked',
      },
    )
  })
})

describe('support and resistance', () => {
  // Swings between 90 and 110: both are touched again and again.
  const swinging = barsOf(Array.from({ length: 252 }, (_, i) => 100 + 10 * Math.sin(i / 8)))

  test('a price that swings between two levels has both', () => {
    const { support, resistance } = levelsAround(swinging, 100)
    expect(support[0]!.value).toBeCloseTo(90 * 0.995, 0)
    expect(resistance[0]!.value).toBeCloseTo(110 * 1.005, 0)
    // The last touch, not the first.
    expect(support[0]!.day > '2026-06-01').toBe(true)
  })

  test('a price above all bars has support and no resistance', () => {
    const { support, resistance } = levelsAround(swinging, 130)
    expect(resistance).toEqual([])
    expect(support[0]!.value).toBeGreaterThan(109)
  })

  test('for any bars, at most five levels are on each side of the price, nearest first', () => {
    const walk = fc.array(fc.double({ min: -0.05, max: 0.05, noNaN: true }), { maxLength: 300 })
    fc.assert(
      fc.property(walk, (moves) => {
        let price = 50
        const bars = barsOf(moves.map((move) => (price *= 1 + move)))
        const { support, resistance } = levelsAround(bars, price)
        for (const [side, sign] of [
          [support, -1],
          [resistance, 1],
        ] as const) {
          expect(side.length).toBeLessThanOrEqual(5)
          side.forEach((level, index) => {
            expect(sign * (level.value - price)).toBeGreaterThan(0)
            if (index > 0) expect(sign * (level.value - side[index - 1]!.value)).toBeGreaterThanOrEqual(0)
            expect(bars.date).toContain(level.day)
          })
        }
      }),
      { numRuns: 100 },
    )
  })
})

describe('rules', () => {
  const match = (closes: readonly number[], volume?: number): string[] => {
    const bars = barsOf(closes)
    if (volume !== undefined) bars.volume[closes.length - 1] = volume
    return matchRules({ profile: profileOf('ACME'), bars, trends: trendsOf({ ...bars, reason: null }) }).map(
      ({ rule }) => rule.code,
    )
  }

  test('a quiet uptrend matches no rule', () =>
    expect(match(Array.from({ length: 260 }, (_, i) => 100 * 1.001 ** i))).toEqual([]))

  test('a dip in an uptrend that reverses matches, with day and value', () => {
    const dip = rising.slice(0, 255)
    const top = dip.at(-1)!
    dip.push(top - 4, top - 8, top - 10, top - 3)
    const bars = barsOf(dip)
    const matches = matchRules({
      profile: profileOf('ACME'),
      bars,
      trends: trendsOf({ ...bars, reason: null }),
    })
    const dipMatch = matches.find(({ rule }) => rule.code === 'williams-r-rises-above-minus-80')!
    expect(dipMatch.rule.sentiment).toBe('Bullish')
    expect(dipMatch.rule.sentence).toMatch(
      /^ACME Corporation \(ACME\) is in a bullish six-month trend and its 14-day Williams %R rose above \u221280 to \u2212[\d.]+ on Aug 21, 2026, so it is no longer oversold within that trend\.$/,
    )
    expect(dipMatch.rule.sentenceMessage.params['date']).toBe('2026-08-21')
  })

  test('the same dip in a downtrend does not match', () => {
    const dip = falling.slice(0, 255)
    const low = dip.at(-1)!
    dip.push(low - 4, low - 8, low - 10, low - 3)
    expect(match(dip).filter((code) => code.startsWith('williams-r-rises'))).toEqual([])
  })

  test('a new twenty-day high needs high volume', () => {
    const jump = [...rising, rising.at(-1)! + 8]
    expect(match(jump, 2_000_000)).toContain('breakout')
    expect(match(jump, 1_200_000)).not.toContain('breakout')
  })

  test('a golden cross matches only on the day on which the averages cross', () => {
    const slump = Array.from({ length: 240 }, (_, i) => 200 - i * 0.4)
    const recovery = Array.from({ length: 120 }, (_, i) => slump.at(-1)! + i * 1.2)
    const closes = [...slump, ...recovery]
    const days = recovery.map((_, i) => match(closes.slice(0, slump.length + i + 1)))
    expect(days.filter((codes) => codes.includes('golden-cross'))).toHaveLength(1)
    expect(days.flat()).not.toContain('death-cross')
  })

  test('with too few bars no rule matches', () => {
    expect(match([])).toEqual([])
    expect(match(rising.slice(0, 20))).toEqual([])
  })
})
