/**
 * docs/texts-of-money.md has every text of the ticket and what else tells of money, as it is in the files of the
 * languages, each with what it says when it is translated back. A changed text fails here until that is done again.
 */
import { describe, expect, test } from 'vitest'
import { locales } from '#contract/text/locales.ts'
import { messages } from '#contract/text/messages.ts'
import page from '../../docs/texts-of-money.md?raw'

type Tree = { readonly [key: string]: string | Tree }
const files = import.meta.glob<Tree>('./locales/*/*.json', { eager: true, import: 'default' })

/** A text by its key, in which dots part both levels and words of one name. */
function textOf(locale: string, namespace: string, key: string): string | undefined {
  if (locale === 'en' && namespace === 'messages') return (messages as Record<string, string>)[key]
  const find = (tree: Tree | string | undefined, rest: string): string | undefined => {
    if (typeof tree !== 'object') return undefined
    const whole = tree[rest]
    if (typeof whole === 'string') return whole
    const [first = '', ...later] = rest.split('.')
    return find(tree[first], later.join('.'))
  }
  return find(files[`./locales/${locale}/${namespace}.json`], key)
}

const sections = page
  .split(/^### /m)
  .slice(1)
  .map((section) => {
    const [, namespace = '', key = ''] = /^(\w+) `([^`]+)`/.exec(section) ?? []
    const rows = [...section.matchAll(/^\| \w+ \(`([\w-]+)`\) *\| (.*?) *\| ?(.*?) *\|$/gm)]
    return {
      namespace,
      key,
      rows: rows.map(([, locale = '', text = '', back = '']) => ({ locale, text, back })),
    }
  })

describe.each(sections)('$namespace $key', ({ namespace, key, rows }) => {
  test('is here as the widget says it, in every language, translated back from each', () => {
    expect(Object.fromEntries(rows.map(({ locale, text }) => [locale, text]))).toEqual(
      Object.fromEntries(locales.map((locale) => [locale, textOf(locale, namespace, key)])),
    )
    expect(rows.filter(({ locale, back }) => (back === '') !== (locale === 'en'))).toEqual([])
  })

  test('names the same values when it is translated back', () => {
    const valuesOf = (text: string) => new Set(Array.from(text.matchAll(/\{(\w+)/g), ([, name]) => name))
    const wanted = valuesOf(textOf('en', namespace, key)!)
    wanted.delete('mark')
    for (const { locale, back } of rows)
      if (locale !== 'en' && back !== '=' && !back.startsWith('= ')) {
        const said = valuesOf(back)
        said.delete('mark')
        expect(
          [...said].filter((name) => !wanted.has(name)),
          `${locale}: ${back}`,
        ).toEqual([])
        if (!back.includes('…'))
          expect(
            [...wanted].filter((name) => !said.has(name)),
            `${locale}: ${back}`,
          ).toEqual([])
      }
  })
})

test('no text of the ticket is left out', () => {
  const ticket = Object.keys(files['./locales/en/ticket.json']!)
  const told = sections.filter(({ namespace }) => namespace === 'ticket').map(({ key }) => key)
  expect(told.sort()).toEqual(ticket.sort())
})
