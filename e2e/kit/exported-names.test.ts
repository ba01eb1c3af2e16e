/** Names of exported types are unique within each top-level folder, so that a name has one meaning there. */
import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const root = fileURLToPath(new URL('../../', import.meta.url))
const folders = ['contract', 'loader', 'app', 'service', 'mocks', 'bench', 'e2e']
const declaration = /^export (?:declare )?(?:abstract )?(?:type|interface|class|enum) (\w+)(?=[ <={])/gm

test.each(folders)('%s/ declares no exported type name twice', (folder) => {
  const files = globSync(`${folder}/**/*.{ts,tsx}`, { cwd: root, exclude: ['**/node_modules/**'] })
  const filesOf = new Map<string, string[]>()
  for (const file of files)
    for (const [, name = ''] of readFileSync(root + file, 'utf8').matchAll(declaration))
      filesOf.set(name, [...(filesOf.get(name) ?? []), file])
  expect(filesOf.size).toBeGreaterThan(0)
  expect([...filesOf].filter(([, declaringFiles]) => declaringFiles.length > 1)).toEqual([])
})
