import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { marketSuite } from '#service/markets/market.suite.ts'
import { rootOf } from '#service/markets/osi.ts'
import { openEodMarket } from './cboe-eod.ts'
import { csvOf, fileName, marketOf, rowOf, rowsOf, writeFile, type EodRow } from './eod-files.fixture.ts'
import { openRows } from './open-eod.fixture.ts'

const day = '2026-08-20'
const nextDay = '2026-08-21'

for (const hasCalculations of [true, false]) {
  describe(hasCalculations ? 'with calculations' : 'without calculations', () => {
    const folder = mkdtempSync(join(tmpdir(), 'cboe-eod-suite-'))
    beforeAll(async () =>
      writeFile(folder, fileName(nextDay), csvOf(await rowsOf(nextDay), { hasCalculations })),
    )
    afterAll(() => rmSync(folder, { recursive: true }))
    marketSuite("Cboe's end-of-day files", () =>
      openEodMarket(folder, { log: () => {}, riskFreeRate: 0.042, isWatched: false, maxCached: 100 }),
    )
  })
}

describe('a day', () => {
  test('has the quotes of 15:45, the clock of its close, and the licence of end-of-day data', async () => {
    const { market } = await openRows(await rowsOf(day))
    const expected = await marketOf(day).chain('AAPL')
    const chain = await market.chain('AAPL')
    expect(chain!.asOf.toISOString()).toBe('2026-08-20T19:45:00.000Z')
    expect(chain!.underlyingPrice).toBeCloseTo(expected!.underlyingPrice, 4)
    expect(chain!.contracts).toEqual(
      expected!.contracts.slice(0, chain!.contracts.length).map((contract) => ({
        ...contract,
        last: contract.last || null,
        volume: contract.volume ?? 0,
        openInterest: contract.openInterest ?? 0,
      })),
    )
    expect(market.now().toISOString()).toBe('2026-08-20T20:00:00.000Z')
    expect(market.status()).toEqual({
      state: 'closed',
      delayedSeconds: 0,
      simulated: false,
      asOf: '2026-08-20T20:00:00.000Z',
    })
    expect(market.capabilities().chains).toMatchObject({
      dataClass: 'end-of-day',
      isLicensed: true,
      source: 'Cboe',
    })
    expect(market.capabilities().bars).toBeNull()
    expect(await market.bars('AAPL')).toMatchObject({ date: [] })
    expect(market.benchmark()).toBe('SPY')
  })

  test('of an early close has its quotes at 12:45', async () => {
    const { market } = await openRows(await rowsOf('2026-11-27', { symbols: ['KO'] }), {}, '2026-11-27')
    expect((await market.chain('KO'))!.asOf.toISOString()).toBe('2026-11-27T17:45:00.000Z')
    expect(market.now().toISOString()).toBe('2026-11-27T18:00:00.000Z')
  })

  test('quotes the underlying at the close, or at 15:45 if its quotes were withdrawn by then', async () => {
    const rows = await rowsOf(day, { symbols: ['KO', 'XOM'] })
    const { market } = await openRows(
      rows.map((row) =>
        row['underlying_symbol'] === 'KO'
          ? { ...row, underlying_bid_eod: '10', underlying_ask_eod: '900' }
          : row,
      ),
    )
    const chains = { KO: await market.chain('KO'), XOM: await market.chain('XOM') }
    expect(await market.quote('KO')).toEqual({
      symbol: 'KO',
      last: chains.KO!.underlyingPrice,
      change: null,
      percentageChange: null,
      volume: null,
      time: '2026-08-20T19:45:00.000Z',
    })
    const quote = await market.quote('XOM')
    expect(quote!.last).toBeCloseTo(chains.XOM!.underlyingPrice * 1.001, 3)
    expect(quote!.time).toBe('2026-08-20T20:00:00.000Z')
  })

  test('keeps the roots of adjusted contracts, and omits those that only the delivery code marks', async () => {
    const chain = (await marketOf(day).chain('KO'))!
    const [a, b, c] = chain.contracts.slice(20, 23) as [
      (typeof chain.contracts)[number],
      (typeof chain.contracts)[number],
      (typeof chain.contracts)[number],
    ]
    const { market } = await openRows([
      rowOf(chain, a),
      rowOf(chain, b, { root: 'KO1', delivery_code: '1' }),
      rowOf(chain, c, { delivery_code: '1' }),
    ])
    expect((await market.chain('KO'))!.contracts.map(({ id }) => rootOf(id)).toSorted()).toEqual([
      'KO',
      'KO1',
    ])
  })

  test('has each contract once, the first of several lines, with the strike of its symbol', async () => {
    const chain = (await marketOf(day).chain('KO'))!
    const contract = chain.contracts.find(({ expiry }) => expiry > nextDay)!
    const rows = ['0.1', '0.2'].map((bid) => rowOf(chain, contract, { strike: '41.66666', bid_1545: bid }))
    const { market } = await openRows(rows)
    expect((await market.chain('KO'))!.contracts.map(({ bid, strike }) => [bid, strike])).toEqual([
      [0.1, 41.667],
    ])
  })

  test('omits contracts that have expired at its close', async () => {
    const rows = await rowsOf(day, { symbols: ['KO'], limit: 4 })
    const { market } = await openRows([{ ...rows[0]!, expiration: day }, ...rows.slice(1)])
    expect((await market.chain('KO'))!.contracts).toHaveLength(3)
  })
})

describe('an index', () => {
  /** Rows of `^SPX`: the active price is the forward of each expiration. */
  const indexRows = async (changes: EodRow = {}): Promise<EodRow[]> => {
    const rows = await rowsOf(day, { symbols: ['SPY'], limit: 400 })
    const expiries = [...new Set(rows.map((row) => row['expiration']))]
    return rows.map((row, index) => ({
      ...row,
      underlying_symbol: '^SPX',
      root: index % 2 ? 'SPXW' : 'SPX',
      underlying_bid_1545: '0.0000',
      underlying_ask_1545: '0.0000',
      underlying_bid_eod: '0.0000',
      underlying_ask_eod: '0.0000',
      active_underlying_price_1545: (6400 + 10 * expiries.indexOf(row['expiration'])).toFixed(4),
      ...changes,
    }))
  }

  test('has European options of both settlements, and the forward of the nearest expiration as its price', async () => {
    const { market } = await openRows((await indexRows()).toReversed())
    const chain = await market.chain('^SPX')
    expect(chain).toMatchObject({ symbol: '^SPX', style: 'european', underlyingPrice: 6400 })
    expect(new Set(chain!.contracts.map(({ id }) => rootOf(id)))).toEqual(new Set(['SPX', 'SPXW']))
    expect(await market.quote('^SPX')).toMatchObject({ last: 6400, time: '2026-08-20T19:45:00.000Z' })
    expect(await market.profile('^SPX')).toMatchObject({ kind: 'index' })
  })

  test('with a licence for its values has the middle of them', async () => {
    const { market } = await openRows(
      await indexRows({ underlying_bid_1545: '6390.1', underlying_ask_1545: '6390.3' }),
    )
    expect((await market.chain('^SPX'))!.underlyingPrice).toBe(6390.2)
  })

  test('without any price is left out, with one line that names it', async () => {
    const rows = [...(await indexRows()), ...(await rowsOf(day, { symbols: ['KO'] }))]
    const { market, lines } = await openRows(rows, { hasCalculations: false })
    expect(await market.universe()).toEqual(['KO'])
    expect(await market.chain('^SPX')).toBeUndefined()
    expect(lines).toEqual([
      {
        level: 'warn',
        event: 'market-symbols-skipped',
        fields: { file: fileName(day), reason: 'no price of the underlying: ^SPX', symbols: 1 },
      },
    ])
  })
})
