/** Only one process at a time serves from a data folder, and the folder is free after that process has ended. */
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

const lockedMessage =
  'cannot be used: another service is using it. Stop that service, or set DATA_DIR to another folder'

/** Starts a process that locks the folder. */
async function startLockHolder() {
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
  'a second process is refused with one line; after a kill the folder is free immediately',
  { timeout: 20_000 },
  async () => {
    const child = await startLockHolder()
    expect(() => lockDataDir(folder)).toThrow(lockedMessage)
    child.kill('SIGKILL')
    await once(child, 'exit')
    lockDataDir(folder)()
  },
)

test('a second lock within one process is refused until the first is released', () => {
  const release = lockDataDir(folder)
  expect(() => lockDataDir(folder)).toThrow(lockedMessage)
  release()
  lockDataDir(folder)()
  expect(statSync(join(folder, 'lock')).mode & 0o777).toBe(0o600)
})

test('a missing folder is created, readable by its owner only; a locked folder can be opened', async () => {
  const dataFolder = join(folder, 'data')
  const release = lockDataDir(dataFolder)
  expect(statSync(dataFolder).mode & 0o777).toBe(0o700)
  const { store } = await openDataDir(dataFolder, { kind: 'simulated' })
  await store.check()
  await store.close()
  release()
})

test('an unusable folder is an error that names it', () => {
  expect(() => lockDataDir('/proc/nowhere')).toThrow(/^DATA_DIR="\/proc\/nowhere" cannot be used: /)
})
