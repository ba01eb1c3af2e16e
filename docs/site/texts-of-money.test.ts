import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { textsOfMoneyPage } from './texts-of-money.ts'

/** The lines of a page without the padding of its tables and without line breaks within paragraphs. */
const contentOf = (page: string): string =>
  page
    .replace(/^\| [-| ]+\|$/gm, '| --- |')
    .replace(/\s+/g, ' ')
    .replace(/\\(?=\|)/g, '')

test('docs/texts-of-money.md has the reviewed texts: run npm run texts after a change', () => {
  expect(contentOf(readFileSync('docs/texts-of-money.md', 'utf8'))).toBe(contentOf(textsOfMoneyPage()))
})
