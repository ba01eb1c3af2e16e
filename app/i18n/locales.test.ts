/**
 * Every language is complete: it has each text of the English files and each sentence of the service, in every plural
 * form of the language, with the same values in the same formats.
 */
import i18next from 'i18next'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { beforeAll, describe, expect, test } from 'vitest'
import type { MessageFormat } from '#contract/text/message-formats.ts'
import { messages, renderEnglish } from '#contract/text/messages.ts'
import { locales } from '#contract/text/locales.ts'
import { formats } from './format.ts'
import { namespaces, startI18n } from './i18n.ts'
import { useMessage } from './message.ts'

type Tree = { readonly [key: string]: string | Tree }
type Texts = Record<string, string>

const files = import.meta.glob<Tree>('./locales/*/*.json', { eager: true, import: 'default' })

/** `{ a: { b: 'x' } }` → `{ 'a.b': 'x' }` */
const flatten = (tree: Tree, path = ''): Texts =>
  Object.fromEntries(
    Object.entries(tree).flatMap(([key, value]) =>
      typeof value === 'string' ? [[path + key, value]] : Object.entries(flatten(value, `${path}${key}.`)),
    ),
  )
const textsOf = (locale: string, namespace: string): Texts => {
  const tree = files[`./locales/${locale}/${namespace}.json`]
  if (!tree) throw new Error(`locales/${locale}/${namespace}.json is missing`)
  return flatten(tree)
}
const english: Record<string, Texts> = Object.fromEntries(
  // The service's English sentences are in the contract; the English file of the namespace is empty on purpose.
  namespaces.map((namespace) => [namespace, namespace === 'messages' ? messages : textsOf('en', namespace)]),
)

const pluralSuffix = /_(?:zero|one|two|few|many|other)$/
const formsOf = (locale: string) => new Intl.PluralRules(locale).resolvedOptions().pluralCategories
/**
 * Returns the keys that a language must have: the English keys, with plurals in the forms of the
 * language.
 */
function keysFor(locale: string, texts: Texts): string[] {
  const keys = Object.keys(texts).flatMap((key) =>
    // A key that ends in `_other` is a plural only if English has `_one`.
    pluralSuffix.test(key) && key.replace(pluralSuffix, '_one') in texts
      ? formsOf(locale).map((category) => key.replace(pluralSuffix, `_${category}`))
      : [key],
  )
  return [...new Set(keys)].sort()
}
/** Returns the English text that a key of another language translates. */
const sourceOf = (key: string, texts: Texts) => texts[key] ?? texts[key.replace(pluralSuffix, '_other')] ?? ''
const placeholder = /\{\{([^{}]*)\}\}/g
/** Returns the placeholders of a text, each once, without blanks: `strike,price`. */
const placeholdersOf = (text: string) =>
  [...new Set(Array.from(text.matchAll(placeholder), (match) => match[1]!.replaceAll(/\s/g, '')))].sort()

// Started in English, as in a frame whose user then chooses another language.
beforeAll(() => startI18n('en', i18next))

test('the English sentences of the service are in the contract only', () => {
  expect(textsOf('en', 'messages')).toEqual({})
})

test.each(locales)('in %s the button of a review is not named like the review that it opens', (locale) => {
  const holdings = textsOf(locale, 'holdings')
  const ticket = textsOf(locale, 'ticket')
  expect(holdings['roll.reviewRoll']).not.toBe(holdings['order.titleRoll'])
  expect(holdings['roll.reviewClose']).not.toBe(holdings['order.titleClose'])
  expect(ticket['review']).not.toBe(ticket['title'])
})

describe.each(locales.filter((locale) => locale !== 'en'))('in %s', (locale) => {
  describe.each(namespaces)('%s', (namespace) => {
    const source = english[namespace]!
    const entries = () => Object.entries(textsOf(locale, namespace))

    test('has the texts of English in every plural form, and no others', () => {
      expect(Object.keys(textsOf(locale, namespace)).sort()).toEqual(keysFor(locale, source))
    })

    test('has the same placeholders with the same formats', () => {
      const invalid = entries().filter(([key, text]) => {
        const expected = placeholdersOf(sourceOf(key, source))
        const placeholders = placeholdersOf(text)
        // "One contract", "two contracts" (Arabic, Hebrew) may name the number in words.
        const isSpelledOut = /_(?:zero|one|two)$/.test(key)
        const isCount = (item: string) => item.split(',')[0] === 'count'
        return (
          placeholders.some((item) => !expected.includes(item)) ||
          expected.some((item) => !placeholders.includes(item) && !(isSpelledOut && isCount(item))) ||
          /[{}]/.test(text.replaceAll(placeholder, ''))
        )
      })
      expect(invalid).toEqual([])
    })

    test('marks optional parts in the same texts as English, each around the annualised return', () => {
      const keysWithOptionalPart = (texts: Texts) =>
        Object.keys(texts).filter((key) => /\[\[|\]\]/.test(texts[key]!))
      const texts = textsOf(locale, namespace)
      expect(keysWithOptionalPart(texts).sort()).toEqual(
        keysFor(locale, Object.fromEntries(keysWithOptionalPart(source).map((key) => [key, source[key]!]))),
      )
      for (const key of keysWithOptionalPart(texts)) {
        const parts = texts[key]!.split(/\[\[|\]\]/)
        expect(parts, key).toHaveLength(3)
        expect(placeholdersOf(parts[1]!)).toEqual(['annualized,percent1', 'mark'])
      }
    })

    test('has no empty and no untranslated texts', () => {
      expect(entries().filter(([, text]) => text.trim() === '' || text !== text.trim())).toEqual([])
      const untranslated = entries().filter(
        ([key, text]) => text.replaceAll(placeholder, '').length > 25 && text === sourceOf(key, source),
      )
      expect(untranslated).toEqual([])
    })
  })

  describe('the sentences of the service', () => {
    /** For each format a sample value and its text in this language. */
    const format = formats(locale)
    const samples: Record<MessageFormat, readonly [string | number, string]> = {
      price: [1234.5, format.money(1234.5)],
      percent: [0.742, format.percent(0.742, 0)],
      percent1: [0.0942, format.percent(0.0942, 1)],
      percent2: [0.0121, format.percent(0.0121, 2)],
      probability: [0.9985, format.probability(0.9985)],
      number: [0.25, format.decimal(0.25, 2)],
      count: [1234, format.whole(1234)],
      day: ['2026-01-16', format.day('2026-01-16')],
    }
    const codes = [...new Set(Object.keys(messages).map((key) => key.replace(pluralSuffix, '')))]
    const templates: Texts = messages

    beforeAll(async () => {
      await i18next.changeLanguage(locale)
      await i18next.loadNamespaces(namespaces)
    })

    /** Renders a message as a panel does. */
    function renderMessage(code: string, params: Record<string, string | number>): string {
      const texts: string[] = []
      function Panel({ onText }: { onText: (text: string) => void }) {
        const message = { code, params }
        onText(useMessage()(message, renderEnglish(message)))
        return null
      }
      renderToStaticMarkup(createElement(Panel, { onText: (text) => texts.push(text) }))
      return texts.join()
    }

    test('are translated, with values in this language’s formats', () => {
      const invalid = codes.flatMap((code) => {
        const template = templates[code] ?? templates[`${code}_other`]!
        const placeholders = placeholdersOf(template).map(
          (item) => item.split(',') as [string, MessageFormat?],
        )
        const value = (name: string, kind?: MessageFormat) =>
          kind ? samples[kind] : [`‹${name}›`, `‹${name}›`]
        const params = Object.fromEntries(placeholders.map(([name, kind]) => [name, value(name, kind)[0]]))
        const text = renderMessage(code, params)
        const isTranslated =
          text !== renderEnglish({ code, params }) &&
          !text.includes('{{') &&
          placeholders.every(([name, kind]) => text.includes(value(name, kind)[1]))
        return isTranslated ? [] : [[code, text]]
      })
      expect(invalid).toEqual([])
    })

    test('fall back to English for an unknown code', () => {
      const text = renderMessage('rule.of-tomorrow.name', {})
      expect(text).toBe(renderEnglish({ code: 'rule.of-tomorrow.name', params: {} }))
    })
  })
})
