/**
 * Runs the install scripts of the packages that .ci/allowed.json names with `runs`. Part of .ci/run,
 * after the review of the packages: `.npmrc` prevents all scripts during the installation.
 */
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { packagesToRebuild } from './install-scripts.mjs'

const { installScripts } = JSON.parse(readFileSync(new URL('allowed.json', import.meta.url), 'utf8'))
const names = packagesToRebuild(installScripts)
if (names.length === 0) console.log('no package needs its install script')
else {
  const args = ['rebuild', '--ignore-scripts=false', ...names]
  process.exitCode = spawnSync('npm', args, { stdio: 'inherit' }).status ?? 1
}
