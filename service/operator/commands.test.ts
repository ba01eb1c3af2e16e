/** Operator commands, run against an embedded store. */
import { execFile } from 'node:child_process'
import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { describe, expect, test } from 'vitest'
import { setUpAdmin } from './admin.fixture.ts'
import { interFile } from './fonts/font-files.fixture.ts'
import { commandTree, runAdmin } from './commands.ts'

const { admin, folder, json, variables } = setUpAdmin()

const commandNames = Object.entries(commandTree).flatMap(([group, entry]) =>
  'commands' in entry ? Object.keys(entry.commands).map((verb) => `${group} ${verb}`) : [group],
)

/** Names of times that are numbers instead of ISO texts. */
function numericTimesIn(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, item]) =>
    typeof item === 'number' && /^(at|.*(At|Until|From))$/.test(name) ? [name] : numericTimesIn(item),
  )
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

  test('every command prints one JSON value with --json', async () => {
    const { id } = await json<{ id: string }>('partner', 'add', 'Json Ltd')
    const key = await json<{ id: string }>('key', 'issue', id, 'client')
    const backup = join(folder(), 'json.gz')
    const argumentsByCommand: Readonly<Record<string, readonly string[]>> = {
      'partner add': ['Json Two'],
      'partner list': [],
      'partner show': [id],
      'partner rename': [id, 'Json One'],
      'partner reset': [id, 'hideAnnualised'],
      'partner disable': [id],
      'partner enable': [id],
      'partner set': [id, 'hideAnnualised', 'true'],
      'domain add': [id, 'https://json.com'],
      'domain remove': [id, 'https://json.com'],
      'domain list': [id],
      'key issue': [id, 'widget'],
      'key rotate': [key.id],
      'key revoke': [key.id],
      'key list': [],
      'font add': [id, interFile, '--licence-confirmed'],
      'font list': [id],
      'session list': [],
      'session end': ['--user', 'u'],
      'audit list': [],
      'scan status': [],
      'batch list': [],
      'market status': [],
      'market plan': [],
      'record key': [],
      'release list': [],
      'usage report': ['2026-08'],
      'demo credentials': [],
      backup: [backup],
      config: [],
    }
    // Other tests read the JSON of these: scans take seconds, a font id is random, releases need a folder, and the last two
    // need an empty store.
    const testedElsewhere = [
      'scan run',
      'batch rollback',
      'font remove',
      'record verify',
      'release promote',
      'release withdraw',
      'release reinstate',
      'market record',
      'market check',
      'restore',
      'store copy',
    ]
    expect([...Object.keys(argumentsByCommand), ...testedElsewhere].toSorted()).toEqual(
      [...commandNames].toSorted(),
    )
    for (const [name, words] of Object.entries(argumentsByCommand)) {
      const { code, out, err } = await admin(...name.split(' '), ...words, '--json')
      expect([name, code, err]).toEqual([name, 0, ''])
      expect(() => JSON.parse(out) as unknown, name).not.toThrow()
      expect(numericTimesIn(JSON.parse(out)), name).toEqual([])
    }
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
    const { testKey, testSecretKey, ...demoKeys } = first as Record<string, string>
    for (const key of Object.values(demoKeys)) expect(key).toMatch(/^[a-z]+_demo_/)
    for (const key of [testKey, testSecretKey]) expect(key).toMatch(/^[ps]k_test_/)
  })

  test('an account has test keys and live keys; the demo account gets no test keys', async () => {
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

  test('a partner is added, configured, and given keys that are rotated and revoked', async () => {
    const { id } = await json<{ id: string }>('partner', 'add', 'Acme Brokers')
    expect(await json('partner', 'list')).toContainEqual({
      id,
      name: 'Acme Brokers',
      data: 'none',
      disabledAt: null,
    })
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
    expect(await json('partner', 'set', id, 'hideRecord', 'true')).toMatchObject({
      settings: { hideAnnualised: true, hideRecord: true },
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
      // As `openssl x509 -noout -fingerprint -sha256` prints it.
      `sha256 Fingerprint=${Array.from({ length: 32 }, () => 'AB').join(':')}`,
    )
    const rotated = await json<{ subscriptionKey: string }>('key', 'rotate', key.id)
    expect(rotated.subscriptionKey).not.toBe(key.subscriptionKey)
    await json('key', 'revoke', rotated.subscriptionKey)
    const listed = await json<{ id: string; revokedAt: string | null }[]>('key', 'list', id)
    expect(listed.find((item) => item.id === key.id)).toMatchObject({
      scopes: ['what', 'why'],
      ratePerMinute: 60,
      addresses: ['10.0.0.0/8', '::1'],
      certificate: 'ab'.repeat(32),
      revokedAt: expect.any(String) as string,
    })
    expect(JSON.stringify(listed)).not.toMatch(/hash/i)
  })

  test('a key is issued with an expiry date, which the list has', async () => {
    const { id: partnerId } = await json<{ id: string }>('partner', 'add', 'Trial Bank')
    const { id } = await json<{ id: string }>('key', 'issue', partnerId, 'widget', '--expires', '2099-01-31')
    expect(await json('key', 'list', partnerId)).toMatchObject([
      { id, expiresAt: '2099-01-31T00:00:00.000Z' },
    ])
    expect((await admin('key', 'list', partnerId)).out).toContain('active until 2099-01-31T00:00:00.000Z')
    await json('key', 'issue', partnerId, 'client', '--expires=2099-01-31T18:00+02:00')
    expect((await admin('key', 'list', partnerId)).out).toContain('active until 2099-01-31T16:00:00.000Z')
    for (const text of ['soon', '2099-13-01', '31.01.2099', '2099-01-31T18:00'])
      expect(await admin('key', 'issue', partnerId, 'widget', '--expires', text)).toMatchObject({
        code: 2,
        err: expect.stringContaining('must be a date such as 2027-01-31') as string,
      })
    expect(await admin('key', 'issue', partnerId, 'widget', '--expires', '2020-01-01')).toMatchObject({
      code: 1,
      err: 'The key would expire in the past: 2020-01-01T00:00:00.000Z.\n',
    })
    const database = new DatabaseSync(join(folder(), 'data', 'service.sqlite'))
    database.prepare('update keys set expires_at = 1000 where id = ?').run(id)
    database.close()
    expect((await admin('key', 'list', partnerId)).out).toContain('expired 1970-01-01T00:00:01.000Z')
    expect((await admin('key', 'rotate', id)).err).toBe(
      `The key ${id} expired 1970-01-01T00:00:01.000Z: issue a new one.\n`,
    )
  })

  test('the id of a subscription key is shown beside it, and the list has the mode of each key', async () => {
    const { id: partnerId } = await json<{ id: string }>('partner', 'add', 'Key Ids')
    const { out } = await admin('key', 'issue', partnerId, 'subscription', '--test')
    const id = /^id: (sub_test_\w+)$/m.exec(out)?.[1]
    expect(await json('key', 'list', partnerId)).toMatchObject([{ id, mode: 'test' }])
    expect((await admin('key', 'rotate', id!)).out).toContain(`id: ${id}\n`)
  })

  test('sessions are listed, and none is ended without a selection', async () => {
    expect(await json('session', 'list')).toEqual([])
    expect(await admin('session', 'end')).toEqual({
      code: 2,
      out: '',
      err: '<session id>, --partner, --key or --user is missing\nUsage: admin session end [options] [session id]\nHelp: admin session end --help\n',
    })
    expect(await admin('session', 'end', 'nobody')).toMatchObject({
      code: 1,
      err: 'There is no open session "nobody".\n',
    })
  })

  test('config prints the effective settings with passwords masked', async () => {
    const file = join(folder(), 'service.conf')
    writeFileSync(file, 'REDIS_URL=redis://:hunter3@cache:6379\nMARKET=simulated\n')
    const configVariables = {
      CONFIG_FILE: file,
      DATABASE_URL: 'postgres://options:hunter2@127.0.0.1:1/options',
      DATA_DIR: '/nowhere/that/is/there',
    }
    const { code, out } = await runAdmin(['config'], configVariables)
    // There is no such database.
    expect(code).toBe(1)
    expect(out).toMatch(/^DATABASE_URL cannot be used: /m)
    expect(out).toMatch(
      /^DATABASE_URL +postgres:\/\/options:\*\*\*@127\.0\.0\.1:1\/options {2}# environment$/m,
    )
    expect(out).toMatch(/^REDIS_URL +redis:\/\/:\*\*\*@cache:6379 {2}# file$/m)
    expect(out).toMatch(/^PORT +\(8080\)$/m)
    const data = JSON.parse((await runAdmin(['config', '--json'], configVariables)).out) as { name: string }[]
    expect(data).toContainEqual(expect.objectContaining({ name: 'MARKET', value: 'simulated', from: 'file' }))
    expect(JSON.stringify(data) + out).not.toContain('hunter')
    expect(await runAdmin(['config'], { PORT: 'eighty' })).toMatchObject({
      code: 1,
      err: 'PORT="eighty" cannot be used: expected a port, 0 to 65535.\n',
    })
    expect(await runAdmin(['config'], { DATADIR: '/srv' })).toMatchObject({ code: 1 })
  })

  test('a command does not create a missing store, except partner add', async () => {
    const missingFolder = join(folder(), 'elsewhere')
    const runInMissingFolder = (...words: string[]) => runAdmin(words, { DATA_DIR: missingFolder })
    for (const words of [
      ['scan', 'status'],
      ['partner', 'list'],
      ['demo', 'credentials'],
      ['session', 'end', '--user', 'u'],
    ])
      expect(await runInMissingFolder(...words)).toEqual({
        code: 1,
        out: '',
        err: `There is no store in ${missingFolder}: DATA_DIR names the folder (default .data), and must be the one that the service runs with.\n`,
      })
    expect(existsSync(missingFolder)).toBe(false)
    expect(await runInMissingFolder('partner', 'add', 'Acme')).toMatchObject({ code: 0 })
    expect((await runInMissingFolder('partner', 'list')).out).toContain('Acme')
  })

  test('a command refuses REDIS_URL without a database that the nodes share', async () => {
    for (const words of [
      ['partner', 'list'],
      ['partner', 'add', 'Alone'],
    ])
      expect(await runAdmin(words, { ...variables(), REDIS_URL: 'redis://127.0.0.1:1' })).toMatchObject({
        code: 1,
        out: '',
        err: expect.stringContaining('REDIS_URL is set, but DATABASE_URL is not') as string,
      })
    expect((await admin('partner', 'list')).out).not.toContain('Alone')
  })

  test('a command refuses the id of a partner that does not exist', async () => {
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

  test('a failed command prints one line on standard error and exits with 1', async () => {
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
