/**
 * Faults of a data folder under the running service: a persistent lock, a full disk, a lost pepper, a second
 * process, finally the deletion of the database itself. `/readyz` reports each, none stops the service, and
 * no acknowledged write is lost.
 */
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { appendFileSync, existsSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { askToken, lookUp, openSession, tone } from '../kit/calls.ts'
import { startProcess } from '../kit/process.ts'
import { startServiceSite } from '../kit/site.ts'
import type { ServiceSite } from '../kit/site.ts'

const diskSize = 96 << 20

/** A small separate disk for the data; null if this user cannot mount one. */
function mountSmallDisk(): string | null {
  const folder = mkdtempSync(join(tmpdir(), 'small-disk-'))
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${diskSize},mode=700`, 'tmpfs', folder], {
      stdio: 'ignore',
    })
    return folder
  } catch {
    rmSync(folder, { recursive: true })
    return null
  }
}

let disk: string | null
let site: ServiceSite
let folder: string
beforeAll(async () => {
  disk = mountSmallDisk()
  site = await startServiceSite('embedded', disk === null ? {} : { variables: { DATA_DIR: disk } })
  folder = String(site.variables['DATA_DIR'])
}, 180_000)
afterAll(async () => {
  await site?.close()
  if (disk === null) return
  execFileSync('umount', ['-l', disk])
  rmSync(disk, { recursive: true, force: true })
})

const node = () => site.nodes()[0]!
const url = () => node().url
const key = () => ({ key: site.credentials.subscriptionKey })
const status = async (path: string) => (await fetch(url() + path)).status
const readiness = async () => {
  const answer = await fetch(`${url()}/readyz`)
  const { detail, status: told } = (await answer.json()) as { detail?: string; status?: unknown }
  return `${answer.status} ${detail ?? String(told)}`
}
const becomes = (said: string) =>
  vi.waitFor(async () => expect(await readiness()).toBe(said), { timeout: 20_000, interval: 100 })

/** Starts a process that holds the database's write lock for a given time and exits. */
async function holdLock(ms: number): Promise<{ readonly released: Promise<unknown> }> {
  const program = `
    const database = new (require('node:sqlite').DatabaseSync)(process.argv[1])
    database.exec('begin immediate')
    console.log('held')
    setTimeout(() => process.exit(), ${ms})`
  const child = spawn(process.execPath, ['-e', program, join(folder, 'service.sqlite')], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const released = once(child, 'exit')
  await once(child.stdout, 'data')
  return { released }
}

test('answers reads and health checks while another process holds the write lock, and then completes the write', async () => {
  const session = await openSession(url(), site.credentials)
  const { released } = await holdLock(3000)
  const done: string[] = []
  const write = askToken(url(), { apiKey: site.credentials.apiKey }).then((answer) =>
    done.push(`token ${answer.status}`),
  )
  const release = released.then(() => done.push('released'))
  for (let round = 0; round < 20; round++) {
    expect(await status('/healthz')).toBe(200)
    expect((await lookUp(url(), tone, session)).status).toBe(200)
    expect((await lookUp(url(), '/api/v1/platform/what/tradeideas', key())).status).toBe(200)
  }
  expect(done, 'sixty answers while the lock is held').toEqual([])
  await Promise.all([write, release])
  expect(done).toEqual(['released', 'token 200'])
})

test('refuses to start a second process on the same folder, with a one-line message', async () => {
  await expect(startProcess(site.variables)).rejects.toThrow(/another service is running on it/)
  expect(await readiness()).toBe('200 ready')
})

test('never replaces a lost pepper, neither by a command nor at a start', async () => {
  const [pepper, aside] = [join(folder, 'pepper'), join(folder, 'aside')]
  renameSync(pepper, aside)
  await expect(site.admin('partner', 'list')).rejects.toThrow(/the pepper is missing/)
  expect(existsSync(pepper)).toBe(false)
  expect((await lookUp(url(), tone, key())).status).toBe(200)
  writeFileSync(pepper, `${'0'.repeat(64)}\n`)
  await expect(site.admin('partner', 'list')).rejects.toThrow(/another pepper/)
  renameSync(aside, pepper)
  await site.admin('partner', 'list')
})

test('reports a full disk, keeps answering lookups, and recovers once there is space', async (context) => {
  if (disk === null) return context.skip('skipped: no small disk can be mounted here')
  const session = await openSession(url(), site.credentials)
  const filler = join(disk, 'filler')
  const block = new Uint8Array(64 * 1024)
  expect(() => {
    for (;;) appendFileSync(filler, block)
  }).toThrow('ENOSPC')
  await becomes('503 The store cannot be used: the disk is full.')
  expect(await status('/healthz')).toBe(200)
  expect((await lookUp(url(), tone, session)).status).toBe(200)
  expect((await lookUp(url(), tone, key())).status).toBe(200)
  rmSync(filler)
  await becomes('200 ready')
  await openSession(url(), site.credentials)
})

test('accepts no write after the database is deleted, and serves known callers for a minute', async () => {
  const session = await openSession(url(), site.credentials)
  expect((await lookUp(url(), tone, session)).status).toBe(200)
  rmSync(join(folder, 'service.sqlite'))
  await becomes(
    '503 The store cannot be used: the database file was removed or replaced: restart the service.',
  )
  expect((await askToken(url(), { apiKey: site.credentials.apiKey })).status).toBe(503)
  expect(await status('/healthz')).toBe(200)
  const served = await lookUp(url(), tone, session)
  expect([served.status, served.headers.get('x-data-status')]).toEqual([200, 'stale'])
  expect((await lookUp(url(), tone, { key: 'sub_live_unknown' })).status).toBe(401)
  expect(await node().stop()).toBe(0)
})
