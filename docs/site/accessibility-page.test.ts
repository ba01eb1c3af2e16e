/** Compares docs/accessibility.md with WCAG's list of criteria, axe's rules and the tests it names. */
import { readFileSync } from 'node:fs'
import axe from 'axe-core'
import { expect, test } from 'vitest'
import { errorsIn, root } from './test-references.ts'

const page = readFileSync(`${root}docs/accessibility.md`, 'utf8')
const rows = [
  ...page.matchAll(
    /^\| (\d\.\d\.\d+) ([^|]+?) *\| (A|AA) *\| (yes)? *\| ([^|]+?) *\| ([^|]*?) *\| ([^|]*?) *\|$/gm,
  ),
].map(([, number = '', , level = '', byAxe, result = '', tests = '', remark = '']) => ({
  number,
  level,
  isCheckedByAxe: byAxe !== undefined,
  result,
  tests: [...tests.matchAll(/`[^`]+`: `[^`]+`/g)].map(([text]) => text),
  remark,
}))

/** Number of success criteria of WCAG 2.2 by guideline and level, without 4.1.1, which 2.2 removed. */
const criteria = { A: 31, AA: 24 }

test('has every criterion of levels A and AA once, in order', () => {
  const numbers = rows.map(({ number }) => number)
  expect(numbers).toEqual(
    [...new Set(numbers)].toSorted((a, b) => a.localeCompare(b, 'en', { numeric: true })),
  )
  for (const [level, count] of Object.entries(criteria))
    expect(
      rows.filter((row) => row.level === level),
      level,
    ).toHaveLength(count)
})

test('marks the criteria that axe checks', () => {
  const tags = axe
    .getRules(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'])
    .flatMap((rule) => rule.tags)
  // `wcag143` is criterion 1.4.3. axe also tags a rule with a criterion of level AAA.
  const checked = new Set(
    tags.flatMap((tag) => {
      const [, principle, guideline, criterion] = /^wcag(\d)(\d)(\d+)$/.exec(tag) ?? []
      return principle === undefined ? [] : [`${principle}.${guideline}.${criterion}`]
    }),
  )
  expect(checked.size).toBeGreaterThan(15)
  for (const { number, isCheckedByAxe } of rows)
    expect([number, isCheckedByAxe]).toEqual([number, checked.has(number)])
})

test('every result is supported: by tests, by axe, or by a remark', () => {
  const errors = rows.flatMap(({ number, result, tests, remark, isCheckedByAxe }) => {
    const isSupported =
      {
        tested: tests.length > 0,
        partly: isCheckedByAxe || tests.length > 0,
        'by hand': tests.length === 0,
        'not met': remark !== '',
        'no content': remark !== '',
      }[result] ?? false
    return isSupported ? [] : [`${number}: ${result}`]
  })
  expect(errors).toEqual([])
})

test('every test that it names exists', () => {
  expect(errorsIn(page)).toEqual([])
  expect(errorsIn(rows.flatMap(({ tests }) => tests.map((text) => `- ${text}`)).join('\n'))).toEqual([])
})
