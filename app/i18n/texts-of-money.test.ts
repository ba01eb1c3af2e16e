/**
 * docs/texts-of-money.md lists the texts of the ticket and other texts about money in all languages, each with its
 * back-translation. A changed text fails here until the list is updated.
 */
import { describe, expect, test } from 'vitest'
import { locales } from '#contract/text/locales.ts'
import { messages } from '#contract/text/messages.ts'
import listing from '../../docs/texts-of-money.md?raw'

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

const sections = listing
  .split(/^### /m)
  .slice(1)
  .map((section) => {
    const [, namespace = '', key = ''] = /^(\w+) `([^`]+)`/.exec(section) ?? []
    const rows = [...section.matchAll(/^\| \w+ \(`([\w-]+)`\) *\| (.*?) *\| ?(.*?) *\|$/gm)]
    return {
      namespace,
      key,
      rows: rows.map(([, locale = '', text = '', backTranslation = '']) => ({
        locale,
        text,
        backTranslation,
      })),
    }
  })

describe.each(sections)('$namespace $key', ({ namespace, key, rows }) => {
  test('equals the widget’s texts in every language, each with a back-translation', () => {
    expect(Object.fromEntries(rows.map(({ locale, text }) => [locale, text]))).toEqual(
      Object.fromEntries(locales.map((locale) => [locale, textOf(locale, namespace, key)])),
    )
    expect(
      rows.filter(({ locale, backTranslation }) => (backTranslation === '') !== (locale === 'en')),
    ).toEqual([])
  })

  test('has the same placeholders in the back-translation', () => {
    const placeholdersOf = (text: string) =>
      new Set(Array.from(text.matchAll(/\{(\w+)/g), ([, name]) => name))
    const expected = placeholdersOf(textOf('en', namespace, key)!)
    expected.delete('mark')
    for (const { locale, backTranslation } of rows)
      if (locale !== 'en' && backTranslation !== '=' && !backTranslation.startsWith('= ')) {
        const values = placeholdersOf(backTranslation)
        values.delete('mark')
        expect(
          [...values].filter((name) => !expected.has(name)),
          `${locale}: ${backTranslation}`,
        ).toEqual([])
        if (!backTranslation.includes('…'))
          expect(
            [...expected].filter((name) => !values.has(name)),
            `${locale}: ${backTranslation}`,
          ).toEqual([])
      }
  })
})

test('lists every text of the ticket', () => {
  const ticket = Object.keys(files['./locales/en/ticket.json']!)
  const listedKeys = sections.filter(({ namespace }) => namespace === 'ticket').map(({ key }) => key)
  expect(listedKeys.sort()).toEqual(ticket.sort())
})
