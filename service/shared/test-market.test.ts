/** docs/test-keys.md has the tables of test-market.ts. */
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { testSymbols, testUsers } from './test-market.ts'

const page = readFileSync(new URL('../../docs/test-keys.md', import.meta.url), 'utf8')
const rows = new Map(
  page
    .split('\n')
    .map((line) => /^\| `((?:test-|TEST\.)[^`]+)` +\| (.+?) +\|$/.exec(line))
    .filter((row) => row !== null)
    .map(([, name = '', description = '']) => [name, description]),
)

test.each(Object.entries({ ...testUsers, ...testSymbols }))(
  'docs/test-keys.md describes %s with the same text',
  (name, description) => {
    expect(rows.get(name)).toBe(description)
  },
)

test('docs/test-keys.md has no other user or symbol', () => {
  expect([...rows.keys()].toSorted()).toEqual(
    [...Object.keys(testUsers), ...Object.keys(testSymbols)].toSorted(),
  )
})
