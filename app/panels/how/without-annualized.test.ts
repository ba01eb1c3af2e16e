/** In every language and for every sentence of the service, without a browser. */
import i18next from 'i18next'
import { beforeAll, describe, expect, test } from 'vitest'
import { messages, renderEnglish } from '#contract/messages.ts'
import { locales } from '#contract/locales.ts'
import { formats } from '#app/i18n/format.ts'
import { namespaces, startI18n } from '#app/i18n/i18n.ts'
import { cutAnnualized } from './without-annualized.ts'

const params = {
  count: 3,
  symbol: 'AAPL',
  expiry: '2026-01-16',
  strike: 240,
  premium: 3.8,
  shares: 300,
  cash: 72_000,
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
}
/** Codes of the sentences that tell the return of a year, without their plural form. */
const codes = [
  ...new Set(
    Object.entries(messages)
      .filter(([, text]) => text.includes('{{annualized'))
      .map(([key]) => key.replace(/_(?:one|other)$/, '')),
  ),
]
const plain = codes.filter((code) => code.startsWith('income.'))

beforeAll(() => startI18n('en', i18next))

test('there are such sentences', () => expect(plain.length).toBeGreaterThan(3))

describe.each(locales)('in %s', (locale) => {
  const year = formats(locale).percent(params.annualized, 1)
  const days = formats(locale).whole(params.days)
  beforeAll(async () => {
    await i18next.changeLanguage(locale)
    await i18next.loadNamespaces(namespaces)
  })
  const sentence = (code: string) => {
    const message = { code, params }
    return locale === 'en'
      ? renderEnglish(message)
      : (i18next.t(code, { ...params, ns: 'messages' } as never) as unknown as string)
  }

  test.each(plain)('%s keeps all but the return of a year', (code) => {
    const full = sentence(code)
    expect(full).toContain(year)
    const cut = cutAnnualized(full, { code, params }, locale)
    expect(cut).not.toContain(year)
    expect(cut).toContain(days)
    expect(cut).toContain(formats(locale).percent(params.return, 2))
    // Nothing but what stood in its brackets has gone, and no bracket stays open.
    expect(full.length - cut.length).toBeLessThan(30)
    expect(cut.match(/[(（]/g)?.length).toBe(cut.match(/[)）]/g)?.length)
  })

  test.each(codes.filter((code) => !plain.includes(code)))('%s is not shown at all', (code) => {
    expect(cutAnnualized(sentence(code), { code, params }, locale)).toBe('')
  })
})

test('a sentence that tells no return of a year stays as it is', () => {
  const message = { code: 'checklist.Liquidity.Good', params: { spread: 0.01 } }
  expect(cutAnnualized('The spread is 1% (narrow).', message, 'en')).toBe('The spread is 1% (narrow).')
})
