import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import manifest from '#loader/packages/published/package.json' with { type: 'json' }
import { appsFolder, frameworks, manifestOf } from './frameworks.ts'

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
