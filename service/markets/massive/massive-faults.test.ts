/** One test for each fault of the vendor, as the service sees it. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { openOverStandIn } from './open.fixture.ts'
import { altered, failure, silent, standInKey, truncated } from './stand-in.fixture.ts'

const outcome = (call: Promise<unknown>): Promise<unknown> => call.catch((error: unknown) => error)
type Body = { results: Record<string, unknown>[] }

test('401: access is denied, which is logged once with what to do and without the key', async () => {
  const wrongKey = 'wrong-key-93b1'
  const { market, lines } = await openOverStandIn({ key: wrongKey })
  expect(await outcome(market.quote('AAPL'))).toMatchObject({
    kind: 'denied',
    message: expect.stringContaining('MASSIVE_API_KEY'),
  })
  await outcome(market.profile('AAPL'))
  await outcome(market.chain('AAPL'))
  await outcome(market.bars('AAPL'))
  expect(lines.filter(({ event }) => event === 'market-access-denied').length).toBe(1)
  expect(JSON.stringify(lines)).not.toContain(wrongKey)
  expect(market.capabilities().quotes).toMatchObject({ state: 'denied' })
})

test('403: a plan without options denies chains only', async () => {
  const { market, standIn, lines } = await openOverStandIn()
  const body = {
    status: 'NOT_AUTHORIZED',
    request_id: '1',
    message: 'You are not entitled to this data. Please upgrade your plan.',
  }
  standIn.fail('/v3/snapshot/options', failure(403, body))
  expect(await outcome(market.chain('AAPL'))).toMatchObject({
    kind: 'denied',
    message: expect.stringContaining('not entitled'),
  })
  expect(await market.quote('AAPL')).toBeDefined()
  expect(market.capabilities()).toMatchObject({ chains: { state: 'denied' }, quotes: { state: 'working' } })
  expect(lines).toEqual([expect.objectContaining({ event: 'market-access-denied' })])
  standIn.heal()
  expect(await market.chain('AAPL')).toBeDefined()
  expect(market.capabilities().chains).toMatchObject({ state: 'working' })
})

test('403: a plan without news leaves the rest working, and is one line however often news are requested', async () => {
  const { market, standIn, lines } = await openOverStandIn()
  standIn.fail('/news', failure(403, { status: 'NOT_AUTHORIZED', message: 'You are not entitled.' }))
  for (const symbol of ['AAPL', 'MSFT', 'XOM']) {
    expect(await outcome(market.news(symbol))).toMatchObject({ kind: 'denied' })
    expect(await market.quote(symbol)).toBeDefined()
  }
  expect(market.capabilities()).toMatchObject({ news: { state: 'denied' }, quotes: { state: 'working' } })
  expect(lines.map(({ event, fields }) => [event, fields?.['data']])).toEqual([
    ['market-access-denied', 'news'],
  ])
})

test('429: all calls wait for the end of the window, and then succeed', async () => {
  const { market, standIn } = await openOverStandIn()
  let refusals = 1
  standIn.fail('/tickers/AAPL', (reply, url) =>
    refusals-- > 0
      ? failure(
          429,
          { status: 'ERROR', error: 'exceeded' },
          { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': '1' },
        )(reply, url)
      : reply,
  )
  const startMs = performance.now()
  expect(await market.quote('AAPL')).toMatchObject({ symbol: 'AAPL' })
  expect(performance.now() - startMs).toBeGreaterThan(950)
})

test.each([500, 503])('%d: the last good chain is served, and an unknown one rejects', async (status) => {
  const { market, standIn, wait } = await openOverStandIn()
  const before = await market.chain('XOM')
  standIn.fail('/v3/snapshot', failure(status))
  const calls = standIn.requests.length
  wait(60_000)
  expect(await market.chain('XOM')).toBe(before)
  expect(standIn.requests.length).toBeGreaterThan(calls)
  expect(await outcome(market.chain('MSFT'))).toMatchObject({ kind: 'unavailable' })
})

test('a key that is refused makes the data stale until it is accepted again', async () => {
  const { market, standIn, wait } = await openOverStandIn()
  const before = await market.quote('AAPL')
  expect(market.status().stale).toBeUndefined()
  standIn.fail('/', failure(401, { error: 'Unknown API Key' }))
  wait(60_000)
  expect(await market.quote('AAPL')).toEqual(before)
  expect(market.status().stale).toBe(true)
  standIn.heal()
  wait(60_000)
  await market.quote('AAPL')
  expect(market.status().stale).toBeUndefined()
})

test('a plan without news leaves the prices current', async () => {
  const { market, standIn } = await openOverStandIn()
  await market.quote('AAPL')
  standIn.fail('/news', failure(403, { error: 'not entitled' }))
  await outcome(market.news('AAPL'))
  expect(market.status().stale).toBeUndefined()
})

test('a vendor that fails for long is not called, and that is visible until it recovers', async () => {
  const { market, standIn, events } = await openOverStandIn()
  standIn.fail('/', failure(503))
  await outcome(market.quote('AAPL'))
  await outcome(market.quote('MSFT'))
  expect(market.capabilities().quotes).toMatchObject({ state: 'failing' })
  expect(events()).toContain('market-vendor-failing')
  expect(market.status()).toMatchObject({ stale: true })
  const calls = standIn.requests.length
  await outcome(market.quote('XOM'))
  expect(standIn.requests.length).toBe(calls)
})

test('truncated JSON is requested again', async () => {
  const { market, standIn, callsTo } = await openOverStandIn()
  let broken = 1
  standIn.fail('/range/', (reply, url) => (broken-- > 0 ? truncated(reply, url) : reply))
  expect((await market.bars('AAPL'))?.date.length).toBe(504)
  expect(callsTo('/range/').length).toBe(2)
})

test('a wrong type rejects with the path of the field, and the next chain is read', async () => {
  const { market, standIn } = await openOverStandIn()
  standIn.fail(
    '/options/AAPL',
    altered(({ results }: Body) => ({
      results: results.map((item) => ({ ...item, last_quote: { bid: 'high' } })),
    })),
  )
  expect(await outcome(market.chain('AAPL'))).toMatchObject({
    kind: 'malformed',
    message: expect.stringContaining('results.0.last_quote.bid'),
  })
  expect(await market.chain('MSFT')).toBeDefined()
})

test('a next page on a foreign host is not requested: the key stays with the vendor', async () => {
  const recorded: (string | undefined)[] = []
  const foreign = createServer((request, response) => {
    recorded.push(request.headers.authorization)
    response.end('{"results":[]}')
  })
  await new Promise<void>((resolve) => foreign.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void foreign.close())
  const address = `http://127.0.0.1:${(foreign.address() as AddressInfo).port}`
  const { market, standIn } = await openOverStandIn()
  standIn.fail(
    '/options/AAPL',
    altered((body: Body) => ({ ...body, next_url: `${address}/v3/snapshot/options/AAPL?cursor=100` })),
  )
  expect(await outcome(market.chain('AAPL'))).toMatchObject({
    kind: 'malformed',
    message: expect.stringContaining('another host'),
  })
  expect(recorded).toEqual([])
})

test('a vendor that does not respond is given up when the market closes', async () => {
  const { market, standIn } = await openOverStandIn()
  standIn.fail('/tickers/AAPL', silent)
  const call = outcome(market.quote('AAPL'))
  await standIn.until(() => standIn.requests.length > 0)
  await market.close()
  expect(await call).toMatchObject({ kind: 'unavailable' })
})

test('a profile without its dividends is returned, and they count as unknown', async () => {
  const { market, standIn } = await openOverStandIn()
  standIn.fail('/dividends', failure(400, { status: 'ERROR', error: 'bad request' }))
  expect(await market.profile('XOM')).toMatchObject({
    dividends: { declared: [], knownThrough: null },
    dividendYield: 0,
  })
})

test('no error or log line contains the key', async () => {
  const { market, standIn, lines } = await openOverStandIn()
  standIn.fail('/', failure(403, { message: `The key ${standInKey} is not entitled` }))
  const errors = await Promise.all([
    outcome(market.quote('AAPL')),
    outcome(market.chain('AAPL')),
    outcome(market.universe()),
  ])
  expect(errors.map(String).join() + JSON.stringify(lines)).not.toContain(standInKey)
})
