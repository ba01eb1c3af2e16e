/**
 * texts-of-money.json has the ticket's texts and other texts about money in all languages, each with its
 * back-translation. A changed text fails here until the file is updated.
 */
import { describe, expect, test } from 'vitest'
import { locales } from '#contract/text/locales.ts'
import { messages } from '#contract/text/messages.ts'
import reviewed from './texts-of-money.json' with { type: 'json' }

type Tree = { readonly [key: string]: string | Tree }
const files = import.meta.glob<Tree>('./locales/*/*.json', { eager: true, import: 'default' })

/** Returns the text of a key. Dots separate levels, but may also be part of a name. */
function textOf(locale: string, namespace: string, key: string): string | undefined {
  if (locale === 'en' && namespace === 'messages') return (messages as Record<string, string>)[key]
  const find = (tree: Tree | string | undefined, path: string): string | undefined => {
    if (typeof tree !== 'object') return undefined
    const text = tree[path]
    if (typeof text === 'string') return text
    const [first = '', ...remaining] = path.split('.')
    return find(tree[first], remaining.join('.'))
  }
  return find(files[`./locales/${locale}/${namespace}.json`], key)
}

const texts = (reviewed as readonly { texts: object }[]).flatMap((group) =>
  Object.entries(group.texts as Record<string, Record<string, string | [text: string, meaning: string]>>).map(
    ([name, languages]) => ({
      name,
      rows: Object.entries(languages).map(([locale, text]) =>
        typeof text === 'string'
          ? { locale, text, meaning: undefined }
          : { locale, text: text[0], meaning: text[1] },
      ),
    }),
  ),
)

describe.each(texts)('$name', ({ name, rows }) => {
  const [namespace = '', ...keys] = name.split('.')
  const key = keys.join('.')

  test('equals the widget’s texts in every language, each with a back-translation', () => {
    expect(Object.fromEntries(rows.map(({ locale, text }) => [locale, text]))).toEqual(
      Object.fromEntries(locales.map((locale) => [locale, textOf(locale, namespace, key)])),
    )
    expect(rows.filter(({ locale, meaning }) => !meaning !== (locale === 'en'))).toEqual([])
  })

  test('has the same placeholders in the back-translation', () => {
    const placeholdersOf = (text: string) =>
      new Set(Array.from(text.matchAll(/\{(\w+)/g), ([, placeholder]) => placeholder))
    const expected = placeholdersOf(textOf('en', namespace, key)!)
    expected.delete('mark')
    for (const { locale, meaning } of rows)
      if (meaning !== undefined && meaning !== '=' && !meaning.startsWith('= ')) {
        const values = placeholdersOf(meaning)
        values.delete('mark')
        expect(
          [...values].filter((value) => !expected.has(value)),
          `${locale}: ${meaning}`,
        ).toEqual([])
        if (!meaning.includes('…'))
          expect(
            [...expected].filter((value) => !values.has(value)),
            `${locale}: ${meaning}`,
          ).toEqual([])
      }
  })
})

test('lists every text of the ticket', () => {
  const ticket = Object.keys(files['./locales/en/ticket.json']!)
  const listedKeys = texts.map(({ name }) => name).filter((name) => name.startsWith('ticket.'))
  expect(listedKeys.sort()).toEqual(ticket.map((key) => `ticket.${key}`).sort())
})
