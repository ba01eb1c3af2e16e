/** A partner's project with our npm package installed from the tarball that would be published. */
import { execFileSync } from 'node:child_process'
import manifest from '#loader/packages/published/package.json' with { type: 'json' }
import { existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'

export type PartnerProject = {
  readonly folder: string
  /** Folder of the installed package. */
  readonly packageFolder: string
  /** Links these packages into the project, as if they were installed. */
  add: (...packages: string[]) => void
  /** Replaces a linked package by another one. */
  replace: (name: string, replacement: string) => void
  remove: () => void
}

const root = resolve(import.meta.dirname, '../..')

const npm = (folder: string, ...args: string[]) =>
  execFileSync('npm', [...args, '--cache', join(folder, 'cache')], {
    cwd: folder,
    encoding: 'utf8',
    // npm's output is in the error, if any.
    stdio: 'pipe',
  })

/** Builds the package and packs it into the folder. Returns the tarball's file name. */
export function packPackage(folder: string): string {
  const buildFolder = join(folder, 'built')
  const build = ['--config', 'loader/packages/vite.config.ts', '--outDir', buildFolder, '--logLevel', 'error']
  execFileSync(process.execPath, ['node_modules/vite/bin/vite.js', 'build', ...build], { cwd: root })
  const [tarball] = JSON.parse(npm(folder, 'pack', buildFolder, '--json')) as [{ filename: string }]
  return tarball.filename
}

/** Builds, packs and installs the package offline: any dependency would make npm fail. */
export function startPartnerProject(): PartnerProject {
  const folder = mkdtempSync(join(tmpdir(), 'options-partner-'))
  writeFileSync(join(folder, 'package.json'), '{ "type": "module", "private": true }')
  npm(folder, 'install', `./${packPackage(folder)}`, '--offline', '--no-audit', '--no-fund')

  const packagePath = (name: string) => join(folder, 'node_modules', name)
  const link = (name: string, source: string) => {
    mkdirSync(join(packagePath(name), '..'), { recursive: true })
    symlinkSync(join(root, 'node_modules', source), packagePath(name))
  }

  return {
    folder,
    packageFolder: join(folder, 'node_modules', manifest.name),
    add(...packages) {
      for (const name of packages) if (!existsSync(packagePath(name))) link(name, name)
    },
    replace(name, replacement) {
      rmSync(packagePath(name))
      link(name, replacement)
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
}
