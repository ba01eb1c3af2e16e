import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import manifest from '#loader/packages/published/package.json' with { type: 'json' }
import { appsFolder, frameworks, manifestOf } from './frameworks.ts'
import { packagesPage, readVersionRows, replaceVersionTable, versionRows } from './version-table.ts'

const page = readFileSync(packagesPage, 'utf8')

test('the table in docs/packages.md is current: `npm run table:frameworks` writes it', () => {
  expect(readVersionRows(page)).toEqual(versionRows())
})

test('an outdated table is replaced, and the rest of the page is kept', () => {
  const outdated = page.replace(/(\| React 18 .*)18\.\d+\.\d+/, '$118.0.0')
  expect(readVersionRows(outdated)).not.toEqual(versionRows())
  const written = replaceVersionTable(outdated)
  expect(readVersionRows(written)).toEqual(versionRows())
  for (const heading of ['# React, element, bundlers', '### Vue'])
    expect(written).toContain(page.slice(page.indexOf(heading)).split('| framework', 1)[0]!)
  expect(() => replaceVersionTable('# Packages\n')).toThrow('has no table')
})

test.each(frameworks)('$name: the manifest has exact versions', (framework) => {
  const { dependencies, devDependencies } = manifestOf(framework)
  for (const [name, version] of Object.entries({ ...dependencies, ...devDependencies }))
    expect(version, name).toMatch(/^\d+\.\d+\.\d+(-[\w.-]+)?$/)
})

test.each(frameworks)('$name: the application imports our package by its name', (framework) => {
  const sources = globSync('**/*.{js,jsx,ts,vue,svelte}', {
    cwd: join(appsFolder, framework.sources ?? framework.manifest),
    exclude: ['**/node_modules/**'],
  }).map((file) => readFileSync(join(appsFolder, framework.sources ?? framework.manifest, file), 'utf8'))
  expect(sources.join('\n')).toMatch(`'${manifest.name}/${framework.entry}'`)
})
