/** The vendor's own responses, byte for byte, through the adapter. They are not part of this repository. */
import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, onTestFinished, test } from 'vitest'
import { silentLog } from '#service/shared/log.ts'
import { openMassiveMarket } from './massive-market.ts'

const folder = fileURLToPath(new URL('../../../../shared/market-data/vendors/massive/', import.meta.url))

/** A market whose clock is at `now`, over the files whose names are given by path. Other paths are unknown. */
function openAt(now: string, files: Readonly<Record<string, string>>) {
  const clock = () => new Date(now)
  const respond = async (url: URL): Promise<Response> => {
    const path = Object.keys(files).find((prefix) => url.pathname.startsWith(prefix))
    return path === undefined
      ? new Response('{"status":"NOT_FOUND"}', { status: 404 })
      : new Response(readFileSync(folder + files[path]!))
  }
  const market = openMassiveMarket({
    key: 'not-a-real-key',
    host: 'real-time',
    url: undefined,
    universe: undefined,
    riskFreeRate: 0.04,
    log: silentLog,
    clock,
    fetch: async (input) => respond(new URL(input instanceof Request ? input.url : input)),
  })
  onTestFinished(() => market.close())
  return market
}

describe.skipIf(!existsSync(folder))(
  'responses of Massive (needs ../shared/market-data/vendors/massive)',
  () => {
    test('chain', async () => {
      const market = openAt('2022-04-29T18:00:00Z', {
        '/v3/snapshot/options/AAPL': 'v3_snapshot_options_AAPL.json',
      })
      expect(await market.chain('AAPL')).toEqual({
        symbol: 'AAPL',
        asOf: new Date('2022-04-29T17:44:20.800Z'),
        underlyingPrice: 159.9606,
        style: 'american',
        contracts: [
          {
            id: 'AAPL230616C00150000',
            expiry: '2023-06-16',
            right: 'call',
            strike: 150,
            bid: 28.9,
            ask: 29.25,
            last: 29.25,
            volume: 8,
            openInterest: 8133,
          },
        ],
      })
      expect(market.capabilities().chains).toMatchObject({ dataClass: 'real-time' })
    })

    test('quote', async () => {
      const market = openAt('2022-04-29T18:00:00Z', {
        '/v2/snapshot/locale/us/markets/stocks/tickers/AAPL':
          'v2_snapshot_locale_us_markets_stocks_tickers_AAPL.json',
      })
      expect(await market.quote('AAPL')).toEqual({
        symbol: 'AAPL',
        last: 159.99,
        change: -3.65,
        percentageChange: -2.2305,
        volume: 68840127,
        time: '2022-04-29T17:05:48.294Z',
      })
    })

    test('bars of one symbol', async () => {
      const market = openAt('2005-04-05T13:00:00Z', {
        '/v2/aggs/ticker/AAPL': 'v2_aggs_ticker_AAPL_range_1_day_2005-04-01_2005-04-04.json',
      })
      expect(await market.bars('AAPL')).toEqual({
        date: ['2005-04-01', '2005-04-04'],
        open: Float64Array.of(1.5032, 1.4639),
        high: Float64Array.of(1.5064, 1.4754),
        low: Float64Array.of(1.4489, 1.4343),
        close: Float64Array.of(1.4604, 1.4675),
        volume: Float64Array.of(642646396, 578172308),
      })
    })

    test('universe of a grouped day', async () => {
      const market = openAt('2005-04-05T13:00:00Z', {
        '/v2/aggs/grouped': 'v2_aggs_grouped_locale_us_market_stocks_2005-04-04_adjusted_true.json',
      })
      expect(await market.universe()).toEqual(['GIK'])
    })

    test('profile, with dividends of other companies only', async () => {
      const market = openAt('2022-05-02T18:00:00Z', {
        '/v3/reference/tickers/AAPL': 'v3_reference_tickers_AAPL.json',
        '/v3/reference/dividends': 'v3_reference_dividends.json',
      })
      expect(await market.profile('AAPL')).toEqual({
        symbol: 'AAPL',
        companyName: 'Apple Inc.',
        sector: 'Technology',
        exchange: 'NASDAQ',
        region: 'US',
        marketCap: 2488795282370,
        eps: null,
        kind: 'stock',
        dividendYield: 0,
        dividends: { declared: [], knownThrough: '9999-12-31' },
      })
    })

    test('splits', async () => {
      const market = openAt('2022-07-20T18:00:00Z', { '/v3/reference/splits': 'v3_reference_splits.json' })
      expect(await market.splits!('SHOP')).toEqual([
        { day: '2022-06-22', factor: 10 },
        { day: '2022-06-29', factor: 10 },
      ])
      expect(await market.splits!('BRW')).toEqual([{ day: '2022-05-20', factor: 0.5 }])
    })

    test('market state after the close', async () => {
      const market = openAt('2022-04-28T20:48:08Z', {
        '/v1/marketstatus/now': 'v1_marketstatus_now.json',
        '/v1/marketstatus/upcoming': 'v1_marketstatus_upcoming.json',
      })
      market.status()
      await expect.poll(() => market.status().state).toBe('after')
    })
  },
)
