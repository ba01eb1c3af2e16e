/** Limits of the feed: number of connections, slow clients and unauthenticated connections. */
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import * as v from 'valibot'
import { closeCodes, ServerFrameSchema } from '#contract/feed.ts'
import { anonymous } from '#service/access/credentials/request-credentials.ts'
import type { SessionIdentity } from '#service/access/environments.ts'
import { sessionCookies } from '#service/http/request/cookies.ts'
import { defaultLimits } from '#service/shared/rate-limits.ts'
import { memoryStore } from '#service/store/memory/memory.ts'
import { testStartMs, makeTestService } from '#service/testing/test-service.ts'
import type { TestService } from '#service/testing/test-service.ts'
import { openFeed } from './feed.ts'

let testService: TestService
beforeEach(async () => {
  vi.useFakeTimers({
    now: testStartMs,
    toFake: ['setInterval', 'clearInterval', 'setTimeout', 'clearTimeout', 'Date'],
  })
  testService = await makeTestService(
    { feedConnectionLimits: { open: 8, unauthenticated: 3, perAddress: 5, perAccount: 2 } },
    memoryStore(),
    () => Date.now(),
  )
})
afterEach(() => vi.useRealTimers())
const advanceTime = (ms: number) => vi.advanceTimersByTimeAsync(ms)

async function openSession(instance = 'instance-1'): Promise<SessionIdentity> {
  const { cookie } = await testService.session(instance)
  return (await testService.service.access.cookieSession({ cookies: sessionCookies(cookie), instance }))!
}

function connect(session: SessionIdentity | null, address?: string) {
  const frames: string[] = []
  const client = { closeCode: undefined as number | undefined, buffered: 0 }
  const feed = openFeed({
    service: testService.service,
    session,
    sender: { ...anonymous, address },
    connection: {
      send: (text) => void frames.push(text),
      close: (code) => void (client.closeCode = code),
      buffered: () => client.buffered,
    },
  })
  return Object.assign(client, {
    feed,
    takeFrames: () => frames.splice(0).map((text) => v.parse(ServerFrameSchema, JSON.parse(text))),
    async receive(frame: object) {
      const handled = feed.receive(JSON.stringify(frame))
      await advanceTime(0)
      await handled
    },
  })
}
const addresses = ['203.0.113.1', '203.0.113.2', '203.0.113.3'] as const
const subscribe = (...symbols: string[]) => ({ type: 'subscribe', symbols })
const hasMetric = (line: string) => testService.service.metrics.text().split('\n').includes(line)

describe('a slow client', () => {
  test('is closed if its buffer has not been empty for 30 s, however little it holds', async () => {
    const client = connect(await openSession())
    await client.receive(subscribe('AAPL'))
    client.buffered = 1
    await advanceTime(29_750)
    expect(client.closeCode).toBeUndefined()
    await advanceTime(500)
    expect(client.closeCode).toBe(closeCodes.overloaded)
    expect(hasMetric('service_feed_closes_total{code="4408"} 1')).toBe(true)
  })

  test('stays open if its buffer empties from time to time, and then receives only the latest values', async () => {
    const client = connect(await openSession())
    await client.receive(subscribe('AAPL'))
    client.takeFrames()
    for (const last of [101, 102, 103]) {
      client.buffered = 5000
      testService.market.trade('AAPL', last)
      await advanceTime(20_000)
      expect(client.takeFrames(), 'no frames are added while the buffer is not empty').toEqual([])
      client.buffered = 0
      await advanceTime(250)
      expect(client.takeFrames()).toMatchObject([{ type: 'quotes', quotes: [{ last }] }])
    }
    expect(client.closeCode).toBeUndefined()
  })

  test('receives one response to repeated subscriptions, after its buffer has emptied', async () => {
    const client = connect(await openSession())
    await client.receive(subscribe('AAPL', 'MSFT'))
    client.takeFrames()
    client.buffered = 20_000
    for (let index = 0; index < 40; index++) await client.receive(subscribe('AAPL', 'MSFT'))
    expect(client.takeFrames()).toEqual([])
    client.buffered = 0
    await advanceTime(250)
    expect(client.takeFrames()).toMatchObject([
      { type: 'quotes', seq: 2, quotes: [{ symbol: 'AAPL' }, { symbol: 'MSFT' }] },
    ])
  })

  test('is closed immediately if too much is buffered when it gets a response to an invalid frame', async () => {
    const client = connect(await openSession())
    client.buffered = 200_000
    await client.receive({ type: 'shout' })
    expect(client.closeCode).toBe(closeCodes.overloaded)
  })
})

describe('connections', () => {
  test('above the maximum number are closed as overloaded; another is accepted after one has closed', async () => {
    const clients = []
    for (let index = 0; index < 8; index++)
      clients.push(connect(await openSession(`instance-${index}`), addresses[index % 2]))
    const ninthSession = await openSession('instance-late')
    const refused = connect(ninthSession, addresses[0])
    expect([refused.closeCode, refused.takeFrames()]).toEqual([closeCodes.overloaded, []])
    await refused.receive(subscribe('AAPL'))
    refused.feed.onClose()
    expect(hasMetric('service_feed_refusals_total{reason="full"} 1')).toBe(true)
    expect(hasMetric('service_feed_connections 8')).toBe(true)

    clients[3]!.feed.onClose()
    const admitted = connect(ninthSession, addresses[0])
    expect([admitted.closeCode, admitted.takeFrames()]).toMatchObject([
      undefined,
      [{ type: 'hello' }, { type: 'market' }],
    ])
  })

  test('of one address have a share, above which its oldest is closed', async () => {
    const clients = []
    for (let index = 0; index < 6; index++)
      clients.push(connect(await openSession(`instance-${index}`), addresses[0]))
    const other = connect(await openSession('instance-other'), addresses[1])
    expect([...clients, other].map(({ closeCode }) => closeCode)).toEqual([
      closeCodes.overloaded,
      ...Array<undefined>(6).fill(undefined),
    ])
    expect(hasMetric('service_feed_connections 6')).toBe(true)
  })

  test('of the largest address give way if all places are taken, authenticated or not', async () => {
    const greedy = []
    for (let index = 0; index < 5; index++)
      greedy.push(connect(await openSession(`instance-${index}`), addresses[0]))
    const modest = []
    for (let index = 5; index < 8; index++)
      modest.push(connect(await openSession(`instance-${index}`), addresses[1]))
    const others = [connect(null, addresses[2]), connect(await openSession('instance-8'), addresses[2])]
    expect(greedy.map(({ closeCode }) => closeCode)).toEqual([
      closeCodes.overloaded,
      closeCodes.overloaded,
      ...Array<undefined>(3).fill(undefined),
    ])
    // Now three, three and two connections: nothing would be gained.
    const refused = connect(await openSession('instance-9'), addresses[2])
    expect(refused.closeCode).toBe(closeCodes.overloaded)
    expect([...modest, ...others].map(({ closeCode }) => closeCode)).toEqual(Array(5).fill(undefined))
  })

  test('of an account above its share give way to another account', async () => {
    const session = await openSession()
    const connectAs = (partnerId: string, index: number) =>
      connect({ ...session, id: `session-${partnerId}-${index}`, partnerId }, `203.0.113.${index}`)
    const large = Array.from({ length: 8 }, (_, index) => connectAs('p_large', index))
    expect(connectAs('p_large', 8).closeCode, 'its own connections').toBe(closeCodes.overloaded)
    const small = [9, 10].map((index) => connectAs('p_small', index))
    expect([...large, ...small].map(({ closeCode }) => closeCode)).toEqual([
      closeCodes.overloaded,
      closeCodes.overloaded,
      ...Array<undefined>(8).fill(undefined),
    ])
  })

  test('above the maximum of unauthenticated ones close the oldest of those, never an authenticated one', async () => {
    const authenticated = connect(await openSession())
    const unauthenticated = [connect(null), connect(null), connect(null)]
    await advanceTime(1000)
    const newest = connect(null)
    const secondAuthenticated = connect(await openSession('instance-2'))
    expect(unauthenticated.map(({ closeCode }) => closeCode)).toEqual([
      closeCodes.overloaded,
      undefined,
      undefined,
    ])
    await advanceTime(4000)
    expect(unauthenticated.map(({ closeCode }) => closeCode)).toEqual([
      closeCodes.overloaded,
      closeCodes.unauthenticated,
      closeCodes.unauthenticated,
    ])
    expect([authenticated, secondAuthenticated, newest].map(({ closeCode }) => closeCode)).toEqual([
      undefined,
      undefined,
      undefined,
    ])
    await advanceTime(1000)
    expect(newest.closeCode).toBe(closeCodes.unauthenticated)
  })

  test('that close before authentication are no longer counted', async () => {
    for (let index = 0; index < 20; index++) connect(null).feed.onClose()
    expect(connect(null).closeCode).toBeUndefined()
    expect(hasMetric('service_feed_connections 1')).toBe(true)
  })
})

test.each([
  [
    'its key is revoked',
    (session: SessionIdentity) => testService.service.access.operator.revokeKey(session.keyId),
  ],
  [
    'its domain is removed',
    (session: SessionIdentity) =>
      testService.service.access.operator.removeDomain(session.partnerId, session.origin),
  ],
  [
    'its account is disabled',
    (session: SessionIdentity) => testService.service.access.operator.setDisabled(session.partnerId, true),
  ],
  ['its session is ended', (session: SessionIdentity) => testService.service.access.endSession(session)],
])('46: a feed closes within 5 s after %s', async (_, endAccess) => {
  const session = await openSession()
  const client = connect(session)
  await advanceTime(10_000)
  await endAccess(session)
  await advanceTime(4900)
  expect(client.closeCode).toBe(closeCodes.sessionEnded)
})

test('tickets are refused as rate-limited, unchecked, after too many invalid ones from one address', async () => {
  const { failedAddress } = defaultLimits
  testService = await makeTestService(
    { limits: { ...defaultLimits, failedAddress: { ...failedAddress, perMinute: 1, burst: 2 } } },
    memoryStore(),
    () => Date.now(),
  )
  const problems: unknown[] = []
  for (let index = 0; index < 4; index++) {
    const client = connect(null)
    void client.feed.receive(JSON.stringify({ type: 'ticket', ticket: `ft_${'x'.repeat(43)}${index}` }))
    while (client.closeCode === undefined) await new Promise((resolve) => setImmediate(resolve))
    const [problem] = client.takeFrames()
    problems.push([problem?.type === 'problem' && problem.code, client.closeCode])
  }
  expect(problems).toEqual([
    ['credential-invalid', closeCodes.unauthenticated],
    ['credential-invalid', closeCodes.unauthenticated],
    ['credential-invalid', closeCodes.unauthenticated],
    ['rate-limited', closeCodes.overloaded],
  ])
})

test('an open feed closes within a second after its session expires', async () => {
  const session = await openSession()
  const client = connect({ ...session, expiresAt: Date.now() + 10_000 })
  await advanceTime(9750)
  expect(client.closeCode).toBeUndefined()
  await advanceTime(500)
  expect(client.closeCode).toBe(closeCodes.sessionEnded)
})
