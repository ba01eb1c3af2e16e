import { globSync } from 'node:fs'
import { expect, test } from 'vitest'
import { codeFiles } from '#app/boot/loading/load-steps.ts'

test.each(
  codeFiles.flatMap(({ name, entries }) => entries.map((entry) => [name, String(entry), entry] as const)),
)('every pattern of the load plan matches a module: file %s, pattern %s', (_name, _text, entry) => {
  const modules = globSync('{app,contract}/**/*.{ts,tsx,json}').map((path) => `/${path}`)
  // A pattern with alternatives must match as many modules as it names.
  const alternatives = /\(([^)]*\|[^)]*)\)/.exec(entry.source)?.[1]?.split('|').length ?? 1
  expect(modules.filter((path) => entry.test(path)).length).toBeGreaterThanOrEqual(alternatives)
})
