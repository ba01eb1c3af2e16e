/** The operator's command line as an operator runs it. */
import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { runAdmin } from './commands.ts'

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'admin-'))
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
    const program = fileURLToPath(new URL('../../admin.ts', import.meta.url))
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
    expect(await json('partner', 'list')).toContainEqual({ id, name: 'Acme Brokers' })
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
    )
    const rotated = await json<{ subscriptionKey: string }>('key', 'rotate', key.id)
    expect(rotated.subscriptionKey).not.toBe(key.subscriptionKey)
    await json('key', 'revoke', rotated.subscriptionKey)
    const listed = await json<{ id: string; revokedAt: string | null }[]>('key', 'list', id)
    expect(listed.find((one) => one.id === key.id)).toMatchObject({
      scopes: ['what', 'why'],
      ratePerMinute: 60,
      addresses: ['10.0.0.0/8', '::1'],
      revokedAt: expect.any(String) as string,
    })
    expect(JSON.stringify(listed)).not.toMatch(/hash/i)
  })

  test('what cannot be done is said in one line, with an exit code', async () => {
    expect(await admin('--help')).toMatchObject({
      code: 0,
      out: expect.stringContaining('key rotate') as string,
    })
    expect(await admin()).toMatchObject({ code: 2 })
    expect(await admin('partner', 'dance')).toMatchObject({
      code: 2,
      err: 'There is no command "partner dance". See --help.\n',
    })
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
    expect(await admin('key', 'revoke', 'pk_live_none', '--json')).toMatchObject({
      code: 1,
      err: '{"error":"There is no key \\"pk_live_none\\"."}\n',
    })
  })
})
