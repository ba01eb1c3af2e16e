/**
 * Tests that no sentence of the service contains an annualised return, in any language, if a
 * partner hides them, and that all sentences are unchanged otherwise.
 */
import i18next from 'i18next'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Message } from '#contract/responses/lists/ideas.ts'
import { messages, renderEnglish } from '#contract/text/messages.ts'
import { locales } from '#contract/text/locales.ts'
import { formats } from './format.ts'
import { namespaces, startI18n } from './i18n.ts'
import { useMessage } from './message.ts'
import { yearWords } from './year-words.fixture.ts'

const values: Message['params'] = {
  company: 'Apple Inc.',
  symbol: 'AAPL',
  benchmark: 'SPY',
  expiry: '2026-01-16',
  date: '2026-01-02',
  after: '2025-12-26',
  until: '2026-01-02',
  move: 0.153,
  rate: 0.4,
  strike: 240,
  premium: 3.8,
  shares: 300,
  cash: 72_000,
  held: 40,
  missing: 60,
  cost: 13_860,
  result: 1240,
  profit: 0.81,
  bid: 1.1,
  fair: 1.6,
  costBasis: 230,
  income: 1140,
  return: 0.0159,
  days: 58,
  annualized: 0.1169,
  mark: '*',
  probability: 0.74,
  maxReward: 3000,
  maxRisk: 68_000,
  loss: 500,
  breakeven: 226,
  least: 0.02,
  low: 0.68,
  high: 0.8,
  from: 20,
  to: 49,
  spread: 0.041,
  mid: 3.85,
  amount: 0.26,
  openInterest: 7,
  score: 118,
  rank: 8,
  price: 231,
  support: 226,
  resistance: 240,
  level: -80,
  value: -76.2,
  period: 14,
  quiet: 20,
  volume: 1.7,
}
const pluralSuffix = /_(?:zero|one|two|few|many|other)$/
const codes = [...new Set(Object.keys(messages).map((key) => key.replace(pluralSuffix, '')))]
/** Returns a message as the service sends it, with only the values that its template names. */
function messageOf(code: string, count: number): Message {
  const templates: Readonly<Record<string, string>> = messages
  const names = Array.from(
    (templates[code] ?? templates[`${code}_other`]!).matchAll(/\{\{(\w+)/g),
    ([, name]) => name!,
  )
  return {
    code,
    params: Object.fromEntries(names.map((name) => [name, name === 'count' ? count : values[name]!])),
  }
}
const annualizedCodes = codes.filter((code) => 'annualized' in messageOf(code, 1).params)
const shortenableCodes = annualizedCodes.filter((code) => code.startsWith('income.'))

beforeAll(() => startI18n('en', i18next))

test('six sentences can omit the annualised return, the others consist of it', () => {
  expect(shortenableCodes).toHaveLength(6)
  expect(annualizedCodes.filter((code) => !shortenableCodes.includes(code))).toEqual([
    'checklist.AnnualizedReturn.Good',
    'checklist.AnnualizedReturn.Neutral',
    'checklist.AnnualizedReturn.Neutral.edge',
    'checklist.AnnualizedReturn.Bad',
    'checklist.AnnualizedReturn.Bad.edge',
    'alternative.return',
    'alternative.return.edge',
  ])
})

describe.each(locales)('in %s', (locale) => {
  const format = formats(locale)
  const annualizedFigures = [0, 1, 2].map((digits) => format.percent(values['annualized'] as number, digits))
  beforeAll(async () => {
    await i18next.changeLanguage(locale)
    await i18next.loadNamespaces([...namespaces, 'unannualized'])
  })

  /** Renders a message as a panel does. */
  function renderMessage(message: Message, unannualized: boolean): string {
    let text = ''
    function Panel({ onText }: { onText: (sentence: string) => void }) {
      onText(useMessage(unannualized)(message, renderEnglish(message)))
      return null
    }
    renderToStaticMarkup(createElement(Panel, { onText: (sentence) => (text = sentence) }))
    return text
  }
  /** Returns a message in every plural form of any language. */
  const formsOf = (code: string): Message[] =>
    'count' in messageOf(code, 1).params
      ? [0, 1, 2, 3, 11, 100, 1_000_000].map((count) => messageOf(code, count))
      : [messageOf(code, 1)]

  test('if shown, each of these sentences has the figure and the words for it', () => {
    for (const code of annualizedCodes) {
      for (const message of formsOf(code)) {
        const sentence = renderMessage(message, false)
        expect(sentence, code).toContain(annualizedFigures[code.endsWith('.edge') ? 2 : 1])
        expect(sentence, code).toMatch(yearWords[locale])
        expect(sentence, code).not.toMatch(/\[\[|\]\]|\{\{/)
      }
    }
  })

  test('if hidden, no sentence has the figure, its footnote mark or the words for it', () => {
    for (const code of codes) {
      for (const message of formsOf(code)) {
        const sentence = renderMessage(message, true)
        expect(sentence === '', code).toBe(annualizedCodes.includes(code) && !shortenableCodes.includes(code))
        for (const figure of annualizedFigures) expect(sentence, code).not.toContain(figure)
        expect(sentence, code).not.toContain('*')
        // A borrow rate is a price of shares, not a return.
        if (code !== 'checklist.Dividend.Neutral.borrow')
          expect(sentence, code).not.toMatch(yearWords[locale])
      }
    }
  })

  test('if hidden, the shortened sentences are complete, with all other figures', () => {
    for (const code of shortenableCodes) {
      for (const message of formsOf(code)) {
        const [full, shortened] = [renderMessage(message, false), renderMessage(message, true)]
        expect(shortened, code).toContain(format.percent(0.0159, 2))
        expect(shortened, code).toContain(format.whole(58))
        expect(shortened, code).toMatch(/[.。]$/)
        expect(shortened, code).not.toMatch(/\[\[|\]\]|\{\{|undefined/)
        // No empty or open brackets, no doubled spaces or punctuation, no punctuation after a space or a bracket.
        expect(shortened, code).not.toMatch(
          / {2}| [,.;:)،؛。、，；）]|[([（,;:،؛、，；]\s*[)\]）]|[,;،؛、，；。]{2}|\.\./,
        )
        expect(shortened.match(/[(（]/g)?.length).toBe(shortened.match(/[)）]/g)?.length)
        // Only one short part has been removed.
        let start = 0
        while (full[start] === shortened[start]) start++
        const removedLength = full.length - shortened.length
        expect(full.slice(0, start) + full.slice(start + removedLength), code).toBe(shortened)
        expect(removedLength).toBeLessThan(30)
      }
    }
  })

  test('if hidden, other sentences are unchanged', () => {
    for (const code of codes.filter((code) => !annualizedCodes.includes(code))) {
      const message = messageOf(code, 1)
      expect(renderMessage(message, true)).toBe(renderMessage(message, false))
    }
  })
})
