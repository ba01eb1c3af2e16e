/**
 * The texts of closed sets (trend states, checklist results, refusals and so on) in every language,
 * key by key.
 *
 * enumerated-texts.json is the reviewed record: for each key the English text and its translations,
 * whose meanings were compared. Tools that sort keys edit the locale files and can move texts to
 * wrong keys. Each text is then still a valid translation, but of another key. This test compares
 * every key with the record.
 */
import { describe, expect, test } from 'vitest'
import { locales } from '#contract/text/locales.ts'
import { messages } from '#contract/text/messages.ts'
import meanings from './enumerated-meanings.json' with { type: 'json' }
import reviewed from './enumerated-texts.json' with { type: 'json' }

type Tree = { readonly [key: string]: string | Tree }
type Texts = Record<string, string>
const files = import.meta.glob<Tree>('./locales/*/*.json', { eager: true, import: 'default' })

/**
 * Sets that contain other texts too, so the record has only some of their keys. Other sets are
 * recorded completely.
 */
const partlyRecordedSets = new Set([
  'how.score',
  'messages',
  'shell.header',
  'why.chart',
  'why.facts',
  'why.table',
])
/** Keys of the service's sentences that depend on a closed set: signals, liquidity, tones and checklist results. */
const enumeratedMessageKey = /^(?:rule\..+\.(?:name|reason)|(?:liquidity|tone|checklist)\..+)$/

/** The texts of one set in one locale, for example `why.trend` in `de`. */
function textsOf(locale: string, set: string): Tree {
  // The English sentences of the service are in the contract.
  if (set === 'messages' && locale === 'en') return messages
  const [namespace, ...path] = set.split('.')
  const texts = path.reduce<string | Tree | undefined>(
    (tree, level) => (typeof tree === 'object' ? tree[level] : undefined),
    files[`./locales/${locale}/${namespace}.json`],
  )
  if (typeof texts !== 'object') throw new Error(`${locale}: no texts at ${set}`)
  return texts
}

const sets = Object.entries<Record<string, Texts>>(reviewed)

describe.each(sets)('%s', (set, keys) => {
  test.each([...locales])('has the reviewed text at every key in %s', (locale) => {
    const expected = Object.fromEntries(Object.entries(keys).map(([key, texts]) => [key, texts[locale]]))
    const texts = Object.entries(textsOf(locale, set)).filter(
      // A group may contain another group, which is a separate set.
      ([key, text]) => typeof text === 'string' && (!partlyRecordedSets.has(set) || key in keys),
    )
    expect(Object.fromEntries(texts)).toEqual(expected)
  })

  test('gives two keys the same text in a language only if English does', () => {
    const duplicateIndexes = (locale: string) => {
      const texts = Object.values(keys).map((text) => text[locale])
      return texts.map((text) => texts.indexOf(text))
    }
    for (const locale of locales) expect(duplicateIndexes(locale), locale).toEqual(duplicateIndexes('en'))
  })
})

test('the record has every signal, liquidity, tone and checklist result of the service', () => {
  const expected = Object.keys(messages).filter((key) => enumeratedMessageKey.test(key))
  expect(Object.keys(reviewed.messages).sort()).toEqual(expected.sort())
})

describe('the back-translations that differ from the English text', () => {
  const rows = Object.entries<Record<string, Texts>>(meanings).flatMap(([set, keys]) =>
    Object.entries(keys).flatMap(([key, texts]) =>
      Object.entries(texts).map(([locale, meaning]) => ({ set, key, locale, meaning })),
    ),
  )
  const texts: Record<string, Record<string, Texts>> = reviewed

  test('belong to recorded texts, and differ from the English one', () => {
    expect(rows.length).toBeGreaterThan(300)
    expect(rows.filter(({ set, key, locale }) => !texts[set]?.[key]?.[locale] || locale === 'en')).toEqual([])
    expect(rows.filter(({ set, key, meaning }) => texts[set]![key]!['en'] === meaning)).toEqual([])
  })

  test('have the values of the text', () => {
    const valuesOf = (text: string) => Array.from(text.matchAll(/\{(\w+)/g), ([, name]) => name!).toSorted()
    for (const { set, key, locale, meaning } of rows)
      expect(valuesOf(meaning), `${set} ${key} ${locale}`).toEqual(valuesOf(texts[set]![key]![locale]!))
  })
})
