import { expect, test } from 'vitest'
import type { OptionQuote, Quote } from '#contract/feed.ts'
import { openTradier } from './open-tradier.fixture.ts'

test('the sandbox is delayed and has no stream: all watched symbols are polled in one call', async () => {
  const { market, standIn } = await openTradier({ host: 'sandbox', pollMs: 20 })
  expect(market.status().delayedSeconds).toBe(900)
  expect(market.capabilities()).toMatchObject({
    quotes: { dataClass: 'delayed', delayedSeconds: 900 },
    chains: { dataClass: 'delayed', delayedSeconds: 900 },
    bars: { dataClass: 'end-of-day', delayedSeconds: 0 },
  })
  const { id } = (await market.chain('KO'))!.contracts[0]!
  const quotes: Quote[] = []
  const options: OptionQuote[] = []
  const stops = [
    market.watch(['AAPL', 'KO', 'NO-SUCH'], (quote) => quotes.push(quote)),
    market.watchContracts!([id], (quote) => options.push(quote)),
  ]
  await expect.poll(() => new Set(quotes.map(({ symbol }) => symbol))).toEqual(new Set(['AAPL', 'KO']))
  standIn.trade('AAPL', 231, { volume: 9_000_000 })
  standIn.quote(id, 3, 3.5)
  await expect.poll(() => quotes.at(-1)).toMatchObject({ symbol: 'AAPL', last: 231 })
  await expect.poll(() => options.at(-1)).toMatchObject({ id, bid: 3, ask: 3.5 })
  expect(standIn.calls('/v1/markets/quotes').at(-1)?.query.get('symbols')).toBe(`AAPL,KO,NO-SUCH,${id}`)
  expect(standIn.calls('/v1/markets/events/session')).toEqual([])
  // An unchanged quote is not a new trade.
  const count = quotes.length
  const polls = standIn.calls('/v1/markets/quotes').length
  await expect.poll(() => standIn.calls('/v1/markets/quotes').length).toBeGreaterThan(polls + 2)
  expect(quotes).toHaveLength(count)

  for (const stop of stops) stop()
  await expect.poll(() => market.status().stale).toBeUndefined()
})

test('a failed poll is tried again, and the last value arrives', async () => {
  const { market, standIn, linesOf } = await openTradier({ host: 'sandbox', pollMs: 20 })
  const quotes: Quote[] = []
  market.watch(['AAPL'], (quote) => quotes.push(quote))
  await expect.poll(() => quotes.length).toBe(1)
  standIn.fail('/quotes', { kind: 'text', text: '{"quotes":{"quote":{"symbol":7}}}' }, 3)
  standIn.trade('AAPL', 233, { volume: 9_000_000 })
  await expect.poll(() => quotes.at(-1)?.last).toBe(233)
  expect(linesOf('market-stream-lost')[0]).toMatchObject({
    vendor: 'tradier',
    reason: 'tradier /v1/markets/quotes: quotes.quote.0.symbol: expected string, got 7',
  })
})
