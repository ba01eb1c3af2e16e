import { describe, expect, test } from 'vitest'
import { messages } from '#contract/text/messages.ts'
import type { Bars } from '#service/markets/market.ts'
import { uniforms } from '#service/markets/random.ts'
import { config } from '../config.ts'
import { barsOf, profileOf } from '#service/analysis/reference/synthetic-market.fixture.ts'
import { trendsOf } from '#service/analysis/technicals/trend.ts'
import { allRules, matchRules, recentSignals, type Match } from './match-rules.ts'
import type { RuleCode } from './rule.ts'

/** Stretches of a made-up price: how many days, and dollars a day. It starts at 100. */
type Story = readonly (readonly [days: number, move: number])[]

const dip: Story = [
  [60, 0.2],
  [3, -2],
  [1, 3],
]
/** For every bullish rule a price that makes it fire; each turned upside down makes its bearish twin fire. */
const stories = {
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
} satisfies Partial<Record<RuleCode, Story>>
const twins: Record<keyof typeof stories, RuleCode> = {
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

/** Rules that match at the end of a price story whose last day has high volume; `sign` -1 inverts it. */
const firedBy = (story: Story, sign: 1 | -1) => {
  let price = 0
  const path = story.flatMap(([days, move]) => Array.from({ length: days }, () => (price += move)))
  const bars = barsOf(path.map((dollars) => 100 + sign * dollars))
  bars.volume[bars.volume.length - 1] = 2_000_000
  const trends = trendsOf({ ...bars, reason: null })
  // Stories are shorter than six months: both trends see the last weeks only.
  return matchRules({
    profile: profileOf('ACME'),
    bars,
    trends: { ...trends, sixMonthTrend: trends.sixMonthTrend ?? trends.oneMonthTrend },
  })
}

const placeholders = (template: string): string[] =>
  Array.from(template.matchAll(/\{\{(\w+)/g), ([, name]) => name!)

test('every rule has its texts, and every text of a rule has its rule', () => {
  const wanted = allRules.flatMap(({ code }) =>
    ['name', 'reason', 'sentence'].map((t) => `rule.${code}.${t}`),
  )
  const written = Object.keys(messages).filter((code) => code.startsWith('rule.'))
  expect(written.toSorted()).toEqual(wanted.toSorted())
  expect(new Set(wanted).size).toBe(wanted.length)
})

test('every rule has a story here', () => {
  const told = Object.entries(twins).flat()
  expect(told.toSorted()).toEqual(allRules.map(({ code }) => code).toSorted())
})

type Case = {
  readonly code: RuleCode
  readonly twin: RuleCode
  readonly side: 'Bullish' | 'Bearish'
  readonly fired: () => readonly Match[]
}
const cases: readonly Case[] = Object.entries(stories).flatMap(([code, story]) => {
  const up = code as keyof typeof stories
  return [
    { code: up, twin: twins[up], side: 'Bullish', fired: () => firedBy(story, 1) },
    { code: twins[up], twin: up, side: 'Bearish', fired: () => firedBy(story, -1) },
  ]
})

describe.each(cases)('$code', ({ code, twin, side, fired }) => {
  const entry = allRules.find((one) => one.code === code)!

  test('fires in its story, as its entry says, and its twin does not', () => {
    const match = fired().find(({ rule }) => rule.code === code)!
    expect(match.weight).toBe(entry.weight)
    expect(match.rule).toMatchObject({ sentiment: side, period: entry.period })
    expect(fired().map(({ rule }) => rule.code)).not.toContain(twin)
  })

  test('its texts name nothing but what it gives them, and its sentence names all of it', () => {
    const { rule } = fired().find((one) => one.rule.code === code)!
    const given = Object.keys(rule.sentenceMessage.params)
    const sentence = placeholders(messages[`rule.${code}.sentence`])
    expect(given).toEqual(expect.arrayContaining(sentence))
    expect([...sentence, 'period']).toEqual(expect.arrayContaining(given))
    expect(Object.keys(rule.reasonMessage.params)).toEqual(
      expect.arrayContaining(placeholders(messages[`rule.${code}.reason`])),
    )
    expect(`${rule.ruleMatch} ${rule.reason} ${rule.sentence}`).not.toMatch(/[{}]|undefined|NaN/)
  })
})

describe('signals of the last sessions', () => {
  /** A long made-up walk: what fires, and when, differs from day to day. */
  const random = uniforms(7)
  let price = 100
  const bars = barsOf(Array.from({ length: 420 }, () => (price *= 1.0005 + 0.05 * (random() - 0.5))))
  const ofLastBar = new Set(['support-bounce', 'resistance-rejection'])
  const profile = profileOf('ACME')
  const upTo = (count: number): Bars => ({
    date: bars.date.slice(0, count),
    open: bars.open.slice(0, count),
    high: bars.high.slice(0, count),
    low: bars.low.slice(0, count),
    close: bars.close.slice(0, count),
    volume: bars.volume.slice(0, count),
  })

  test('are what fired on the bars as they were on each day, once each, the latest first', () => {
    let found = 0
    for (let count = 300; count <= 420; count++) {
      const expected = new Map<string, { age: number; sentence: string }>()
      for (let age = 0; age < config.ideas.sessions; age++) {
        const then = upTo(count - age)
        const trends = trendsOf({ close: then.close, reason: null })
        for (const { rule } of matchRules({ profile, bars: then, trends }))
          if (!expected.has(rule.code) && (age === 0 || !ofLastBar.has(rule.code)))
            expected.set(rule.code, { age, sentence: rule.sentence })
      }
      const signals = recentSignals({ profile, bars: upTo(count) })
      found += signals.length
      expect(
        signals.map(({ rule, age }) => [rule.code, { age, sentence: rule.sentence }]),
        `${count} bars`,
      ).toEqual([...expected])
    }
    expect(found).toBeGreaterThan(50)
  })

  test('are none with a month of bars or less', () => {
    expect(recentSignals({ profile, bars: upTo(50) })).toEqual([])
  })
})
