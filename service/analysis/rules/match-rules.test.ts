import { describe, expect, test } from 'vitest'
import { messages } from '#contract/messages.ts'
import { barsOf, profileOf } from '../made-up.fixture.ts'
import { trendsOf } from '../trend.ts'
import { allRules, matchRules, type Match } from './match-rules.ts'
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
  'rsi-rises-above-30': dip,
  'cci-rises-above-minus-200': dip,
  'williams-r-rises-above-minus-80': dip,
  'rsi-dip': dip,
  'cci-dip': dip,
  'mfi-rises-above-10': [
    [60, -0.1],
    [1, 3],
    [1, 1],
  ],
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
  'rsi-rises-above-30': 'rsi-falls-below-70',
  'cci-rises-above-minus-200': 'cci-falls-below-200',
  'williams-r-rises-above-minus-80': 'williams-r-falls-below-minus-20',
  'rsi-dip': 'rsi-rally',
  'cci-dip': 'cci-rally',
  'mfi-rises-above-10': 'mfi-falls-below-90',
  'macd-crosses-above': 'macd-crosses-below',
  'golden-cross': 'death-cross',
  breakout: 'breakdown',
  'squeeze-breaks-up': 'squeeze-breaks-down',
  'year-high': 'year-low',
  'support-bounce': 'resistance-rejection',
}

/** What fires at the end of a story whose last day trades heavily; `sign` -1 turns it upside down. */
const firedBy = (story: Story, sign: 1 | -1) => {
  let price = 0
  const path = story.flatMap(([days, move]) => Array.from({ length: days }, () => (price += move)))
  const bars = barsOf(path.map((dollars) => 100 + sign * dollars))
  bars.volume[bars.volume.length - 1] = 2_000_000
  const trends = trendsOf({ ...bars, reason: null })
  // Stories are shorter than six months: what the last weeks say is said of both.
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
