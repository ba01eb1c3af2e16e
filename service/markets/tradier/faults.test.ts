/** Faults of Tradier, through the adapter. */
import { expect, test } from 'vitest'
import type { VendorError } from '#service/markets/kit/vendor-error.ts'
import { openTradier } from './open-tradier.fixture.ts'
import { standInToken } from './stand-in.fixture.ts'

const errorOf = (call: Promise<unknown>): Promise<VendorError> =>
  call.then(
    () => expect.fail('expected an error'),
    (error: unknown) => error as VendorError,
  )

test.each([
  [401, 'Invalid Access Token'],
  [403, 'Access denied for ***'],
])('%i is one line for the operator with what to do, without the token', async (status, reason) => {
  const { market, standIn, lines, linesOf } = await openTradier()
  standIn.fail('/v1/', { kind: 'status', status })
  const error = await errorOf(market.quote('AAPL'))
  await errorOf(market.chain('KO'))
  await errorOf(market.bars('KO'))
  expect(error).toMatchObject({ kind: 'denied' })
  expect(error.message).toContain('check TRADIER_TOKEN and that it is a token for TRADIER_HOST=production')
  expect(linesOf('market-access-denied')).toMatchObject([
    { level: 'error', vendor: 'tradier', status, reason },
  ])
  expect(JSON.stringify(lines) + error.message).not.toContain(standInToken)
  expect(market.capabilities()).toMatchObject({
    quotes: { state: 'denied' },
    chains: { state: 'denied' },
    bars: { state: 'denied' },
  })
  expect(market.status().stale).toBe(true)
  standIn.recover()
  expect(await market.quote('AAPL')).toBeDefined()
  expect(market.capabilities().quotes?.state).toBe('working')
})

test('opening with a wrong token succeeds: the service starts, and the refusal is logged', async () => {
  const { market, linesOf } = await openTradier({ token: 'wrong-token-1234' })
  await expect.poll(() => linesOf('market-access-denied')).toHaveLength(1)
  expect(await market.universe()).toEqual(['AAPL', 'BRK.B', 'KO', 'SPY'])
  expect(market.status().state).toBe('open')
})

test('after 429 no call is made until the window of X-Ratelimit-Expiry ends', async () => {
  const { market, standIn } = await openTradier()
  await expect.poll(() => standIn.requests.length).toBe(2)
  const expiryMs = Date.now() + 400
  const times: number[] = []
  standIn.fail(
    '/history',
    {
      kind: 'status',
      status: 429,
      headers: { 'X-Ratelimit-Available': '0', 'X-Ratelimit-Expiry': String(expiryMs) },
    },
    1,
  )
  await market.profile('KO')
  const calls = standIn.requests.length
  const bars = market.bars('KO').then(() => times.push(Date.now()))
  await expect.poll(() => standIn.requests.length).toBe(calls + 1)
  const quote = market.quote('AAPL').then(() => times.push(Date.now()))
  await Promise.all([bars, quote])
  for (const time of times) expect(time).toBeGreaterThanOrEqual(expiryMs)
})

test('the vendor’s count of calls left corrects ours: other users of the token count as well', async () => {
  const { market, standIn } = await openTradier()
  await expect.poll(() => standIn.requests.length).toBe(2)
  const expiryMs = Date.now() + 400
  standIn.nextHeaders({ 'X-Ratelimit-Available': '0', 'X-Ratelimit-Expiry': String(expiryMs) })
  await market.quote('AAPL')
  await market.quote('KO')
  expect(Date.now()).toBeGreaterThanOrEqual(expiryMs)
})

test.each([
  ['a 500', { kind: 'status', status: 500 }],
  ['truncated JSON', { kind: 'truncated' }],
] as const)('a call is repeated after %s', async (_name, fault) => {
  const { market, standIn } = await openTradier()
  standIn.fail('/quotes', fault, 1)
  expect(await market.quote('AAPL')).toBeDefined()
  expect(standIn.calls('/v1/markets/quotes')).toHaveLength(2)
})

test('while Tradier is down the last values are served as stale, and other symbols fail', async () => {
  const { market, standIn, pass, linesOf } = await openTradier()
  const read = async () => [await market.quote('KO'), await market.chain('KO'), await market.bars('KO')]
  const before = await read()
  standIn.fail('/v1/', { kind: 'status', status: 503 })
  pass(120_000)
  expect(await read()).toEqual(before)
  expect(await errorOf(market.quote('AAPL'))).toMatchObject({ kind: 'unavailable' })
  expect(market.status().stale).toBe(true)
  expect(market.capabilities().chains?.state).toBe('failing')
  expect(linesOf('market-vendor-failing')).toHaveLength(1)
  // A quote of a quarter of an hour is too old.
  pass(900_000)
  expect(await errorOf(market.quote('KO'))).toMatchObject({ kind: 'unavailable' })
})

test('a call without a response is given up', async () => {
  const { market: other, standIn } = await openTradier()
  // The stand-in computes its data once.
  await other.quote('KO')
  const { market } = await openTradier({ url: standIn.url, timeoutMs: 200 })
  standIn.fail('/history', { kind: 'slow' })
  expect(await errorOf(market.bars('KO'))).toMatchObject({
    kind: 'unavailable',
    message: expect.stringContaining('did not respond to /v1/markets/history'),
  })
})

test.each([
  [
    '/quotes',
    { quotes: { quote: { symbol: 'KO', last: 'sixty' } } },
    'quotes.quote.0.last: expected a number, got "sixty"',
  ],
  ['/quotes', { quotes: { quote: [{ symbol: 7 }] } }, 'quotes.quote.0.symbol: expected string, got 7'],
  ['/quotes', { fault: {} }, 'quotes: expected "quotes", got undefined'],
  ['/quotes', { quotes: { quote: [] } }, 'expected a quote or an unmatched symbol for KO, got neither'],
  [
    '/history',
    { history: { day: { date: 20_261_119 } } },
    'history.day.0.date: expected string, got 20261119',
  ],
  ['/expirations', { expirations: { date: [1] } }, 'expirations.date.0: expected string, got 1'],
  [
    '/chains',
    { options: { option: { symbol: null } } },
    'options.option.0.symbol: expected string, got null',
  ],
])('a response of %s with a wrong type names the field: %j', async (path, body, message) => {
  const { market, standIn } = await openTradier()
  standIn.fail(path, { kind: 'text', text: JSON.stringify(body) })
  const call =
    path === '/history' ? market.bars('KO') : path === '/quotes' ? market.quote('KO') : market.chain('KO')
  expect(await errorOf(call)).toMatchObject({ kind: 'malformed', message: expect.stringContaining(message) })
})

test('a chain with one expiry that fails is not served in part', async () => {
  const { market, standIn, pass } = await openTradier()
  const complete = await market.chain('AAPL')
  pass(60_001)
  standIn.fail('/chains', { kind: 'text', text: '{"options":{}}' }, 1)
  // The last complete one is served.
  expect(await market.chain('AAPL')).toBe(complete)
  standIn.fail('/chains', { kind: 'text', text: '{"options":{}}' }, 1)
  expect(await errorOf(market.chain('SPY'))).toMatchObject({ kind: 'malformed' })
  expect((await market.chain('SPY'))?.contracts.length).toBeGreaterThan(0)
})

test('option symbols that cannot be read are omitted and logged', async () => {
  const { market, standIn, linesOf } = await openTradier()
  const expiries = new Set((await market.chain('KO'))!.contracts.map(({ expiry }) => expiry))
  standIn.fail('/chains', { kind: 'text', text: '{"options":{"option":{"symbol":"KO-JAN-70"}}}' })
  const { market: next, linesOf: nextLines } = await openTradier({ url: standIn.url })
  expect((await next.chain('KO'))?.contracts).toEqual([])
  expect(nextLines('market-contracts-omitted')).toMatchObject([
    { symbol: 'KO', contracts: expiries.size, first: 'KO-JAN-70' },
  ])
  expect(linesOf('market-contracts-omitted')).toEqual([])
})

test('a day without data is a gap in the bars', async () => {
  const { market, standIn } = await openTradier()
  standIn.state.emptyDays.add('2026-11-18')
  expect((await market.bars('KO'))?.date.slice(-2)).toEqual(['2026-11-17', '2026-11-19'])
})

test('a symbol that was renamed overnight is unknown, and its successor known, an hour later at most', async () => {
  const { market, standIn, pass } = await openTradier()
  expect(await market.profile('KO')).toBeDefined()
  await market.chain('KO')
  standIn.rename('KO', 'COKE')
  pass(60 * 60_000 + 1)
  for (const call of [market.profile('KO'), market.bars('KO'), market.chain('KO'), market.quote('KO')])
    expect(await call).toBeUndefined()
  expect(await market.profile('COKE')).toMatchObject({ symbol: 'COKE' })
})
