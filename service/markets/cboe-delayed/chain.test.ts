/** Prices and times of a response of Cboe's delayed quotes. */
import { expect, test } from 'vitest'
import { delayedSymbolOf } from './chain.ts'
import type { DelayedQuotes } from './response.ts'

const now = new Date('2026-08-20T20:30:00Z')
const read = (data: Partial<DelayedQuotes['data']>) =>
  delayedSymbolOf(
    'KO',
    { timestamp: '2026-08-20 20:29:00', data: { current_price: 70, options: [], ...data } },
    now,
  )

test('the price is the close while there is no current one', () => {
  for (const current_price of [0, null]) {
    const { chain, quote } = read({ current_price, close: 69.5 })
    expect([chain.underlyingPrice, quote.last]).toEqual([69.5, 69.5])
  }
})

test('the change is from the close of the day before, and unknown without one', () => {
  expect(read({ prev_day_close: 56 }).quote).toMatchObject({ change: 14, percentageChange: 25 })
  for (const prev_day_close of [0, null])
    expect(read({ prev_day_close }).quote).toMatchObject({ change: null, percentageChange: null })
})

test('the time of the last trade is of New York, also in winter, and not in the future', () => {
  expect(read({ last_trade_time: '2026-08-20T15:59:58' }).quote.time).toBe('2026-08-20T19:59:58.000Z')
  expect(read({ last_trade_time: '2026-01-20T15:59:58' }).quote.time).toBe('2026-01-20T20:59:58.000Z')
  expect(read({ last_trade_time: '2026-08-20T17:00:00' }).quote.time).toBe(now.toISOString())
})
