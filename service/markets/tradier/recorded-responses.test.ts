/** Responses and frames that Tradier has sent, byte for byte. They may not be copied into the project. */
import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { readFrame } from './frames.ts'
import { openTradier } from './open-tradier.fixture.ts'

const folder = fileURLToPath(new URL('../../../../shared/market-data/vendors/tradier', import.meta.url))
const recorded = (file: string) => readFileSync(`${folder}/${file}`, 'utf8')
/** Between the recorded quotes and the next update of the greeks. */
const now = new Date('2024-06-28T15:51:10Z')

const openRecorded = async () => {
  const opened = await openTradier({ standIn: { now, symbols: ['PLTR'] } })
  const { standIn } = opened
  standIn.fail('/quotes', { kind: 'text', text: recorded('quotes-PLTR-2024-06-28.json') })
  standIn.fail('/expirations', { kind: 'text', text: recorded('expirations-PLTR-2024-06-28.json') })
  standIn.fail('/chains', { kind: 'text', text: recorded('chain-PLTR-2026-06-18.json') })
  return opened
}

describe.skipIf(!existsSync(folder))('recorded responses of ../shared/market-data/vendors/tradier', () => {
  test('a quote, which comes as an object, during the day', async () => {
    const { market } = await openRecorded()
    expect(await market.quote('PLTR')).toEqual({
      symbol: 'PLTR',
      last: 25.5,
      change: 0.28,
      percentageChange: 1.1102,
      volume: 12_860_810,
      time: '2024-06-28T15:51:01.696Z',
    })
    expect(await market.profile('PLTR')).toMatchObject({
      companyName: 'Palantir Technologies Inc',
      exchange: 'NYSE',
      kind: 'stock',
      yearRange: { low: 13.68, high: 27.5, day: '2024-06-27' },
    })
  })

  test('a chain, whose greeks are almost an hour older than its quotes and not used', async () => {
    const { market, standIn } = await openRecorded()
    const chain = await market.chain('PLTR')
    expect(standIn.calls('/v1/markets/options/chains')).toHaveLength(19)
    expect(chain).toEqual({
      symbol: 'PLTR',
      asOf: new Date('2024-06-28T15:50:46.000Z'),
      underlyingPrice: 25.5,
      style: 'american',
      contracts: [
        contract('PLTR260618C00013000', 'call', 13, [14.75, 15.25, null, 0, 0]),
        contract('PLTR260618P00013000', 'put', 13, [0, 1.41, 1.31, 1, 10]),
        contract('PLTR260618C00027000', 'call', 27, [8.05, 8.4, 8.23, 11, 8]),
        contract('PLTR260618P00027000', 'put', 27, [7.3, 8.65, null, 0, 0]),
      ],
    })
    expect(recorded('chain-PLTR-2026-06-18.json')).toContain('"updated_at":"2024-06-28 14:58:59"')
  })

  test('frames of all five types', () => {
    const contents = recorded('stream-frames.jsonl').trim().split('\n').map(readFrame)
    expect(contents.map((content) => (content.kind === 'update' ? content.update.value : content))).toEqual([
      { kind: 'book', symbol: 'C', bid: 281.84, ask: 281.85, timeMs: 1557757190000 },
      tradeOf('SPY', 281.12, 34_507_070, 1557757204760),
      tradeOf('QQQ', 502.52, 928_236, 1761837620278),
      { kind: 'previous-close', symbol: 'SPY', price: 287.59 },
      tradeOf('SPY', 281.1, null, 1557757204760),
      tradeOf('SPY', 281.1, 34_507_070, 1557757204760),
    ])
  })
})

const contract = (
  id: string,
  right: string,
  strike: number,
  [bid, ask, last, volume, openInterest]: (number | null)[],
) => ({ id, expiry: '2026-06-18', right, strike, bid, ask, last, volume, openInterest })

const tradeOf = (symbol: string, last: number, volume: number | null, timeMs: number) => ({
  kind: 'trade',
  symbol,
  last,
  volume,
  previousClose: null,
  timeMs,
})
