/** What ended after a backup stays ended in a store that is restored with --ended-since. */
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { dataPaths } from '#contract/api/paths.ts'
import { openDataDir } from '#service/server/config/data-dir.ts'
import { readEnvironment } from '#service/server/config/environment.ts'
import { openData } from '#service/server/open-store.ts'
import {
  clearDatabase,
  makeDatabase,
  needsPostgres,
  testServer,
} from '#service/store/postgres/test-database.fixture.ts'
import type { TestDatabase } from '#service/store/postgres/test-database.fixture.ts'
import { makeTestService } from '#service/testing/test-service.ts'
import type { Session } from '#service/store/sessions.ts'
import { runAdmin } from './commands.ts'

type Variables = Readonly<Record<string, string>>
type Issued = { id: string; subscriptionKey: string; apiKey: string; secretKey: string }
type Restored = {
  madeAt: string
  reapplied: { action: string; subject: string | null; effect: string }[] | null
  notReapplied: { action: string }[] | null
}

let folder: string
let source: Variables
let partnerId: string
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'restore-'))
  source = { DATA_DIR: join(folder, 'from') }
  mkdirSync(source['DATA_DIR']!)
  // The pepper of makeTestService.
  writeFileSync(join(source['DATA_DIR']!, 'pepper'), `${'07'.repeat(32)}\n`)
  await (await openDataDir(source['DATA_DIR']!, { kind: 'simulated' })).store.close()
  partnerId = (await json<{ id: string }>(source, 'partner', 'add', 'Acme Bank')).id
})
afterEach(() => rmSync(folder, { recursive: true }))

async function json<Value>(variables: Variables, ...words: string[]): Promise<Value> {
  const { code, out, err } = await runAdmin([...words, '--json'], variables)
  expect([code, err]).toEqual([0, ''])
  return JSON.parse(out) as Value
}

const backupFile = () => join(folder, 'backup.gz')
const issueKey = (variables: Variables = source) =>
  json<Issued>(variables, 'key', 'issue', partnerId, 'subscription')

/** An empty folder with the pepper of the replaced store. */
function emptyTarget(): Variables {
  const path = join(folder, 'to')
  mkdirSync(path)
  copyFileSync(join(source['DATA_DIR']!, 'pepper'), join(path, 'pepper'))
  return { DATA_DIR: path }
}

async function statusesOf(variables: Variables, keys: readonly string[]): Promise<readonly number[]> {
  const { store } = await openData(readEnvironment(variables))
  try {
    const service = await makeTestService({}, store, () => Date.now())
    const statuses: number[] = []
    for (const key of keys) {
      const headers = { 'Op-Subscription-Key': key }
      statuses.push((await service.get(dataPaths.why.replace('{symbol}', 'AAPL'), headers)).status)
    }
    return statuses
  } finally {
    await store.close()
  }
}

/** Opens a session of the key in the store. */
async function openSession(variables: Variables, keyId: string, id: string, user: string): Promise<void> {
  const now = Date.now()
  const session: Session = {
    id,
    cookieHash: `cookie ${id}`,
    tokenHash: `token ${id}`,
    keyId,
    partnerId,
    flow: 'authToken',
    user,
    addressBlock: '',
    origin: 'https://www.acme.com',
    instance: 'one',
    openedAt: now,
    expiresAt: now + 3_600_000,
  }
  const { store } = await openData(readEnvironment(variables))
  await store.sessions.open(session, now, 100)
  await store.close()
}

const sessionIds = async (variables: Variables) =>
  (await json<{ id: string }[]>(variables, 'session', 'list')).map(({ id }) => id).toSorted()

describe('a key that was revoked after the backup', () => {
  let revoked: Issued
  let kept: Issued
  beforeEach(async () => {
    revoked = await issueKey()
    kept = await issueKey()
    await json(source, 'backup', backupFile())
    await json(source, 'key', 'revoke', revoked.id)
  })

  test('is valid again without the audit log, and the command says so', async () => {
    const target = emptyTarget()
    const { code, out } = await runAdmin(['restore', backupFile()], target)
    expect(code).toBe(0)
    expect(out).toMatch(
      /WARNING: the backup is of \d{4}-\d\d-\d\dT.*Keys, .* that ended after it are valid again\./,
    )
    expect(out).toContain('--ended-since')
    expect(await statusesOf(target, [revoked.subscriptionKey])).toEqual([200])
  })

  test.each([
    ['folder', () => source['DATA_DIR']!],
    ['exported', exportedLog],
  ])('stays revoked with the audit log (%s) of the replaced store', async (_, place) => {
    const target = emptyTarget()
    const restored = await json<Restored>(target, 'restore', backupFile(), '--ended-since', await place())
    expect(restored.reapplied).toMatchObject([
      { action: 'key-revoked', subject: revoked.id, effect: `revoked ${revoked.id}` },
    ])
    expect(restored.notReapplied).toMatchObject([{ action: 'store-backed-up' }])
    const [latest, reapplied] = await json<{ action: string; details: object }[]>(target, 'audit', 'list')
    expect(latest).toMatchObject({ action: 'store-restored' })
    expect(reapplied).toMatchObject({ action: 'key-revoked', details: { reappliedFrom: expect.any(String) } })
    expect(await statusesOf(target, [revoked.subscriptionKey, kept.subscriptionKey])).toEqual([401, 200])
  })

  test('is not re-applied from a log that does not reach back to the backup: nothing is restored', async () => {
    const log = join(folder, 'audit.json')
    const entries = await json<object[]>(source, 'audit', 'list', '--most', '1')
    writeFileSync(log, JSON.stringify(entries))
    const target = emptyTarget()
    const { code, err } = await runAdmin(['restore', backupFile(), '--ended-since', log], target)
    expect([code, err]).toEqual([1, expect.stringContaining('does not reach back to the backup')])
    expect(await json(target, 'partner', 'list')).toEqual([])
  })

  test('is not re-applied from a place without an audit log', async () => {
    const { code, err } = await runAdmin(
      ['restore', backupFile(), '--ended-since', join(folder, 'nothing')],
      emptyTarget(),
    )
    expect([code, err]).toEqual([1, expect.stringContaining('nothing has no audit log: expected')])
  })
})

async function exportedLog(): Promise<string> {
  const path = join(folder, 'audit.json')
  const entries = await json<object[]>(source, 'audit', 'list', '--most', '1000')
  writeFileSync(path, JSON.stringify(entries))
  return path
}

test('rotations, disabled partners, removed domains and ended sessions stay ended', async () => {
  const rotated = await issueKey()
  const rotatedWithGrace = await issueKey()
  const other = (await json<{ id: string }>(source, 'partner', 'add', 'Other')).id
  const again = (await json<{ id: string }>(source, 'partner', 'add', 'Again')).id
  await json(source, 'domain', 'add', partnerId, 'https://gone.acme.com')
  await json(source, 'domain', 'add', partnerId, 'https://www.acme.com')
  for (const id of ['session1', 'session2', 'session3'])
    await openSession(source, rotatedWithGrace.id, id, `hash of ${id}`)
  await openSession(source, rotated.id, 'session4', 'hash of session4')
  await json(source, 'backup', backupFile())

  await json(source, 'key', 'rotate', rotated.id)
  const current = await json<Issued>(source, 'key', 'rotate', rotatedWithGrace.id, '--grace', '24')
  await json(source, 'partner', 'disable', other)
  await json(source, 'partner', 'disable', again)
  await json(source, 'partner', 'enable', again)
  await json(source, 'domain', 'remove', partnerId, 'https://gone.acme.com')
  await json(source, 'session', 'end', 'session1')
  await json(source, 'session', 'end', '--key', rotated.id)

  const target = emptyTarget()
  const restored = await json<Restored>(target, 'restore', backupFile(), '--ended-since', source['DATA_DIR']!)
  expect(restored.reapplied?.map(({ effect }) => effect)).toEqual([
    `ended the old secret of ${rotated.id}; the new one is not in the backup: run key rotate ${rotated.id}`,
    expect.stringMatching(
      `ends the old secret of ${rotatedWithGrace.id} .*: run key rotate ${rotatedWithGrace.id}`,
    ),
    `disabled ${other}`,
    `removed https://gone.acme.com from ${partnerId}, and ended 0 sessions on its pages`,
    'ended 1 sessions of session1',
    `ended 1 sessions of ${rotated.id}`,
  ])
  expect(
    await statusesOf(target, [
      rotated.subscriptionKey,
      rotatedWithGrace.subscriptionKey,
      current.subscriptionKey,
    ]),
  ).toEqual([401, 200, 401])
  expect(await sessionIds(target)).toEqual(['session2', 'session3'])
  expect(await json(target, 'domain', 'list', partnerId)).toEqual(['https://www.acme.com'])
  const partners = await json<{ id: string; disabledAt: string | null }[]>(target, 'partner', 'list')
  expect(partners.filter(({ disabledAt }) => disabledAt !== null).map(({ id }) => id)).toEqual([other])
  // The key has its id and a working secret after a rotation.
  const renewed = await json<Issued>(target, 'key', 'rotate', rotated.id)
  expect(await statusesOf(target, [renewed.subscriptionKey])).toEqual([200])
})

test('if the sessions of one user ended, those of all users of the partner end: the log does not name the user', async () => {
  const key = await issueKey()
  await openSession(source, key.id, 'session1', 'hash of one')
  await openSession(source, key.id, 'session2', 'hash of another')
  await json(source, 'backup', backupFile())
  await json(source, 'session', 'end', '--partner', partnerId, '--user', 'reader')
  const target = emptyTarget()
  const { out } = await runAdmin(['restore', backupFile(), '--ended-since', source['DATA_DIR']!], target)
  expect(out).toContain(
    `ended 2 sessions of ${partnerId}: those of all users, because the audit log does not name the user`,
  )
  expect(await sessionIds(target)).toEqual([])
})

test('a release that was withdrawn after the backup stays withdrawn', async () => {
  await json(source, 'backup', backupFile())
  await json(source, 'release', 'withdraw', '1.0.0', 'It has a hole', '--loader')
  const target = emptyTarget()
  await json(target, 'restore', backupFile(), '--ended-since', source['DATA_DIR']!)
  const { store } = await openData(readEnvironment(target))
  expect(await store.releases.list()).toMatchObject([
    { version: '1.0.0', withdrawal: { reason: 'It has a hole', includesLoader: true } },
  ])
  await store.close()
})

describe.skipIf(!testServer)(needsPostgres, () => {
  let database: TestDatabase
  beforeAll(async () => {
    database = await makeDatabase()
  })
  afterAll(() => database.drop())
  beforeEach(() => clearDatabase(database.url))

  test('a key stays revoked from Postgres to a folder, and from a folder to Postgres', async () => {
    const { id, subscriptionKey } = await issueKey()
    await json(source, 'backup', backupFile())
    await json(source, 'key', 'revoke', id)
    const postgres = { ...source, DATABASE_URL: database.url }
    await json(postgres, 'restore', backupFile(), '--ended-since', source['DATA_DIR']!)
    expect(await statusesOf(postgres, [subscriptionKey])).toEqual([401])
    const second = await issueKey(postgres)
    const secondBackup = join(folder, 'second.gz')
    await json(postgres, 'backup', secondBackup)
    await json(postgres, 'key', 'revoke', second.id)
    const target = emptyTarget()
    const restored = await json<Restored>(target, 'restore', secondBackup, '--ended-since', database.url)
    expect(restored.reapplied).toMatchObject([{ action: 'key-revoked', subject: second.id }])
    expect(await statusesOf(target, [subscriptionKey, second.subscriptionKey])).toEqual([401, 401])
  })
})
