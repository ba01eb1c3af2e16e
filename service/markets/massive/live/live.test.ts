/** Pushed quotes over the stand-in's sockets: what the feed receives, and what happens when a connection is lost. */
import { expect, test, vi } from 'vitest'
import type { OptionQuote, Quote } from '#contract/feed.ts'
import type { Log } from '#service/shared/log.ts'
import { friday, openOverStandIn } from '#service/markets/massive/open.fixture.ts'
import { altered, standInKey, startStandIn } from '#service/markets/massive/stand-in.fixture.ts'

const second = (sym: string, c: number, secondsLater: number, more = {}) => ({
  ev: 'A',
  sym,
  v: 200,
  av: 8_642_007,
  c,
  e: friday.getTime() + secondsLater * 1000,
  ...more,
})

async function setUp(log?: Log) {
  const opened = await openOverStandIn(log && { log })
  const { standIn, market } = opened
  const quotes: Quote[] = []
  const subscriptions = () =>
    standIn.actions.filter(({ action }) => action === 'subscribe').map(({ params }) => params)
  const watch = async (symbols: readonly string[]) => {
    const stop = market.watch(symbols, (quote) => quotes.push(quote))
    // Snapshots arrive first.
    const hasQuote = (symbol: string) => quotes.some((quote) => quote.symbol === symbol)
    await expect.poll(() => symbols.every(hasQuote)).toBe(true)
    return stop
  }
  return { ...opened, quotes, subscriptions, watch }
}

test('stocks are authenticated, subscribed together, and pushed with their change and the volume of the day', async () => {
  const { standIn, quotes, subscriptions, watch } = await setUp()
  await watch(['AAPL', 'BRK.B'])
  expect(standIn.actions.map(({ channel, action, params }) => [channel, action, params])).toEqual([
    ['stocks', 'auth', standInKey],
    ['stocks', 'subscribe', 'A.AAPL,A.BRK.B,A.SPY'],
  ])
  expect(subscriptions().length).toBe(1)
  const snapshot = quotes.find(({ symbol }) => symbol === 'AAPL')!
  const last = snapshot.last + 1
  standIn.push('stocks', [second('AAPL', last, 1)])
  await expect.poll(() => quotes.at(-1)?.last).toBe(last)
  expect(quotes.at(-1)).toMatchObject({ symbol: 'AAPL', volume: 8_642_007, time: '2026-11-20T18:00:01.000Z' })
  expect(quotes.at(-1)!.change).toBeCloseTo(snapshot.change! + 1, 3)
})

test('late and unreadable events are dropped, the others of the frame are delivered', async () => {
  const { standIn, quotes, watch } = await setUp()
  await watch(['AAPL'])
  const before = quotes.length
  standIn.push('stocks', [
    second('AAPL', 301, 5),
    second('AAPL', 299, 2),
    second('AAPL', 300, 6, { c: 'high' }),
    { ev: 'LULD' },
    second('OTHER', 3, 9),
    second('AAPL', 302, 7),
  ])
  await expect.poll(() => quotes.at(-1)?.last).toBe(302)
  expect(quotes.slice(before).map(({ last }) => last)).toEqual([301, 302])
})

test('a new day’s change counts from the new close', async () => {
  const { standIn, quotes, watch, time } = await setUp()
  await watch(['AAPL'])
  time.now = new Date('2026-11-23T15:00:00Z')
  const e = time.now.getTime()
  standIn.push('stocks', [second('AAPL', 310, 0, { e })])
  await expect.poll(() => quotes.at(-1)?.last).toBe(310)
  expect(quotes.at(-1)!.change).toBeNull()
  const calls = standIn.requests.length
  await standIn.until(() => standIn.requests.length > calls)
  const bars = (await standIn.market.bars('AAPL'))!
  let pushed = 0
  await expect
    .poll(() => {
      standIn.push('stocks', [second('AAPL', 311, 0, { e: e + ++pushed })])
      return quotes.at(-1)!.change
    })
    .toBeCloseTo(311 - bars.close.at(-1)!, 2)
})

test('a lost connection is reopened, subscribes again, and a snapshot closes the gap', async () => {
  const staleOnLoss: (boolean | undefined)[] = []
  const { market, standIn, quotes, subscriptions, watch, time } = await setUp((_level, event) => {
    if (event === 'market-stream-lost') staleOnLoss.push(market.status().stale)
  })
  await watch(['AAPL', 'MSFT'])
  standIn.dropSockets()
  time.now = new Date('2026-11-20T18:05:00Z')
  await standIn.until(() => subscriptions().length === 2)
  expect(subscriptions()[1]).toBe('A.AAPL,A.MSFT,A.SPY')
  const current = (await standIn.market.quote('AAPL'))!
  await expect.poll(() => quotes.findLast(({ symbol }) => symbol === 'AAPL')).toEqual(current)
  expect(staleOnLoss).toEqual([true])
  expect(market.status().stale).toBeUndefined()
})

test('a frame that is no JSON ends the connection, and the next one serves', async () => {
  const { standIn, subscriptions, quotes, watch } = await setUp()
  await watch(['AAPL'])
  standIn.push('stocks', '[{"ev":"A","sym":')
  await standIn.until(() => subscriptions().length === 2)
  standIn.push('stocks', [second('AAPL', 305, 60)])
  await expect.poll(() => quotes.at(-1)?.last).toBe(305)
})

test('a refused key is reported with what to do and without the key, and not tried again at once', async () => {
  const { market, standIn, lines } = await openOverStandIn()
  standIn.acceptedSockets.clear()
  market.watch(['AAPL'], () => {})
  await expect
    .poll(() => lines.find(({ event }) => event === 'market-stream-lost')?.fields)
    .toMatchObject({
      retryMs: 60_000,
      reason: expect.stringContaining('check MASSIVE_API_KEY'),
    })
  expect(JSON.stringify(lines)).not.toContain(standInKey)
})

test('unknown symbols are not subscribed, and a stop ends the subscription', async () => {
  const { market, standIn, subscriptions, watch } = await setUp()
  market.watch(['NO-SUCH', 'aapl'], () => {})
  const stop = await watch(['MSFT', 'XOM'])
  market.watch(['AAPL'], () => {})
  expect(subscriptions()).toEqual(['A.MSFT,A.XOM,A.SPY'])
  stop()
  stop()
  await standIn.until(() => standIn.actions.some(({ action }) => action === 'unsubscribe'))
  expect(standIn.actions.find(({ action }) => action === 'unsubscribe')?.params).toBe('A.MSFT,A.XOM')
})

test('rarely traded stocks do not make a connection look lost: each subscribes to a busy fund, whose seconds are its heartbeat', async () => {
  const { market, standIn, subscriptions, watch, wait } = await setUp()
  const stop = await watch(['BRK.B', 'SPY'])
  expect(subscriptions()).toEqual(['A.BRK.B,A.SPY'])
  const stopOther = await watch(['AAPL'])
  stop()
  await standIn.until(() => standIn.actions.some(({ action }) => action === 'unsubscribe'))
  expect(standIn.actions.at(-1)?.params).toBe('A.BRK.B')

  wait(20_000)
  expect(market.status().stale).toBe(true)
  standIn.push('stocks', [second('SPY', 600, 20)])
  await expect.poll(() => market.status().stale).toBeUndefined()
  stopOther()
})

/** Contracts are pushed by the real-time host only. */
const openRealTime = async () => {
  const standIn = await startStandIn({ clock: () => friday, timeframe: 'REAL-TIME' })
  return openOverStandIn({ standIn, host: 'real-time' })
}

test('delayed plans push no contracts: the feed polls the chain', async () => {
  const { market } = await openOverStandIn()
  expect(typeof market.watchContracts).toBe('undefined')
})

test('contracts that are quoted rarely are neither stale nor requested again', async () => {
  const { market, standIn, wait, events } = await openRealTime()
  const [contract] = (await market.chain('AAPL'))!.contracts
  const quotes: OptionQuote[] = []
  market.watchContracts!([contract!.id], (quote) => quotes.push(quote))
  await standIn.until(() => standIn.actions.some(({ action }) => action === 'subscribe'))
  wait(120_000)
  expect(market.status().stale).toBeUndefined()
  wait(200_000)
  expect(market.status().stale).toBe(true)
  expect(events()).toEqual([])
})

test('contracts: repeated and out-of-order sequence numbers are dropped, and unchanged quotes are not sent again', async () => {
  const { market, standIn } = await openRealTime()
  const chain = (await market.chain('AAPL'))!
  const contract = chain.contracts.find(({ bid, last }) => bid > 1 && last !== null)!
  const quotes: OptionQuote[] = []
  market.watchContracts!([contract.id, 'no contract'], (quote) => quotes.push(quote))
  await expect.poll(() => quotes.length).toBe(1)
  expect(quotes[0]).toMatchObject({ id: contract.id, bid: contract.bid, ask: contract.ask })
  expect(standIn.actions.filter(({ channel }) => channel === 'options').at(-1)).toMatchObject({
    action: 'subscribe',
    params: `Q.O:${contract.id}`,
  })

  const quote = (bp: number, q: number) => ({
    ev: 'Q',
    sym: `O:${contract.id}`,
    bx: 302,
    ax: 302,
    bp,
    ap: bp + 0.1,
    bs: 17,
    as: 24,
    t: friday.getTime() + 1000,
    q,
  })
  standIn.push('options', [quote(2, 10), quote(9, 10), quote(8, 9), quote(2, 11), quote(3, 12)])
  await expect.poll(() => quotes.at(-1)?.bid).toBe(3)
  expect(quotes.slice(1).map(({ bid }) => bid)).toEqual([2, 3])
  expect(quotes.at(-1)!.last).toBe(quotes[0]!.last)
})

test('a connection holds at most 1,000 contracts', async () => {
  const { market, standIn } = await openRealTime()
  const ids = Array.from({ length: 1_001 }, (_, i) => `AAPL270115C${String((i + 1) * 1000).padStart(8, '0')}`)
  market.watchContracts!(ids, () => {})
  const subscribed = () =>
    standIn.actions
      .filter(({ action }) => action === 'subscribe')
      .map(({ params }) => params.split(',').length)
  await standIn.until(() => subscribed().length === 2)
  expect(subscribed().toSorted((a, b) => b - a)).toEqual([1_000, 1])
})

/** A quote of a contract as the socket has it. */
const contractEvent = (id: string, bp: number, t: number, q = 1) => ({
  ev: 'Q',
  sym: `O:${id}`,
  bp,
  ap: bp + 0.1,
  t,
  q,
})

test('a contract that is pushed while its snapshot is requested has the last trade of the snapshot', async () => {
  const { market, standIn } = await openRealTime()
  const contract = (await market.chain('AAPL'))!.contracts.find(({ bid, last }) => bid > 1 && last !== null)!
  const quotes: OptionQuote[] = []
  standIn.fail(
    '/v3/snapshot',
    altered((body) => {
      standIn.push('options', [contractEvent(contract.id, 2, friday.getTime() + 1000)])
      return body
    }),
  )
  market.watchContracts!([contract.id], (quote) => quotes.push(quote))
  await expect.poll(() => quotes.at(-1)).toMatchObject({ bid: 2, last: contract.last })
})

test('contracts without a socket in the plan are polled, with one line', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true, advanceTimeDelta: 20 })
  try {
    const { market, standIn, lines } = await openRealTime()
    standIn.acceptedSockets.delete('options')
    const [contract] = (await market.chain('AAPL'))!.contracts
    const quotes: OptionQuote[] = []
    market.watchContracts!([contract!.id], (quote) => quotes.push(quote))
    await expect.poll(() => quotes.length).toBe(1)
    standIn.quoteContracts([{ id: contract!.id, bid: 7, ask: 8, timeMs: friday.getTime() + 1000 }])
    await vi.advanceTimersByTimeAsync(10_000)
    await expect.poll(() => quotes.at(-1)).toMatchObject({ bid: 7, ask: 8 })
    expect(lines.map(({ event, fields }) => [event, fields?.['data']])).toEqual([
      ['market-stream-refused', 'contracts'],
    ])
  } finally {
    vi.useRealTimers()
  }
})

test('a pushed quote of the present counts as real time before it is delivered, whatever chains are labelled', async () => {
  const standIn = await startStandIn({ clock: () => friday, timeframe: 'DELAYED' })
  const { market } = await openOverStandIn({ standIn, host: 'real-time' })
  const [contract] = (await market.chain('AAPL'))!.contracts
  expect(market.capabilities().chains?.dataClass).toBe('delayed')
  const delivered: [number, string | undefined][] = []
  market.watchContracts!([contract!.id], ({ bid }) =>
    delivered.push([bid, market.capabilities().chains?.dataClass]),
  )
  await standIn.until(() => standIn.actions.some(({ action }) => action === 'subscribe'))
  standIn.push('options', [contractEvent(contract!.id, 7, friday.getTime())])
  await expect.poll(() => delivered.at(-1)).toEqual([7, 'real-time'])
})
