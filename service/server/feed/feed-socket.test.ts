/** The feed on real sockets: connections of silent, refused and slow clients are closed. */
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { IncomingMessage, Server } from 'node:http'
import { connect } from 'node:net'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import type { ClientOptions } from 'ws'
import { Problem } from '#contract/api/problem.ts'
import { createAccessLog } from '#service/http/access-log.ts'
import { createApp } from '#service/http/app.ts'
import { limitsOf, makeTestService } from '#service/testing/test-service.ts'
import type { TestService } from '#service/testing/test-service.ts'
import type { FeedTimeouts } from './feed-connections.ts'
import { serveFeed } from './feed-socket.ts'

const quickTimeouts: FeedTimeouts = { pingAfterMs: 40, pongWithinMs: 200, checkEveryMs: 10 }

let testService: TestService
let server: Server
let stop: () => void
let port: number
const cleanups: (() => void)[] = []
beforeEach(async () => {
  testService = await makeTestService()
})
afterEach(() => {
  for (const cleanUp of cleanups.splice(0)) cleanUp()
  stop()
  server.closeAllConnections()
  server.close()
})

async function serve(timeouts?: FeedTimeouts) {
  server = createServer()
  // Timeouts need a real clock; that of the test service is fixed.
  stop = serveFeed(
    server,
    { ...testService.service, elapsed: () => performance.now() },
    createApp({ ...testService.service, accessLog: createAccessLog(testService.service.log) }),
    timeouts ? { timeouts } : {},
  )
  server.listen(0)
  await once(server, 'listening')
  port = (server.address() as AddressInfo).port
}

async function openFeed(options: ClientOptions = {}) {
  const { cookie } = await testService.session()
  const origin = `http://localhost:${port}`
  const socket = new WebSocket(`ws://localhost:${port}/feed`, {
    ...options,
    headers: { ...options.headers, Cookie: cookie, Origin: origin },
  })
  const upgraded = once(socket, 'upgrade').then(([response]) => response as IncomingMessage)
  cleanups.push(() => socket.terminate())
  const texts: string[] = []
  socket.on('message', (data: Buffer) => texts.push(data.toString('utf8')))
  const closed = new Promise<number>((resolve) => socket.once('close', resolve))
  await once(socket, 'open')
  await expect.poll(() => texts.length).toBe(2)
  return { socket, texts, closed, upgraded }
}

/** Opens a raw connection of a client that never closes. Returns a function that reads everything received. */
async function openRawConnection(lines: readonly string[]): Promise<() => string> {
  const socket = connect({ port, host: 'localhost', allowHalfOpen: true })
  cleanups.push(() => socket.destroy())
  let received = ''
  socket.on('data', (chunk: Buffer) => (received += chunk.toString('latin1')))
  socket.on('error', () => {})
  await once(socket, 'connect')
  socket.write(`${lines.join('\r\n')}\r\n\r\n`)
  return () => received
}
const countConnections = () =>
  new Promise<number>((resolve, reject) =>
    server.getConnections((error, count) => (error ? reject(error) : resolve(count))),
  )

const requestLogFields = () =>
  testService.logged.filter(({ event }) => event === 'request').map(({ fields }) => fields)

const hasMetricLine = (line: string) => testService.service.metrics.text().split('\n').includes(line)

test('a client that does not answer a ping is disconnected by the deadline; others stay', async () => {
  await serve(quickTimeouts)
  const [dead, alive] = [await openFeed({ autoPong: false }), await openFeed()]
  let pings = 0
  alive.socket.on('ping', () => pings++)
  expect(await dead.closed).toBe(1006)
  expect(hasMetricLine('service_feed_closes_total{code="1006"} 1')).toBe(true)
  await expect.poll(() => pings).toBeGreaterThan(10)
  expect(alive.socket.readyState).toBe(WebSocket.OPEN)
  expect(hasMetricLine('service_feed_connections 1')).toBe(true)
})

test('frames stay intact between pings', async () => {
  await serve({ pingAfterMs: 0, pongWithinMs: 60_000, checkEveryMs: 1 })
  const { socket, texts } = await openFeed()
  for (let index = 0; index < 40; index++)
    socket.send(JSON.stringify({ type: 'subscribe', symbols: ['AAPL', `S${index}`] }))
  await expect.poll(() => texts.length).toBe(2 + 80)
  for (const text of texts) JSON.parse(text)
})

test.each([
  ['elsewhere', 404, 'GET /elsewhere HTTP/1.1', 'ours', '13'],
  ['origin', 403, 'GET /feed HTTP/1.1', 'https://evil.test', '13'],
  ['malformed', 400, 'GET /feed HTTP/1.1', 'ours', '7'],
] as const)(
  'statement 43: an upgrade refused as %s gets %i and is closed, even if the client never closes; it is counted',
  async (reason, status, request, origin, version) => {
    await serve()
    const received = await openRawConnection([
      request,
      `Host: localhost:${port}`,
      `Origin: ${origin === 'ours' ? `http://localhost:${port}` : origin}`,
      'Connection: Upgrade',
      'Upgrade: websocket',
      `Sec-WebSocket-Version: ${version}`,
      'Sec-WebSocket-Key: AQIDBAUGBwgJCgsMDQ4PEA==',
    ])
    await expect.poll(received).toMatch(new RegExp(`^HTTP/1.1 ${status} `))
    await expect.poll(countConnections, { message: 'the connection is closed' }).toBe(0)
    expect(hasMetricLine(`service_feed_refusals_total{reason="${reason}"} 1`)).toBe(true)
    expect(received(), 'has the headers of every response').toMatch(
      /\r\nStrict-Transport-Security: max-age=31536000/,
    )
    const route = reason === 'elsewhere' ? 'none' : 'feed'
    const code = { elsewhere: 'route-unknown', origin: 'origin-refused', malformed: undefined }[reason]
    const refusals = testService.logged.filter(({ event }) => event === 'upgrade-refused')
    const sentOrigin = origin === 'ours' ? `http://localhost:${port}` : origin
    expect(refusals).toMatchObject([{ level: 'warn', fields: { route, status, origin: sentOrigin } }])
    expect(hasMetricLine(`service_requests_total{route="${route}",status="${status}"} 1`)).toBe(true)
    expect(requestLogFields()).toEqual([
      {
        method: 'GET',
        route,
        status,
        ...(code !== undefined && { code }),
        ms: expect.any(Number) as number,
        bytes: 0,
        requestId: /\r\nX-Request-Id: (.+)\r\n/.exec(received())?.[1],
        door: null,
        address: '127.0.0.0/24',
      },
    ])
  },
)

test('an accepted upgrade is counted and logged, and has a request id and all headers', async () => {
  await serve()
  const { socket, upgraded } = await openFeed({
    headers: { traceparent: `00-${'4b'.repeat(16)}-00f067aa0ba902b7-01` },
  })
  const { headers } = await upgraded
  expect(headers).toMatchObject({
    'x-request-id': expect.stringMatching(/^[\da-f-]{36}$/) as string,
    'strict-transport-security': 'max-age=31536000; includeSubDomains',
  })
  expect(hasMetricLine('service_requests_total{route="feed",status="101"} 1')).toBe(true)
  expect(hasMetricLine('service_request_duration_seconds_count{route="feed"} 1')).toBe(true)
  expect(requestLogFields()).toMatchObject([
    {
      route: 'feed',
      status: 101,
      requestId: headers['x-request-id'],
      traceId: '4b'.repeat(16),
      door: 'widget',
      account: 'p_demo',
    },
  ])
  socket.close()
})

test.each([
  ['two hosts', ['Host: ours', 'Host: evil.test']],
  ['the same one twice', ['Host: ours', 'Host: ours']],
  ['none', []],
])('an upgrade that does not name exactly one host is 400: %s', async (_, hosts) => {
  await serve()
  const received = await openRawConnection([
    'GET /feed HTTP/1.1',
    ...hosts.map((line) => line.replace('ours', `localhost:${port}`)),
    `Origin: http://localhost:${port}`,
    'Connection: Upgrade',
    'Upgrade: websocket',
    'Sec-WebSocket-Version: 13',
    'Sec-WebSocket-Key: AQIDBAUGBwgJCgsMDQ4PEA==',
  ])
  await expect.poll(received).toMatch(/^HTTP\/1.1 400 /)
  expect(hasMetricLine('service_feed_refusals_total{reason="malformed"} 1')).toBe(true)
})

test('invalid and oversized frames close the connection, which is counted', async () => {
  await serve()
  const binary = await openFeed()
  binary.socket.send(Buffer.from('{}'))
  expect(await binary.closed).toBe(1003)
  const oversized = await openFeed()
  oversized.socket.send('x'.repeat(5000))
  expect(await oversized.closed).toBe(1009)
  for (const code of [1003, 1009])
    expect(hasMetricLine(`service_feed_closes_total{code="${code}"} 1`)).toBe(true)
})

test('statement 45: frames are not compressed, even if a client offers it', async () => {
  await serve()
  const { socket } = await openFeed({ perMessageDeflate: true })
  expect(socket.extensions).toBe('')
})

test('invalid cookies are refused with 429 after too many from one address; a valid one is accepted', async () => {
  testService = await makeTestService({ limits: limitsOf({ failedAddress: 2, throttledAddress: 1 }) })
  await serve()
  const { socket, closed } = await openFeed()
  const statuses: string[] = []
  for (let index = 0; index < 6; index++) {
    const received = await openRawConnection([
      'GET /feed HTTP/1.1',
      `Host: localhost:${port}`,
      `Origin: http://localhost:${port}`,
      `Cookie: __Host-sw-invented=${'x'.repeat(42)}${index}`,
      'Connection: Upgrade',
      'Upgrade: websocket',
      'Sec-WebSocket-Version: 13',
      'Sec-WebSocket-Key: AQIDBAUGBwgJCgsMDQ4PEA==',
    ])
    await expect.poll(received).toMatch(/^HTTP/)
    statuses.push(received().slice(9, 12))
  }
  expect(statuses).toEqual([...Array<string>(5).fill('101'), '429'])
  expect(hasMetricLine('service_feed_refusals_total{reason="throttled"} 1')).toBe(true)
  expect(socket.readyState).toBe(WebSocket.OPEN)
  socket.close()
  await closed
})

/** Sends an upgrade whose session lookup throws. Returns its status and its log lines. */
async function upgradeThatFails(error: Error) {
  Object.assign(testService.service.access, {
    cookieSession: async () => {
      throw error
    },
  })
  await serve()
  const origin = `http://localhost:${port}`
  const received = await openRawConnection([
    'GET /feed HTTP/1.1',
    `Host: localhost:${port}`,
    `Origin: ${origin}`,
    `Cookie: __Host-sw-i=${'x'.repeat(43)}`,
    'Connection: Upgrade',
    'Upgrade: websocket',
    'Sec-WebSocket-Version: 13',
    'Sec-WebSocket-Key: AQIDBAUGBwgJCgsMDQ4PEA==',
  ])
  await expect.poll(received).toMatch(/^HTTP/)
  const requestId = /\r\nX-Request-Id: (.+)\r\n/.exec(received())?.[1]
  expect(requestLogFields()).toMatchObject([{ requestId }])
  const lines = testService.logged.filter(({ event }) => event.startsWith('upgrade-'))
  return { status: received().slice(9, 12), requestId, lines, origin }
}

test('an unexpected error during an upgrade is 500 and logs one line with its stack', async () => {
  const { status, requestId, lines, origin } = await upgradeThatFails(new TypeError('x is not a function'))
  expect(status).toBe('500')
  const cause = expect.stringMatching(/^TypeError: x is not a function\n +at /) as string
  expect(lines).toEqual([
    {
      level: 'error',
      event: 'upgrade-failed',
      fields: { requestId, route: 'feed', status: 500, code: 'internal', cause, origin },
    },
  ])
  expect(hasMetricLine('service_feed_refusals_total{reason="failed"} 1')).toBe(true)
})

test('an upgrade while the store is unavailable is 503 and logs one line with the cause', async () => {
  const problem = new Problem('unavailable', { detail: 'no data' }, { cause: new Error('disk full') })
  const { status, requestId, lines, origin } = await upgradeThatFails(problem)
  expect(status).toBe('503')
  const fields = { requestId, route: 'feed', status: 503, code: 'unavailable', origin }
  expect(lines).toEqual([
    { level: 'warn', event: 'upgrade-refused', fields: { ...fields, detail: 'no data', cause: 'disk full' } },
  ])
})

test('stopping closes every connection with 1001, and does not wait for silent clients', async () => {
  await serve()
  const responsive = await openFeed()
  const silent = await openFeed()
  silent.socket.pause()
  stop()
  expect(await responsive.closed).toBe(1001)
  expect(hasMetricLine('service_feed_closes_total{code="1001"} 2')).toBe(true)
  await expect.poll(() => hasMetricLine('service_feed_connections 0')).toBe(true)
})
