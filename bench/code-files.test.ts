import { globSync } from 'node:fs'
import { expect, test } from 'vitest'
import { codeFiles } from '#app/boot/loading/code-files.ts'

test.each(
  codeFiles.flatMap(({ name, entries }) =>
    entries.map((pattern) => [name, String(pattern), pattern] as const),
  ),
)('the load plan’s file %s: pattern %s matches a module', (_name, _text, pattern) => {
  const modules = globSync('{app,contract}/**/*.{ts,tsx,json}').map((path) => `/${path}`)
  // A pattern with alternatives must match as many modules as it names.
  const alternatives = /\(([^)]*\|[^)]*)\)/.exec(pattern.source)?.[1]?.split('|').length ?? 1
  expect(modules.filter((path) => pattern.test(path)).length).toBeGreaterThanOrEqual(alternatives)
})
