/** Statement 56 of the security documentation: only reviewed packages are installed. */
import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'

const textOf = (name: string) => readFileSync(new URL(`../${name}`, import.meta.url), 'utf8')
type Package = { integrity?: string; resolved?: string; hasInstallScript?: boolean; version?: string }
const lock = JSON.parse(textOf('package-lock.json')) as { packages: Record<string, Package> }
const manifest = JSON.parse(textOf('package.json')) as Record<string, Record<string, unknown>>
const packages = Object.entries(lock.packages).filter(([path]) => path !== '')

describe('statement 56', () => {
  test('every package in the lock file has an integrity hash and no registry URL', () => {
    expect(packages.length).toBeGreaterThan(100)
    for (const [path, { integrity, resolved }] of packages) {
      expect(integrity, path).toMatch(/^sha512-/)
      expect(resolved, path).toBeUndefined()
    }
  })

  test('every dependency is pinned to a version', () => {
    for (const group of ['dependencies', 'devDependencies', 'optionalDependencies'])
      for (const [name, version] of Object.entries(manifest[group]!))
        expect(`${name}@${String(version)}`).toMatch(/@(npm:[^@]*@?[^@]+@)?\d+\.\d+\.\d+[\w.-]*$/)
  })

  test('every install script of a package is explicitly allowed or denied', () => {
    const packagesWithScripts = packages.filter(([, { hasInstallScript }]) => hasInstallScript)
    const decidedNames = Object.keys(manifest['allowScripts']!)
    const nameOf = (path: string) => path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)
    expect(
      packagesWithScripts.map(([path]) => nameOf(path)).filter((name) => !decidedNames.includes(name)),
    ).toEqual([])
  })

  test('the loader has no run-time dependencies', () => {
    const entryPoint = readFileSync(new URL('../loader/index.ts', import.meta.url), 'utf8')
    const importedPaths = [...entryPoint.matchAll(/from '([^']+)'/g)].map(([, path = '']) => path)
    // dependency-cruiser checks the loader's other files (`loader-imports-contract-only`).
    expect(importedPaths.filter((path) => !/^(\.|#contract|#loader)/.test(path))).toEqual([])
    expect(textOf('.dependency-cruiser.cjs')).toContain('loader-imports-contract-only')
  })
})
