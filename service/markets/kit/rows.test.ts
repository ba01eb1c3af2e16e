/** The values of the Market interface from the rows that vendors send. */
import { expect, test } from 'vitest'
import { expiryInstant } from '#service/markets/calendar.ts'
import { barsOfRows } from './bars-of-rows.ts'
import { chainOfRows } from './chain-of-rows.ts'
import { quoteOfTrade } from './last-trade.ts'

const now = new Date('2026-11-20T18:00:00Z')

test('bars are sorted, end with the last day, and have each day once', () => {
  const row = (day: string, close: number) => ({ day, open: 1, high: 3, low: 1, close, volume: 100 })
  const bars = barsOfRows(
    [row('2026-11-19', 2), row('2026-11-17', 1), row('2026-11-20', 4), row('2026-11-19', 3)],
    '2026-11-19',
  )
  expect(bars.date).toEqual(['2026-11-17', '2026-11-19'])
  expect(bars.close).toEqual(Float64Array.of(1, 3))
})

test('a chain is sorted, has each contract once, and none that has expired or has no option symbol', () => {
  const row = (id: string, bid = 1) => ({
    id,
    bid,
    ask: 2,
    last: null,
    volume: null,
    openInterest: 7,
    delta: 0.5,
  })
  const chain = chainOfRows(
    { symbol: '^SPX', asOf: now, underlyingPrice: 6000 },
    [
      row('SPXW  261218P06000000'),
      row('SPX261218C06000000', 3),
      row('SPX261218C06000000', 4),
      row('SPX261119C06000000'),
      row('SPX-DEC-6000'),
      row('SPX261120C06000000'),
    ],
    now,
  )
  expect(chain).toMatchObject({ symbol: '^SPX', asOf: now, underlyingPrice: 6000, style: 'european' })
  expect(chain.contracts.map(({ id, bid }) => [id, bid])).toEqual([
    ['SPX261120C06000000', 1],
    ['SPX261218C06000000', 4],
    ['SPXW261218P06000000', 1],
  ])
  expect(chain.contracts[0]).toEqual({
    id: 'SPX261120C06000000',
    expiry: '2026-11-20',
    right: 'call',
    strike: 6000,
    bid: 1,
    ask: 2,
    last: null,
    volume: null,
    openInterest: 7,
  })
})

test('a chain has the style that the vendor names, and no contract at the instant of its expiry', () => {
  const row = { id: 'SPX261120C06000000', bid: 1, ask: 2, last: null, volume: null, openInterest: 7 }
  const facts = { symbol: '^SPX', asOf: now, underlyingPrice: 6000, style: 'american' } as const
  const expiry = expiryInstant('2026-11-20')
  expect(chainOfRows(facts, [row], expiry)).toEqual({ ...facts, contracts: [] })
  expect(chainOfRows(facts, [row], new Date(expiry.getTime() - 1)).contracts).toHaveLength(1)
})

test('a quote has its change in dollars and percent, and a time that is not in the future', () => {
  const trade = { last: 110.1, previousClose: 100, volume: 5, timeMs: now.getTime() + 1000 }
  expect(quoteOfTrade('AAPL', trade, now)).toEqual({
    symbol: 'AAPL',
    last: 110.1,
    change: 10.1,
    percentageChange: 10.1,
    volume: 5,
    time: now.toISOString(),
  })
  expect(quoteOfTrade('AAPL', { ...trade, previousClose: null }, now)).toMatchObject({
    change: null,
    percentageChange: null,
  })
})
