/** Backup and restore of a store, and the move from SQLite to Postgres: every credential stays valid. */
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setImmediate } from 'node:timers/promises'
import { gunzipSync, gzipSync } from 'node:zlib'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { dataPaths } from '#contract/api/paths.ts'
import credentials from '#service/server/config/data-dir-1.1.0/credentials.json' with { type: 'json' }
import { readEnvironment } from '#service/server/config/environment.ts'
import { openData } from '#service/server/open-store.ts'
import {
  clearDatabase,
  makeDatabase,
  needsPostgres,
  testServer,
} from '#service/store/postgres/test-database.fixture.ts'
import type { TestDatabase } from '#service/store/postgres/test-database.fixture.ts'
import { testStartMs, makeTestService } from '#service/testing/test-service.ts'
import { runAdmin } from './commands.ts'

const fixtureFolder = join(import.meta.dirname, '../server/config/data-dir-1.1.0')
type Variables = Readonly<Record<string, string>>
type ArchiveResult = { tables: { table: string; rows: number; sha256: string }[] }

let folder: string
/** A data folder of version 1.1.0, with credentials that it issued. */
let source: Variables
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'archive-'))
  source = await dataFolder('from')
  const database = new DatabaseSync(join(source['DATA_DIR']!, 'service.sqlite'))
  database.exec(readFileSync(join(fixtureFolder, 'service.sql'), 'utf8'))
  database.close()
  // More rows of one table than one query returns.
  const { store } = await openData(readEnvironment(source))
  const points = Array.from({ length: 1_234 }, (_, index) => ({
    symbol: `S${index}`,
    iv30: Math.sqrt(index) / 7,
  }))
  await store.batches.keepVolatilities('2026-11-18', points)
  await store.close()
})
afterEach(() => rmSync(folder, { recursive: true }))

const dataFolder = async (
  name: string,
  pepper: string | null = `${'07'.repeat(32)}\n`,
): Promise<Variables> => {
  const path = join(folder, name)
  cpSync(fixtureFolder, path, { recursive: true, filter: (entry) => entry === fixtureFolder })
  if (pepper !== null) writeFileSync(join(path, 'pepper'), pepper)
  return { DATA_DIR: path }
}

const run = (variables: Variables, ...words: string[]) => runAdmin([...words, '--json'], variables)
const result = async (variables: Variables, ...words: string[]): Promise<ArchiveResult> => {
  const { code, out, err } = await run(variables, ...words)
  expect([code, err]).toEqual([0, ''])
  return JSON.parse(out) as ArchiveResult
}
const refusal = async (variables: Variables, ...words: string[]): Promise<string> => {
  const { code, err } = await run(variables, ...words)
  expect(code, err).toBe(1)
  return (JSON.parse(err) as { error: string }).error
}

/** Statuses of the service over this store for existing credentials. */
async function credentialStatuses(variables: Variables): Promise<readonly number[]> {
  const { store } = await openData(readEnvironment(variables))
  const testService = await makeTestService({}, store, () => testStartMs + 10_000)
  const status = async (headers: Record<string, string>) =>
    (await testService.get(dataPaths.why.replace('{symbol}', 'AAPL'), headers, { address: '10.1.2.3' }))
      .status
  const statuses = [
    await status({ 'Op-Subscription-Key': credentials.limited }),
    await status({ 'Op-Subscription-Key': credentials.revoked }),
    await status({ Cookie: credentials.cookie }),
    await status({ Cookie: credentials.ended }),
    await status({ Authorization: `Bearer ${credentials.legacy}` }),
    (await testService.post('/Token', { authToken: credentials.authToken, userId: 'user-1' })).status,
  ]
  await store.close()
  return statuses
}
const expectedStatuses = [200, 401, 200, 401, 200, 200]

const auditEntries = async (variables: Variables) =>
  JSON.parse((await run(variables, 'audit', 'list')).out) as unknown[]

const filePath = () => join(folder, 'backup.gz')
/** The lines without the header, which has the time. */
const isNotAudit = ({ table }: { table: string }) => table !== 'audit'
const textOf = (path: string) => gunzipSync(readFileSync(path)).toString('utf8')

describe('a backup', () => {
  test('is restored to an empty folder, where the same keys, sessions and tokens are valid', async () => {
    const { tables } = await result(source, 'backup', filePath())
    expect(tables.find(({ table }) => table === 'volatilities')?.rows).toBe(1_237)
    expect(tables.find(({ table }) => table === 'keys')?.rows).toBeGreaterThan(3)
    const target = await dataFolder('to')
    expect((await result(target, 'restore', filePath())).tables).toEqual(tables)
    expect(statSync(join(target['DATA_DIR']!, 'service.sqlite')).mode & 0o777).toBe(0o600)
    expect(await auditEntries(target)).toMatchObject([
      {
        actor: 'operator',
        action: 'store-restored',
        subject: 'backup.gz',
        details: { rows: tables.reduce((sum, { rows }) => sum + rows, 0) },
      },
    ])
    expect(await credentialStatuses(target)).toEqual(expectedStatuses)
    // Reading leaves the source unchanged.
    expect(await credentialStatuses(source)).toEqual(expectedStatuses)
  })

  test('contains no key and no pepper, is readable by its owner only, and overwrites no file', async () => {
    await result(source, 'backup', filePath())
    expect(statSync(filePath()).mode & 0o777).toBe(0o600)
    const text = textOf(filePath())
    expect(text).toContain('p_kept')
    for (const secret of [...Object.values(credentials), '07'.repeat(32)])
      expect(text).not.toContain(
        secret
          .replace(/^[^=]*=/, '')
          .split('.')
          .at(-1),
      )
    expect(await refusal(source, 'backup', filePath())).toContain('exists already')
    expect(textOf(filePath())).toBe(text)
  })

  test('is written while the service writes to the store', async () => {
    const { store } = await openData(readEnvironment(source))
    const done = new AbortController()
    const writing = (async () => {
      for (let index = 0; !done.signal.aborted; index++) {
        await store.accounts.addDomain('p_kept', `https://d${index}.com`)
        await setImmediate()
      }
    })()
    await result(source, 'backup', filePath())
    done.abort()
    await writing
    await store.close()
    const target = await dataFolder('to')
    await result(target, 'restore', filePath())
    expect(JSON.parse((await run(target, 'partner', 'list')).out)).toHaveLength(2)
  })

  test('is not restored to a store that contains data', async () => {
    const { tables: first } = await result(source, 'backup', filePath())
    expect(await refusal(source, 'restore', filePath())).toBe(
      `Nothing was restored to the store in ${source['DATA_DIR']!}: it is not empty (partners has rows), and only an empty store can be filled.`,
    )
    expect(await refusal(source, 'backup', filePath())).toBe(
      `No backup was made at ${filePath()}: a file of that name exists already, and a backup never overwrites a file.`,
    )
    const { tables: second } = await result(source, 'backup', join(folder, 'again.gz'))
    // The audit table of the second one has an entry of the first.
    expect(second.filter(isNotAudit)).toEqual(first.filter(isNotAudit))
  })

  test('is restored only with the pepper that it was made with', async () => {
    await result(source, 'backup', filePath())
    const withoutPepper = await dataFolder('without', null)
    expect(await refusal(withoutPepper, 'restore', filePath())).toContain('put the pepper')
    const otherFolder = await dataFolder('other', `${'08'.repeat(32)}\n`)
    expect(await refusal(otherFolder, 'restore', filePath())).toContain('hashed with another pepper')
    // With the right pepper the same folder is filled: the refused restore wrote nothing.
    writeFileSync(join(otherFolder['DATA_DIR']!, 'pepper'), `${'07'.repeat(32)}\n`)
    await result(otherFolder, 'restore', filePath())
    expect(JSON.parse((await run(otherFolder, 'partner', 'list')).out)).toHaveLength(2)
  })

  test.each([
    ['truncated', (bytes: Buffer) => bytes.subarray(0, bytes.length - 40)],
    ['without its last line', (bytes: Buffer) => edited(bytes, (lines) => lines.slice(0, -1))],
    ['without a row', (bytes: Buffer) => edited(bytes, (lines) => lines.toSpliced(rowOf(lines), 1))],
    [
      'with another number',
      (bytes: Buffer) =>
        edited(bytes, (lines) => lines.with(rowOf(lines), lines[rowOf(lines)]!.replace(/\d/, 'x'))),
    ],
    ['of another program', () => gzipSync('{"kind":"header","format":"other"}\n')],
    ['not compressed', () => Buffer.from('hello')],
  ])('that is %s is refused, and leaves the store empty', async (_, change) => {
    await result(source, 'backup', filePath())
    writeFileSync(filePath(), change(readFileSync(filePath())))
    const target = await dataFolder('to')
    expect(await refusal(target, 'restore', filePath())).toContain('Nothing was restored')
    expect(JSON.parse((await run(target, 'partner', 'list')).out)).toEqual([])
  })

  test('is not made without a store, and not restored without a file', async () => {
    const emptyFolder = await dataFolder('none')
    expect(await refusal(emptyFolder, 'backup', filePath())).toContain('There is no store in')
    expect(existsSync(filePath())).toBe(false)
    expect(await refusal(emptyFolder, 'restore', filePath())).toContain(
      'the file or its folder does not exist',
    )
    expect((await run(source, 'backup')).code).toBe(2)
  })
})

const edited = (bytes: Buffer, change: (lines: string[]) => string[]) =>
  gzipSync(`${change(gunzipSync(bytes).toString('utf8').trimEnd().split('\n')).join('\n')}\n`)
const rowOf = (lines: readonly string[]) => lines.findIndex((line) => line.startsWith('["'))

describe.skipIf(!testServer)(needsPostgres, () => {
  let database: TestDatabase
  beforeAll(async () => {
    database = await makeDatabase()
  })
  afterAll(() => database.drop())
  beforeEach(() => clearDatabase(database.url))

  const postgresVariables = (): Variables => ({ ...source, DATABASE_URL: database.url })

  test('a data folder is copied to it, where the same keys, sessions and tokens are valid', async () => {
    const { tables } = await result(postgresVariables(), 'store', 'copy')
    expect(await credentialStatuses(postgresVariables())).toEqual(expectedStatuses)
    const { store } = await openData(readEnvironment(postgresVariables()))
    expect((await store.accounts.list()).map(({ id }) => id)).toEqual(['p_demo', 'p_kept', 'p_demo_test'])
    expect((await store.batches.latest())?.tradingDay).toBe('2026-11-19')
    // Generated numbers continue after those of the copied rows.
    await store.batches.publish({ ...(await store.batches.latest())!, id: 'next' })
    expect((await store.batches.latest())?.id).toBe('next')
    await store.close()
    expect(tables.find(({ table }) => table === 'volatilities')?.rows).toBe(1_237)
    expect((await auditEntries(postgresVariables())).at(-1)).toMatchObject({
      action: 'store-copied',
      subject: 'from',
    })
    expect(await refusal(postgresVariables(), 'store', 'copy')).toContain('it is not empty')
  })

  test('a backup of one engine is restored to the other with the same rows', async () => {
    const { tables } = await result(source, 'backup', filePath())
    expect((await result(postgresVariables(), 'restore', filePath())).tables).toEqual(tables)
    const secondPath = join(folder, 'again.gz')
    const secondTables = (await result(postgresVariables(), 'backup', secondPath)).tables
    expect(secondTables.filter(isNotAudit)).toEqual(tables.filter(isNotAudit))
    const target = await dataFolder('to')
    expect((await result(target, 'restore', secondPath)).tables).toEqual(secondTables)
  })

  test('a copy with another pepper is refused and writes nothing', async () => {
    const otherFolder = { ...(await dataFolder('other', `${'08'.repeat(32)}\n`)), DATABASE_URL: database.url }
    expect(await refusal(otherFolder, 'store', 'copy', source['DATA_DIR']!)).toContain(
      'hashed with another pepper',
    )
    expect(JSON.parse((await run(otherFolder, 'partner', 'list')).out)).toEqual([])
  })

  test('a copy needs DATABASE_URL and a folder with a store', async () => {
    expect(await refusal(source, 'store', 'copy')).toContain('DATABASE_URL is not set')
    expect(await refusal(postgresVariables(), 'store', 'copy', folder)).toContain('There is no store in')
  })
})
