/** Many concurrent feeds: silent clients, clients that read nothing, and the shutdown of the service. */
import { once } from 'node:events'
import { connect } from 'node:net'
import type { Socket } from 'node:net'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { metric, openFeed, openSession } from '../kit/calls.ts'
import type { WidgetSession } from '../kit/calls.ts'
import { startServiceSite } from '../kit/site.ts'
import type { ServiceSite } from '../kit/site.ts'

let site: ServiceSite
let url: string
const ends: (() => void)[] = []
beforeEach(async () => {
  site = await startServiceSite('embedded')
  url = site.nodes()[0]!.url
})
afterEach(async () => {
  for (const end of ends.splice(0)) end()
  await site?.close()
})

const feedsEach = 4
const waitUntil = { timeout: 90_000, interval: 250 }
const openFeeds = () => metric(url, 'service_feed_connections')
const memory = async () => (await metric(url, 'process_resident_memory_bytes'))!

/** Opens sessions in small groups, twenty per address, since an address has a limit. */
async function openSessions(count: number): Promise<WidgetSession[]> {
  const sessions: WidgetSession[] = []
  while (sessions.length < count) {
    const some = Array.from({ length: Math.min(20, count - sessions.length) }, (_, at) =>
      openSession(url, site.credentials, {
        userId: `user-${sessions.length + at}`,
        address: `203.0.113.${sessions.length / 20}`,
      }),
    )
    sessions.push(...(await Promise.all(some)))
  }
  return sessions
}

/** Opens four feeds per session and runs an action on each once it is open. */
async function openAll(sessions: readonly WidgetSession[], then: (socket: WebSocket) => void) {
  const codes: number[] = []
  for (const { cookie, instance } of sessions) {
    const own = Array.from({ length: feedsEach }, async () => {
      const socket = new WebSocket(`${url.replace('http', 'ws')}/feed?instance=${instance}`, {
        headers: { Cookie: cookie, Origin: url },
      })
      ends.push(() => socket.terminate())
      socket.on('error', () => {})
      socket.on('close', (code) => codes.push(code))
      await once(socket, 'open')
      then(socket)
    })
    await Promise.all(own)
  }
  return codes
}

/** A connection that upgrades, or sends nothing at all, and then stays silent. */
async function openSilent(upgrades: boolean): Promise<Socket> {
  const { port } = new URL(url)
  const socket = connect({ port: Number(port), host: '127.0.0.1' })
  ends.push(() => socket.destroy())
  socket.on('error', () => {})
  socket.resume()
  await Promise.race([once(socket, 'connect'), once(socket, 'close')])
  if (upgrades)
    socket.write(
      `GET /feed HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nOrigin: ${url}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AQIDBAUGBwgJCgsMDQ4PEA==\r\n\r\n`,
    )
  return socket
}

test(
  'closes 10,000 silent connections, half of them upgraded, and serves a widget meanwhile',
  { timeout: 180_000 },
  async () => {
    const [session] = await openSessions(1)
    const widget = openFeed(url, session!, ['AAPL'])
    ends.push(widget.close)
    await expect.poll(() => widget.frames.some(({ type }) => type === 'quotes'), waitUntil).toBe(true)
    const before = await memory()
    let gone = 0
    for (let from = 0; from < 10_000; from += 250) {
      const some = Array.from({ length: 250 }, (_, at) => openSilent(at % 2 === 0))
      for (const socket of await Promise.all(some)) socket.once('close', () => gone++)
    }
    expect((await fetch(`${url}/healthz`)).status).toBe(200)
    const heard = widget.frames.length
    await expect.poll(() => gone, waitUntil).toBe(10_000)
    await expect.poll(() => widget.frames.length, waitUntil).toBeGreaterThan(heard)
    expect(await openFeeds(), 'the widget alone is left').toBe(1)
    expect(await metric(url, 'service_feed_closes_total{code="1008"}')).toBeGreaterThan(0)
    expect(((await memory()) - before) / 1e6, 'megabytes').toBeLessThan(250)
  },
)

test(
  'closes 1,000 clients that read nothing without growing memory, and a reading client receives quotes',
  { timeout: 240_000 },
  async () => {
    const found = (await (
      await fetch(`${url}/api/v1/platform/what/tradeideas`, {
        headers: { 'Op-Subscription-Key': site.credentials.subscriptionKey },
      })
    ).json()) as { tradeIdeas: { symbol: string }[] }
    const symbols = [...new Set(found.tradeIdeas.map(({ symbol }) => symbol))].slice(0, 100)
    const [reader, ...others] = await openSessions(251)
    const widget = openFeed(url, reader!, symbols)
    ends.push(widget.close)
    const codes = await openAll(others, (socket) => {
      socket.send(JSON.stringify({ type: 'subscribe', symbols }))
      socket.pause()
    })
    await expect.poll(openFeeds, waitUntil).toBe(1001)
    const begun = await memory()
    let most = begun
    await expect
      .poll(async () => {
        most = Math.max(most, await memory())
        return openFeeds()
      }, waitUntil)
      .toBe(1)
    expect((most - begun) / 1e6, 'megabytes').toBeLessThan(60)
    // A client notices its end at its next read; the service does not wait for that.
    expect(codes.length).toBeLessThanOrEqual(1000)
    const heard = widget.frames.length
    await expect.poll(() => widget.frames.length, waitUntil).toBeGreaterThan(heard)
  },
)

test(
  'exits with 0 within 5 s of SIGTERM with 2,000 open feeds, and tells every client to reconnect',
  { timeout: 180_000 },
  async () => {
    const sessions = await openSessions(500)
    const codes = await openAll(sessions, (socket) => {
      socket.send(JSON.stringify({ type: 'subscribe', symbols: ['AAPL', 'MSFT'] }))
    })
    await expect.poll(openFeeds, waitUntil).toBe(2000)
    const begun = performance.now()
    expect(await site.nodes()[0]!.stop()).toBe(0)
    expect(performance.now() - begun, 'milliseconds').toBeLessThan(5000)
    await expect.poll(() => codes.length, waitUntil).toBe(2000)
    expect(new Set(codes)).toEqual(new Set([1001]))
  },
)
