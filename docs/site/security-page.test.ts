/** docs/security.md names a test for each statement: the file is there, and so is a test of that name in it. */
import { existsSync, readFileSync, statSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const root = fileURLToPath(new URL('../..', import.meta.url))
const page = readFileSync(`${root}docs/security.md`, 'utf8')

type Statement = { readonly number: number; readonly heldBy: string }

/** The rows of the page's tables. */
const statements: readonly Statement[] = [...page.matchAll(/^\| (\d+) +\| .+? \| (.+?) +\|$/gm)].map(
  ([, number, heldBy]) => ({ number: Number(number), heldBy: heldBy! }),
)

/** What a test is called in its file's text: whatever stands first in a pair of brackets or a row of cases, in quotes. */
const namesIn = (text: string): readonly string[] =>
  [...text.matchAll(/[([]\s*(?:'((?:\\.|[^'\\\n])*)'|"((?:\\.|[^"\\\n])*)"|`((?:\\.|[^`\\])*)`)/g)].map(
    ([, single, double, template]) => (single ?? double ?? template ?? '').replaceAll(/\\(.)/g, '$1'),
  )

const isNumber = (wanted: string): boolean => /^\d+$/.test(wanted)

/** A number is that of a statement, which a name begins with. */
const isNamed = (wanted: string, names: readonly string[]): boolean =>
  names.some((name) => {
    const at = name.indexOf(wanted)
    // `statement 5` is not `statement 55`.
    return at >= 0 && (at === 0 || !isNumber(wanted)) && !/^\d/.test(name.slice(at + wanted.length))
  })

/** What is wrong with a cell of the page's third column: `path`: name; name of the same file; `path` as a whole. Reasons. */
function faultsOf(heldBy: string): string[] {
  const faults: string[] = []
  let file = ''
  // Behind a full stop stands why a test is not enough.
  const [named = ''] = heldBy.split(/\. (?=[A-Z`])/)
  for (const part of named.split('; ')) {
    for (const [, target] of part.matchAll(/\]\(([^)#]+)/g))
      if (!existsSync(`${root}docs/${target!}`)) faults.push(`${target!} is not there`)
    for (const [, path] of part.matchAll(/`([\w.-]+\/[\w./-]*)`/g))
      if (existsSync(root + path!)) file = path!
      else faults.push(`${path!} is not there`)
    const title = /^`[^`]+`: (.+)$/.exec(part)?.[1] ?? (/[`[(]/.test(part) ? undefined : part)
    if (title === undefined || !existsSync(root + file) || !statSync(root + file).isFile()) continue
    if (!isNamed(title, namesIn(readFileSync(root + file, 'utf8')))) faults.push(`${file} has no “${title}”`)
  }
  return faults
}

test('statements 16 to 58 have a row each', () => {
  const listed = new Set(statements.map(({ number }) => number))
  expect(Array.from({ length: 43 }, (_, at) => 16 + at).filter((number) => !listed.has(number))).toEqual([])
})

test('whatever is named is there', () => {
  const faults = statements.flatMap(({ number, heldBy }) =>
    faultsOf(heldBy).map((fault) => `${number}: ${fault}`),
  )
  expect(faults).toEqual([])
})

test('a row names a test or a document, and what is gone is noticed', () => {
  for (const { number, heldBy } of statements) expect(heldBy, String(number)).toMatch(/`[^`]*[./][^`]*`|\]\(/)
  expect(faultsOf('`service/http/app.test.ts`: no test of that name; `service/gone.test.ts`')).toEqual([
    'service/http/app.test.ts has no “no test of that name”',
    'service/gone.test.ts is not there',
  ])
})
