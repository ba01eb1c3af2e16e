/** Market data by command: status, recording, check, plan. */
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, describe, expect, test } from 'vitest'
import { VendorError } from '#service/markets/kit/vendor-error.ts'
import type { Market } from '#service/markets/market.ts'
import { registerMarket } from '#service/markets/registry.ts'
import { marketAt } from '#service/markets/simulated/simulated.fixture.ts'
import type { MarketSource } from '#service/markets/source.ts'
import type { Stop } from '#service/shared/stop.ts'
import { runAdmin } from '#service/operator/commands.ts'

const scratchFolder = mkdtempSync(join(tmpdir(), 'market-commands-'))
afterAll(() => rmSync(scratchFolder, { recursive: true }))
const newFolder = () => join(mkdtempSync(join(scratchFolder, 'data-')), 'recording')

let unregister: Stop = () => {}
afterEach(() => unregister())

const base = marketAt('2026-11-23T21:30:00Z')

/** Registers a vendor whose market differs from the simulated one, and returns its environment. */
function vendor(changes: Partial<Market> = {}, row: Partial<MarketSource> = {}) {
  unregister = registerMarket({
    kind: 'acme',
    syntax: 'acme',
    meaning: 'a vendor of tests',
    opensInWorkers: false,
    parse: (value) => (value === 'acme' ? { kind: 'acme' } : undefined),
    name: () => 'acme',
    open: async () => ({ ...base, ...changes }),
    ...row,
  })
  return { MARKET: 'acme', DATA_DIR: '/nowhere/that/exists' }
}

type Output = { code: number; out: string; err: string }
const json = ({ code, out, err }: Output) => ({ code, err, data: JSON.parse(out) as unknown })

describe('market record', () => {
  test('writes a folder that `market check` accepts and that MARKET=files: replays', async () => {
    const [folder, variables] = [newFolder(), vendor()]
    expect(await runAdmin(['market', 'record', 'aapl, brk-b', '--to', folder], variables)).toEqual({
      code: 0,
      out: `Recorded 2026-11-23 to ${folder}: symbols read 3, kept 0.\n`,
      err: '',
    })
    const checked = await runAdmin(['market', 'check', folder], variables)
    expect(checked).toMatchObject({ code: 0, err: '' })
    expect(checked.out).toMatch(
      /^3 symbols and \d+ contracts of 2026-11-23, recorded 2026-11-23T21:30:00\.000Z from simulated: 0 errors, 0 warnings\.\n$/,
    )
    const status = await runAdmin(['market', 'status', '--json'], { MARKET: `files:${folder}` })
    expect(status.code).toBe(0)
    const again = json(
      await runAdmin(['market', 'record', 'AAPL,BRK.B', '--to', folder, '--json'], variables),
    )
    expect(again).toEqual({
      code: 0,
      err: '',
      data: { folder, day: '2026-11-23', recorded: 0, kept: 3, failures: [], stopped: null },
    })
    const overwritten = await runAdmin(
      ['market', 'record', 'AAPL', '--overwrite', '--to', folder, '--json'],
      variables,
    )
    expect(json(overwritten).data).toMatchObject({ recorded: 2, kept: 0 })
  })

  test('records the universe', async () => {
    const folder = newFolder()
    const variables = vendor({ universe: async () => ['AAPL', 'F'] })
    expect(await runAdmin(['market', 'record', 'universe', '--to', folder], variables)).toMatchObject({
      code: 0,
    })
    expect(readdirSync(join(folder, 'chains-2026-11-23'))).toEqual([
      'AAPL.json.gz',
      'F.json.gz',
      'SPY.json.gz',
    ])
  })

  test('lists what could not be read, and exits with 1', async () => {
    const folder = newFolder()
    const variables = vendor({
      earnings: (symbol) =>
        symbol === 'AAPL'
          ? Promise.reject(new VendorError('unavailable', 'Acme: no response'))
          : base.earnings(symbol),
    })
    expect(await runAdmin(['market', 'record', 'AAPL,NOSUCH', '--to', folder], variables)).toEqual({
      code: 1,
      out: [
        `Recorded 2026-11-23 to ${folder}: symbols read 1, kept 0.`,
        '2 failures:',
        '  AAPL earnings: Acme: no response',
        '  NOSUCH profile: simulated does not know the symbol',
        'Repeat the command to read what is missing.',
        '',
      ].join('\n'),
      err: '',
    })
  })

  test('refuses words that are no symbols, and a folder that cannot be written', async () => {
    const variables = vendor({ universe: () => Promise.reject(new Error('Acme: no response')) })
    const refused = (...words: string[]) => runAdmin(['market', 'record', ...words], variables)
    expect(await refused('AAPL,N$')).toMatchObject({
      code: 2,
      err: expect.stringMatching(/^"N\$" is not a symbol: expected symbols such as AAPL,SPY/) as string,
    })
    expect(await refused(',')).toMatchObject({ code: 2 })
    expect(await refused('universe')).toMatchObject({
      code: 1,
      err: 'The list of symbols cannot be read: Acme: no response.\n',
    })
    const file = join(scratchFolder, 'file')
    writeFileSync(file, '')
    expect(await refused('AAPL', '--to', file)).toMatchObject({
      code: 1,
      err: expect.stringMatching(/^The recording to .*file failed: EEXIST/) as string,
    })
  })
})

describe('market check', () => {
  test('names broken files with their line and exits with 1; warnings alone are no failure', async () => {
    const [folder, variables] = [newFolder(), vendor()]
    await runAdmin(['market', 'record', 'AAPL', '--to', folder], variables)
    rmSync(join(folder, 'chains-2026-11-23/AAPL.json.gz'))
    const warned = await runAdmin(['market', 'check', folder], variables)
    expect(warned.code).toBe(0)
    expect(warned.out).toMatch(/^warning {2}chains-2026-11-23: bars but no chain: 1 symbol: AAPL\n/)

    const bars = readdirSync(folder).find((name) => name.startsWith('bars-')) ?? ''
    const path = join(folder, bars, 'AAPL.csv')
    const lines = readFileSync(path, 'utf8').split('\n')
    lines[16] = 'not,a,bar'
    writeFileSync(path, lines.join('\n'))
    const broken = json(await runAdmin(['market', 'check', folder, '--json'], variables))
    expect(broken.code).toBe(1)
    expect(broken.data).toMatchObject({
      errors: [{ file: `${bars}/AAPL.csv`, line: 17, problem: 'date: expected YYYY-MM-DD, got "not"' }],
      symbols: 1,
    })
    expect((await runAdmin(['market', 'check', folder], variables)).out).toMatch(
      /^error {4}bars-.*\/AAPL\.csv:17: date: expected YYYY-MM-DD, got "not"\n/,
    )
  })

  test('fails for a folder that does not exist', async () => {
    expect(await runAdmin(['market', 'check', '/nowhere/that/exists'], vendor())).toMatchObject({
      code: 1,
      out: '',
      err: expect.stringMatching(/^The check failed: market data folder \/nowhere.*ENOENT/) as string,
    })
  })
})

describe('market status', () => {
  const licensed = { ...base.capabilities().quotes!, source: 'Acme', isLicensed: true }
  type Status = { capabilities: { capability: string; error: string | null; state?: string }[] }

  const statusOf = ({ code, out }: Output) => ({ code, data: JSON.parse(out) as Status })

  test('prints source, class, delay, licence and state of each kind of data', async () => {
    const variables = vendor({
      capabilities: () => ({
        ...base.capabilities(),
        quotes: { ...licensed, dataClass: 'delayed', delayedSeconds: 900 },
        news: null,
      }),
    })
    const { code, out, err } = await runAdmin(['market', 'status'], variables)
    expect([code, err]).toEqual([0, ''])
    const lines = out.replaceAll(/\d+ ms/g, '1 ms').split('\n')
    expect(lines.slice(0, 3).map((line) => line.split(/ {2,}/))).toEqual([
      ['data', 'source', 'class', 'delay', 'licence', 'state', 'call'],
      ['quotes', 'Acme', 'delayed', '900 s', 'per partner', 'working', 'ok, 1 ms'],
      ['chains', 'simulated', 'real-time', '0 s', 'unrestricted', 'working', 'ok, 1 ms'],
    ])
    expect(lines).toContain('news        not provided')
  })

  test('exits with 1 if the vendor refuses the key for a kind of data', async () => {
    let isDenied = false
    const variables = vendor({
      chain() {
        isDenied = true
        return Promise.reject(new VendorError('denied', 'Acme refuses the key (403): buy options data.'))
      },
      capabilities: () => ({
        ...base.capabilities(),
        chains: { ...licensed, state: isDenied ? 'denied' : 'working' },
      }),
    })
    const { code, data } = statusOf(await runAdmin(['market', 'status', '--json'], variables))
    expect(code).toBe(1)
    expect(data.capabilities.find(({ capability }) => capability === 'chains')).toMatchObject({
      state: 'denied',
      error: 'Acme refuses the key (403): buy options data.',
    })
    expect(data.capabilities.filter(({ error }) => error !== null)).toHaveLength(1)
  })

  test.each([
    ['quote', { quote: async () => undefined }, 'no quote of SPY'],
    ['chain', { chain: async () => undefined }, 'no options of SPY'],
    ['bars', { bars: async () => undefined }, 'no bars of SPY'],
    ['profile', { profile: async () => undefined }, 'no profile of SPY'],
  ] satisfies [string, Partial<Market>, string][])(
    'exits with 1 without a %s',
    async (_, changes, reason) => {
      const { code, data } = statusOf(await runAdmin(['market', 'status', '--json'], vendor(changes)))
      expect(code).toBe(1)
      expect(data.capabilities.map(({ error }) => error)).toContain(reason)
    },
  )

  test('exits with 1 if a part is failing, although earlier values are served', async () => {
    const variables = vendor({
      capabilities: () => ({ ...base.capabilities(), quotes: { ...licensed, state: 'failing' } }),
    })
    expect(await runAdmin(['market', 'status'], variables)).toMatchObject({ code: 1, err: '' })
  })

  test('closes the market', async () => {
    let isClosed = false
    await runAdmin(['market', 'status'], vendor({ close: async () => void (isClosed = true) }))
    expect(isClosed).toBe(true)
  })
})

describe('market plan', () => {
  type Plan = {
    market: string
    symbols: number
    sources: { kind: string; calls: number; minutes: number | null; isConfigured: boolean }[]
  }
  const planOf = ({ out }: Output) => ({ data: JSON.parse(out) as Plan })
  const row: Partial<MarketSource> = {
    plan: (symbols) => ({
      calls: 3 * symbols + 1,
      perMinute: 120,
      note: 'three calls a symbol',
      connections: 'ceil(contracts / 500)',
    }),
  }

  test('computes the calls of every vendor and the time at its limit', async () => {
    const { data } = planOf(
      await runAdmin(['market', 'plan', '--symbols', '2000', '--json'], vendor({}, row)),
    )
    expect(data).toMatchObject({ market: 'acme', symbols: 2000 })
    expect(data.sources.find(({ kind }) => kind === 'acme')).toEqual({
      kind: 'acme',
      calls: 6001,
      perMinute: 120,
      minutes: 51,
      connections: 'ceil(contracts / 500)',
      note: 'three calls a symbol',
      isConfigured: true,
    })
    expect(data.sources.filter(({ isConfigured }) => isConfigured)).toHaveLength(1)
    for (const kind of ['massive', 'tradier', 'cboe'])
      expect(data.sources.find((source) => source.kind === kind)?.calls, kind).toBeGreaterThanOrEqual(2000)
  })

  test('is for 6,000 symbols unless told otherwise, and marks the sources of MARKET', async () => {
    const { out } = await runAdmin(['market', 'plan'], vendor({}, row))
    expect(out).toContain('Calls of a scan of 6000 symbols.')
    expect(out).toContain(
      '* acme: 18001 calls, 120 a minute: 2 h 31 min\n    three calls a symbol\n    streaming connections: ceil(contracts / 500)\n',
    )
    expect(out).toContain('  tradier: ')
    expect((await runAdmin(['market', 'plan'], { MARKET: 'simulated' })).out).toContain(
      'MARKET=simulated calls no vendor.',
    )
  })

  test('marks each part of a composed market', async () => {
    vendor({}, row)
    const { data } = planOf(
      await runAdmin(['market', 'plan', '--json'], { MARKET: 'bars:simulated,quotes:simulated,chains:acme' }),
    )
    expect(data.sources.filter(({ isConfigured }) => isConfigured).map(({ kind }) => kind)).toEqual(['acme'])
  })
})
