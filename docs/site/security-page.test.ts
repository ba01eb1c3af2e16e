/** Checks that the files, tests and documents that docs/security.md names exist. */
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { mutations, readMutation, statementsOf } from '#e2e/promises/promise.ts'
import { errorsIn, root, sourcesOf } from './test-references.ts'

const page = readFileSync(`${root}docs/security.md`, 'utf8')

const statements = statementsOf(page)

test('each statement from 16 to 58 has a section', () => {
  const numbers = statements.map(({ number }) => number)
  const expected = Array.from({ length: 43 }, (_, index) => 16 + index)
  expect(expected.filter((number) => !numbers.includes(number))).toEqual([])
  expect(new Set(numbers).size).toBe(numbers.length)
})

test('every file, test and document that the page names exists', () => {
  const errors = statements.flatMap(({ number, text }) =>
    errorsIn(text).map((error) => `${number}: ${error}`),
  )
  expect(errors).toEqual([])
})

test('each statement names a file or a folder that verifies it', () => {
  for (const { number, text } of statements) expect(sourcesOf(text), String(number)).not.toEqual([])
})

describe('mutations', () => {
  /** The browser tests of statements 2 to 15, which have no section. */
  const withoutSection = 'e2e/embed/'

  test('are listed below their statements', () => {
    for (const { number, text } of statements) {
      const listed = [...text.matchAll(/^- (.+): `(e2e\/promises\/[^`]+)`$/gm)].map(([, breaks, path]) => ({
        breaks,
        path,
      }))
      const expected = mutations().filter(({ statement }) => statement === number)
      expect(listed, String(number)).toEqual(expected.map(({ breaks, path }) => ({ breaks, path })))
    }
  })

  test('name tests that verify their statements', () => {
    for (const { statement, tests, path } of mutations()) {
      const section = statements.find(({ number }) => number === statement)
      const sources = section
        ? sourcesOf(section.text).map((source) => /^`([^`]+)`/.exec(source)![1]!)
        : [withoutSection]
      for (const { file } of tests)
        expect(
          sources.some((source) => file.startsWith(source.replace(/store\.suite\.ts$/, ''))),
          `${path}: ${file} is not among the tests of statement ${statement}`,
        ).toBe(true)
    }
  })

  test('apply to the sources', () => {
    for (const { path } of mutations()) {
      const { status, stderr } = spawnSync('git', ['apply', '--check', path], { cwd: root, encoding: 'utf8' })
      expect(status, `${path}: ${stderr}`).toBe(0)
    }
  })

  test.each([
    ['Breaks: a\nFails: a.test.ts: b\n', 'expected one Statement'],
    ['Statement: 1\nFails: a.test.ts: b\n', 'expected one Breaks'],
    ['Statement: 1\nBreaks: a\n', 'expected at least one Fails'],
    ['Statement: 1\nBreaks: a\nFails: b\n', 'expected a file and the title of a test'],
    ['Statement: 1\nAuthor: a\n', 'expected Statement, Breaks or Fails'],
  ])('with the header %j are refused', (header, message) => {
    expect(() => readMutation('x.patch', `${header}\ndiff --git a/x b/x\n`)).toThrow(`x.patch: ${message}`)
  })
})

test('missing files, missing tests and malformed items are reported', () => {
  const text = [
    '- `service/http/app.test.ts`: `no test of that name`',
    '- `service/gone.test.ts`',
    '- `service/http/app.test.ts`: without quotes',
    '[decision](decisions/none.md)',
  ].join('\n')
  expect(errorsIn(text)).toEqual([
    'decisions/none.md does not exist',
    'service/gone.test.ts does not exist',
    'service/http/app.test.ts has no test “no test of that name”',
    'service/http/app.test.ts: expected a list of test names instead of “: without quotes”',
  ])
})
