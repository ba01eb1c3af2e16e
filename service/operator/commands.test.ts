/** The operator's command line as an operator runs it. */
import { execFile } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { DatabaseSync } from 'node:sqlite'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openDataDir } from '#service/server/config/data-dir.ts'
import { runAdmin } from './commands.ts'

let folder: string
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'admin-'))
  // As a service leaves it that has just started for the first time.
  await (await openDataDir(join(folder, 'data'), { kind: 'simulated' })).store.close()
})
afterAll(() => rmSync(folder, { recursive: true }))

const variables = () => ({ DATA_DIR: join(folder, 'data') })
const admin = (...words: string[]) => runAdmin(words, variables())
const json = async <T>(...words: string[]) => {
  const { code, out, err } = await admin(...words, '--json')
  expect([code, err]).toEqual([0, ''])
  return JSON.parse(out) as T
}

describe('admin', () => {
  test('runs as a process', { timeout: 30_000 }, async () => {
    const program = fileURLToPath(new URL('../admin.ts', import.meta.url))
    const { stdout, stderr } = await promisify(execFile)(
      process.execPath,
      [program, 'partner', 'list', '--json'],
      { env: { ...process.env, ...variables() } },
    )
    expect([JSON.parse(stdout), stderr]).toEqual([[], ''])
  })

  test('scans the market and says what came of it', { timeout: 60_000 }, async () => {
    expect(await json('scan', 'status')).toBeNull()
    const batch = await json<{ id: string; universeSize: number }>('scan', 'run')
    expect(batch.universeSize).toBeGreaterThanOrEqual(500)
    expect(await json('scan', 'status')).toEqual(batch)
    expect(batch).toMatchObject({ lastScan: { outcome: 'published', batchId: batch.id, reason: null } })
  })

  test(
    'refuses what a dead source gives, and publishes it where it is told to',
    { timeout: 60_000 },
    async () => {
      const market = join(folder, 'market')
      for (const name of ['chains-2026-08-21', 'bars-2026-08-21'])
        mkdirSync(join(market, name), { recursive: true })
      const bars = Array.from({ length: 5 }, (_, at) => `2026-08-${17 + at},10,11,9,10,1000`)
      for (const symbol of ['AAA', 'BBB', 'CCC', 'DDD']) {
        const rows = ['date,open,high,low,close,volume', ...bars].join('\n')
        writeFileSync(join(market, 'bars-2026-08-21', `${symbol}.csv`), rows)
        writeFileSync(join(market, 'chains-2026-08-21', `${symbol}.json`), '{ broken')
      }
      const at = (...words: string[]) =>
        runAdmin([...words, '--json'], { ...variables(), MARKET: `files:${market}` })
      const refused = await at('scan', 'run')
      expect(refused.code).toBe(1)
      expect(JSON.parse(refused.err)).toEqual({
        error:
          'The scan is refused: the source failed at 4 of 4 symbols: more than 2 %. There is no batch yet; --accept-failures publishes in spite of it.',
      })
      const status = JSON.parse((await at('scan', 'status')).out) as object
      expect(status).toMatchObject({ id: null, lastScan: { outcome: 'refused', counts: { failures: 4 } } })
      const accepted = await at('scan', 'run', '--accept-failures')
      expect(accepted.code).toBe(0)
      expect(JSON.parse(accepted.out)).toMatchObject({ ideas: 0, lastScan: { outcome: 'published' } })
    },
  )

  test('lists batches and goes back to one', { timeout: 60_000 }, async () => {
    type Listed = { id: string; isCurrent: boolean }[]
    const [first] = await json<Listed>('batch', 'list')
    const second = await json<{ id: string }>('scan', 'run')
    const current = (batches: Listed) => batches.filter(({ isCurrent }) => isCurrent).map(({ id }) => id)
    expect(current(await json<Listed>('batch', 'list'))).toEqual([second.id])
    expect(current(await json<Listed>('batch', 'rollback'))).toEqual([first!.id])
    expect(await json('scan', 'status')).toMatchObject({ id: first!.id })
    expect((await admin('batch', 'rollback')).err).toBe('There is no batch before the current one.\n')
    expect((await admin('batch', 'rollback', 'nix')).err).toBe('There is no batch "nix".\n')
    expect((await admin('batch', 'list')).out).toContain(`* ${first!.id}  day `)
    expect(current(await json<Listed>('batch', 'rollback', second.id))).toEqual([second.id])
  })

  test('the demo account has the same credentials every time', async () => {
    const [first, second] = [await json('demo', 'credentials'), await json('demo', 'credentials')]
    expect(Object.keys(first as object)).toEqual([
      'apiKey',
      'secretKey',
      'subscriptionKey',
      'clientId',
      'clientSecret',
      'testKey',
      'testSecretKey',
    ])
    expect(second).toEqual(first)
  })

  test('issues test keys beside live ones, to anybody but the demo account', async () => {
    const { id } = await json<{ id: string }>('partner', 'add', 'Acme QA')
    for (const [kind, prefix] of [
      ['widget', 'pk'],
      ['subscription', 'sub'],
      ['client', 'cid'],
    ] as const) {
      expect(await json('key', 'issue', id, kind, '--test')).toMatchObject({
        id: expect.stringMatching(`^${prefix}_test_`) as string,
        mode: 'test',
      })
      expect(await json('key', 'issue', id, kind)).toMatchObject({ mode: 'live' })
    }
    await json('demo', 'credentials')
    const refused = await admin('key', 'issue', 'p_demo', 'widget', '--test')
    expect([refused.code, refused.err]).toEqual([1, expect.stringContaining('configured market') as string])
  })

  test('a partner from beginning to end', async () => {
    const { id } = await json<{ id: string }>('partner', 'add', 'Acme Brokers')
    expect(await json('partner', 'list')).toContainEqual({ id, name: 'Acme Brokers', disabledAt: null })
    await json('domain', 'add', id, 'https://*.acme.com')
    expect(await json('domain', 'list', id)).toEqual(['https://*.acme.com'])
    await json('domain', 'remove', id, 'https://*.acme.com')
    expect(await json('domain', 'list', id)).toEqual([])
    expect(await json('partner', 'set', id, 'hideAnnualised', 'true')).toMatchObject({
      settings: { hideAnnualised: true },
    })
    expect(await json('partner', 'set', id, 'notice', '{"en":"Risky","de":"Riskant"}')).toMatchObject({
      settings: { hideAnnualised: true, notice: { en: 'Risky', de: 'Riskant' } },
    })
    expect(await json('partner', 'set', id, 'disclaimer', 'Mind the gap')).toMatchObject({
      settings: { disclaimer: 'Mind the gap' },
    })

    const widget = await json<{ id: string; apiKey: string; secretKey: string }>('key', 'issue', id, 'widget')
    expect(widget).toMatchObject({
      apiKey: expect.stringMatching(/^pk_live_/) as string,
      secretKey: expect.stringMatching(/^sk_live_/) as string,
    })
    const key = await json<{ id: string; subscriptionKey: string }>(
      'key',
      'issue',
      id,
      'subscription',
      '--scopes',
      'what,why',
      '--rate',
      '60',
      '--ip',
      '10.0.0.0/8,::1',
      '--certificate',
      'AB'.repeat(32),
    )
    const rotated = await json<{ subscriptionKey: string }>('key', 'rotate', key.id)
    expect(rotated.subscriptionKey).not.toBe(key.subscriptionKey)
    await json('key', 'revoke', rotated.subscriptionKey)
    const listed = await json<{ id: string; revokedAt: string | null }[]>('key', 'list', id)
    expect(listed.find((one) => one.id === key.id)).toMatchObject({
      scopes: ['what', 'why'],
      ratePerMinute: 60,
      addresses: ['10.0.0.0/8', '::1'],
      certificate: 'ab'.repeat(32),
      revokedAt: expect.any(String) as string,
    })
    expect(JSON.stringify(listed)).not.toMatch(/hash/i)
  })

  test('keeps a record of all that was changed, without a secret', async () => {
    const { id } = await json<{ id: string }>('partner', 'add', 'Audited')
    await json('domain', 'add', id, 'https://audited.com')
    await json('domain', 'add', id, 'https://audited.com')
    await json('domain', 'remove', id, 'https://audited.com')
    await json('partner', 'set', id, 'disclaimer', 'Mind the gap')
    const key = await json<{ id: string; subscriptionKey: string }>('key', 'issue', id, 'subscription')
    const rotated = await json<{ subscriptionKey: string }>('key', 'rotate', key.id, '--grace', '2')
    await json('key', 'revoke', key.id)
    expect(await json<{ disabledAt: number }>('partner', 'disable', id)).toMatchObject({ id })
    expect((await admin('partner', 'list')).out).toMatch(new RegExp(`${id}  Audited  disabled 20`))
    expect(await json('partner', 'enable', id)).toEqual({ id, disabledAt: null })
    expect(await json('session', 'end', '--partner', id)).toEqual({ ended: [] })
    type Entry = { actor: string; action: string; subject: string | null; details: object }
    const entries = await json<Entry[]>('audit', 'list', '--partner', id)
    expect(entries.toReversed().map(({ action, subject }) => [action, subject])).toEqual([
      ['partner-added', null],
      ['domain-added', 'https://audited.com'],
      ['domain-removed', 'https://audited.com'],
      ['setting-changed', 'disclaimer'],
      ['key-issued', key.id],
      ['key-rotated', key.id],
      ['key-revoked', key.id],
      ['partner-disabled', null],
      ['partner-enabled', null],
      ['sessions-ended', null],
    ])
    expect(entries.every(({ actor }) => actor === 'operator')).toBe(true)
    expect(entries.find(({ action }) => action === 'key-rotated')?.details).toEqual({
      kind: 'subscription',
      graceHours: 2,
    })
    const all = (await admin('audit', 'list', '--most', '1000')).out
    for (const secret of [key.subscriptionKey, rotated.subscriptionKey]) expect(all).not.toContain(secret)
    expect(await json<Entry[]>('audit', 'list', '--partner', id, '--most', '2')).toHaveLength(2)
  })

  test('what cannot be written down is not done', async () => {
    const { id: partnerId } = await json<{ id: string }>('partner', 'add', 'Unwritten')
    const { id } = await json<{ id: string }>('key', 'issue', partnerId, 'subscription')
    await json('domain', 'add', partnerId, 'https://unwritten.com')
    const state = async () => [
      await json('partner', 'list'),
      await json('key', 'list', partnerId),
      await json('domain', 'list', partnerId),
    ]
    const before = await state()
    const database = new DatabaseSync(join(folder, 'data', 'service.sqlite'))
    try {
      database.exec(
        `create trigger full_table before insert on audit begin select raise(abort, 'no more rows'); end`,
      )
      for (const words of [
        ['partner', 'disable', partnerId],
        ['partner', 'set', partnerId, 'hideAnnualised', 'true'],
        ['domain', 'add', partnerId, 'https://more.com'],
        ['domain', 'remove', partnerId, 'https://unwritten.com'],
        ['key', 'issue', partnerId, 'client'],
        ['key', 'rotate', id],
        ['key', 'revoke', id],
      ]) {
        const { code, err } = await admin(...words)
        expect([words, code, err]).toEqual([words, 1, expect.stringContaining('no more rows')])
      }
      expect(await state()).toEqual(before)
    } finally {
      database.exec('drop trigger if exists full_table')
      database.close()
    }
  })

  test('lists sessions, and ends none where nobody is named', async () => {
    expect(await json('session', 'list')).toEqual([])
    expect((await admin('session', 'end')).code).toBe(2)
    expect(await admin('session', 'end', 'nobody')).toMatchObject({
      code: 1,
      err: 'There is no open session "nobody".\n',
    })
    expect((await admin('audit', 'list', '--most', '0')).code).toBe(2)
  })

  test('says what the service would be run with, and keeps secrets to itself', async () => {
    const file = join(folder, 'service.conf')
    writeFileSync(file, 'REDIS_URL=redis://:hunter3@cache:6379\nMARKET=simulated\n')
    const given = {
      CONFIG_FILE: file,
      DATABASE_URL: 'postgres://options:hunter2@db.example.com/options',
      DATA_DIR: '/nowhere/that/is/there',
    }
    const { code, out } = await runAdmin(['config'], given)
    expect(code).toBe(0)
    expect(out).toMatch(
      /^DATABASE_URL +postgres:\/\/options:\*\*\*@db\.example\.com\/options {2}# environment$/m,
    )
    expect(out).toMatch(/^REDIS_URL +redis:\/\/:\*\*\*@cache:6379 {2}# file$/m)
    expect(out).toMatch(/^PORT +\(8080\)$/m)
    const data = JSON.parse((await runAdmin(['config', '--json'], given)).out) as { name: string }[]
    expect(data).toContainEqual(expect.objectContaining({ name: 'MARKET', value: 'simulated', from: 'file' }))
    expect(JSON.stringify(data) + out).not.toContain('hunter')
    expect(await runAdmin(['config'], { PORT: 'eighty' })).toMatchObject({
      code: 1,
      err: 'PORT="eighty" cannot be used: expected a port, 0 to 65535.\n',
    })
    expect(await runAdmin(['config'], { DATADIR: '/srv' })).toMatchObject({ code: 1 })
  })

  test('a command that was written wrongly is told how it is written', async () => {
    expect(await admin('partner', 'disable')).toEqual({
      code: 2,
      out: '',
      err: '<id> is missing. It is:\n  partner disable <id>                    its keys, sessions and feeds are refused at once, until it is enabled again\n',
    })
    expect((await admin('scan', 'run', '--acept-failures')).err).toMatch(
      /^Unknown option '--acept-failures'\. It is:\n {2}scan run .*\n {6}--accept-failures .*\n$/,
    )
    expect((await admin('backup')).err).toMatch(/^<file> is missing\. It is:\n {2}backup <file> /)
    expect((await admin('partner', 'disable', '--json')).err).toBe('{"error":"<id> is missing"}\n')
  })

  test('where there is no store none is made to answer for it, but by what begins one', async () => {
    const elsewhere = join(folder, 'elsewhere')
    const at = (...words: string[]) => runAdmin(words, { DATA_DIR: elsewhere })
    for (const words of [
      ['scan', 'status'],
      ['partner', 'list'],
      ['session', 'end', '--user', 'u'],
    ])
      expect(await at(...words)).toEqual({
        code: 1,
        out: '',
        err: `There is no store in ${elsewhere}: DATA_DIR names the folder (by itself .data), and must be the one the service runs with.\n`,
      })
    expect(existsSync(elsewhere)).toBe(false)
    expect(await at('partner', 'add', 'Acme')).toMatchObject({ code: 0 })
    expect((await at('partner', 'list')).out).toContain('Acme')
  })

  test('of a partner that there is not, nothing is listed or ended as if all were well', async () => {
    for (const words of [
      ['session', 'list'],
      ['session', 'end'],
      ['audit', 'list'],
    ])
      expect(await admin(...words, '--partner', 'p_none')).toEqual({
        code: 1,
        out: '',
        err: 'There is no partner "p_none".\n',
      })
  })

  test('what cannot be done is said in one line, with an exit code', async () => {
    expect(await admin('--help')).toMatchObject({
      code: 0,
      out: expect.stringContaining('key rotate') as string,
    })
    expect(await admin()).toMatchObject({ code: 2 })
    expect(await admin('partner', 'dance')).toMatchObject({
      code: 2,
      err: 'There is no command "partner dance"; there is partner add, partner list, partner disable, partner enable, partner set. See --help.\n',
    })
    expect((await admin('dance')).err).toBe('There is no command "dance". See --help.\n')
    expect(await admin('domain', 'add', 'p_none', 'https://a.com')).toEqual({
      code: 1,
      out: '',
      err: 'There is no partner "p_none".\n',
    })
    expect(await admin('domain', 'add', 'p_demo', 'https://*.com')).toMatchObject({
      code: 1,
      err: expect.stringContaining('full host name') as string,
    })
    expect(await admin('key', 'issue', 'p_demo', 'subscription', '--scopes', 'all')).toMatchObject({
      code: 1,
    })
    expect(await admin('key', 'issue', 'p_demo', 'subscription', '--certificate', 'ab:cd')).toMatchObject({
      code: 1,
      err: expect.stringContaining('64 hex digits') as string,
    })
    expect(await admin('key', 'revoke', 'pk_live_none', '--json')).toMatchObject({
      code: 1,
      err: '{"error":"There is no key \\"pk_live_none\\"."}\n',
    })
  })
})
