/** The package's name is in loader/packages/published/package.json only; everything that writes it must agree. */
import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import published from '#loader/packages/published/package.json' with { type: 'json' }

const root = `${import.meta.dirname}/../..`
const { version } = JSON.parse(readFileSync(`${root}/package.json`, 'utf8')) as { version: string }
const files = globSync(
  ['*.md', 'docs/**/*.md', 'loader/packages/published/*', 'public/*.js', 'e2e/{partner,kit}/*.ts'],
  { cwd: root },
)
const texts = files.map((file) => ({
  file,
  text: readFileSync(`${root}/${file}`, 'utf8'),
}))
/** Every match of the pattern's first group, with its file. */
const matches = (pattern: RegExp) =>
  texts.flatMap(({ file, text }) => [...text.matchAll(pattern)].map(([, match]) => `${file}: ${match}`))

test('the package has a scope, so nobody else can publish under its name', () => {
  expect(published.name).toMatch(/^@[a-z-]+\/[a-z-]+$/)
})

test('every snippet and document imports and installs the package by its name', () => {
  const imported = matches(/['"`]([^'"`\s]*options-analysis[^'"`\s]*?)\/(?:loader|react|element|testing)\b/g)
  const installed = matches(/npm install (?:--save-dev )?([@\w/-]*options-analysis[\w/-]*)(?=[\s`])/g)
  expect(imported.length).toBeGreaterThan(20)
  expect(installed.length).toBeGreaterThan(3)
  expect([...imported, ...installed].filter((name) => !name.endsWith(`: ${published.name}`))).toEqual([])
})

test('the tarball’s name in the documents is the one that npm gives it', () => {
  const base = published.name.replace('@', '').replace('/', '-')
  const names = matches(/([\w-]*widget-(?:\d+\.\d+\.\d+|<version>|…)\.?\.tgz)/g)
  expect(names.length).toBeGreaterThan(2)
  for (const name of names) expect(name).toMatch(new RegExp(`: ${base}-(${version}|<version>|….*)\\.tgz$`))
})
