import { expect, test } from 'vitest'
import type { OptionQuote, Quote } from '#contract/feed.ts'
import { openTradier } from './open-tradier.fixture.ts'

type Opened = Awaited<ReturnType<typeof openTradier>>

/** Watches symbols; returns their quotes once the stand-in has the subscription. */
async function watch({ market, standIn }: Opened, symbols: readonly string[]) {
  const quotes: Quote[] = []
  const stop = market.watch(symbols, (quote) => quotes.push(quote))
  await subscribed(standIn, symbols)
  // The snapshot has arrived, so that later quotes are of the stream.
  await expect.poll(() => new Set(quotes.map(({ symbol }) => symbol)).size).toBe(symbols.length)
  return { quotes, stop, last: (symbol: string) => quotes.findLast((quote) => quote.symbol === symbol) }
}

const subscribed = (standIn: Opened['standIn'], symbols: readonly string[]) =>
  expect
    .poll(() => standIn.stream.subscribed())
    .toEqual(expect.arrayContaining(symbols.map((symbol) => symbol.replace('.', '/'))))

test('trades arrive with the change from the previous close and the volume of the day', async () => {
  const opened = await openTradier()
  const { quotes, last } = await watch(opened, ['AAPL', 'BRK.B'])
  const { standIn } = opened
  standIn.summary('AAPL', 200)
  standIn.trade('AAPL', 203, { volume: 5_000_000 })
  await expect
    .poll(() => last('AAPL'))
    .toEqual({
      symbol: 'AAPL',
      last: 203,
      change: 3,
      percentageChange: 1.5,
      volume: 5_000_000,
      time: standIn.state.now.toISOString(),
    })
  standIn.trade('BRK/B', 500)
  await expect.poll(() => last('BRK.B')?.last).toBe(500)
  const count = quotes.length
  standIn.trade('KO', 60)
  standIn.trade('BRK/B', 501, { volume: 1001 })
  await expect.poll(() => last('BRK.B')?.last).toBe(501)
  expect(quotes.slice(count).map(({ symbol }) => symbol)).toEqual(['BRK.B'])
})

test('all subscribers of shares and contracts share one socket, and each change sends the whole list once', async () => {
  const opened = await openTradier()
  const { market, standIn } = opened
  const id = (await market.chain('KO'))!.contracts[0]!.id
  const { stop } = await watch(opened, ['AAPL', 'KO'])
  const { payloads } = standIn.stream
  expect(payloads).toEqual([
    {
      symbols: ['SPY', 'AAPL', 'KO'],
      sessionid: payloads[0]!.sessionid,
      filter: ['trade', 'summary'],
      linebreak: true,
      validOnly: true,
    },
  ])
  market.watchContracts!([id], () => {})
  market.watch(['KO', 'BRK.B'], () => {})
  await subscribed(standIn, [id, 'BRK.B'])
  expect(payloads[1]).toMatchObject({
    symbols: expect.arrayContaining(['SPY', 'AAPL', 'KO', 'BRK/B', id]),
    filter: ['trade', 'summary', 'quote'],
  })
  stop()
  await expect.poll(() => standIn.stream.subscribed()).not.toContain('AAPL')
  expect(standIn.stream.subscribed()).toContain('KO')
  expect(payloads).toHaveLength(3)
  expect(standIn.stream.mostAtOnce()).toBe(1)
  expect(standIn.calls('/v1/markets/events/session')).toHaveLength(1)
})

test('contracts have bid and ask of the stream, and the last trade', async () => {
  const { market, standIn } = await openTradier()
  const contract = (await market.chain('KO'))!.contracts.find(({ bid }) => bid > 0)!
  const quotes: OptionQuote[] = []
  market.watchContracts!([contract.id], (quote) => quotes.push(quote))
  await subscribed(standIn, [contract.id])
  await expect.poll(() => quotes.at(-1)).toMatchObject({ bid: contract.bid, ask: contract.ask })
  standIn.trade(contract.id, 1.23, { volume: 10 })
  standIn.quote(contract.id, 1.2, 1.25)
  await expect
    .poll(() => quotes.at(-1))
    .toEqual({
      id: contract.id,
      bid: 1.2,
      ask: 1.25,
      last: 1.23,
      time: standIn.state.now.toISOString(),
    })
})

test('late and repeated trades are dropped by their time', async () => {
  const opened = await openTradier()
  const { standIn } = opened
  const { quotes, last } = await watch(opened, ['AAPL'])
  const nowMs = standIn.state.now.getTime()
  standIn.trade('AAPL', 210, { volume: 2000 })
  await expect.poll(() => last('AAPL')?.last).toBe(210)
  const count = quotes.length
  standIn.tradeFrame('AAPL', 190, { volume: 1500, timeMs: nowMs - 5 })
  standIn.tradeFrame('AAPL', 210, { volume: 2000 })
  // In the same millisecond, but fewer shares of the day: earlier.
  standIn.tradeFrame('AAPL', 209, { volume: 1900 })
  standIn.trade('AAPL', 211, { volume: 2100 })
  await expect.poll(() => last('AAPL')?.last).toBe(211)
  expect(quotes.slice(count).map((quote) => quote.last)).toEqual([211])
})

test('a trade that was made while the socket was lost arrives by snapshot, every time', async () => {
  const opened = await openTradier()
  const { standIn } = opened
  const { last } = await watch(opened, ['AAPL'])
  for (let round = 1; round <= 10; round++) {
    standIn.stream.drop()
    standIn.trade('AAPL', 100 + round, { volume: 10_000 + round })
    await expect.poll(() => last('AAPL')?.last, { interval: 5 }).toBe(100 + round)
    await subscribed(standIn, ['AAPL'])
    // A frame of the stream shows that it works, so the next pause is short again.
    standIn.trade('AAPL', 100.5 + round, { volume: 10_000.5 + round })
    await expect.poll(() => last('AAPL')?.last, { interval: 5 }).toBe(100.5 + round)
  }
  expect(standIn.stream.mostAtOnce()).toBe(1)
})

test('a session that has expired is replaced by a new one, and its id is not logged', async () => {
  const opened = await openTradier()
  const { standIn, market, lines, linesOf } = opened
  const { last } = await watch(opened, ['AAPL'])
  standIn.settings.sessionMs = -1
  const sessionId = standIn.stream.payloads[0]!.sessionid
  market.watch(['KO'], () => {})
  await expect
    .poll(() => linesOf('market-stream-lost').map(({ reason }) => reason))
    .toContain('refused: Session *** expired')
  standIn.settings.sessionMs = 300_000
  await subscribed(standIn, ['AAPL', 'KO'])
  standIn.trade('AAPL', 222, { volume: 7_000_000 })
  await expect.poll(() => last('AAPL')?.last).toBe(222)
  expect(JSON.stringify(lines)).not.toContain(sessionId)
})

test('a session is renewed on the open socket before it expires', async () => {
  const opened = await openTradier({ renewMs: 50 })
  const { standIn, linesOf } = opened
  await watch(opened, ['AAPL'])
  const ids = () => new Set(standIn.stream.payloads.map(({ sessionid }) => sessionid))
  await expect.poll(() => ids().size).toBeGreaterThan(2)
  expect(linesOf('market-stream-lost')).toEqual([])
  expect(standIn.stream.payloads.at(-1)?.symbols).toEqual(['SPY', 'AAPL'])
})

test('a symbol that was renamed overnight is refused by the stream, which goes on with the others', async () => {
  const opened = await openTradier()
  const { standIn, market, linesOf } = opened
  standIn.rename('KO', 'COKE')
  const received: string[] = []
  market.watch(['KO', 'AAPL'], ({ symbol, last }) => received.push(`${symbol} ${last}`))
  await subscribed(standIn, ['AAPL'])
  standIn.trade('AAPL', 205, { volume: 9_000_000 })
  await expect.poll(() => received).toContain('AAPL 205')
  expect(linesOf('market-symbol-refused')).toMatchObject([{ symbol: 'KO' }])
  expect(linesOf('market-stream-lost')).toEqual([])
  expect(standIn.stream.subscribed()).not.toContain('KO')
})

test('frames that cannot be read are one line in the log and lose nothing', async () => {
  const opened = await openTradier()
  const { standIn, linesOf } = opened
  const { last } = await watch(opened, ['AAPL'])
  standIn.stream.sendText('{"type":"trade","symbol":"AAPL","price":{}}\n{"type":"tra\n\n')
  standIn.trade('AAPL', 206, { volume: 9_000_000 })
  await expect.poll(() => last('AAPL')?.last).toBe(206)
  expect(linesOf('market-frame-unreadable')).toMatchObject([
    { vendor: 'tradier', reason: expect.stringMatching(/^price: expected/) },
  ])
})

test('the change of a new day is unknown until the new previous close is, which is requested once', async () => {
  const opened = await openTradier()
  const { standIn } = opened
  const { last } = await watch(opened, ['AAPL'])
  standIn.state.now = new Date('2026-11-23T14:30:00Z')
  standIn.state.sent.set('AAPL', { previousClose: 300 })
  const calls = standIn.calls('/v1/markets/quotes').length
  standIn.tradeFrame('AAPL', 306, { volume: 100 })
  await expect.poll(() => last('AAPL')).toMatchObject({ last: 306, change: null, percentageChange: null })
  await expect.poll(() => standIn.calls('/v1/markets/quotes').length).toBe(calls + 1)
  standIn.tradeFrame('AAPL', 307, { volume: 200 })
  await expect.poll(() => last('AAPL')?.last).toBe(307)
  standIn.tradeFrame('AAPL', 309, { volume: 300 })
  await expect.poll(() => last('AAPL')).toMatchObject({ last: 309, change: 9, percentageChange: 3 })
  expect(standIn.calls('/v1/markets/quotes')).toHaveLength(calls + 1)
})

test('a watched symbol is quoted from the stream, without a call', async () => {
  const opened = await openTradier()
  const { standIn, market, pass } = opened
  await watch(opened, ['AAPL'])
  const calls = standIn.calls('/v1/markets/quotes').length
  standIn.trade('AAPL', 217, { volume: 9_000_000 })
  await expect.poll(async () => (await market.quote('AAPL'))?.last).toBe(217)
  expect(standIn.calls('/v1/markets/quotes')).toHaveLength(calls)

  // A pushed value of an earlier session does not hide that the symbol is gone.
  standIn.state.now = new Date('2026-11-23T15:30:00Z')
  standIn.state.symbols.delete('AAPL')
  pass(1001)
  expect(await market.quote('AAPL')).toBeUndefined()
})

test('without streaming the account’s data is served, quotes are stale, and the log says what to do', async () => {
  const opened = await openTradier()
  const { standIn, market, linesOf } = opened
  standIn.fail('/events/session', { kind: 'status', status: 403 })
  market.watch(['AAPL'], () => {})
  await expect
    .poll(() => linesOf('market-access-denied'))
    .toMatchObject([
      { level: 'error', advice: 'check that the account of TRADIER_TOKEN may stream market data' },
    ])
  expect(await market.quote('AAPL')).toMatchObject({ symbol: 'AAPL' })
  expect(market.capabilities()).toMatchObject({ quotes: { state: 'denied' }, chains: { state: 'working' } })
  expect(market.status().stale).toBe(true)
})
