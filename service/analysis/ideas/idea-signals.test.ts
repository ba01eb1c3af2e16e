import { describe, expect, test } from 'vitest'
import type { Rule } from '#contract/responses/lists/ideas.ts'
import { signalSummaryOf, activeRules } from './idea-signals.ts'
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
  test('is the side with more weight, and has only the rules of that side, highest weight first', () => {
    const summary = signalSummaryOf(
      [signal('Bullish', 0.5), signal('Bearish', 0.5), signal('Bullish', 1, 1)],
      'Bullish',
      null,
    )!
    expect(summary).toMatchObject({ sentiment: 'Bullish', age: 1 })
    expect(summary.weight).toBeCloseTo(0.5 + 0.8, 10)
    expect(codes(summary.rules)).toEqual(['Bullish 1 1', 'Bullish 0.5 0'])
    expect(signalSummaryOf([signal('Bearish', 1)], null, null)?.sentiment).toBe('Bearish')
  })

  test('is undefined with too little weight, or with equal weights on both sides', () => {
    expect(signalSummaryOf([], 'Bullish', 'Bullish')).toBeUndefined()
    expect(signalSummaryOf([signal('Bullish', 0.5)], null, null)).toBeUndefined()
    expect(signalSummaryOf([signal('Bullish', 1), signal('Bearish', 1)], null, null)).toBeUndefined()
  })
})

describe('the age of a signal', () => {
  test('reduces its weight by a fifth per session, so that one signal is enough only on its first day', () => {
    const summaryOf = (...signals: Signal[]) => signalSummaryOf(signals, 'Bullish', null)
    const single = [0, 1, 2].map((age) => summaryOf(signal('Bullish', 1, age))?.weight)
    expect(single).toEqual([1, undefined, undefined])
    const supported = [1, 2, 3, 4].map(
      (age) => summaryOf(signal('Bullish', 1, age), signal('Bullish', 0.5))?.weight,
    )
    expect(supported.map((weight) => weight?.toFixed(2))).toEqual(['1.30', '1.14', '1.01', undefined])
  })

  test('is limited less by a second signal, and the summary has the age of the signal with the most weight', () => {
    const summary = signalSummaryOf([signal('Bullish', 1, 4), signal('Bullish', 1, 2)], 'Bullish', null)!
    expect(summary.weight).toBeCloseTo(0.8 ** 4 + 0.8 ** 2, 10)
    expect(summary.age).toBe(2)
  })

  test('makes it expire if the trend opposes it; a signal of the last session does not expire', () => {
    const earlier = [signal('Bullish', 1, 1), signal('Bullish', 1, 2)]
    expect(signalSummaryOf(earlier, 'Bearish', null)).toBeUndefined()
    expect(signalSummaryOf(earlier, 'Neutral', null)).toBeDefined()
    expect(signalSummaryOf([signal('Bullish', 1, 0)], 'Bearish', null)).toBeDefined()
  })
})

describe('the trend of the market', () => {
  const bullish = [signal('Bullish', 1)]
  const bearish = [signal('Bearish', 1)]

  test('makes one opposing signal insufficient, but not two', () => {
    expect(signalSummaryOf(bullish, 'Bullish', 'Bearish')).toBeUndefined()
    expect(signalSummaryOf(bearish, 'Bearish', 'Bullish')).toBeUndefined()
    const reinforced = signalSummaryOf([...bullish, signal('Bullish', 0.5)], 'Bullish', 'Bearish')!
    expect(reinforced.weight).toBeCloseTo(1.5 * 0.75, 10)
  })

  test('does not change the weights of signals in its direction, or of any signal if it has no direction', () => {
    for (const market of ['Bullish', 'Neutral', null] as const)
      expect(signalSummaryOf(bullish, 'Bullish', market)?.weight).toBe(1)
    expect(signalSummaryOf(bearish, 'Bearish', 'Bearish')?.weight).toBe(1)
  })

  test('decides between sides of equal weight', () => {
    const opposed = [signal('Bullish', 1), signal('Bearish', 1)]
    expect(signalSummaryOf(opposed, null, 'Bullish')?.sentiment).toBe('Bullish')
    expect(signalSummaryOf(opposed, null, 'Bearish')?.sentiment).toBe('Bearish')
  })
})

describe('the signals that Why shows', () => {
  const days = ['2026-11-16', '2026-11-17', '2026-11-18', '2026-11-19', '2026-11-20']

  test('have the day of their match, highest weight first, from both sides', () => {
    const rules = activeRules(
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

  test('exclude signals of earlier days that the trend opposes', () => {
    expect(activeRules([signal('Bullish', 1, 2), signal('Bullish', 1)], 'Bearish', days)).toHaveLength(1)
  })
})
