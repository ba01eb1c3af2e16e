import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import * as v from 'valibot'
import { BestIncomeSchema } from '#contract/responses/lists/best-income.ts'
import { ChainSchema } from '#contract/responses/chain.ts'
import { ServerFrameSchema } from '#contract/feed.ts'
import { TradeIdeasSchema } from '#contract/responses/lists/ideas.ts'
import { IncomeSchema } from '#contract/responses/income.ts'
import { HistorySchema, WhySchema } from '#contract/responses/resources.ts'
import { instanceHeader, tradeIdeasPath } from '#contract/api/first-paths.ts'
import { RollSchema } from '#contract/responses/roll.ts'
import { ScenarioSchema } from '#contract/responses/scenario.ts'
import { accessRoutes } from '#contract/api/routes.ts'
import { isServicePath } from './handlers.ts'
import { type ScenarioName, scenarioNamed, scenarioNames } from './scenarios.ts'
import { mockApiKey, openMockEnvironment, type MockEnvironment } from './mock-environment.ts'

/** A long timeout, because other tests may run on the same machine at the same time. */
const longTimeout = { timeout: 15_000 }

const origin = 'http://localhost:5173'
const instance = 'mock0123456789abcdef'
// A Saturday, so that no test depends on the time of its run.
const start = Date.parse('2026-11-21T15:00:00Z')
let elapsedMs = 0
const clock = () => new Date(start + elapsedMs)

let environment: MockEnvironment | undefined
beforeEach(
  () =>
    void vi.useFakeTimers({
      toFake: ['setTimeout', 'setInterval', 'clearTimeout', 'clearInterval'],
      shouldAdvanceTime: true,
    }),
)
afterEach(() => {
  elapsedMs = 0
  environment?.stop()
  environment = undefined
  vi.useRealTimers()
})

const post = (path: string, body: unknown, headers: Record<string, string> = {}) =>
  new Request(origin + path, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', [instanceHeader]: instance, ...headers },
    body: JSON.stringify(body),
  })

/** Opens an environment and sends the app's first requests until one is refused. */
async function open(name: ScenarioName) {
  const openedEnvironment = await openMockEnvironment(name, { origin, clock, symbols: 60 })
  environment = openedEnvironment
  const token = await openedEnvironment.fetch(
    post(accessRoutes.token.path, { apiKey: await mockApiKey(), userId: 'designer' }),
  )
  if (!token.ok) return { refused: [token.status, ((await token.json()) as { code: string }).code] }
  const bearer = {
    Authorization: `Bearer ${((await token.json()) as { access_token: string }).access_token}`,
  }
  const session = await openedEnvironment.fetch(
    post(accessRoutes.setCookie.path, { origin, instance, firstRequest: tradeIdeasPath }, bearer),
  )
  if (!session.ok) return { refused: [session.status, ((await session.json()) as { code: string }).code] }
  const { firstResponse } = (await session.json()) as { firstResponse?: unknown }
  const get = (path: string) =>
    openedEnvironment.fetch(
      new Request(`${origin}/api/v1/platform/${path}`, {
        headers: { ...bearer, [instanceHeader]: instance },
      }),
    )
  return { refused: undefined, environment: openedEnvironment, firstResponse, get, bearer }
}

async function openReady(name: ScenarioName) {
  const ready = await open(name)
  if (ready.refused) throw new Error(`refused: ${ready.refused.join(' ')}`)
  return ready
}

/** Opens a feed with a ticket, and returns its messages. */
async function openFeed({ environment, bearer }: Awaited<ReturnType<typeof openReady>>, symbol: string) {
  const response = await environment.fetch(post(accessRoutes.feedTicket.path, {}, bearer))
  const { ticket } = (await response.json()) as { ticket: string }
  const frames: v.InferOutput<typeof ServerFrameSchema>[] = []
  const closed = vi.fn()
  const feed = environment.connect({
    send: (text) => frames.push(v.parse(ServerFrameSchema, JSON.parse(text))),
    close: closed,
  })
  void feed?.receive(JSON.stringify({ type: 'ticket', ticket }))
  void feed?.receive(JSON.stringify({ type: 'subscribe', symbols: [symbol] }))
  await vi.waitFor(() => expect(frames.some((frame) => frame.type === 'quotes')).toBe(true), longTimeout)
  return { frames, closed }
}

test('calm: all responses are complete and valid', async () => {
  const { get, firstResponse } = await openReady('calm')
  expect(firstResponse).toMatchObject({ universeSize: 60 })
  const { tradeIdeas } = v.parse(TradeIdeasSchema, await (await get('what/tradeideas')).json())
  expect(tradeIdeas.length).toBeGreaterThan(0)
  v.parse(WhySchema, await (await get('why/AAPL')).json())
  const income = v.parse(IncomeSchema, await (await get('how/income/AAPL')).json())
  expect(income.callOptimals.length).toBeGreaterThan(0)
})

test('calm: chain, contract, scenario, roll and best income are valid', async () => {
  const { get } = await openReady('calm')
  const { expiries } = v.parse(ChainSchema, await (await get('how/chain/AAPL')).json())
  const mediumExpiry = expiries.find(({ timeframe }) => timeframe === 'medium')!
  const filteredChain = v.parse(
    ChainSchema,
    await (await get(`how/chain/AAPL?expiry=${mediumExpiry.expiryDate}`)).json(),
  )
  expect(filteredChain.expiries.filter(({ rows }) => rows.length > 0)).toEqual([mediumExpiry])
  const { id } = mediumExpiry.rows.flatMap(({ call }) =>
    call?.cell?.riskProfile === 'optimal' ? [call] : [],
  )[0]!
  const income = v.parse(IncomeSchema, await (await get(`how/income/AAPL?contract=${id}`)).json())
  expect(income.contract).toMatchObject({ id, expiryDate: mediumExpiry.expiryDate })
  const scenario = v.parse(ScenarioSchema, await (await get(`how/scenario/AAPL?contract=${id}`)).json())
  expect(scenario.values.length).toBe(scenario.daysLeft.length)
  const roll = v.parse(RollSchema, await (await get(`how/roll/AAPL?contract=${id}&price=2`)).json())
  expect(roll.candidates.length).toBeGreaterThan(0)
  const best = v.parse(BestIncomeSchema, await (await get('how/best-income')).json())
  expect(best.trades.length).toBeGreaterThan(0)
})

test('busy: prices change; closed: prices do not change', async () => {
  const busy = await openFeed(await openReady('busy'), 'AAPL')
  await vi.waitFor(
    () => expect(busy.frames.filter((frame) => frame.type === 'quotes').length).toBeGreaterThan(0),
    longTimeout,
  )
  environment?.stop()

  const closed = await openFeed(await openReady('closed'), 'AAPL')
  expect(closed.frames.find((frame) => frame.type === 'market')).toMatchObject({
    state: 'closed',
    simulated: true,
  })
  elapsedMs += 60_000
  await vi.advanceTimersByTimeAsync(10_000)
  expect(closed.frames.filter((frame) => frame.type === 'quotes')).toHaveLength(1)
})

test('delayed and recorded: the data status has the delay and the time of the data', async () => {
  const delayed = await openReady('delayed')
  const why = v.parse(WhySchema, await (await delayed.get('why/AAPL')).json())
  expect(why.dataStatus).toMatchObject({ delayedSeconds: 900, simulated: true })
  environment?.stop()
  const recorded = await openFeed(await openReady('recorded'), 'AAPL')
  expect(recorded.frames.find((frame) => frame.type === 'market')).toMatchObject({
    simulated: false,
    asOf: clock().toISOString(),
  })
})

test('empty: the list has no ideas, and symbols can be looked up', async () => {
  const { get } = await openReady('empty')
  expect(v.parse(TradeIdeasSchema, await (await get('what/tradeideas')).json()).tradeIdeas).toEqual([])
  expect((await get('why/AAPL')).status).toBe(200)
})

test('optionless: no strategies and no listed contracts; illiquid: no strategies despite listed contracts', async () => {
  const optionless = await openReady('optionless')
  expect(v.parse(IncomeSchema, await (await optionless.get('how/income/AAPL')).json())).toMatchObject({
    callOptimals: [],
    putOptimals: [],
    listedContracts: 0,
  })
  environment?.stop()
  const illiquid = await openReady('illiquid')
  const income = v.parse(IncomeSchema, await (await illiquid.get('how/income/AAPL')).json())
  expect([income.callOptimals, income.putOptimals]).toEqual([[], []])
  expect(income.listedContracts).toBeGreaterThan(0)
})

test('outdated and barless: the analysis is unknown, with the reason', async () => {
  const outdated = await openReady('outdated')
  const { tradeIdeas } = v.parse(TradeIdeasSchema, await (await outdated.get('what/tradeideas')).json())
  expect(tradeIdeas.length).toBeGreaterThan(0)
  const old = v.parse(WhySchema, await (await outdated.get('why/AAPL')).json())
  expect([old.sentiment, old.technicalRank, old.sentence, old.sixMonthTrend]).toEqual([
    null,
    null,
    null,
    null,
  ])
  expect(old.unknown.find(({ field }) => field === 'sentiment')).toMatchObject({ reason: 'old-bars' })
  environment?.stop()
  const barless = await openReady('barless')
  const why = v.parse(WhySchema, await (await barless.get('why/AAPL')).json())
  expect(why.unknown.find(({ field }) => field === 'technicalRank')).toMatchObject({
    reason: 'no-bars',
    asOf: null,
  })
})

test('drifted and yesterday: no recommendations if price and option quotes do not match', async () => {
  for (const [name, reason] of [
    ['drifted', 'price-drift'],
    ['yesterday', 'old-chain'],
  ] as const) {
    const { get } = await openReady(name)
    const income = v.parse(IncomeSchema, await (await get('how/income/AAPL')).json())
    expect([income.callOptimals, income.putOptimals, income.callAlternatives]).toEqual([[], [], []])
    expect(
      income.unknown.map((unknown) => unknown.reason),
      name,
    ).toContain(reason)
    environment?.stop()
  }
})

test('unpriced, closes and unlicensed: the service withholds what the partner may not show', async () => {
  for (const [name, last, days] of [
    ['unpriced', null, 'no'],
    ['closes', null, 'all'],
  ] as const) {
    const { get } = await openReady(name)
    const why = v.parse(WhySchema, await (await get('why/AAPL')).json())
    expect([why.expandedQuote.last, why.dataStatus.source], name).toEqual([last, 'Acme'])
    const history = v.parse(HistorySchema, await (await get('why/AAPL/history?range=6M')).json())
    expect(history.close.length > 0 ? 'all' : 'no', name).toBe(days)
    const income = v.parse(IncomeSchema, await (await get('how/income/AAPL')).json())
    expect(income.callOptimals[0], name).toMatchObject({ premium: null, probability: expect.any(Number) })
    environment?.stop()
  }
  const { get } = await openReady('unlicensed')
  expect((await get('why/AAPL')).status).toBe(403)
})

test('vendor, evening and sparse: all prices of a vendor, with its class; sparse has prices only', async () => {
  for (const [name, dataClass] of [
    ['vendor', 'delayed'],
    ['evening', 'end-of-day'],
    ['sparse', 'real-time'],
  ] as const) {
    const { get } = await openReady(name)
    const why = v.parse(WhySchema, await (await get('why/AAPL')).json())
    expect(why.expandedQuote.last, name).toBeGreaterThan(0)
    expect(why.dataStatus, name).toMatchObject({ dataClass, source: 'Acme', simulated: false })
    const reasonOf = (field: string) => why.unknown.find((unknown) => unknown.field === field)?.reason
    if (name === 'sparse')
      expect([reasonOf('earningsDate'), reasonOf('dividend')]).toEqual(['not-provided', 'not-provided'])
    environment?.stop()
  }
})

test('partial and failing: one or all look-ups fail', async () => {
  const partial = await openReady('partial')
  expect((await partial.get('how/income/AAPL')).status).toBe(503)
  expect((await partial.get('why/AAPL')).status).toBe(200)
  environment?.stop()
  const failing = await openReady('failing')
  expect(failing.firstResponse).toBeUndefined()
  const response = await failing.get('what/tradeideas')
  expect([response.status, await response.json()]).toEqual([
    503,
    expect.objectContaining({ code: 'unavailable' }),
  ])
})

test('refused and unauthorised: the service refuses the session', async () => {
  expect((await open('refused')).refused).toEqual([403, 'domain-not-whitelisted'])
  expect((await open('unauthorised')).refused).toEqual([401, 'credential-invalid'])
})

test('stale: the feed ends permanently, and look-ups work', async () => {
  const ready = await openReady('stale')
  const { closed } = await openFeed(ready, 'AAPL')
  await vi.advanceTimersByTimeAsync(3000)
  expect(closed).toHaveBeenCalledWith(1001, expect.any(String))
  expect(ready.environment.connect({ send: () => {}, close: () => {} })).toBeUndefined()
  expect((await ready.get('why/AAPL')).status).toBe(200)
})

test('offline: the connection is cut after 3 seconds', async () => {
  const ready = await openReady('offline')
  const cut = vi.fn()
  ready.environment.onCut(cut)
  expect((await ready.get('why/AAPL')).status).toBe(200)
  await vi.advanceTimersByTimeAsync(3000)
  expect((await ready.get('why/AAPL')).type).toBe('error')
  expect(cut).toHaveBeenCalledOnce()
})

test('expired: the session ends and cannot be renewed', async () => {
  const { get, environment } = await openReady('expired')
  expect((await get('why/AAPL')).status).toBe(200)
  await vi.advanceTimersByTimeAsync(3000)
  await vi.waitFor(async () => expect((await get('why/AAPL')).status).toBe(401), longTimeout)
  const response = await environment.fetch(
    post(accessRoutes.token.path, { apiKey: await mockApiKey(), userId: 'designer' }),
  )
  expect(response.status).toBe(401)
})

test('slow: responses are delayed', async () => {
  const { get, firstResponse } = await openReady('slow')
  expect(firstResponse, 'the ideas are delayed, and not the session').toBeUndefined()
  const onResponse = vi.fn()
  const request = get('tone').then(onResponse)
  await vi.advanceTimersByTimeAsync(2000)
  expect(onResponse).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(600)
  await request
  expect(onResponse).toHaveBeenCalledOnce()
})

test('the default scenario is calm', () => {
  expect(scenarioNamed(null)).toBe('calm')
  expect(scenarioNamed('toString')).toBe('calm')
  for (const name of scenarioNames) expect(scenarioNamed(name)).toBe(name)
})

test('the service’s paths are routed to it, and sources to the development server', () => {
  for (const path of ['/api/v1/platform/why/AAPL', '/Token', '/setCookie', '/session', '/feed/ticket'])
    expect(isServicePath(path)).toBe(true)
  for (const path of ['/mocks/widget.html', '/app/boot/start.tsx', '/service/http/app.ts', '/'])
    expect(isServicePath(path)).toBe(false)
})
