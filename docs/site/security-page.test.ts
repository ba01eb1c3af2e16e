/** Checks that the files, tests and documents that docs/security.md names exist. */
import { existsSync, readFileSync, statSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const root = fileURLToPath(new URL('../..', import.meta.url))
const page = readFileSync(`${root}docs/security.md`, 'utf8')

type Statement = { readonly number: number; readonly text: string }

/** Sections of the page with a number in their heading. */
const statements: readonly Statement[] = page.split(/^#{2,3} /m).flatMap((section) => {
  const [, number, text = ''] = /^(\d+)\. .+\n([^]*)$/.exec(section) ?? []
  return number === undefined ? [] : [{ number: Number(number), text }]
})

/** Names of the tests in a file's text: the first quoted text in a call or a row of cases. */
const namesIn = (text: string): readonly string[] =>
  [...text.matchAll(/[([]\s*(?:'((?:\\.|[^'\\\n])*)'|"((?:\\.|[^"\\\n])*)"|`((?:\\.|[^`\\])*)`)/g)].map(
    ([, single, double, template]) => (single ?? double ?? template ?? '').replaceAll(/\\(.)/g, '$1'),
  )

const isNumber = (name: string): boolean => /^\d+$/.test(name)

/** Whether one of the test names contains `wanted`; a number must be at the start of a name. */
const isNamed = (wanted: string, names: readonly string[]): boolean =>
  names.some((name) => {
    const index = name.indexOf(wanted)
    // `statement 5` is not `statement 55`.
    return index >= 0 && (index === 0 || !isNumber(wanted)) && !/^\d/.test(name.slice(index + wanted.length))
  })

/** The items of a statement's lists that begin with a path, without the dash. */
const sourcesOf = (text: string): readonly string[] =>
  [...text.matchAll(/^- (`[\w.-]+\/[\w./-]*`.*)$/gm)].map(([, source]) => source!)

/**
 * Errors in a statement: links and paths to missing files, and list items with another form than `path`, `path`
 * (remark), or `path`: `test name`, `test name`.
 */
function errorsIn(text: string): string[] {
  const errors: string[] = []
  for (const [, target] of text.matchAll(/\]\(([^)#]+)/g))
    if (!existsSync(`${root}docs/${target!}`)) errors.push(`${target!} does not exist`)
  for (const [, path] of text.matchAll(/`([\w.-]+\/[\w./-]*)`/g))
    if (!existsSync(root + path!)) errors.push(`${path!} does not exist`)
  for (const source of sourcesOf(text)) {
    const [, path = '', details = ''] = /^`([^`]+)`(.*)$/.exec(source)!
    if (/^( \([^)]+\))?$/.test(details)) continue
    if (!/^: `[^`]+`(, `[^`]+`)*$/.test(details))
      errors.push(`${path}: expected a list of test names instead of “${details}”`)
    if (!existsSync(root + path) || !statSync(root + path).isFile()) continue
    const names = namesIn(readFileSync(root + path, 'utf8'))
    for (const [, name = ''] of details.matchAll(/`([^`]+)`/g))
      if (!isNamed(name, names)) errors.push(`${path} has no test “${name}”`)
  }
  return errors
}

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
