import { describe, expect, test } from 'vitest'
import type { Rule } from '#contract/responses/ideas.ts'
import { signalSummaryOf, standingRules } from './idea-signals.ts'
import type { Signal } from '#service/analysis/rules/match-rules.ts'

const signal = (sentiment: Rule['sentiment'], weight: number, age = 0): Signal => {
  const message = { code: 'none', params: {} }
  const code = `${sentiment} ${weight} ${age}`
  const texts = {
    ruleMatch: code,
    reason: '',
    sentence: '',
    reasonMessage: message,
    sentenceMessage: message,
  }
  return { weight, age, rule: { sentiment, period: 14, code, ...texts } }
}
const codes = (rules: readonly Rule[]): string[] => rules.map(({ code }) => code)

describe('the side of an idea', () => {
  test('is the heavier one, with its own rules only, the weightiest first', () => {
    const found = signalSummaryOf(
      [signal('Bullish', 0.5), signal('Bearish', 0.5), signal('Bullish', 1, 1)],
      'Bullish',
      null,
    )!
    expect(found).toMatchObject({ sentiment: 'Bullish', age: 1 })
    expect(found.weight).toBeCloseTo(0.5 + 0.8, 10)
    expect(codes(found.rules)).toEqual(['Bullish 1 1', 'Bullish 0.5 0'])
    expect(signalSummaryOf([signal('Bearish', 1)], null, null)?.sentiment).toBe('Bearish')
  })

  test('is none without enough, or with as much for either', () => {
    expect(signalSummaryOf([], 'Bullish', 'Bullish')).toBeUndefined()
    expect(signalSummaryOf([signal('Bullish', 0.5)], null, null)).toBeUndefined()
    expect(signalSummaryOf([signal('Bullish', 1), signal('Bearish', 1)], null, null)).toBeUndefined()
  })
})

describe('recency', () => {
  test('a signal fades by a fifth a session: alone it makes an idea on its day, later with another', () => {
    const of = (...signals: Signal[]) => signalSummaryOf(signals, 'Bullish', null)
    const alone = [0, 1, 2].map((age) => of(signal('Bullish', 1, age))?.weight)
    expect(alone).toEqual([1, undefined, undefined])
    const supported = [1, 2, 3, 4].map((age) => of(signal('Bullish', 1, age), signal('Bullish', 0.5))?.weight)
    expect(supported.map((weight) => weight?.toFixed(2))).toEqual(['1.30', '1.14', '1.01', undefined])
  })

  test('with another it counts for longer, and how old the strongest is is told', () => {
    const found = signalSummaryOf([signal('Bullish', 1, 4), signal('Bullish', 1, 2)], 'Bullish', null)!
    expect(found.weight).toBeCloseTo(0.8 ** 4 + 0.8 ** 2, 10)
    expect(found.age).toBe(2)
  })

  test('one of an earlier day is over where the trend has turned against it, one of today is not', () => {
    const earlier = [signal('Bullish', 1, 1), signal('Bullish', 1, 2)]
    expect(signalSummaryOf(earlier, 'Bearish', null)).toBeUndefined()
    expect(signalSummaryOf(earlier, 'Neutral', null)).toBeDefined()
    expect(signalSummaryOf([signal('Bullish', 1, 0)], 'Bearish', null)).toBeDefined()
  })
})

describe('the market', () => {
  const bullish = [signal('Bullish', 1)]
  const bearish = [signal('Bearish', 1)]

  test('against it one signal is not enough, two are', () => {
    expect(signalSummaryOf(bullish, 'Bullish', 'Bearish')).toBeUndefined()
    expect(signalSummaryOf(bearish, 'Bearish', 'Bullish')).toBeUndefined()
    const two = signalSummaryOf([...bullish, signal('Bullish', 0.5)], 'Bullish', 'Bearish')!
    expect(two.weight).toBeCloseTo(1.5 * 0.75, 10)
  })

  test('with it, or where it has no direction, all count as they are', () => {
    for (const market of ['Bullish', 'Neutral', null] as const)
      expect(signalSummaryOf(bullish, 'Bullish', market)?.weight).toBe(1)
    expect(signalSummaryOf(bearish, 'Bearish', 'Bearish')?.weight).toBe(1)
  })

  test('it tips the balance between the sides', () => {
    const both = [signal('Bullish', 1), signal('Bearish', 1)]
    expect(signalSummaryOf(both, null, 'Bullish')?.sentiment).toBe('Bullish')
    expect(signalSummaryOf(both, null, 'Bearish')?.sentiment).toBe('Bearish')
  })
})

describe('the signals that Why tells of', () => {
  const days = ['2026-11-16', '2026-11-17', '2026-11-18', '2026-11-19', '2026-11-20']

  test('have the day they fired on, the weightiest first, of both sides', () => {
    const rules = standingRules(
      [signal('Bullish', 1, 3), signal('Bearish', 1), signal('Bullish', 0.5)],
      'Bullish',
      days,
    )
    expect(rules.map(({ code, day, age }) => [code, day, age])).toEqual([
      ['Bearish 1 0', '2026-11-20', 0],
      ['Bullish 1 3', '2026-11-17', 3],
      ['Bullish 0.5 0', '2026-11-20', 0],
    ])
  })

  test('are not those of a day before that the trend has turned against since', () => {
    expect(standingRules([signal('Bullish', 1, 2), signal('Bullish', 1)], 'Bearish', days)).toHaveLength(1)
  })
})
