import * as v from 'valibot'
import { describe, expect, test } from 'vitest'
import type { Rule } from '#contract/responses/lists/ideas.ts'
import { whyUnknown } from '#contract/responses/unknown.ts'
import { FullTradeIdeaSchema } from '#contract/responses/lists/full-ideas.ts'
import { syntheticCell, syntheticIncome } from '#service/testing/income.ts'
import { type Dividends, noDividends } from '#service/markets/market.ts'
import type { PricedExpiry } from '#service/analysis/surface.ts'
import { bestCellOf, draftIdea, finishIdeas, isTradable, type DraftInput, type RankedIdea } from './idea.ts'
import { barsOf, profileOf } from '#service/analysis/reference/synthetic-inputs.fixture.ts'

const rule = (sentiment: Rule['sentiment']): Rule => {
  const message = { code: 'none', params: {} }
  const texts = { ruleMatch: '', reason: '', sentence: '', reasonMessage: message, sentenceMessage: message }
  return { sentiment, period: 14, code: 'golden-cross', ...texts }
}
const expiryOf = (day: string, years: number) => ({ day, years, atTheMoney: () => 0.4 }) as PricedExpiry
const call = syntheticCell({ legType: 'Call', serviceScore: 104, annualizedReturn: 0.12 })
const put = syntheticCell({ serviceScore: 96, annualizedReturn: 0.2 })
const inputOf = (overrides: Partial<DraftInput> = {}): DraftInput => ({
  profile: profileOf('ACME'),
  bars: barsOf(Array.from({ length: 60 }, (_, index) => 100 + index / 10)),
  signals: { sentiment: 'Bullish', weight: 1, rules: [rule('Bullish')], age: 1 },
  score: 12,
  unranked: null,
  liquidity: { rank: 1, spread: 0.03, spreadClass: 'tight', openInterest: 100_000 },
  volatility: { rank: 40, basis: 'implied' },
  volatilityPercentile: 61.26,
  unrankedVolatility: 'not-given',
  impliedToRealized: 1.234,
  income: syntheticIncome({ callOptimals: [call], putOptimals: [put] }),
  expiries: [expiryOf('2026-09-18', 0.077), expiryOf('2026-09-25', 0.09)],
  iv30: 0.28,
  earnings: { day: '2026-09-20', time: 'Unknown', estimated: false },
  market: { symbol: 'SPY', sentiment: 'Bullish' },
  date: '2026-08-21',
  ...overrides,
})
// Scores -38 to 62.
const scores = Array.from({ length: 101 }, (_, index) => ({ score: index - 38 }))
const dateOfScan = '2026-08-22T06:00:00.000Z'
const ideaOf = (overrides: Partial<DraftInput> = {}) =>
  finishIdeas([draftIdea(inputOf(overrides))!], scores, dateOfScan)[0]!

describe('an idea', () => {
  test('has its strength, the parts of the strength, and the returns of its options', () => {
    const { idea, strength } = ideaOf()
    v.parse(FullTradeIdeaSchema, idea)
    expect(idea).toMatchObject({
      symbol: 'ACME',
      dateOfScan,
      sentiment: 'Bullish',
      technicalRank: 6,
      signalAge: 1,
      callYield: 0.12,
      callScore: 104,
      putYield: 0.2,
      putScore: 96,
      daysToEarnings: 30,
      impliedVolatilityPercentile: 61.3,
      impliedToRealizedVolatility: 1.23,
      spreadClass: 'tight',
      unknown: [],
    })
    const { signals, rank, liquidity, volatility, income } = idea.strengthParts
    expect({ signals, rank, volatility }).toEqual({ signals: 0.5, rank: 0.5, volatility: 0.4 })
    expect(liquidity).toBeCloseTo(0.95, 10)
    // The call: half of (104 - 60) / 70, half of 1 - 2^-1.
    const callPart = (44 / 70 + 0.5) / 2
    const putPart = (36 / 70 + 1 - 2 ** -(0.2 / 0.12)) / 2
    expect(income).toBeCloseTo(Math.max(callPart, putPart), 3)
    // The only idea of the scan is the average one.
    expect(strength).toBeCloseTo(50, 10)
    expect(idea.strength).toBeCloseTo(strength, 2)
  })

  test('a bearish idea is strongest at the lowest rank', () => {
    const signals = { sentiment: 'Bearish' as const, weight: 1, rules: [rule('Bearish')], age: 0 }
    const drafts = [62, -38].map((score) => draftIdea(inputOf({ signals, score }))!)
    const [weakest, strongest] = finishIdeas(drafts, scores, dateOfScan)
    expect(weakest!.idea.strengthParts.rank).toBe(0)
    expect(strongest!.idea.strengthParts.rank).toBe(1)
    expect(strongest!.strength).toBeGreaterThan(weakest!.strength)
  })

  test('has a sentence that compares it with the market, and none if the market has no direction', () => {
    expect(ideaOf().idea).toMatchObject({
      toneMessage: { code: 'tone.bullish-with', params: { benchmark: 'SPY' } },
      toneSentence: 'The market (SPY) is in a bullish six-month trend: this bullish idea goes with it.',
    })
    const againstMarket = ideaOf({ market: { symbol: 'SPY', sentiment: 'Bearish' } })
    expect(againstMarket.idea.toneMessage?.code).toBe('tone.bullish-against')
    for (const sentiment of ['Neutral', null] as const)
      expect(ideaOf({ market: { symbol: 'SPY', sentiment } }).idea).toMatchObject({
        toneMessage: null,
        toneSentence: null,
      })
  })
})

describe('an unknown field of an idea', () => {
  test('is null with its reason, and counts as the average in the strength', () => {
    const overrides = {
      profile: profileOf('ACME', { marketCap: null }),
      score: undefined,
      unranked: 'not-ranked',
      volatility: { rank: null, basis: null },
      volatilityPercentile: null,
      impliedToRealized: null,
      earnings: null,
    } as const
    const others = [{ score: 62 }, { score: -38 }].map((other) => draftIdea(inputOf(other))!)
    const drafts = [draftIdea(inputOf(overrides))!, ...others]
    const [{ idea, strength }, best] = finishIdeas(drafts, scores, dateOfScan) as [RankedIdea, RankedIdea]
    v.parse(FullTradeIdeaSchema, idea)
    const reasons = {
      technicalRank: 'not-ranked',
      impliedVolatilityRank: 'not-given',
      impliedVolatilityPercentile: 'not-given',
      impliedToRealizedVolatility: 'too-few-bars',
      marketCap: 'not-given',
      daysToEarnings: 'not-given',
      earningsDate: 'not-given',
    }
    for (const [field, reason] of Object.entries(reasons)) {
      expect(idea[field as keyof typeof reasons], field).toBeNull()
      expect(whyUnknown(idea, field)?.reason, field).toBe(reason)
    }
    expect(idea.unknown).toHaveLength(7)
    expect(idea.strengthParts).toMatchObject({ rank: null, volatility: null })
    // Each known part is that of all ideas, so the unknown ones leave the idea at the average.
    expect(strength).toBeCloseTo(50, 10)
    expect(best.strength).toBeGreaterThan(50)
  })

  test('is the rank with too few ranked symbols, and the number of these is told', () => {
    const draft = draftIdea(inputOf())!
    const { idea } = finishIdeas([draft], scores.slice(0, 99), dateOfScan)[0]!
    v.parse(FullTradeIdeaSchema, idea)
    expect(idea).toMatchObject({ technicalRank: null, strengthParts: { rank: null } })
    expect(whyUnknown(idea, 'technicalRank')).toEqual({
      field: 'technicalRank',
      reason: 'not-given',
      cause: 'too-few-ranked',
      count: 99,
      needed: 100,
      asOf: null,
    })
    expect(finishIdeas([draft], scores.slice(0, 100), dateOfScan)[0]!.idea.technicalRank).toBe(6)
  })

  test.each(['price-drift', 'old-chain'] as const)(
    'with a chain refused for %s, all returns are unknown',
    (reason) => {
      const unknown = ['callOptimals', 'putOptimals'].map((field) => ({ field, reason, asOf: '2026-08-20' }))
      const { idea } = ideaOf({ income: syntheticIncome({ unknown }) })
      for (const field of ['callYield', 'callScore', 'putYield', 'putScore'] as const) {
        expect(idea[field]).toBeNull()
        expect(whyUnknown(idea, field)?.reason).toBe(reason)
      }
      expect(idea.strengthParts.income).toBeNull()
    },
  )

  test('is null without a reason if no contract fits', () => {
    const { idea } = ideaOf({ income: syntheticIncome({ callOptimals: [call] }) })
    expect(idea).toMatchObject({ callYield: 0.12, putYield: null, unknown: [] })
  })
})

describe('the upcoming events of an idea', () => {
  const expiries = [
    expiryOf('2026-09-18', 0.077),
    expiryOf('2026-09-20', 0.082),
    expiryOf('2026-09-25', 0.09),
  ]

  test('include the implied move by the first expiry after the report', () => {
    const { idea } = ideaOf({ expiries })
    expect(idea).toMatchObject({
      earningsDate: '2026-09-20',
      earningsMove: { deviation: 0.12, expiryDate: '2026-09-25' },
    })
    const earnings = { day: '2026-09-20', time: 'BeforeOpen', estimated: false } as const
    expect(ideaOf({ expiries, earnings }).idea.earningsMove?.expiryDate).toBe('2026-09-20')
  })

  test('without an expiry after the report the move is unknown, and a past report is not an upcoming one', () => {
    const { idea } = ideaOf({ expiries: [] })
    expect(idea.earningsMove).toBeNull()
    expect(whyUnknown(idea, 'earningsMove')?.reason).toBe('not-given')
    const reported = ideaOf({ earnings: { day: '2026-08-20', time: 'Unknown', estimated: false } }).idea
    expect(reported).toMatchObject({ earningsDate: null, earningsMove: null })
    expect(whyUnknown(reported, 'earningsDate')?.reason).toBe('not-given')
  })

  test('include the next declared dividend, or none if the calendar is known to have none', () => {
    const ideaWith = (dividends: Dividends) => ideaOf({ profile: profileOf('ACME', { dividends }) }).idea
    const declared = [
      { exDate: '2026-08-20', amount: 1 },
      { exDate: '2026-09-01', amount: 1 },
    ]
    expect(ideaWith({ declared, knownThrough: null }).exDividendDate).toBe('2026-09-01')
    expect(whyUnknown(ideaWith({ declared: [], knownThrough: null }), 'exDividendDate')?.reason).toBe(
      'not-given',
    )
    expect(whyUnknown(ideaWith(noDividends), 'exDividendDate')).toBeUndefined()
  })
})

describe('mediumOptimal', () => {
  const medium = { timeframe: 'medium', riskProfile: 'optimal' } as const
  test('lists a leg only if its contract can be traded', () => {
    const callOptimals = [syntheticCell({ ...medium, legType: 'Call' })]
    const putOptimals = [syntheticCell({ ...medium, warnings: ['wide-spread'] })]
    expect(ideaOf({ income: syntheticIncome({ callOptimals, putOptimals }) }).idea.mediumOptimal).toEqual([
      'call',
    ])
    expect(ideaOf().idea.mediumOptimal, 'other cells').toEqual([])
  })
  test('is unknown without a usable chain', () => {
    const { idea } = ideaOf({ income: syntheticIncome({ listedContracts: 0 }) })
    expect(idea.mediumOptimal).toBeNull()
    expect(whyUnknown(idea, 'mediumOptimal')?.reason).toBe('no-chain')
  })
})

describe('no idea is created', () => {
  test('for illiquid options, unless the signals justify the spread', () => {
    const liquidity = { rank: 3, spread: null, spreadClass: null, openInterest: null } as const
    const income = syntheticIncome({ listedContracts: 0 })
    expect(draftIdea(inputOf({ liquidity, income }))).toBeUndefined()
    const signals = { ...inputOf().signals, weight: 2 }
    const { idea } = ideaOf({ liquidity, income, signals })
    expect(idea.liquidityRank).toBe(3)
    expect(whyUnknown(idea, 'spreadClass')?.reason).toBe('no-chain')
    expect(whyUnknown(idea, 'putYield')?.reason).toBe('no-chain')
  })

  test('for penny stocks and for stocks with little turnover', () => {
    const pennies = barsOf(Array.from({ length: 60 }, () => 2))
    expect(isTradable(pennies)).toBe(false)
    const bars = inputOf().bars
    expect(isTradable(bars)).toBe(true)
    expect(isTradable({ ...bars, volume: bars.volume.map(() => 1000) })).toBe(false)
    expect(draftIdea(inputOf({ bars: pennies }))).toBeUndefined()
  })
})

test('the best cell has the highest score, then the highest return', () => {
  const cells = [call, { ...call, id: 'pays', annualizedReturn: 0.3 }, { ...put, annualizedReturn: 0.9 }]
  expect(bestCellOf(cells)?.id).toBe('pays')
  expect(bestCellOf([])).toBeUndefined()
})
