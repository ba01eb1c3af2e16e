/** A partner's project with our npm package installed, as built for publishing. */
import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'

export type PartnerProject = {
  readonly folder: string
  /** The installed package. */
  readonly installed: string
  /** Links these packages into the project, as if they were installed. */
  add: (...packages: string[]) => void
  /** Replaces a package by another one. */
  replace: (name: string, by: string) => void
  remove: () => void
}

const root = resolve(import.meta.dirname, '../..')

/** Builds, packs and installs the package offline: any dependency would make npm fail. */
export function startPartnerProject(): PartnerProject {
  const folder = mkdtempSync(join(tmpdir(), 'options-partner-'))
  const built = join(folder, 'built')
  const build = ['--config', 'loader/packages/vite.config.ts', '--outDir', built, '--logLevel', 'error']
  execFileSync(process.execPath, ['node_modules/vite/bin/vite.js', 'build', ...build], { cwd: root })
  writeFileSync(join(folder, 'package.json'), '{ "type": "module", "private": true }')
  const npm = (...args: string[]) =>
    execFileSync('npm', [...args, '--cache', join(folder, 'cache')], {
      cwd: folder,
      encoding: 'utf8',
      // npm's output is in the error, if any.
      stdio: 'pipe',
    })
  const [packed] = JSON.parse(npm('pack', built, '--json')) as [{ filename: string }]
  npm('install', `./${packed.filename}`, '--offline', '--no-audit', '--no-fund')

  const place = (name: string) => join(folder, 'node_modules', name)
  const link = (name: string, from: string) => {
    mkdirSync(join(place(name), '..'), { recursive: true })
    symlinkSync(join(root, 'node_modules', from), place(name))
  }

  return {
    folder,
    installed: join(folder, 'node_modules/options-analysis-service'),
    add(...packages) {
      for (const name of packages) if (!existsSync(place(name))) link(name, name)
    },
    replace(name, by) {
      rmSync(place(name))
      link(name, by)
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
}
