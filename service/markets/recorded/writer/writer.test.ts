/** A recording of any market replays it. */
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { provides } from '#service/markets/capabilities.ts'
import { marketSuite } from '#service/markets/market.suite.ts'
import type { Market } from '#service/markets/market.ts'
import { marketAt } from '#service/markets/simulated/simulated.fixture.ts'
import { closedState, testKeyMarket } from '#service/markets/simulated/test-market/test-market.ts'
import { arbitraryMarket } from '#service/markets/recorded/arbitrary-market.fixture.ts'
import { openRecordedMarket } from '#service/markets/recorded/recorded-market.ts'
import { dataOf, scratchFolders } from '#service/markets/recorded/recordings.fixture.ts'
import { recordMarket } from './writer.ts'

const newFolder = scratchFolders()

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

test('a profile of another tool is replaced, because it lacks what a recording has', async () => {
  const folder = newFolder()
  mkdirSync(folder)
  const foreign = { AAPL: { name: 'Another name', sector: 'Energy' } }
  writeFileSync(join(folder, 'fundamentals-2026-11-23.json'), JSON.stringify(foreign))
  await recordAndOpen(marketAt('2026-11-23T21:30:00Z'), ['AAPL'], folder)
})

test('splits are recorded if the market knows them', async () => {
  const splits = [{ day: '2025-06-09', factor: 10 }]
  const market: Market = { ...marketAt('2026-11-23T21:30:00Z'), splits: async () => splits }
  const { recorded, folder } = await recordAndOpen(market, ['SPY', 'AAPL'])
  expect(await recorded.splits?.('AAPL')).toEqual(splits)
  expect(existsSync(join(folder, 'reference/splits.json'))).toBe(true)
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
