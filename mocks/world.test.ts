import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import * as v from 'valibot'
import { BestIncomeSchema } from '#contract/responses/best-income.ts'
import { ChainSchema } from '#contract/responses/chain.ts'
import { ServerFrameSchema } from '#contract/feed.ts'
import { TradeIdeasSchema } from '#contract/responses/ideas.ts'
import { IncomeSchema } from '#contract/responses/income.ts'
import { WhySchema } from '#contract/responses/resources.ts'
import { instanceHeader } from '#contract/api/first-paths.ts'
import { RollSchema } from '#contract/responses/roll.ts'
import { ScenarioSchema } from '#contract/responses/scenario.ts'
import { accessRoutes } from '#contract/api/routes.ts'
import { isServicePath } from './handlers.ts'
import { type ScenarioName, scenarioNamed, scenarioNames } from './scenarios.ts'
import { mockApiKey, openWorld, type World } from './world.ts'

/** For a machine that is busy with other tests too. */
const patiently = { timeout: 15_000 }

const origin = 'http://localhost:5173'
const instance = 'mock0123456789abcdef'
// A Saturday, so that no test depends on the hour it runs at.
const start = Date.parse('2026-11-21T15:00:00Z')
let later = 0
const clock = () => new Date(start + later)

let world: World | undefined
beforeEach(
  () =>
    void vi.useFakeTimers({
      toFake: ['setTimeout', 'setInterval', 'clearTimeout', 'clearInterval'],
      shouldAdvanceTime: true,
    }),
)
afterEach(() => {
  later = 0
  world?.stop()
  world = undefined
  vi.useRealTimers()
})

const post = (path: string, body: unknown, headers: Record<string, string> = {}) =>
  new Request(origin + path, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', [instanceHeader]: instance, ...headers },
    body: JSON.stringify(body),
  })

/** The app's requests at its start, as far as they succeed. */
async function enter(name: ScenarioName) {
  const opened = await openWorld(name, { origin, clock, symbols: 60 })
  world = opened
  const token = await opened.fetch(
    post(accessRoutes.token.path, { apiKey: await mockApiKey(), userId: 'designer' }),
  )
  if (!token.ok) return { refused: [token.status, ((await token.json()) as { code: string }).code] }
  const bearer = {
    Authorization: `Bearer ${((await token.json()) as { access_token: string }).access_token}`,
  }
  const session = await opened.fetch(post(accessRoutes.setCookie.path, { origin, instance }, bearer))
  if (!session.ok) return { refused: [session.status, ((await session.json()) as { code: string }).code] }
  const get = (path: string) =>
    opened.fetch(
      new Request(`${origin}/api/v1/platform/${path}`, {
        headers: { ...bearer, [instanceHeader]: instance },
      }),
    )
  return { refused: undefined, world: opened, get, bearer }
}

async function enterReady(name: ScenarioName) {
  const entered = await enter(name)
  if (entered.refused) throw new Error(`refused: ${entered.refused.join(' ')}`)
  return entered
}

/** A feed opened with a ticket, and its messages. */
async function follow({ world: at, bearer }: Awaited<ReturnType<typeof enterReady>>, symbol: string) {
  const answer = await at.fetch(post(accessRoutes.feedTicket.path, {}, bearer))
  const { ticket } = (await answer.json()) as { ticket: string }
  const frames: v.InferOutput<typeof ServerFrameSchema>[] = []
  const closed = vi.fn()
  const feed = at.connect({
    send: (text) => frames.push(v.parse(ServerFrameSchema, JSON.parse(text))),
    close: closed,
  })
  feed?.receive(JSON.stringify({ type: 'ticket', ticket }))
  feed?.receive(JSON.stringify({ type: 'subscribe', symbols: [symbol] }))
  await vi.waitFor(() => expect(frames.some((frame) => frame.type === 'quotes')).toBe(true), patiently)
  return { frames, closed }
}

test('on a calm day everything is there and well-formed', async () => {
  const { get } = await enterReady('calm')
  const { tradeIdeas } = v.parse(TradeIdeasSchema, await (await get('what/tradeideas')).json())
  expect(tradeIdeas.length).toBeGreaterThan(0)
  v.parse(WhySchema, await (await get('why/AAPL')).json())
  const income = v.parse(IncomeSchema, await (await get('how/income/AAPL')).json())
  expect(income.callOptimals.length).toBeGreaterThan(0)
})

test('what somebody opens later is answered: chain, a contract of it, its scenario, its roll, the best income', async () => {
  const { get } = await enterReady('calm')
  const { expiries } = v.parse(ChainSchema, await (await get('how/chain/AAPL')).json())
  const month = expiries.find(({ timeframe }) => timeframe === 'medium')!
  const narrow = v.parse(ChainSchema, await (await get(`how/chain/AAPL?expiry=${month.expiryDate}`)).json())
  expect(narrow.expiries.filter(({ rows }) => rows.length > 0)).toEqual([month])
  const { id } = month.rows.flatMap(({ call }) => (call?.cell?.riskProfile === 'optimal' ? [call] : []))[0]!
  const income = v.parse(IncomeSchema, await (await get(`how/income/AAPL?contract=${id}`)).json())
  expect(income.contract).toMatchObject({ id, expiryDate: month.expiryDate })
  const scenario = v.parse(ScenarioSchema, await (await get(`how/scenario/AAPL?contract=${id}`)).json())
  expect(scenario.values.length).toBe(scenario.daysLeft.length)
  const roll = v.parse(RollSchema, await (await get(`how/roll/AAPL?contract=${id}&price=2`)).json())
  expect(roll.candidates.length).toBeGreaterThan(0)
  const best = v.parse(BestIncomeSchema, await (await get('how/best-income')).json())
  expect(best.trades.length).toBeGreaterThan(0)
})

test('prices move on a busy day and stand still when the market is closed', async () => {
  const busy = await follow(await enterReady('busy'), 'AAPL')
  await vi.waitFor(
    () => expect(busy.frames.filter((frame) => frame.type === 'quotes').length).toBeGreaterThan(0),
    patiently,
  )
  world?.stop()

  const closed = await follow(await enterReady('closed'), 'AAPL')
  expect(closed.frames.find((frame) => frame.type === 'market')).toMatchObject({
    state: 'closed',
    simulated: true,
  })
  later += 60_000
  await vi.advanceTimersByTimeAsync(10_000)
  expect(closed.frames.filter((frame) => frame.type === 'quotes')).toHaveLength(1)
})

test('delayed and recorded data say what they are', async () => {
  const delayed = await enterReady('delayed')
  const why = v.parse(WhySchema, await (await delayed.get('why/AAPL')).json())
  expect(why.dataStatus).toMatchObject({ delayedSeconds: 900, simulated: true })
  world?.stop()
  const recorded = await follow(await enterReady('recorded'), 'AAPL')
  expect(recorded.frames.find((frame) => frame.type === 'market')).toMatchObject({
    simulated: false,
    asOf: clock().toISOString(),
  })
})

test('a scan that found nothing is an empty list, and symbols can still be looked up', async () => {
  const { get } = await enterReady('empty')
  expect(v.parse(TradeIdeasSchema, await (await get('what/tradeideas')).json()).tradeIdeas).toEqual([])
  expect((await get('why/AAPL')).status).toBe(200)
})

test('without listed options there is nothing to write; without bids there is nothing that fits', async () => {
  const optionless = await enterReady('optionless')
  expect(v.parse(IncomeSchema, await (await optionless.get('how/income/AAPL')).json())).toMatchObject({
    callOptimals: [],
    putOptimals: [],
    listedContracts: 0,
  })
  world?.stop()
  const illiquid = await enterReady('illiquid')
  const income = v.parse(IncomeSchema, await (await illiquid.get('how/income/AAPL')).json())
  expect([income.callOptimals, income.putOptimals]).toEqual([[], []])
  expect(income.listedContracts).toBeGreaterThan(0)
})

test('without daily prices of the last session nothing is said about the stock, and since when', async () => {
  const outdated = await enterReady('outdated')
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
  world?.stop()
  const barless = await enterReady('barless')
  const none = v.parse(WhySchema, await (await barless.get('why/AAPL')).json())
  expect(none.unknown.find(({ field }) => field === 'technicalRank')).toMatchObject({
    reason: 'no-bars',
    asOf: null,
  })
})

test('where price and option quotes do not belong together nothing is recommended', async () => {
  for (const [name, reason] of [
    ['drifted', 'price-drift'],
    ['yesterday', 'old-chain'],
  ] as const) {
    const { get } = await enterReady(name)
    const income = v.parse(IncomeSchema, await (await get('how/income/AAPL')).json())
    expect([income.callOptimals, income.putOptimals, income.callAlternatives]).toEqual([[], [], []])
    expect(
      income.unknown.map((unknown) => unknown.reason),
      name,
    ).toContain(reason)
    world?.stop()
  }
})

test('one panel fails and the others do not; or all fail', async () => {
  const partial = await enterReady('partial')
  expect((await partial.get('how/income/AAPL')).status).toBe(503)
  expect((await partial.get('why/AAPL')).status).toBe(200)
  world?.stop()
  const failing = await enterReady('failing')
  const answer = await failing.get('what/tradeideas')
  expect([answer.status, await answer.json()]).toEqual([
    503,
    expect.objectContaining({ code: 'unavailable' }),
  ])
})

test('the service refuses what it would refuse for real', async () => {
  expect((await enter('refused')).refused).toEqual([403, 'domain-not-whitelisted'])
  expect((await enter('unauthorised')).refused).toEqual([401, 'credential-invalid'])
})

test('stale: the feed ends after a while and does not come back, look-ups go on', async () => {
  const entered = await enterReady('stale')
  const { closed } = await follow(entered, 'AAPL')
  await vi.advanceTimersByTimeAsync(3000)
  expect(closed).toHaveBeenCalledWith(1001, expect.any(String))
  expect(entered.world.connect({ send: () => {}, close: () => {} })).toBeUndefined()
  expect((await entered.get('why/AAPL')).status).toBe(200)
})

test('offline: after a while nothing gets through', async () => {
  const entered = await enterReady('offline')
  const cut = vi.fn()
  entered.world.onCut(cut)
  expect((await entered.get('why/AAPL')).status).toBe(200)
  await vi.advanceTimersByTimeAsync(3000)
  expect((await entered.get('why/AAPL')).type).toBe('error')
  expect(cut).toHaveBeenCalledOnce()
})

test('expired: the session that was there is over, and no new one is to be had', async () => {
  const { get, world: at } = await enterReady('expired')
  expect((await get('why/AAPL')).status).toBe(200)
  await vi.advanceTimersByTimeAsync(3000)
  await vi.waitFor(async () => expect((await get('why/AAPL')).status).toBe(401), patiently)
  const again = await at.fetch(
    post(accessRoutes.token.path, { apiKey: await mockApiKey(), userId: 'designer' }),
  )
  expect(again.status).toBe(401)
})

test('slow: an answer takes its time', async () => {
  const { get } = await enterReady('slow')
  const answered = vi.fn()
  const asked = get('tone').then(answered)
  await vi.advanceTimersByTimeAsync(2000)
  expect(answered).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(600)
  await asked
  expect(answered).toHaveBeenCalledOnce()
})

test('an address that names no scenario shows the ordinary one', () => {
  expect(scenarioNamed(null)).toBe('calm')
  expect(scenarioNamed('toString')).toBe('calm')
  for (const name of scenarioNames) expect(scenarioNamed(name)).toBe(name)
})

test('the service’s paths go to the service and the sources to the development server', () => {
  for (const path of ['/api/v1/platform/why/AAPL', '/Token', '/setCookie', '/session', '/feed/ticket'])
    expect(isServicePath(path)).toBe(true)
  for (const path of ['/mocks/widget.html', '/app/boot/start.tsx', '/service/http/app.ts', '/'])
    expect(isServicePath(path)).toBe(false)
})
