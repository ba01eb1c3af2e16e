/** `npm run admin` with an old Node prints one line instead of a stack trace of the module loader. */
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const root = fileURLToPath(new URL('../..', import.meta.url))
const { scripts } = JSON.parse(readFileSync(`${root}package.json`, 'utf8')) as { scripts: { admin: string } }

/** Runs the script of package.json without its program, as if this Node had the version. */
function runAs(version: string) {
  const [, ...args] = scripts.admin.split(' ')
  const pretend = `data:text/javascript,Object.defineProperty(process,'versions',{value:{node:'${version}'}})`
  return spawnSync(process.execPath, ['--import', pretend, ...args, '--help'], {
    cwd: root,
    encoding: 'utf8',
  })
}

test('an old Node is refused in one line', () => {
  const { status, stdout, stderr } = runAs('20.19.0')
  expect([status, stdout]).toEqual([1, ''])
  expect(stderr).toBe(
    'Node 20.19.0 is too old: use Node 24 or newer, such as node_modules/.bin/node after npm ci on Linux.\n',
  )
})

test('the supported Node runs the command', () => {
  const { status, stdout } = runAs(process.versions.node)
  expect([status, stdout]).toEqual([0, expect.stringContaining('partner add')])
})
