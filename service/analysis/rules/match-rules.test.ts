import { describe, expect, test } from 'vitest'
import { messages } from '#contract/text/messages.ts'
import type { Bars } from '#service/markets/market.ts'
import { uniforms } from '#service/markets/random.ts'
import { config } from '../config.ts'
import { barsOf, profileOf } from '#service/analysis/reference/synthetic-inputs.fixture.ts'
import { trendsOf } from '#service/analysis/technicals/trend.ts'
import { allRules, matchRules, recentSignals, type Match } from './match-rules.ts'
import type { RuleCode } from './rule.ts'

/**
 * Segments of a synthetic price path that starts at 100 dollars: number of days, and dollars per
 * day.
 */
type PricePath = readonly (readonly [days: number, move: number])[]

const dip: PricePath = [
  [60, 0.2],
  [3, -2],
  [1, 3],
]
/**
 * For each bullish rule, a price path at whose end it matches. The inverted path matches its
 * bearish counterpart.
 */
const paths = {
  'rsi-turns-up': dip,
  'cci-rises-above-minus-200': dip,
  'williams-r-rises-above-minus-80': dip,
  'rsi-dip': dip,
  'cci-dip': dip,
  'macd-crosses-above': [
    [60, 0.3],
    [3, 0.1],
    [1, 3],
  ],
  'golden-cross': [
    [210, -0.1],
    [5, 2],
    [20, 1],
    [1, 2],
  ],
  breakout: [
    [60, 0.2],
    [1, 3],
  ],
  'squeeze-breaks-up': [
    [210, 0.02],
    [1, -1],
    [1, 3],
  ],
  'year-high': [
    [260, 0.3],
    [8, -1],
    [12, -0.2],
    [5, 2],
    [1, 2],
  ],
  'support-bounce': [
    [60, 0.1],
    [4, -2],
    [3, 3],
    [1, 0.1],
  ],
} satisfies Partial<Record<RuleCode, PricePath>>
const bearishCounterparts: Record<keyof typeof paths, RuleCode> = {
  'rsi-turns-up': 'rsi-turns-down',
  'cci-rises-above-minus-200': 'cci-falls-below-200',
  'williams-r-rises-above-minus-80': 'williams-r-falls-below-minus-20',
  'rsi-dip': 'rsi-rally',
  'cci-dip': 'cci-rally',
  'macd-crosses-above': 'macd-crosses-below',
  'golden-cross': 'death-cross',
  breakout: 'breakdown',
  'squeeze-breaks-up': 'squeeze-breaks-down',
  'year-high': 'year-low',
  'support-bounce': 'resistance-rejection',
}

/**
 * Rules that match at the end of a price path whose last day has high volume; `sign` -1 inverts the
 * path.
 */
const matchesOf = (path: PricePath, sign: 1 | -1) => {
  let price = 0
  const offsets = path.flatMap(([days, move]) => Array.from({ length: days }, () => (price += move)))
  const bars = barsOf(offsets.map((dollars) => 100 + sign * dollars))
  bars.volume[bars.volume.length - 1] = 2_000_000
  const trends = trendsOf({ ...bars, reason: null })
  // Some paths are too short for a six-month trend. The one-month trend replaces it.
  return matchRules({
    profile: profileOf('ACME'),
    bars,
    trends: { ...trends, sixMonthTrend: trends.sixMonthTrend ?? trends.oneMonthTrend },
  })
}

/** Names of the placeholders `{{name}}` in a text. */
const placeholders = (template: string): string[] =>
  Array.from(template.matchAll(/\{\{(\w+)/g), ([, name]) => name!)

test('every rule has its texts, and every rule text belongs to a rule', () => {
  const expectedCodes = allRules.flatMap(({ code }) =>
    ['name', 'reason', 'sentence'].map((text) => `rule.${code}.${text}`),
  )
  const textCodes = Object.keys(messages).filter((code) => code.startsWith('rule.'))
  expect(textCodes.toSorted()).toEqual(expectedCodes.toSorted())
  expect(new Set(expectedCodes).size).toBe(expectedCodes.length)
})

test('every rule has a price path in this file', () => {
  const coveredCodes = Object.entries(bearishCounterparts).flat()
  expect(coveredCodes.toSorted()).toEqual(allRules.map(({ code }) => code).toSorted())
})

type Case = {
  readonly code: RuleCode
  readonly counterpart: RuleCode
  readonly side: 'Bullish' | 'Bearish'
  readonly matches: () => readonly Match[]
}
const cases: readonly Case[] = Object.entries(paths).flatMap(([code, path]) => {
  const bullishCode = code as keyof typeof paths
  const bearishCode = bearishCounterparts[bullishCode]
  return [
    {
      code: bullishCode,
      counterpart: bearishCode,
      side: 'Bullish',
      matches: () => matchesOf(path, 1),
    },
    {
      code: bearishCode,
      counterpart: bullishCode,
      side: 'Bearish',
      matches: () => matchesOf(path, -1),
    },
  ]
})

describe.each(cases)('$code', ({ code, counterpart, side, matches }) => {
  const entry = allRules.find((rule) => rule.code === code)!

  test('matches at the end of its path, and its counterpart does not', () => {
    const match = matches().find(({ rule }) => rule.code === code)!
    expect(match.weight).toBe(entry.weight)
    expect(match.rule).toMatchObject({ sentiment: side, period: entry.period })
    expect(matches().map(({ rule }) => rule.code)).not.toContain(counterpart)
  })

  test('its texts use only the parameters provided, and its sentence uses all of them', () => {
    const { rule } = matches().find((match) => match.rule.code === code)!
    const params = Object.keys(rule.sentenceMessage.params)
    const sentence = placeholders(messages[`rule.${code}.sentence`])
    expect(params).toEqual(expect.arrayContaining(sentence))
    expect([...sentence, 'period']).toEqual(expect.arrayContaining(params))
    expect(Object.keys(rule.reasonMessage.params)).toEqual(
      expect.arrayContaining(placeholders(messages[`rule.${code}.reason`])),
    )
    expect(`${rule.ruleMatch} ${rule.reason} ${rule.sentence}`).not.toMatch(/[{}]|undefined|NaN/)
  })
})

describe('signals of the last sessions', () => {
  // In a long random walk, the matching rules differ from day to day.
  const random = uniforms(7)
  let price = 100
  const bars = barsOf(Array.from({ length: 420 }, () => (price *= 1.0005 + 0.05 * (random() - 0.5))))
  const lastBarCodes = new Set(['support-bounce', 'resistance-rejection'])
  const profile = profileOf('ACME')
  const barsUpTo = (count: number): Bars => ({
    date: bars.date.slice(0, count),
    open: bars.open.slice(0, count),
    high: bars.high.slice(0, count),
    low: bars.low.slice(0, count),
    close: bars.close.slice(0, count),
    volume: bars.volume.slice(0, count),
  })

  test('are equal to the matches on the bars up to each day, each rule once, latest first', () => {
    let signalCount = 0
    for (let count = 300; count <= 420; count++) {
      const expected = new Map<string, { age: number; sentence: string }>()
      for (let age = 0; age < config.ideas.sessions; age++) {
        const barsThatDay = barsUpTo(count - age)
        const trends = trendsOf({ close: barsThatDay.close, reason: null })
        for (const { rule } of matchRules({ profile, bars: barsThatDay, trends }))
          if (!expected.has(rule.code) && (age === 0 || !lastBarCodes.has(rule.code)))
            expected.set(rule.code, { age, sentence: rule.sentence })
      }
      const signals = recentSignals({ profile, bars: barsUpTo(count) })
      signalCount += signals.length
      expect(
        signals.map(({ rule, age }) => [rule.code, { age, sentence: rule.sentence }]),
        `${count} bars`,
      ).toEqual([...expected])
    }
    expect(signalCount).toBeGreaterThan(50)
  })

  test('are empty with at most 50 bars', () => {
    expect(recentSignals({ profile, bars: barsUpTo(50) })).toEqual([])
  })
})
