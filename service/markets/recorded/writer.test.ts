/** A recording of any market replays it. */
import {
  closeSync,
  existsSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, describe, expect, test } from 'vitest'
import { provides } from '#service/markets/capabilities.ts'
import { VendorError } from '#service/markets/kit/vendor-error.ts'
import { marketSuite } from '#service/markets/market.suite.ts'
import type { Market } from '#service/markets/market.ts'
import { marketAt } from '#service/markets/simulated/simulated.fixture.ts'
import { closedState, testKeyMarket } from '#service/markets/simulated/test-market/test-market.ts'
import { arbitraryMarket } from './arbitrary-market.fixture.ts'
import { openRecordedMarket } from './recorded-market.ts'
import { recordMarket } from './writer.ts'

const scratchFolder = mkdtempSync(join(tmpdir(), 'writer-'))
afterAll(() => rmSync(scratchFolder, { recursive: true }))
const newFolder = () => join(mkdtempSync(join(scratchFolder, 'data-')), 'recording')

/** Everything that a recording keeps of a symbol. */
const dataOf = async (market: Market, symbol: string) => ({
  profile: await market.profile(symbol),
  bars: await market.bars(symbol),
  chain: await market.chain(symbol),
  quote: await market.quote(symbol),
  earnings: await market.earnings(symbol),
  volatility: await market.volatilityHistory(symbol),
  splits: await market.splits?.(symbol),
})

/** Records the symbols and opens the recording; fails if a file of it is broken. */
async function recordAndOpen(market: Market, symbols: readonly string[], folder = newFolder()) {
  const result = await recordMarket(market, { folder, symbols })
  expect(result).toMatchObject({ failures: [], stopped: null })
  const logged: string[] = []
  const recorded = await openRecordedMarket(folder, { log: (message) => logged.push(message) })
  for (const symbol of symbols)
    expect(await dataOf(recorded, symbol), symbol).toEqual(await dataOf(market, symbol))
  expect(logged).toEqual([])
  return { recorded, folder }
}

describe('a recording replays what was recorded', () => {
  const symbols = ['SPY', 'AAPL', 'BRK.B', 'TQQQ', 'F']

  test.each([
    ['during a session', '2026-11-23T16:47:12.345Z'],
    ['after the close', '2026-11-23T21:30:00Z'],
    ['before the open', '2026-11-24T12:00:00Z'],
    ['on a Saturday', '2026-11-21T15:00:00Z'],
    ['on a Friday after its options have expired', '2026-11-20T22:00:00Z'],
    ['after an early close', '2026-11-27T18:30:00Z'],
  ])('of the simulated market %s', async (_, instant) => {
    const market = marketAt(instant)
    const { recorded } = await recordAndOpen(market, symbols)
    expect(recorded.now()).toEqual(market.now())
    expect(recorded.today()).toBe(market.today())
    expect(recorded.benchmark()).toBe('SPY')
    expect(recorded.riskFreeRate()).toBe(market.riskFreeRate())
    expect(await recorded.universe()).toEqual(symbols.toSorted())
    expect(recorded.status()).toEqual({
      state: 'closed',
      delayedSeconds: 0,
      simulated: true,
      asOf: market.now().toISOString(),
    })
    expect(Object.entries(recorded.capabilities()).flatMap(([name, held]) => (held ? [name] : []))).toEqual([
      'quotes',
      'chains',
      'bars',
      'profiles',
      'dividends',
      'earnings',
      'volatility',
    ])
  })

  test('of the special symbols of the test market', async () => {
    const market = testKeyMarket(closedState)
    await recordAndOpen(
      market,
      (await market.universe()).filter((symbol) => symbol.startsWith('TEST.')),
    )
  })

  test('of another recording, with the files of other tools', async () => {
    const { recorded, folder } = await recordAndOpen(marketAt('2026-11-23T21:30:00Z'), symbols)
    for (const name of readdirSync(join(folder, 'reference'))) rmSync(join(folder, 'reference', name))
    await recorded.close()
    const foreign = await openRecordedMarket(folder)
    expect(foreign.now().toISOString()).toBe('2026-11-23T21:00:00.000Z')
    await recordAndOpen(foreign, await foreign.universe())
  })

  test('of any market', { timeout: 120_000 }, async () => {
    await fc.assert(
      fc.asyncProperty(arbitraryMarket, async (market) => {
        const { recorded, folder } = await recordAndOpen(market, await market.universe())
        expect(recorded.now()).toEqual(market.now())
        expect(recorded.riskFreeRate()).toBe(market.riskFreeRate())
        for (const name of ['dividends', 'earnings', 'volatility'] as const)
          expect([name, recorded.capabilities()[name] !== null]).toEqual([
            name,
            market.capabilities()[name] !== null,
          ])
        rmSync(folder, { recursive: true })
      }),
      { numRuns: 150 },
    )
  })
})

marketSuite('recording of the simulated market', async () => {
  const market = marketAt('2026-11-23T16:47:00Z')
  const universe = await market.universe()
  const folder = newFolder()
  await recordMarket(market, { folder, symbols: universe.filter((_, index) => index % 20 === 0) })
  return openRecordedMarket(folder)
})

test('the folder has the layout of `MARKET=files:`, and no unfinished files', async () => {
  const { folder } = await recordAndOpen(marketAt('2026-11-23T16:47:00Z'), ['SPY', 'BRK.B'])
  const listed = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => statSync(join(folder, name)).isFile())
    .toSorted()
  const [bars = ''] = listed
  expect(bars).toMatch(/^bars-\d{4}-\d{2}-\d{2}_2026-11-20\/BRK\.B\.csv$/)
  const firstDay = readFileSync(join(folder, bars), 'utf8').split('\n')[1]?.slice(0, 10)
  expect(bars.slice(5, 15)).toBe(firstDay)
  expect(listed.slice(1)).toEqual([
    bars.replace('BRK.B', 'SPY'),
    'chains-2026-11-23/BRK.B.json.gz',
    'chains-2026-11-23/SPY.json.gz',
    'fundamentals-2026-11-23.json',
    'reference/dividends.json',
    'reference/earnings-next-asof-2026-11-23.json',
    'reference/recording.json',
    'volatility-2026-11-23/BRK.B.csv',
    'volatility-2026-11-23/SPY.csv',
  ])
})

test('splits are recorded if the market knows them', async () => {
  const splits = [{ day: '2025-06-09', factor: 10 }]
  const market: Market = { ...marketAt('2026-11-23T21:30:00Z'), splits: async () => splits }
  const { recorded, folder } = await recordAndOpen(market, ['SPY', 'AAPL'])
  expect(await recorded.splits?.('AAPL')).toEqual(splits)
  expect(existsSync(join(folder, 'reference/splits.json'))).toBe(true)
})

describe('a recording that was interrupted', () => {
  /** The market; `calls` counts the calls by method. */
  function counted(market: Market) {
    const calls: Record<string, number> = {}
    const proxy = new Proxy(market, {
      get: (target, name: keyof Market) => {
        const method = target[name] as ((...args: unknown[]) => unknown) | undefined
        if (!method) return undefined
        return (...args: unknown[]) => {
          calls[name] = (calls[name] ?? 0) + 1
          return method(...args)
        }
      },
    })
    return { market: proxy, calls }
  }
  const symbols = ['SPY', 'AAPL', 'F']
  const instant = '2026-11-23T21:30:00Z'

  test('is resumed with the calls that are missing', async () => {
    const folder = newFolder()
    await recordMarket(marketAt(instant), { folder, symbols })
    rmSync(join(folder, 'chains-2026-11-23/AAPL.json.gz'))
    writeFileSync(join(folder, 'chains-2026-11-23/AAPL.json.gz.partial'), 'half a file')
    const { market, calls } = counted(marketAt(instant))
    expect(await recordMarket(market, { folder, symbols })).toMatchObject({ recorded: 1, kept: 2 })
    expect([calls['chain'], calls['quote']]).toEqual([1, 1])
    for (const name of ['profile', 'bars', 'earnings', 'volatilityHistory'])
      expect(calls[name] ?? 0, name).toBe(0)
    expect(await dataOf(await openRecordedMarket(folder), 'AAPL')).toEqual(
      await dataOf(marketAt(instant), 'AAPL'),
    )
    expect(existsSync(join(folder, 'chains-2026-11-23/AAPL.json.gz.partial'))).toBe(false)
  })

  test('is read again with `overwrites`, and keeps the symbols that are not named', async () => {
    const folder = newFolder()
    await recordMarket(marketAt(instant), { folder, symbols })
    const path = join(folder, 'chains-2026-11-23/AAPL.json.gz')
    const openFile = openSync(path, 'r')
    const before = readFileSync(path)
    const later = marketAt('2026-11-23T22:45:00Z')
    expect(await recordMarket(later, { folder, symbols: ['AAPL'], overwrites: true })).toMatchObject({
      recorded: 2,
      kept: 0,
    })
    const recorded = await openRecordedMarket(folder)
    expect(await dataOf(recorded, 'AAPL')).toEqual(await dataOf(later, 'AAPL'))
    expect((await recorded.profile('F'))?.companyName).toBe((await later.profile('F'))?.companyName)
    expect((await recorded.chain('F'))?.asOf).toEqual(new Date(instant))
    // A process that has the old file open reads it whole.
    expect(readFileSync(openFile).equals(before)).toBe(true)
    closeSync(openFile)
  })

  test('has the reference data of the symbols before the interruption', async () => {
    const folder = newFolder()
    const market = marketAt(instant)
    const universe = (await market.universe()).slice(0, 120)
    let profiles = 0
    const dying: Market = {
      ...market,
      bars: async () => undefined,
      chain: async () => undefined,
      // The process ends here: nothing that follows is written.
      profile: (symbol) => (++profiles > 110 ? new Promise(() => {}) : market.profile(symbol)),
    }
    void recordMarket(dying, { folder, symbols: universe })
    await expect.poll(() => profiles).toBe(111)
    const rows = JSON.parse(readFileSync(join(folder, 'fundamentals-2026-11-23.json'), 'utf8')) as object
    expect(Object.keys(rows)).toHaveLength(100)
  })
})

describe('a source that fails', () => {
  const base = marketAt('2026-11-23T21:30:00Z')

  test('at one part of a symbol loses only that part, which the next recording adds', async () => {
    const folder = newFolder()
    const failing: Market = {
      ...base,
      bars: async (symbol) => {
        if (symbol === 'AAPL') throw new VendorError('unavailable', 'Vendor: no response')
        return base.bars(symbol)
      },
      chain: async (symbol) => {
        const chain = await base.chain(symbol)
        return symbol === 'F' && chain ? { ...chain, contracts: [], readError: 'disk error' } : chain
      },
    }
    const symbols = ['AAPL', 'F', 'NOSUCH', 'BRK/WS']
    expect(await recordMarket(failing, { folder, symbols })).toEqual({
      day: '2026-11-23',
      recorded: 1,
      kept: 0,
      failures: [
        { symbol: 'AAPL', part: 'bars', reason: 'Vendor: no response' },
        { symbol: 'F', part: 'chain', reason: 'disk error' },
        { symbol: 'NOSUCH', part: 'profile', reason: 'simulated does not know the symbol' },
        { symbol: 'BRK/WS', part: 'symbol', reason: 'it cannot be the name of a file' },
      ],
      stopped: null,
    })
    expect(await recordMarket(base, { folder, symbols: ['AAPL', 'F'] })).toMatchObject({
      recorded: 2,
      kept: 1,
      failures: [],
    })
    const recorded = await openRecordedMarket(folder)
    for (const symbol of ['AAPL', 'F'])
      expect(await dataOf(recorded, symbol)).toEqual(await dataOf(base, symbol))
  })

  test('for twenty symbols in a row ends the recording', async () => {
    const down: Market = { ...base, profile: () => Promise.reject(new VendorError('denied', 'key refused')) }
    const symbols = await base.universe()
    const result = await recordMarket(down, { folder: newFolder(), symbols })
    expect(result.failures).toHaveLength(20)
    expect(result.stopped).toBe('nothing could be read of 20 symbols in a row')
  })

  test('for its rate limit is asked again after the time that it names', async () => {
    const waits: number[] = []
    let throttledCalls = 3
    const throttled: Market = {
      ...base,
      chain: async (symbol) => {
        if (throttledCalls-- > 0) throw new VendorError('throttled', 'limit', { retryAfterMs: 1234 })
        return base.chain(symbol)
      },
    }
    const folder = newFolder()
    const wait = async (ms: number) => void waits.push(ms)
    expect(await recordMarket(throttled, { folder, symbols: ['SPY'], wait })).toMatchObject({ failures: [] })
    expect(waits).toEqual([1234, 1234, 1234])
  })

  test('for its daily limit is not waited for', async () => {
    const waits: number[] = []
    const throttled: Market = {
      ...base,
      chain: () => Promise.reject(new VendorError('throttled', 'daily limit', { retryAfterMs: 3_600_000 })),
    }
    const wait = async (ms: number) => void waits.push(ms)
    const { failures } = await recordMarket(throttled, { folder: newFolder(), symbols: ['SPY'], wait })
    expect([failures, waits]).toEqual([[{ symbol: 'SPY', part: 'chain', reason: 'daily limit' }], []])
  })

  test('whose session changes ends the recording, which is of one day', async () => {
    let now = new Date('2026-11-23T14:00:00Z')
    const market: Market = {
      ...marketAt(now),
      today: () => (now < new Date('2026-11-23T14:30:00Z') ? '2026-11-20' : '2026-11-23'),
      bars: async (symbol) => {
        now = new Date('2026-11-23T14:31:00Z')
        return base.bars(symbol)
      },
    }
    const result = await recordMarket(market, { folder: newFolder(), symbols: ['SPY', 'AAPL'] })
    expect(result).toMatchObject({
      day: '2026-11-20',
      recorded: 1,
      stopped: 'the session of 2026-11-23 has begun, and a recording is of one day',
    })
  })
})

describe('a market without some kinds of data', () => {
  test('gives a recording that says what it lacks', async () => {
    const base = marketAt('2026-11-23T21:30:00Z')
    const market: Market = {
      ...base,
      capabilities: () => provides(['quotes', 'bars'], base.capabilities().bars!),
      profile: async (symbol) => {
        const profile = await base.profile(symbol)
        return profile && { ...profile, dividendYield: 0, dividends: { declared: [], knownThrough: null } }
      },
    }
    const folder = newFolder()
    expect((await recordMarket(market, { folder, symbols: ['SPY'] })).failures).toEqual([])
    const recorded = await openRecordedMarket(folder)
    const { chains, dividends, earnings, volatility, bars } = recorded.capabilities()
    expect([chains, dividends, earnings, volatility]).toEqual([null, null, null, null])
    expect(bars).toMatchObject({ source: 'recorded', dataClass: 'end-of-day', isLicensed: false })
    // A yield of 0 is no statement that there are no dividends.
    expect((await recorded.profile('SPY'))?.dividends).toEqual({ declared: [], knownThrough: null })
  })
})
