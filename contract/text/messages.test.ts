import { expect, test } from 'vitest'
import { messageFormats } from './message-formats.ts'
import { message, messages, renderEnglish, renderEnglishWith } from './messages.ts'

test('formats money, percent, counts and days in English', () => {
  const text = renderEnglish(
    message('income.put', {
      count: 1,
      symbol: 'AAPL',
      expiry: '2026-01-16',
      strike: 1250,
      premium: 3.5,
      cash: 125_000,
      income: 350,
      return: 0.0028,
      days: 30,
      annualized: 0.03407,
      mark: '*',
      probability: 0.744,
      shares: 100,
      breakeven: 1246.5,
      maxRisk: 124_650,
    }),
  )
  expect(text).toContain(
    'Sell 1 AAPL Jan 16, 2026 $1,250.00 put for $3.50 per share, secured by $125,000.00 in cash.',
  )
  expect(text).toContain('a return of 0.28% in 30 days (3.4%* a year)')
  expect(text).toContain('keep the premium is 74%.')
  expect(text).not.toContain('{{')
})

/** Values of a short put, without those that its cost basis changes. */
const putParams = {
  symbol: 'F',
  expiry: '2026-01-16',
  strike: 12,
  premium: 0.2,
  shares: 300,
  income: 60,
  return: 0.01,
  days: 30,
  annualized: 0.1,
  mark: '',
  probability: 0.7,
  count: 3,
  cash: 3600,
}

test('uses the plural form for several contracts', () => {
  const params = { ...putParams, breakeven: 11.5, maxRisk: 3450 }
  expect(renderEnglish(message('income.put', params))).toContain('Sell 3 F Jan 16, 2026 $12.00 puts')
})

test('negative numbers have a minus sign (U+2212)', () => {
  const params = { company: 'X', symbol: 'X', period: 14, level: -80, value: -76.25, date: '2026-08-21' }
  expect(renderEnglish(message('rule.williams-r-rises-above-minus-80.sentence', params))).toContain(
    'above \u221280 to \u221276.25 on Aug 21, 2026',
  )
})

test('a probability is never shown as 0 % or 100 %', () => {
  const text = (probability: number) =>
    renderEnglish(message('checklist.ProbabilityOfProfit.Good', { probability, profit: 0.5 }))
  expect(text(0.9985)).toMatch(/: >99%\. /)
  expect(text(0.004)).toMatch(/: <1%\. /)
  expect(text(0.684)).toMatch(/: 68%\. /)
})

test('a negative number that rounds to zero has no minus sign', () => {
  const params = { company: 'X', symbol: 'X', period: 14, level: -80, value: -0.001, date: '2026-08-21' }
  expect(renderEnglish(message('rule.williams-r-rises-above-minus-80.sentence', params))).toContain(
    'above \u221280 to 0 on',
  )
})

test('renders a message with an unknown code, from a newer service, as its code', () => {
  expect(renderEnglish({ code: 'rule.not-yet-known.sentence', params: {} })).toBe(
    'rule.not-yet-known.sentence',
  )
})

test('every template uses only existing formats, and every plural has both forms', () => {
  for (const [code, template] of Object.entries(messages)) {
    const placeholders = [...template.matchAll(/\{\{([^}]*)\}\}/g)].map((match) => match[1]!)
    for (const placeholder of placeholders) {
      const [name, format] = placeholder.split(', ')
      expect(name, code).toMatch(/^\w+$/)
      if (format !== undefined) expect(messageFormats, `${code}: ${placeholder}`).toContain(format)
    }
    expect(template.replaceAll(/\{\{\w+(?:, \w+)?\}\}/g, ''), code).not.toMatch(/[{}]/)
    if (code.endsWith('_one')) expect(Object.keys(messages)).toContain(code.replace(/_one$/, '_other'))
    if (/_(one|other)$/.test(code)) expect(placeholders, code).toContain('count, count')
  }
})

test('renderEnglishWith returns the same texts as renderEnglish for messages that share values', () => {
  const messageWith = (breakeven: number, maxRisk: number) =>
    message('income.put', { ...putParams, breakeven, maxRisk })
  const render = renderEnglishWith(messageWith(0, 0), new Set(['breakeven', 'maxRisk', 'costBasis']))
  for (const maxRisk of [3450, 0.5]) {
    expect(render({ breakeven: 11.5, maxRisk })).toBe(renderEnglish(messageWith(11.5, maxRisk)))
    expect(render(messageWith(11.5, maxRisk).params)).toBe(renderEnglish(messageWith(11.5, maxRisk)))
  }
  expect(renderEnglishWith({ code: 'unknown', params: {} }, new Set())({})).toBe('unknown')
})
