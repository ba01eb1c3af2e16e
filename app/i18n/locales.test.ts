/**
 * Every language is complete: each text of the English files and each sentence of the service is there, in every plural
 * form the language has, with the same values written in the same formats.
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
const flat = (tree: Tree, path = ''): Texts =>
  Object.fromEntries(
    Object.entries(tree).flatMap(([key, value]) =>
      typeof value === 'string' ? [[path + key, value]] : Object.entries(flat(value, `${path}${key}.`)),
    ),
  )
const textsOf = (locale: string, namespace: string): Texts => {
  const tree = files[`./locales/${locale}/${namespace}.json`]
  if (!tree) throw new Error(`locales/${locale}/${namespace}.json is missing`)
  return flat(tree)
}
const english: Record<string, Texts> = Object.fromEntries(
  // The service's sentences live in the contract; the English file of that namespace is empty on purpose.
  namespaces.map((namespace) => [namespace, namespace === 'messages' ? messages : textsOf('en', namespace)]),
)

const form = /_(?:zero|one|two|few|many|other)$/
const formsOf = (locale: string) => new Intl.PluralRules(locale).resolvedOptions().pluralCategories
/** The keys a language must have: English ones, each plural in the forms of the language. */
function keysFor(locale: string, texts: Texts): string[] {
  const keys = Object.keys(texts).flatMap((key) =>
    // Only what English itself counts is a plural: a key may end in `_other` for another reason.
    form.test(key) && key.replace(form, '_one') in texts
      ? formsOf(locale).map((category) => key.replace(form, `_${category}`))
      : [key],
  )
  return [...new Set(keys)].sort()
}
/** The English text that stands behind a key of another language. */
const sourceOf = (key: string, texts: Texts) => texts[key] ?? texts[key.replace(form, '_other')] ?? ''
const placeholder = /\{\{([^{}]*)\}\}/g
/** The placeholders of a text: `price, money`, each once. */
const holesOf = (text: string) =>
  [...new Set(Array.from(text.matchAll(placeholder), (match) => match[1]!.replaceAll(/\s/g, '')))].sort()

// Once, as a frame does; then the reader chooses another language.
beforeAll(() => startI18n('en', i18next))

test('the English sentences of the service are in the contract alone', () => {
  expect(textsOf('en', 'messages')).toEqual({})
})

describe.each(locales.filter((locale) => locale !== 'en'))('in %s', (locale) => {
  describe.each(namespaces)('%s', (namespace) => {
    const source = english[namespace]!
    const entries = () => Object.entries(textsOf(locale, namespace))

    test('has every text of the English one, in every plural form, and no other', () => {
      expect(Object.keys(textsOf(locale, namespace)).sort()).toEqual(keysFor(locale, source))
    })

    test('puts the same values in the same formats into its texts', () => {
      const wrong = entries().filter(([key, text]) => {
        const wanted = holesOf(sourceOf(key, source))
        const holes = holesOf(text)
        // "One contract", "two contracts" (Arabic, Hebrew) may name the number in words.
        const spoken = /_(?:zero|one|two)$/.test(key)
        const isCount = (hole: string) => hole.split(',')[0] === 'count'
        return (
          holes.some((hole) => !wanted.includes(hole)) ||
          wanted.some((hole) => !holes.includes(hole) && !(spoken && isCount(hole))) ||
          /[{}]/.test(text.replaceAll(placeholder, ''))
        )
      })
      expect(wrong).toEqual([])
    })

    test('marks what can be left out where English does, once and around the return of a year', () => {
      const marked = (texts: Texts) => Object.keys(texts).filter((key) => /\[\[|\]\]/.test(texts[key]!))
      const own = textsOf(locale, namespace)
      expect(marked(own).sort()).toEqual(
        keysFor(locale, Object.fromEntries(marked(source).map((key) => [key, source[key]!]))),
      )
      for (const key of marked(own)) {
        const parts = own[key]!.split(/\[\[|\]\]/)
        expect(parts, key).toHaveLength(3)
        expect(holesOf(parts[1]!)).toEqual(['annualized,percent1', 'mark'])
      }
    })

    test('says something everywhere, and in its own language', () => {
      expect(entries().filter(([, text]) => text.trim() === '' || text !== text.trim())).toEqual([])
      const copied = entries().filter(
        ([key, text]) => text.replaceAll(placeholder, '').length > 25 && text === sourceOf(key, source),
      )
      expect(copied).toEqual([])
    })
  })

  describe('the sentences of the service', () => {
    /** A value of each format, and how this language writes it. */
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
    const codes = [...new Set(Object.keys(messages).map((key) => key.replace(form, '')))]
    const templates: Texts = messages

    beforeAll(async () => {
      await i18next.changeLanguage(locale)
      await i18next.loadNamespaces(namespaces)
    })

    /** The text that a panel shows for a message. */
    function shown(code: string, params: Record<string, string | number>): string {
      const texts: string[] = []
      function Panel({ tell }: { tell: (text: string) => void }) {
        const message = { code, params }
        tell(useMessage()(message, renderEnglish(message)))
        return null
      }
      renderToStaticMarkup(createElement(Panel, { tell: (text) => texts.push(text) }))
      return texts.join()
    }

    test('are told with their values as this language writes them', () => {
      const wrong = codes.flatMap((code) => {
        const template = templates[code] ?? templates[`${code}_other`]!
        const holes = holesOf(template).map((hole) => hole.split(',') as [string, MessageFormat?])
        const value = (name: string, kind?: MessageFormat) =>
          kind ? samples[kind] : [`‹${name}›`, `‹${name}›`]
        const params = Object.fromEntries(holes.map(([name, kind]) => [name, value(name, kind)[0]]))
        const text = shown(code, params)
        const told =
          text !== renderEnglish({ code, params }) &&
          !text.includes('{{') &&
          holes.every(([name, kind]) => text.includes(value(name, kind)[1]))
        return told ? [] : [[code, text]]
      })
      expect(wrong).toEqual([])
    })

    test('a code this version does not know stays English', () => {
      const text = shown('rule.of-tomorrow.name', {})
      expect(text).toBe(renderEnglish({ code: 'rule.of-tomorrow.name', params: {} }))
    })
  })
})
