/**
 * Where a partner hides returns of a year, no sentence of the service tells one, in any language; and where not, every
 * sentence tells what it always did. Without a browser.
 */
import i18next from 'i18next'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Message } from '#contract/responses/ideas.ts'
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
const form = /_(?:zero|one|two|few|many|other)$/
const codes = [...new Set(Object.keys(messages).map((key) => key.replace(form, '')))]
/** As the service sends it: with the values its template names, and no others. */
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
const tellsYear = codes.filter((code) => 'annualized' in messageOf(code, 1).params)
const canDoWithout = tellsYear.filter((code) => code.startsWith('income.'))

beforeAll(() => startI18n('en', i18next))

test('some sentences can do without, and some tell nothing else', () => {
  expect(canDoWithout).toHaveLength(6)
  expect(tellsYear.filter((code) => !canDoWithout.includes(code))).toEqual([
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
  const year = [0, 1, 2].map((digits) => format.percent(values['annualized'] as number, digits))
  beforeAll(async () => {
    await i18next.changeLanguage(locale)
    await i18next.loadNamespaces([...namespaces, 'unannualized'])
  })

  /** The text that a panel shows for a message. */
  function shown(message: Message, unannualized: boolean): string {
    let text = ''
    function Panel({ tell }: { tell: (sentence: string) => void }) {
      tell(useMessage(unannualized)(message, renderEnglish(message)))
      return null
    }
    renderToStaticMarkup(createElement(Panel, { tell: (sentence) => (text = sentence) }))
    return text
  }
  /** A message in every plural form that any language has. */
  const formsOf = (code: string): Message[] =>
    'count' in messageOf(code, 1).params
      ? [0, 1, 2, 3, 11, 100, 1_000_000].map((count) => messageOf(code, count))
      : [messageOf(code, 1)]

  test('shown, every one of them has the figure and its words', () => {
    for (const code of tellsYear) {
      for (const message of formsOf(code)) {
        const sentence = shown(message, false)
        expect(sentence, code).toContain(year[code.endsWith('.edge') ? 2 : 1])
        expect(sentence, code).toMatch(yearWords[locale])
        expect(sentence, code).not.toMatch(/\[\[|\]\]|\{\{/)
      }
    }
  })

  test('hidden, no sentence has the figure, its mark or a word of it', () => {
    for (const code of codes) {
      for (const message of formsOf(code)) {
        const sentence = shown(message, true)
        expect(sentence === '', code).toBe(tellsYear.includes(code) && !canDoWithout.includes(code))
        for (const figure of year) expect(sentence, code).not.toContain(figure)
        expect(sentence, code).not.toContain('*')
        expect(sentence, code).not.toMatch(yearWords[locale])
      }
    }
  })

  test('hidden, what remains are whole sentences with all else in them', () => {
    for (const code of canDoWithout) {
      for (const message of formsOf(code)) {
        const [full, rest] = [shown(message, false), shown(message, true)]
        expect(rest, code).toContain(format.percent(0.0159, 2))
        expect(rest, code).toContain(format.whole(58))
        expect(rest, code).toMatch(/[.。]$/)
        expect(rest, code).not.toMatch(/\[\[|\]\]|\{\{|undefined/)
        // Nothing dangles: no empty brackets, none open, no doubled space or stop, no stop after a space or a bracket.
        expect(rest, code).not.toMatch(
          / {2}| [,.;:)،؛。、，；）]|[([（,;:،؛、，；]\s*[)\]）]|[,;،؛、，；。]{2}|\.\./,
        )
        expect(rest.match(/[(（]/g)?.length).toBe(rest.match(/[)）]/g)?.length)
        // One piece has gone, and it is short.
        let start = 0
        while (full[start] === rest[start]) start++
        const gone = full.length - rest.length
        expect(full.slice(0, start) + full.slice(start + gone), code).toBe(rest)
        expect(gone).toBeLessThan(30)
      }
    }
  })

  test('hidden, a sentence that tells nothing of a year stays as it is', () => {
    for (const code of codes.filter((one) => !tellsYear.includes(one))) {
      const message = messageOf(code, 1)
      expect(shown(message, true)).toBe(shown(message, false))
    }
  })
})
