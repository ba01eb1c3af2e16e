/** Feeds that the service closes and whose clients continue: they ignore the close and send frames. On real sockets. */
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { Server } from 'node:http'
import { connect } from 'node:net'
import type { AddressInfo, Socket } from 'node:net'
import { afterEach, expect, test, vi } from 'vitest'
import { closeCodes } from '#contract/feed.ts'
import { sessionCookies } from '#service/http/request/cookies.ts'
import { createAccessLog } from '#service/http/access-log.ts'
import { createApp } from '#service/http/app.ts'
import { limitsOf, makeTestService } from '#service/testing/test-service.ts'
import type { TestService } from '#service/testing/test-service.ts'
import { feedClientLimits } from '#service/shared/limits.ts'
import { serveFeed } from './feed-socket.ts'

let testService: TestService
let server: Server
let socket: Socket
let stop: () => void
afterEach(() => {
  socket.destroy()
  stop()
  server.close()
})

/** Opens a feed of a client that never closes its side. Returns the frames that have arrived, and a function that sends one. */
async function openFeed() {
  const { cookie } = await testService.session()
  server = createServer()
  const service = { ...testService.service, elapsed: () => performance.now() }
  stop = serveFeed(server, service, createApp({ ...service, accessLog: createAccessLog(service.log) }))
  server.listen(0)
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  socket = connect({ port, host: 'localhost', allowHalfOpen: true })
  let received = ''
  socket.on('data', (bytes: Buffer) => (received += bytes.toString('latin1')))
  socket.on('error', () => {})
  const lines = [
    'GET /feed HTTP/1.1',
    `Host: localhost:${port}`,
    `Origin: http://localhost:${port}`,
    `Cookie: ${cookie}`,
    'Connection: Upgrade',
    'Upgrade: websocket',
    'Sec-WebSocket-Version: 13',
    'Sec-WebSocket-Key: AQIDBAUGBwgJCgsMDQ4PEA==',
  ]
  socket.write(`${lines.join('\r\n')}\r\n\r\n`)
  await expect.poll(() => received).toContain('"type":"market"')
  return { cookie, send: (frame: object) => void socket.write(maskedFrame(JSON.stringify(frame))) }
}

/** A text frame of a client (RFC 6455, 5.2), with a mask of zeros, of at most 125 bytes. */
const maskedFrame = (text: string) =>
  Buffer.from([0x81, 0x80 + text.length, 0, 0, 0, 0, ...Buffer.from(text)])
const countConnections = () =>
  new Promise<number>((resolve) => server.getConnections((_, count) => resolve(count)))
const subscribe = (symbol: string) => ({ type: 'subscribe', symbols: [symbol] })

type OpenFeed = Awaited<ReturnType<typeof openFeed>>
test.each<[string, number, (feed: OpenFeed) => unknown]>([
  [
    'too many frames in a second',
    closeCodes.overloaded,
    ({ send }) => {
      for (let count = 0; count < 2 * feedClientLimits.framesPerSecond; count++) send(subscribe('AAPL'))
    },
  ],
  [
    'too many frames of its address',
    closeCodes.overloaded,
    ({ send }) => {
      for (let count = 0; count < 21; count++) send(subscribe('AAPL'))
    },
  ],
  [
    'the end of its session',
    closeCodes.sessionEnded,
    async ({ cookie }) => {
      const { access } = testService.service
      const credentials = { cookies: sessionCookies(cookie), instance: 'instance-1' }
      await access.endSession((await access.cookieSession(credentials))!)
    },
  ],
])('a feed that continues after %s is ended, and its frames are not handled', async (cause, code, end) => {
  testService = await makeTestService({
    limits: limitsOf({ feedFrames: cause.includes('address') ? 20 : 1000 }),
  })
  const feed = await openFeed()
  await end(feed)
  const isClosed = () =>
    testService.service.metrics.text().includes(`service_feed_closes_total{code="${code}"} 1\n`)
  await expect.poll(isClosed, { timeout: 10_000 }).toBe(true)
  const quote = vi.spyOn(testService.market, 'quote')
  const timer = setInterval(() => feed.send(subscribe('MSFT')), 20)
  await expect.poll(countConnections, { timeout: 5000 }).toBe(0)
  clearInterval(timer)
  expect(quote).not.toHaveBeenCalled()
  expect(testService.service.metrics.text()).toContain('service_feed_connections 0\n')
})
