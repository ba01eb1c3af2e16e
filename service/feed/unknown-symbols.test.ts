/** Subscriptions to symbols that the market does not know. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { ServerFrame } from '#contract/feed.ts'
import { anonymous } from '#service/access/credentials/request-credentials.ts'
import type { SessionIdentity } from '#service/access/environments.ts'
import { sessionCookies } from '#service/http/request/cookies.ts'
import { memoryStore } from '#service/store/memory/memory.ts'
import { makeTestService, testStartMs } from '#service/testing/test-service.ts'
import type { TestService } from '#service/testing/test-service.ts'
import { createEventLoopYield } from '#service/shared/yield-to-event-loop.ts'
import { openFeed } from './feed.ts'

const addresses = ['203.0.113.1', '203.0.113.2'] as const
const subscribe = (...symbols: string[]) => ({ type: 'subscribe', symbols })

let testService: TestService
let session: SessionIdentity
beforeEach(async () => {
  vi.useFakeTimers({ now: testStartMs, toFake: ['setInterval', 'clearInterval', 'Date'] })
  testService = await makeTestService({}, memoryStore(), () => Date.now())
  const { cookie } = await testService.session()
  const credentials = { cookies: sessionCookies(cookie), instance: 'instance-1' }
  session = (await testService.service.access.cookieSession(credentials))!
})
afterEach(() => vi.useRealTimers())
const advanceTime = (ms: number) => vi.advanceTimersByTimeAsync(ms)

function connect(clientSession: SessionIdentity, address?: string) {
  const frames: string[] = []
  const closeCodesSent: number[] = []
  const connection = {
    send: (text: string) => void frames.push(text),
    close: (code: number) => void closeCodesSent.push(code),
  }
  const sender = { ...anonymous, address }
  const feed = openFeed({ service: testService.service, session: clientSession, sender, connection })
  return {
    feed,
    closeCodes: closeCodesSent,
    takeFrames: () => frames.splice(0).map((text) => JSON.parse(text) as ServerFrame),
    async receive(frame: object) {
      const handled = feed.receive(JSON.stringify(frame))
      await advanceTime(0)
      await handled
    },
  }
}

test('unknown symbols are refused without watching them, and unasked after too many from one address', async () => {
  const { market } = testService
  const quote = vi.spyOn(market, 'quote')
  const watch = vi.spyOn(market, 'watch')
  const problems: string[] = []
  const ask = async (address: string, count: number) => {
    const client = connect(session, address)
    for (let start = 0; start < count; start += 100)
      await client.receive(
        subscribe(...Array.from({ length: 100 }, (_, index) => `X${address.at(-1)}${start + index}`)),
      )
    for (const frame of client.takeFrames()) if (frame.type === 'problem') problems.push(frame.code)
    return client
  }
  const client = await ask(addresses[0], 500)
  expect(Map.groupBy(problems.splice(0), String)).toEqual(
    new Map([
      ['symbol-unknown', Array(400).fill('symbol-unknown')],
      // One for the frame.
      ['rate-limited', ['rate-limited']],
    ]),
  )
  expect([quote.mock.calls.length, watch.mock.calls.length]).toEqual([400, 0])
  expect(testService.logged).toContainEqual({
    level: 'warn',
    event: 'rate-limited',
    fields: { limit: 'unknown-symbols', caller: addresses[0] },
  })
  expect(testService.service.metrics.text()).toContain(
    'service_rate_limited_total{limit="unknown-symbols"} 1\n',
  )

  // Listed symbols of the same address, and other addresses, are not affected.
  await client.receive(subscribe('AAPL'))
  expect(client.takeFrames()).toMatchObject([{ type: 'quotes', quotes: [{ symbol: 'AAPL' }] }])
  await ask(addresses[1], 100)
  expect(new Set(problems)).toEqual(new Set(['symbol-unknown']))
  // Five more a second.
  await advanceTime(1000)
  await ask(addresses[0], 100)
  expect(problems.slice(100).filter((code) => code === 'symbol-unknown')).toHaveLength(5)
})

test('a connection that goes on with unknown symbols is closed, and its address not asked for', async () => {
  const { market } = testService
  const client = connect(session, addresses[0])
  const quote = vi.spyOn(market, 'quote')
  for (let start = 0; start < 700; start += 100)
    await client.receive(subscribe(...Array.from({ length: 100 }, (_, index) => `Y${start + index}`)))
  expect([quote.mock.calls.length, client.closeCodes]).toEqual([400, [4408]])
  expect(
    client
      .takeFrames()
      .filter((frame) => frame.type === 'problem')
      .at(-1),
  ).toEqual({
    type: 'problem',
    code: 'rate-limited',
    detail: 'Too many unknown symbols from this address.',
  })
})

test('an unknown symbol is asked for once a minute, and a contract of one is refused without a chain', async () => {
  const client = connect(session)
  const { market } = testService
  const quote = vi.spyOn(market, 'quote')
  const chain = vi.spyOn(market, 'chain')
  for (let index = 0; index < 3; index++) await client.receive(subscribe('NOPE'))
  const contract = 'NOPE261218C00100000'
  await client.receive({ type: 'subscribe-options', symbol: 'NOPE', contracts: [contract] })
  expect([quote.mock.calls.length, chain.mock.calls.length]).toEqual([1, 0])
  expect(client.takeFrames().at(-1)).toEqual({ type: 'problem', code: 'symbol-unknown', contract })
  await advanceTime(60_001)
  await client.receive(subscribe('NOPE'))
  expect(quote).toHaveBeenCalledTimes(2)
})

test('a symbol outside the universe that the market quotes can be subscribed to', async () => {
  testService.market.universe = async () => ['MSFT']
  const client = connect(session)
  client.takeFrames()
  await client.receive(subscribe('AAPL'))
  expect(client.takeFrames()).toMatchObject([{ type: 'quotes', quotes: [{ symbol: 'AAPL' }] }])
})

test('frames of one address are handled in turns with other work, so that they do not delay it', async () => {
  const order: string[] = []
  const turns: (() => void)[] = []
  let now = 0
  const yieldToEventLoop = createEventLoopYield({
    elapsed: () => now++,
    nextTurn: () => new Promise<void>((resolve) => turns.push(resolve)),
    sliceMs: 0,
  })
  Object.assign(testService.service, { yieldToEventLoop })
  const send = async (address: string, symbol: string) => {
    const { feed } = connect(session, address)
    await feed.receive(JSON.stringify(subscribe(symbol)))
    order.push(symbol)
  }
  const greedy = Array.from({ length: 6 }, (_, index) => send(addresses[0], `Z${index}`))
  const modest = send(addresses[1], 'AAPL')
  const all = Promise.all([...greedy, modest])
  for (let isDone = false; !isDone;) {
    turns.shift()?.()
    isDone = await Promise.race([
      all.then(() => true),
      new Promise<false>((resolve) => setTimeout(resolve, 0, false)),
    ])
  }
  expect(order.indexOf('AAPL')).toBeLessThan(3)
})
