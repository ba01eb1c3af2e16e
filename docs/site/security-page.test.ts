/** Checks that the files, tests and documents that docs/security.md names exist. */
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { errorsIn, root, sourcesOf } from './test-references.ts'

const page = readFileSync(`${root}docs/security.md`, 'utf8')

type Statement = { readonly number: number; readonly text: string }

/** Sections of the page with a number in their heading. */
const statements: readonly Statement[] = page.split(/^#{2,3} /m).flatMap((section) => {
  const [, number, text = ''] = /^(\d+)\. .+\n([^]*)$/.exec(section) ?? []
  return number === undefined ? [] : [{ number: Number(number), text }]
})

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
