/** Test keys: the test market, which only they read, and each of its users and symbols. */
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Chain } from '#contract/responses/chain.ts'
import type { Income } from '#contract/responses/income.ts'
import type { SymbolMatches, Tone, Why } from '#contract/responses/resources.ts'
import type { Roll } from '#contract/responses/roll.ts'
import type { FullTradeIdeas } from '#contract/responses/lists/full-ideas.ts'
import { testDelayMs } from '#service/shared/test-market.ts'
import { batchOf, syntheticIdea } from '#service/testing/ideas.ts'
import { localPage, testAccount } from '#service/testing/test-keys.ts'
import type { TestAccount } from '#service/testing/test-keys.ts'
import { dataPath, makeTestService, problemOf } from '#service/testing/test-service.ts'
import type { TestService } from '#service/testing/test-service.ts'

let testService: TestService
let testKeyAccount: TestAccount
// The test market's scan takes a second: one service for all tests, which only read it.
beforeAll(async () => {
  testService = await makeTestService()
  testKeyAccount = await testAccount(testService)
  await testService.store.batches.publish(batchOf(syntheticIdea('AAPL')))
}, 60_000)

const get = (path: string, headers: Record<string, string>) => testService.get(`${dataPath}${path}`, headers)
const read = async <T>(path: string, headers: Record<string, string>): Promise<T> => {
  const response = await get(path, headers)
  if (response.status !== 200) throw new Error(`${path}: ${response.status}`)
  return (await response.json()) as T
}
const why = async (symbol: string, headers?: Record<string, string>) =>
  read<Why>(`/why/${symbol}`, headers ?? byKey())
const income = async (symbol: string, headers?: Record<string, string>) =>
  read<Income>(`/how/income/${symbol}`, headers ?? byKey())
const chain = async (symbol: string) => read<Chain>(`/how/chain/${symbol}`, byKey())
const ideas = async (headers: Record<string, string>) => read<FullTradeIdeas>('/what/tradeideas', headers)
const byKey = () => ({ 'Op-Subscription-Key': testKeyAccount.subscriptionKey })
const cells = ({ callOptimals, putOptimals }: Income) => [...callOptimals, ...putOptimals]

/** Advances the fake clock until the response arrives. Returns the elapsed milliseconds. */
async function responseTimeMs(response: Promise<unknown>): Promise<number> {
  let hasSettled = false
  void response.finally(() => (hasSettled = true))
  for (let elapsedMs = 0; ; elapsedMs += 100) {
    // Hashing runs on another thread, which fake timers do not move.
    await new Promise((resolve) => setImmediate(resolve))
    if (hasSettled) return elapsedMs
    await vi.advanceTimersByTimeAsync(100)
  }
}

// The first request waits for the scan of the test market.
vi.setConfig({ testTimeout: 60_000 })

describe('a test key', () => {
  test('reads the test market, directly or in a widget, marked as simulated', async () => {
    const session = await testKeyAccount.session()
    for (const headers of [byKey(), session]) {
      const { dataStatus } = await read<Tone>('/tone', headers)
      expect(dataStatus).toMatchObject({ simulated: true, asOf: '2026-07-08T15:00:00.000Z' })
      const { tradeIdeas, dateOfScan, tradingDaysOld } = await ideas(headers)
      expect(tradeIdeas.length).toBeGreaterThanOrEqual(5)
      expect(new Set(tradeIdeas.map(({ sentiment }) => sentiment))).toEqual(new Set(['Bullish', 'Bearish']))
      expect(dateOfScan).toBe('2026-07-08T06:00:00.000Z')
      expect(tradingDaysOld).toBe(0)
    }
  })

  test('gets the same responses from every service', async () => {
    const other = await makeTestService()
    const otherAccount = await testAccount(other)
    const key = { 'Op-Subscription-Key': otherAccount.subscriptionKey }
    for (const path of ['/what/tradeideas', '/why/TEST.OK', '/how/income/TEST.OK', '/news/TEST.OK'])
      expect(await (await other.get(dataPath + path, key)).text(), path).toBe(
        await (await get(path, byKey())).text(),
      )
  })

  test('never reads the live batch, and a live or demo key never reads the test market', async () => {
    const live = await testAccount(testService, 'live')
    const bySession = await live.session()
    for (const headers of [
      bySession,
      { 'Op-Subscription-Key': live.subscriptionKey },
      { 'Op-Subscription-Key': testService.demo.subscriptionKey },
    ]) {
      expect((await ideas(headers)).tradeIdeas.map(({ symbol }) => symbol)).toEqual(['AAPL'])
      for (const path of ['/why/TEST.OK', '/how/income/TEST.OK', '/why/TEST.OK/history', '/news/TEST.FAIL'])
        expect(await problemOf(await get(path, headers)), path).toMatchObject({ code: 'symbol-unknown' })
      expect((await read<SymbolMatches>('/symbols?query=TEST', headers)).symbols).toEqual([])
    }
    // Requested by both in either order: no cached value is shared.
    const prices = async () => [
      (await why('AAPL', bySession)).expandedQuote.last,
      (await why('AAPL')).expandedQuote.last,
    ]
    expect(await prices()).toEqual(await prices())
    expect((await prices())[0]).toBe(100)
    expect((await prices())[1]).not.toBe(100)
    const matches = (await read<SymbolMatches>('/symbols?query=TEST', byKey())).symbols
    expect(matches.map(({ symbol }) => symbol)).toContain('TEST.OK')
  })

  test('of a legacy client reads the test market, too', async () => {
    const { operator } = testService.service.access
    const client = await operator.issueKey(testKeyAccount.id, 'client', { mode: 'test' })
    const response = await testService.form('/token', {
      grant_type: 'client_credentials',
      client_id: client.id,
      client_secret: client.secret,
    })
    const { access_token: token } = (await response.json()) as { access_token: string }
    expect((await why('TEST.OK', { Authorization: `Bearer ${token}` })).dataStatus.simulated).toBe(true)
  })

  test('may be used on this machine without a listed domain, and elsewhere only with one', async () => {
    const opened = async (origin: string) => {
      const { access_token: token } = (await (await testKeyAccount.token('user-1')).json()) as {
        access_token: string
      }
      return (await testKeyAccount.open(token, 'instance-1', origin)).status
    }
    for (const origin of [
      localPage,
      'http://shop.localhost:4000',
      'https://localhost',
      'http://127.0.0.1:5173',
    ])
      expect(await opened(origin), origin).toBe(200)
    for (const origin of ['https://qa.partner.com', 'http://localhost.evil.test', 'null'])
      expect(await opened(origin), origin).toBe(403)
    await testService.service.access.operator.addDomain(testKeyAccount.id, 'https://qa.partner.com')
    expect(await opened('https://qa.partner.com')).toBe(200)
  })

  test('cannot be issued for the demo account: its keys read the configured market', async () => {
    const issued = testService.service.access.operator.issueKey('p_demo', 'widget', { mode: 'test' })
    await expect(issued).rejects.toThrow('configured market')
  })

  test('ends with all its sessions when it is revoked', async () => {
    const account = await testAccount(testService)
    const session = await account.session()
    expect((await get('/tone', session)).status).toBe(200)
    await testService.service.access.operator.revokeKey(account.apiKey)
    expect(await problemOf(await get('/tone', session))).toMatchObject({ code: 'session-ended' })
  })

  test('is required to open the test market: a live key does not open it', async () => {
    const other = await makeTestService()
    const { token } = await other.session()
    const opened = vi.spyOn(other.service.environments, 'environmentOf')
    await other.get(`${dataPath}/what/tradeideas`, { Authorization: `Bearer ${token}` })
    expect(new Set(opened.mock.calls.flat())).toEqual(new Set(['live']))
  })
})

describe('the user', () => {
  const pathsOfPanels = [
    '/what/tradeideas',
    '/why/TEST.OK',
    '/how/income/TEST.OK',
    '/tone',
    '/symbols?query=a',
  ]

  test('test-refused gets no token, and a live key of the same partner does', async () => {
    expect(await problemOf(await testKeyAccount.token('test-refused'))).toMatchObject({
      code: 'credential-invalid',
    })
    const authToken = await (
      await testService.form('/Auth', {
        apikey: testKeyAccount.apiKey,
        secretKey: testKeyAccount.secretKey,
        userId: 'test-refused',
      })
    ).text()
    expect((await testService.post('/Token', { authToken, userId: 'test-refused' })).status).toBe(401)
    const live = await testAccount(testService, 'live')
    expect((await live.token('test-refused')).status).toBe(200)
  })

  test('test-domain is refused by the page’s domain, in both flows', async () => {
    const { access_token: token } = (await (await testKeyAccount.token('test-domain')).json()) as {
      access_token: string
    }
    expect(await problemOf(await testKeyAccount.open(token))).toMatchObject({
      code: 'domain-not-whitelisted',
      origin: localPage,
    })
    const authToken = await (
      await testService.form('/Auth', { apikey: testKeyAccount.apiKey, secretKey: testKeyAccount.secretKey })
    ).text()
    const response = await testService.post('/Token', { authToken, userId: 'test-domain' })
    const { access_token: secondToken } = (await response.json()) as { access_token: string }
    expect((await testKeyAccount.open(secondToken)).status).toBe(403)
  })

  test('test-expired has a session for its first panels, and no second one in the API-key flow', async () => {
    const session = await testKeyAccount.session('test-expired', 'expires-1')
    for (const path of pathsOfPanels) expect((await get(path, session)).status, path).toBe(200)
    testService.advanceTime(6000)
    expect(await problemOf(await get('/tone', session))).toMatchObject({ code: 'session-ended' })
    const { access_token: token } = (await (await testKeyAccount.token('test-expired')).json()) as {
      access_token: string
    }
    expect(await problemOf(await testKeyAccount.open(token, 'expires-1'))).toMatchObject({
      code: 'session-ended',
    })
    expect((await testKeyAccount.open(token, 'expires-2')).status, 'another widget').toBe(200)
  })

  test('test-expired continues with a new token of the page', async () => {
    const open = async () => {
      const authToken = await (
        await testService.form('/Auth', {
          apikey: testKeyAccount.apiKey,
          secretKey: testKeyAccount.secretKey,
        })
      ).text()
      const tokenResponse = await testService.post('/Token', { authToken, userId: 'test-expired' })
      const { access_token: token } = (await tokenResponse.json()) as { access_token: string }
      const response = await testKeyAccount.open(token, 'expires-3')
      expect(response.status).toBe(200)
      return ((await response.json()) as { expires_in: number }).expires_in
    }
    expect(await open()).toBe(6)
    testService.advanceTime(6000)
    expect(await open()).toBe(86_400)
  })

  test('test-empty has all data except ideas', async () => {
    const session = await testKeyAccount.session('test-empty')
    expect((await ideas(session)).tradeIdeas).toEqual([])
    expect((await ideas(session)).dateOfScan).toBe('2026-07-08T06:00:00.000Z')
    expect(cells(await income('TEST.OK', session)).length).toBeGreaterThan(0)
    const { access_token: token } = (await (await testKeyAccount.token('test-empty')).json()) as {
      access_token: string
    }
    expect(await (await testKeyAccount.open(token)).json()).toMatchObject({ firstSymbol: null })
  })

  test('test-failing gets an error with an id from every look-up', async () => {
    const session = await testKeyAccount.session('test-failing')
    for (const path of pathsOfPanels)
      expect(await problemOf(await get(path, session)), path).toMatchObject({
        code: 'internal',
        status: 500,
        requestId: expect.stringMatching(/^[0-9a-f-]{36}$/) as string,
      })
  })

  test('test-closed gets the closed market of a Saturday, with Friday’s prices', async () => {
    const session = await testKeyAccount.session('test-closed')
    const { expandedQuote, dataStatus } = await why('TEST.OK', session)
    expect(dataStatus).toMatchObject({ asOf: '2026-07-11T15:00:00.000Z' })
    expect(dataStatus.parts?.price).toMatchObject({ state: 'current', asOf: '2026-07-10T20:00:00.000Z' })
    expect(expandedQuote.last).toBeGreaterThan(0)
    expect((await ideas(session)).tradingDaysOld).toBe(0)
  })

  test('test-delayed gets prices that are marked as 15 minutes old', async () => {
    const { dataStatus } = await why('TEST.OK', await testKeyAccount.session('test-delayed'))
    expect(dataStatus).toMatchObject({ delayedSeconds: 900, asOf: '2026-07-08T15:00:00.000Z' })
    const asOf = dataStatus.parts?.price.asOf ?? ''
    expect(Date.parse('2026-07-08T15:00:00Z') - Date.parse(asOf)).toBeGreaterThanOrEqual(900_000)
  })
})

describe('the symbol', () => {
  test('TEST.OK has a price, a chart, an option in every cell, and no event before their expiries', async () => {
    const { unknown, technicalRank, supportAndResistance } = await why('TEST.OK')
    expect(unknown).toEqual([])
    expect(technicalRank).toBeGreaterThan(0)
    expect(supportAndResistance).not.toBeNull()
    const how = await income('TEST.OK')
    expect([how.callOptimals.length, how.putOptimals.length]).toEqual([9, 9])
    expect(cells(how).flatMap(({ warnings }) => warnings)).toEqual([])
  })

  test('TEST.OK has a chain with marked cells, and every contract of it can be looked up', async () => {
    const { expiries, unknown } = await chain('TEST.OK')
    expect(unknown).toEqual([])
    const options = expiries.flatMap(({ rows }) => rows.flatMap(({ call, put }) => [call, put]))
    const marked = options.filter((each) => each?.cell)
    expect(marked).toHaveLength(18)
    const { contract } = await income(`TEST.OK?contract=${marked[0]!.id}`)
    expect(contract).toMatchObject({ id: marked[0]!.id, ...marked[0]!.cell })
  })

  test('TEST.EMPTY has options, but none that fits a cell', async () => {
    const how = await income('TEST.EMPTY')
    expect(how.listedContracts).toBeGreaterThan(0)
    expect(cells(how)).toEqual([])
    expect(how.refused.map(({ reason }) => reason)).toEqual(['no-bid'])
  })

  test('TEST.NOOPT has no options', async () => {
    expect((await income('TEST.NOOPT')).listedContracts).toBe(0)
    expect((await chain('TEST.NOOPT')).expiries).toEqual([])
    expect((await why('TEST.NOOPT')).expandedQuote.last).toBeGreaterThan(0)
  })

  test('TEST.STALE has old bars, an old price and old quotes of options', async () => {
    const { unknown, dataStatus } = await why('TEST.STALE')
    expect(unknown).toContainEqual(expect.objectContaining({ field: 'sentiment', reason: 'old-bars' }))
    expect(dataStatus.parts).toMatchObject({
      price: { state: 'old' },
      options: { state: 'old' },
      bars: { state: 'old' },
    })
  })

  test('TEST.EARN reports earnings before every option expires', async () => {
    const how = await income('TEST.EARN')
    expect(cells(how).length).toBeGreaterThan(0)
    for (const { warnings } of cells(how)) expect(warnings).toContain('earnings-before-expiry')
  })

  test('TEST.EXDIV goes ex-dividend before every option expires', async () => {
    const how = await income('TEST.EXDIV')
    expect(cells(how).length).toBeGreaterThan(0)
    for (const { warnings } of cells(how)) expect(warnings).toContain('dividend-before-expiry')
  })

  test('TEST.WIDE has wide spreads', async () => {
    const how = await income('TEST.WIDE')
    expect(cells(how).length).toBeGreaterThan(0)
    for (const { warnings } of cells(how)) expect(warnings).toContain('wide-spread')
  })

  test('an open option of TEST.EXDIV has its dividend, and can be rolled', async () => {
    const [open] = cells(await income('TEST.EXDIV'))
    const roll = await read<Roll>(`/how/roll/TEST.EXDIV?contract=${open!.id}&price=5`, byKey())
    expect(roll).toMatchObject({
      id: open!.id,
      probability: open!.probability,
      costToClose: open!.ask,
      price: 5,
      dividend: { exDate: '2026-07-20' },
    })
    expect(roll.candidates.length).toBeGreaterThan(0)
  })

  test('the problem of an unlisted contract names the parameter and the reason', async () => {
    const refused = async (query: string) =>
      problemOf(await get(`/how/roll/TEST.OK${query}`, byKey())).then(
        ({ status, code, parameter, detail }) => [status, code, parameter, detail],
      )
    const [open] = cells(await income('TEST.OK'))
    const root = open!.id.slice(0, -15)
    for (const query of ['', '?contract=AAPL'])
      expect(await refused(query)).toEqual([
        400,
        'malformed-parameter',
        'contract',
        'Expected the OSI symbol of a listed option such as AAPL270115C00240000.',
      ])
    expect(await refused('?contract=AAPL260918C00100000')).toEqual([
      400,
      'malformed-parameter',
      'contract',
      'Expected an option on TEST.OK, but none of its options has the root of AAPL260918C00100000.',
    ])
    expect(await refused(`?contract=${root}260702C00100000`)).toEqual([
      404,
      'symbol-unknown',
      'contract',
      `${root}260702C00100000 expired on 2026-07-02.`,
    ])
    const unlistedId = `${open!.id.slice(0, -8)}00400000`
    expect(await refused(`?contract=${unlistedId}`)).toEqual([
      404,
      'symbol-unknown',
      'contract',
      `${unlistedId} is not listed on TEST.OK. After a split or a merger, options continue with other strikes or another root.`,
    ])
    expect(await refused(`?contract=${open!.id}&price=0`)).toEqual([
      400,
      'malformed-parameter',
      'price',
      'Expected a positive premium in dollars per share.',
    ])
    // Blanks and lower case are accepted.
    const padded = `${root.padEnd(6).replaceAll(' ', '%20')}${open!.id.slice(-15)}`.toLowerCase()
    const { id } = await read<Roll>(`/how/roll/TEST.OK?contract=${padded}`, byKey())
    expect(id).toBe(open!.id)
  })

  test('TEST.FAIL fails without affecting other symbols', async () => {
    for (const path of [
      '/why/TEST.FAIL',
      '/how/income/TEST.FAIL',
      '/why/TEST.FAIL/history',
      '/news/TEST.FAIL',
    ])
      expect(await problemOf(await get(path, byKey())), path).toMatchObject({ code: 'internal', status: 500 })
    expect((await get('/what/tradeideas', byKey())).status).toBe(200)
  })

  test('TEST.UNKNOWN is 404', async () => {
    expect(await problemOf(await get('/why/TEST.UNKNOWN', byKey()))).toMatchObject({ code: 'symbol-unknown' })
  })

  test('no test symbol is among the ideas', async () => {
    for (const { symbol } of (await ideas(byKey())).tradeIdeas) expect(symbol).not.toMatch(/^TEST\./)
  })
})

describe('the delay', () => {
  let session: Record<string, string>
  beforeEach(async () => {
    session = await testKeyAccount.session('test-slow')
    await why('TEST.OK')
    vi.useFakeTimers({ toFake: ['setTimeout'] })
  })
  afterEach(() => vi.useRealTimers())

  test('applies to every look-up of test-slow, cached ones included', async () => {
    for (const path of ['/why/TEST.OK', '/why/TEST.OK', '/tone', '/what/tradeideas'])
      expect(await responseTimeMs(get(path, session)), path).toBeGreaterThanOrEqual(testDelayMs)
    expect((await get('/why/TEST.OK', byKey())).status, 'other callers are not delayed').toBe(200)
  })

  test('applies to TEST.SLOW, and to no other symbol', async () => {
    expect(await responseTimeMs(get('/why/TEST.SLOW', byKey()))).toBeGreaterThanOrEqual(testDelayMs)
    expect((await get('/why/TEST.OK', byKey())).status, 'without a delay').toBe(200)
  })
})
