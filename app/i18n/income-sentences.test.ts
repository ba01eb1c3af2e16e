/**
 * Tests the service's sentences about income trades in every language and over the full range of
 * every number: no figure contradicts its sentence, and articles and plurals match their numbers.
 */
import i18next from 'i18next'
import { beforeAll, describe, expect, test } from 'vitest'
import { annualizedMark } from '#contract/responses/annualized.ts'
import {
  asPrinted,
  checklistBands,
  finestDigits,
  isAtEdge,
  severityOf,
} from '#contract/text/checklist-bands.ts'
import type { Message } from '#contract/responses/lists/ideas.ts'
import { incomeMessages } from '#contract/text/income-messages.ts'
import { locales } from '#contract/text/locales.ts'
import { renderEnglish } from '#contract/text/messages.ts'
import { formats } from './format.ts'
import { namespaces, startI18n } from './i18n.ts'

type Params = Message['params']
const pluralSuffix = /_(?:zero|one|two|few|many|other)$/
const templates: Readonly<Record<string, string>> = incomeMessages
const codes = [...new Set(Object.keys(templates).map((key) => key.replace(pluralSuffix, '')))]
const templateOf = (code: string): string => templates[code] ?? templates[`${code}_other`]!
const namesOf = (code: string): string[] =>
  Array.from(templateOf(code).matchAll(/\{\{(\w+)/g), ([, name]) => name!)

beforeAll(() => startI18n('en', i18next))

/** Renders a message as message.ts does. */
const textIn = (locale: string, message: Message): string =>
  locale === 'en'
    ? renderEnglish(message)
    : (i18next.getFixedT(locale, 'messages')(
        message.code as never,
        message.params as never,
      ) as unknown as string)

/** Returns 0 to 1 in a number of steps, and values 0.01 % apart around the edges of the bands. */
const finelySpaced = (steps: number, edges: readonly number[]): number[] => [
  ...Array.from({ length: steps + 1 }, (_, i) => i / steps),
  ...edges.flatMap((edge) => Array.from({ length: 121 }, (_, i) => edge + (i - 60) / 10_000)),
]

/** Messages with a severity in their code, and the figures that determine it. */
const bandedMessages = [
  {
    figure: 'probability',
    band: 'probability',
    codeOf: (severity: string) => `checklist.ProbabilityOfProfit.${severity}`,
    values: finelySpaced(500, [0.55, 0.75]),
    otherParams: { profit: 0.5 },
  },
  {
    figure: 'annualized',
    band: 'annualizedReturn',
    codeOf: (severity: string) => `checklist.AnnualizedReturn.${severity}`,
    values: finelySpaced(1000, [0.02, 0.05]),
    otherParams: { mark: '', return: 0.0123 },
  },
  {
    figure: 'spread',
    band: 'spread',
    codeOf: (severity: string) => `checklist.Liquidity.${severity}`,
    values: finelySpaced(500, [0.05, 0.1]),
    otherParams: { mid: 3.85 },
  },
  {
    figure: 'rank',
    band: 'volatilityRank',
    codeOf: (severity: string) => `checklist.ImpliedVolatility.${severity}`,
    values: Array.from({ length: 1001 }, (_, i) => i / 10),
    otherParams: {},
  },
  ...['', '.implied'].map((forecast) => ({
    figure: 'score',
    band: 'score' as const,
    codeOf: (severity: string) => `checklist.Score.${severity}${forecast}`,
    values: Array.from({ length: 251 }, (_, i) => i),
    otherParams: {},
  })),
] as const

/** Integers that select no plural form, over their range. */
const wholeNumbers: Readonly<Record<string, (i: number) => number>> = {
  // From the nearest to the furthest proposed expiry.
  days: (i) => 7 + (i % 195),
  shares: (i) => 100 * (1 + (i % 120)),
  held: (i) => 1 + (i % 99),
  missing: (i) => 99 - (i % 99),
  openInterest: (i) => i % 10,
  score: (i) => i % 251,
  rank: (i) => (i * 7) / 10,
}
/** Days to expiry of the three time frames. */
const expiryRanges = [
  [20, 49],
  [50, 89],
  [90, 180],
] as const
/** Probability ranges of the three risk profiles. */
const probabilityRanges = [
  [0.5, 0.68],
  [0.68, 0.8],
  [0.8, 0.95],
] as const
const samplesPerMessage = 200
/** Returns the `i`-th sample of a message's parameters. */
const paramsOf = (code: string, i: number): Params => {
  const expiryRange = expiryRanges[i % 3]!
  const probabilityRange = probabilityRanges[i % 3]!
  const days = wholeNumbers['days']!(i)
  const share = (i * 7919) % 10_007
  const values: Params = {
    symbol: 'AAPL',
    benchmark: 'SPY',
    expiry: `2026-${String(1 + (i % 12)).padStart(2, '0')}-${String(1 + (i % 28)).padStart(2, '0')}`,
    date: `2026-${String(1 + ((i + 5) % 12)).padStart(2, '0')}-${String(1 + ((i * 3) % 28)).padStart(2, '0')}`,
    after: '2026-08-28',
    until: '2026-09-04',
    move: share / 50_000,
    count: 1 + (i % 120),
    mark: annualizedMark(days),
    from: expiryRange[0],
    to: expiryRange[1],
    low: probabilityRange[0],
    high: probabilityRange[1],
    least: 0.02,
    probability: share / 10_007,
    profit: ((share * 3) % 10_007) / 10_007,
    annualized: share / 5000,
    return: share / 30_000,
    spread: share / 10_007,
    result: 100 * (share / 50 - 80),
  }
  return Object.fromEntries(
    namesOf(code).map((name) => [name, values[name] ?? wholeNumbers[name]?.(i) ?? share / 13 + 0.05]),
  )
}

/** Plural nouns, which must not follow a 1, by language. */
const plurals: Readonly<Record<string, RegExp>> = {
  en: /(?<![\d.,])1 (?:days|shares|contracts|calls|puts|options)\b/,
  de: /(?<![\d.,])1 (?:Tagen?|Aktien|Kontrakte|Calls|Puts)\b/,
  es: /(?<![\d.,])1 (?:días|acciones|contratos|calls|puts)\b/,
  fr: /(?<![\d.,])1 (?:jours|actions|contrats|positions|calls|puts)\b/,
  'pt-BR': /(?<![\d.,])1 (?:dias|ações|contratos|calls|puts)\b/,
  he: /(?<![\d.,])1\u2069? (?:ימים|מניות|חוזים|פוזיציות|אופציות)/,
  ar: /(?<![\d.,])1\u2069? (?:أيام|أسهم|عقود|خيارات)/,
}
/**
 * Returns the counts of days with a wrong noun. Arabic uses the plural for 3 to 10, the accusative
 * singular for 11 to 99, and the genitive for hundreds.
 */
const wrongArabicDays = (text: string): string[] =>
  Array.from(text.matchAll(/(\d+)\u2069? (أيام|يومًا|يوم)(?=[\s،؛.)]|$)/gu)).flatMap(
    ([match, number, noun]) => {
      const remainder = Number(number) % 100
      const expected = remainder >= 3 && remainder <= 10 ? 'أيام' : remainder >= 11 ? 'يومًا' : 'يوم'
      return noun === expected ? [] : [match]
    },
  )

test('the samples cover every message', () => {
  for (const code of codes)
    for (const [name, value] of Object.entries(paramsOf(code, 17)))
      expect(value, `${code} ${name}`).toBeDefined()
  expect(codes.length).toBeGreaterThan(60)
})

test('no article or elision precedes a number, whose first sound it would depend on', () => {
  for (const [key, text] of Object.entries(templates)) expect(text, key).not.toMatch(/\ban? \{\{\w+, /i)
  for (const locale of locales.filter((language) => language !== 'en'))
    for (const code of codes) {
      const text = textIn(locale, { code, params: paramsOf(code, 3) })
      // French and Italian elide before some numbers only, such as 11 and 8.
      expect(text, `${locale} ${code}`).not.toMatch(/(?:^|\s)(?:[dlnsjmtc]|qu)['’]\u2068?[\d$<>]/iu)
    }
})

describe.each(locales)('in %s', (locale) => {
  const format = formats(locale)
  beforeAll(async () => {
    await i18next.loadLanguages(locale)
    await i18next.changeLanguage(locale)
    await i18next.loadNamespaces(namespaces)
  })

  test.each(bandedMessages)('equal printed figures have equal severities ($figure, $band)', (row) => {
    const { figure, band, codeOf, values, otherParams } = row
    const severities = new Map<string, string>()
    for (const value of values) {
      const params = { ...otherParams, [figure]: value }
      const severity = severityOf(band, value)
      const isNearEdge = isAtEdge(band, value)
      const text = textIn(locale, { code: codeOf(severity) + (isNearEdge ? '.edge' : ''), params })
      expect(text).not.toContain('checklist.')
      const printed = isNearEdge
        ? format.percent(value, 2)
        : band === 'probability'
          ? format.probability(value)
          : band === 'volatilityRank' || band === 'score'
            ? format.number(value)
            : format.percent(value, checklistBands[band].digits - 2)
      expect(text).toContain(printed)
      expect(severities.get(printed) ?? severity, text).toBe(severity)
      severities.set(printed, severity)
      // The printed figure has the same severity as the exact value.
      const rounded = asPrinted(value, isNearEdge ? finestDigits : checklistBands[band].digits)
      expect(severityOf(band, rounded), text).toBe(severity)
    }
    expect(new Set(severities.values())).toEqual(new Set(['Good', 'Neutral', 'Bad']))
  })

  test('the three severities have different sentences', () => {
    for (const { codeOf, figure, otherParams } of bandedMessages) {
      const texts = ['Good', 'Neutral', 'Bad'].map((severity) =>
        textIn(locale, { code: codeOf(severity), params: { ...otherParams, [figure]: 0.5 } }),
      )
      expect(new Set(texts).size, codeOf('Good')).toBe(3)
    }
  })

  test('figures are rounded in the same way for printing and for severities', () => {
    for (let i = 0; i <= 2000; i++) {
      const value = i / 2000
      const { digits } = checklistBands.probability
      expect(format.percent(value, 0)).toBe(format.percent(asPrinted(value, digits), 0))
      expect(format.percent(value, 1)).toBe(format.percent(asPrinted(value, 3), 1))
    }
  })

  test('every message is complete and agrees with its numbers', () => {
    const invalid: string[] = []
    for (const code of codes)
      for (let i = 0; i < samplesPerMessage; i++) {
        const text = textIn(locale, { code, params: paramsOf(code, i) })
        const isComplete = !/\{\{|\}\}|NaN|undefined|−−|- ?\$|\$-|\$−/.test(text) && text !== code
        const agrees = !plurals[locale]?.test(text) && (locale !== 'ar' || wrongArabicDays(text).length === 0)
        if (!isComplete || !agrees) invalid.push(`${code}: ${text}`)
      }
    expect(invalid.slice(0, 3)).toEqual([])
  })
})

test('Korean particles match the final sound of the word before them: 달러, 퍼센트, 일', () => {
  const consonant = /(?:을|이|은|과|으로)(?=[\s.,]|$)/
  const vowel = /(?:를|가|는|와)(?=[\s.,]|$)/
  for (const code of codes) {
    const text = textIn('ko', { code, params: paramsOf(code, 9) })
    for (const [, particle] of text.matchAll(/[\d.]%(\S{1,3}\s?)/g))
      expect(particle, code).not.toMatch(consonant)
    for (const [, particle] of text.matchAll(/\$[\d.,]*\d(\S{1,3}\s?)/g))
      expect(particle, code).not.toMatch(consonant)
    for (const [, particle] of text.matchAll(/\d일(\S{1,3}\s?)/g)) expect(particle, code).not.toMatch(vowel)
    // A ticker may be spelled or read as a word: no particle with two forms may follow it.
    for (const [, particle] of text.matchAll(/AAPL(\S{1,3}\s?)/g)) {
      expect(particle, code).not.toMatch(consonant)
      expect(particle, code).not.toMatch(vowel)
    }
  }
})
