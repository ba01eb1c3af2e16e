import * as v from 'valibot'
import { describe, expect, test } from 'vitest'
import { renderEnglish } from '#contract/text/messages.ts'
import { WhySchema } from '#contract/responses/resources.ts'
import { whyUnknown } from '#contract/responses/unknown.ts'
import { chainOf, dataStatus, validatedBarsOf, profileOf } from './reference/synthetic-inputs.fixture.ts'
import { analyseWhy, type WhyInput } from './why.ts'

const closes = Array.from({ length: 260 }, (_, i) => 60 + i * 0.15 + Math.sin(i))
const risingBars = validatedBarsOf(closes)
const inputOf = (overrides: Partial<WhyInput> = {}): WhyInput => ({
  profile: profileOf('ACME'),
  bars: risingBars,
  chain: chainOf({ symbol: 'ACME', spot: 99, days: [16, 44], volatility: () => 0.3 }),
  quote: undefined,
  earnings: null,
  volatilities: [],
  scores: Array.from({ length: 100 }, (_, index) => ({ score: (index + 1) / 25 })),
  dataStatus,
  riskFreeRate: 0.04,
  today: '2026-08-21',
  date: '2026-08-21',
  ...overrides,
})

describe('analyseWhy', () => {
  test('uses the quote, or the last bar without a quote', () => {
    const last = closes.at(-1)!
    const previous = closes.at(-2)!
    expect(analyseWhy(inputOf()).expandedQuote).toMatchObject({
      last: Math.round(last * 100) / 100,
      change: Math.round((last - previous) * 100) / 100,
      volume: 1_000_000,
    })
    const quote = {
      symbol: 'ACME',
      last: 120.5,
      change: 1.1,
      percentageChange: 0.92,
      volume: 77,
      time: dataStatus.asOf,
    }
    const { expandedQuote } = analyseWhy(inputOf({ quote }))
    expect(expandedQuote).toMatchObject({
      last: 120.5,
      change: 1.1,
      percentageChange: 0.92,
      volume: 77,
      week52High: 120.5,
      peRatio: 24.1,
    })
  })

  test('has no price-earnings ratio if the earnings are negative or unknown', () => {
    expect(analyseWhy(inputOf({ profile: profileOf('ACME', { eps: -2 }) })).expandedQuote).toMatchObject({
      eps: -2,
      peRatio: null,
    })
    expect(analyseWhy(inputOf({ profile: profileOf('ACME', { eps: null }) })).expandedQuote).toMatchObject({
      eps: null,
      peRatio: null,
    })
  })

  test('a report before the open has the time of the open, any other report the time of the close', () => {
    const whyWith = (time: 'BeforeOpen' | 'AfterClose' | 'Unknown', day: string) =>
      analyseWhy(inputOf({ earnings: { day, time, estimated: true } }))
    expect(whyWith('BeforeOpen', '2026-10-29')).toMatchObject({
      earningsDate: '2026-10-29T13:30:00.000Z',
      earningsTime: 'BeforeOpen',
      earningsEstimated: true,
    })
    expect(whyWith('AfterClose', '2026-11-05').earningsDate).toBe('2026-11-05T21:00:00.000Z')
    expect(whyWith('Unknown', '2026-11-05')).toMatchObject({
      earningsDate: '2026-11-05T21:00:00.000Z',
      earningsTime: 'Unknown',
    })
    expect(analyseWhy(inputOf())).toMatchObject({
      earningsDate: null,
      earningsTime: 'Unknown',
      earningsEstimated: false,
    })
  })

  test('the sentence is its rendered message and names the levels', () => {
    const why = analyseWhy(inputOf())
    expect(why.sentence).toBe(renderEnglish(why.sentenceMessage!))
    expect(why.sentenceMessage!.code).toMatch(/^why\.bullish\./)
    expect(why.sentence).toMatch(/^ACME Corporation \(ACME\) is in a bullish trend/)
    const [support] = why.supportAndResistance!.support
    expect(why.sentenceMessage!.params['support']).toBe(support!.value)
  })

  test('without options, implied volatility is null and the liquidity rank is 3; other fields are known', () => {
    expect(analyseWhy(inputOf({ chain: undefined }))).toMatchObject({
      impliedVolatility: null,
      liquidityRank: 3,
      liquidityExplanation: 'Not Liquid',
      sentiment: 'Bullish',
    })
  })

  const barsFields = [
    'sentiment',
    'technicalRank',
    'sentence',
    'sentenceMessage',
    'supportAndResistance',
    'oneMonthTrend',
    'sixMonthTrend',
    'expandedQuote.week52Low',
    'expandedQuote.week52High',
    'impliedToRealizedVolatility',
  ]
  test.each([
    ['no-bars', validatedBarsOf([]), null],
    ['old-bars', validatedBarsOf(closes, '2026-08-20'), '2026-08-20'],
    ['too-few-bars', validatedBarsOf(closes.slice(0, 49)), '2026-08-21'],
    ['flat-bars', validatedBarsOf([...closes, ...Array.from({ length: 20 }, () => 99)]), '2026-08-21'],
  ] as const)(
    'for bars refused as %s, each field from the bars is null with that reason',
    (reason, bars, asOf) => {
      const why = analyseWhy(inputOf({ bars }))
      expect(why.rules).toEqual([])
      for (const field of barsFields) {
        expect(
          field.split('.').reduce((value: unknown, key) => Object(value)[key], why),
          field,
        ).toBeNull()
        expect(whyUnknown(why, field), field).toEqual({ field, reason, asOf })
      }
    },
  )

  test.each([0, 1, 5, 30, 60, 199])('a stock with %d bars gives a valid response', (count) => {
    for (const chain of [undefined, inputOf().chain])
      v.parse(WhySchema, analyseWhy(inputOf({ bars: validatedBarsOf(closes.slice(0, count)), chain })))
  })
})
