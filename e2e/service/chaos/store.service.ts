/**
 * Faults of the data folder while the service runs: a long write lock, a second process, a lost pepper, a full disk,
 * and the deletion of the database. None of them stops the service. `/readyz` reports a full disk and a deleted
 * database.
 */
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { appendFileSync, existsSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { requestToken, lookUp, openSession, tonePath } from '../kit/calls.ts'
import { startProcess } from '../kit/process.ts'
import { startServiceSite } from '../kit/site.ts'
import type { ServiceSite } from '../kit/site.ts'

const diskSize = 96 << 20

/** Mounts a small disk for the data and returns its folder; null if this user cannot mount one. */
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
  const response = await fetch(`${url()}/readyz?strict`)
  const { detail, status: reportedStatus } = (await response.json()) as { detail?: string; status?: unknown }
  return `${response.status} ${detail ?? String(reportedStatus)}`
}
const expectReadiness = (expected: string) =>
  vi.waitFor(async () => expect(await readiness()).toBe(expected), { timeout: 20_000, interval: 100 })

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
  const events: string[] = []
  const write = requestToken(url(), { apiKey: site.credentials.apiKey }).then((response) =>
    events.push(`token ${response.status}`),
  )
  const release = released.then(() => events.push('released'))
  for (let round = 0; round < 20; round++) {
    expect(await status('/healthz')).toBe(200)
    expect((await lookUp(url(), tonePath, session)).status).toBe(200)
    expect((await lookUp(url(), '/api/v1/platform/what/tradeideas', key())).status).toBe(200)
  }
  expect(events, 'events during sixty responses while the lock is held').toEqual([])
  await Promise.all([write, release])
  expect(events).toEqual(['released', 'token 200'])
})

test('refuses to start a second process on the same folder, with a one-line message', async () => {
  await expect(startProcess(site.variables)).rejects.toThrow(/another service is using it/)
  expect(await readiness()).toBe('200 ready')
})

test('never replaces a lost pepper, neither by a command nor at a start', async () => {
  const [pepper, movedPepper] = [join(folder, 'pepper'), join(folder, 'aside')]
  renameSync(pepper, movedPepper)
  await expect(site.admin('partner', 'list')).rejects.toThrow(/the pepper is missing/)
  expect(existsSync(pepper)).toBe(false)
  expect((await lookUp(url(), tonePath, key())).status).toBe(200)
  writeFileSync(pepper, `${'0'.repeat(64)}\n`)
  await expect(site.admin('partner', 'list')).rejects.toThrow(/another pepper/)
  renameSync(movedPepper, pepper)
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
  await expectReadiness('503 The store cannot be used: the disk is full.')
  expect(await status('/healthz')).toBe(200)
  expect((await lookUp(url(), tonePath, session)).status).toBe(200)
  expect((await lookUp(url(), tonePath, key())).status).toBe(200)
  rmSync(filler)
  await expectReadiness('200 ready')
  await openSession(url(), site.credentials)
})

test('accepts no write after the database is deleted, and serves callers that it has cached', async () => {
  const session = await openSession(url(), site.credentials)
  expect((await lookUp(url(), tonePath, session)).status).toBe(200)
  rmSync(join(folder, 'service.sqlite'))
  await expectReadiness(
    '503 The store cannot be used: the database file was removed or replaced: restart the service.',
  )
  expect((await requestToken(url(), { apiKey: site.credentials.apiKey })).status).toBe(503)
  expect(await status('/healthz')).toBe(200)
  const served = await lookUp(url(), tonePath, session)
  expect([served.status, served.headers.get('x-data-status')]).toEqual([200, 'stale'])
  expect((await lookUp(url(), tonePath, { key: 'sub_live_unknown' })).status).toBe(401)
  expect(await node().stop()).toBe(0)
})
