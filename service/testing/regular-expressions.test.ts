/**
 * Regular expressions of the service take time linear in their input: an expression that backtracks
 * lets one request block the event loop. The analysis (scslre) finds repetitions that contain,
 * follow or restart each other. It does not find two alternatives with a common match, as in
 * `^(a|a)*$`.
 */
import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { analyse } from 'scslre'
import { expect, test } from 'vitest'
import { parseSync } from 'vite'

const root = fileURLToPath(new URL('../..', import.meta.url))

/** Expressions that backtrack, whose input no request contains. */
const boundedInputs: Readonly<Record<string, string>> = {
  'contract/responses/annualized.ts /\\[\\[.*?\\]\\]/g': 'the texts of messages.ts',
  'service/http/documents/frame-document.ts /\\s*<meta name="color-scheme"[^>]*>/gi': 'the built document',
  'service/http/releases/release-notice.ts /[.\\s]*$/': 'a reason of an operator, of limited length',
  'service/record/series.ts /^[-.]+|-+$/g': 'the name of a market source',
  'service/record/publish.ts /\\d+$/': 'the name of a series',
}

/** Whether the time of the expression can grow faster than the length of its input. */
const isSuperLinear = (source: string, flags: string): boolean =>
  analyse({ source, flags }, { reportTypes: { Move: true, Self: true, Trade: true } }).reports.length > 0

type Expression = { readonly pattern: string; readonly flags: string }

/** The literals of regular expressions in a syntax tree. */
function literalsOf(node: unknown): Expression[] {
  if (typeof node !== 'object' || node === null) return []
  if (Array.isArray(node)) return node.flatMap(literalsOf)
  const { regex, ...children } = node as { regex?: Expression }
  return [...(regex ? [regex] : []), ...Object.values(children).flatMap(literalsOf)]
}

test.each([
  ['a repeated group of alternatives', String.raw`(\.md|\.html|\/index|\/)+$`],
  ['a repetition of a repetition', '^(a+)+$'],
  ['two repetitions of the same characters', String.raw`^\w+-?\w+$`],
  ['a repetition that can start anywhere', String.raw`\s+$`],
])('finds %s', (_, source) => {
  expect(isSuperLinear(source, '')).toBe(true)
})

test('no regular expression of the service backtracks over input', () => {
  const files = globSync('{service,contract}/**/*.ts', {
    cwd: root,
    exclude: ['**/*.{test,oracle,fixture,suite}.ts', 'service/testing/**'],
  })
  const literals = files.flatMap((file) => {
    const { program } = parseSync(file, readFileSync(`${root}/${file}`, 'utf8'))
    return literalsOf(program).map((literal) => ({ ...literal, file }))
  })
  expect(literals.length, 'finds the literals').toBeGreaterThan(150)
  const found = literals.flatMap(({ file, pattern, flags }) =>
    isSuperLinear(pattern, flags) ? [`${file} /${pattern}/${flags}`] : [],
  )
  expect(found.toSorted()).toEqual(Object.keys(boundedInputs).toSorted())
})
