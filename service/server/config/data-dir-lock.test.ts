/** A data folder is served from by one process at a time, and is free again however that ended. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { lockDataDir } from './data-dir-lock.ts'
import { openDataDir } from './data-dir.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'locked-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

const taken = 'cannot be used: another service is running on it. Stop that one, or use a folder of its own'

/** A process that holds the lock and reports it. */
async function holder() {
  const program = `
    const { lockDataDir } = await import(${JSON.stringify(fileURLToPath(new URL('./data-dir-lock.ts', import.meta.url)))})
    lockDataDir(process.argv[1])
    console.log('locked')
    setInterval(() => {}, 1000)`
  const child = spawn(process.execPath, ['--input-type=module', '-e', program, folder], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  await once(child.stdout, 'data')
  return child
}

test(
  'a second process is refused in one line; after a kill the folder is free at once',
  { timeout: 20_000 },
  async () => {
    const child = await holder()
    expect(() => lockDataDir(folder)).toThrow(taken)
    child.kill('SIGKILL')
    await once(child, 'exit')
    lockDataDir(folder)()
  },
)

test('the same within a process, until it is released', () => {
  const release = lockDataDir(folder)
  expect(() => lockDataDir(folder)).toThrow(taken)
  release()
  lockDataDir(folder)()
  expect(statSync(join(folder, 'lock')).mode & 0o777).toBe(0o600)
})

test('a folder that is not there is made, for its owner alone; commands work beside the lock', async () => {
  const inside = join(folder, 'data')
  const release = lockDataDir(inside)
  expect(statSync(inside).mode & 0o777).toBe(0o700)
  const { store } = await openDataDir(inside, { kind: 'simulated' })
  await store.check()
  await store.close()
  release()
})

test('one that cannot be used is said so', () => {
  expect(() => lockDataDir('/proc/nowhere')).toThrow(/^DATA_DIR="\/proc\/nowhere" cannot be used: /)
})
