/** A database with many expired rows, and a database whose file is overwritten. */
import { openSync, closeSync, statSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openSession, lookupStatus } from '../kit/calls.ts'
import { startServiceSite } from '../kit/site.ts'
import type { ServiceSite } from '../kit/site.ts'

const expiredRows = 250_000

let site: ServiceSite
let path: string
beforeEach(async () => {
  site = await startServiceSite('embedded')
  path = join(String(site.variables['DATA_DIR']), 'service.sqlite')
})
afterEach(() => site?.close())

/** Inserts one-time tokens that expired long ago. */
function insertExpiredTokens(): void {
  const database = new DatabaseSync(path, { enableForeignKeyConstraints: false })
  database.exec(`
    insert into auth_tokens (hash, key_id, partner_id, user, expires_at, used_at)
    with recursive many (at) as (select 1 union all select at + 1 from many where at < ${expiredRows})
    select 'expired-' || at, 'none', 'none', null, at, null from many`)
  database.close()
}

test('removes 250,000 expired rows at the start and answers reads and writes meanwhile', async () => {
  expect(await site.nodes()[0]!.stop()).toBe(0)
  insertExpiredTokens()
  const { url } = await site.addNode()
  const database = new DatabaseSync(path, { readOnly: true })
  const anyLeft = database.prepare(
    `select 1 from auth_tokens where hash >= 'expired-' and hash < 'expired.' limit 1`,
  )
  let rounds = 0
  while (anyLeft.get()) {
    expect((await fetch(`${url}/healthz`)).status).toBe(200)
    const [userId, address] = [`user-${++rounds}`, `203.0.113.${rounds % 250}`]
    const session = await openSession(url, site.credentials, { userId, address })
    expect(await lookupStatus(url, session)).toBe(200)
  }
  database.close()
  expect(rounds, 'sessions opened while rows were removed').toBeGreaterThan(3)
})

test('reports an overwritten database in /readyz, accepts no write and shuts down cleanly', async () => {
  // A shutdown checkpoints the write-ahead log into the file, which would undo the damage done here.
  expect(await site.nodes()[0]!.stop()).toBe(0)
  const { url } = await site.addNode()
  const file = openSync(path, 'r+')
  writeSync(file, Buffer.alloc(statSync(path).size, 0xa5))
  closeSync(file)
  const readiness = async () => {
    const response = await fetch(`${url}/readyz?strict`)
    return `${response.status} ${((await response.json()) as { detail?: string }).detail}`
  }
  await expect.poll(readiness).toBe('503 The store cannot be used: the database is damaged.')
  expect((await fetch(`${url}/healthz`)).status).toBe(200)
  await expect(openSession(url, site.credentials)).rejects.toThrow('503')
  expect(await site.nodes()[0]!.stop()).toBe(0)
})
