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
const cleanups: (() => void)[] = []
beforeEach(async () => {
  // All feeds come from one address.
  site = await startServiceSite('embedded', { variables: { MAX_FEEDS_PER_ADDRESS: '10000' } })
  url = site.nodes()[0]!.url
})
afterEach(async () => {
  for (const cleanUp of cleanups.splice(0)) cleanUp()
  await site?.close()
})

const feedsPerSession = 4
const pollOptions = { timeout: 90_000, interval: 250 }
const openFeeds = () => metric(url, 'service_feed_connections')
const residentMemory = async () => (await metric(url, 'process_resident_memory_bytes'))!

/** Opens sessions in groups of twenty, each group from another address, since addresses have a rate limit. */
async function openSessions(count: number): Promise<WidgetSession[]> {
  const sessions: WidgetSession[] = []
  while (sessions.length < count) {
    const group = Array.from({ length: Math.min(20, count - sessions.length) }, (_, index) =>
      openSession(url, site.credentials, {
        userId: `user-${sessions.length + index}`,
        address: `203.0.113.${sessions.length / 20}`,
      }),
    )
    sessions.push(...(await Promise.all(group)))
  }
  return sessions
}

/** Opens four feeds per session and calls `onOpen` for each. Returns the close codes, to which later ones are added. */
async function openAll(sessions: readonly WidgetSession[], onOpen: (socket: WebSocket) => void) {
  const closeCodes: number[] = []
  for (const { cookie, instance } of sessions) {
    const openings = Array.from({ length: feedsPerSession }, async () => {
      const socket = new WebSocket(`${url.replace('http', 'ws')}/feed?instance=${instance}`, {
        headers: { Cookie: cookie, Origin: url },
      })
      cleanups.push(() => socket.terminate())
      socket.on('error', () => {})
      socket.on('close', (code) => closeCodes.push(code))
      await once(socket, 'open')
      onOpen(socket)
    })
    await Promise.all(openings)
  }
  return closeCodes
}

/** Opens a connection that sends an upgrade request or nothing, and then stays silent. */
async function openSilent(upgrades: boolean): Promise<Socket> {
  const { port } = new URL(url)
  const socket = connect({ port: Number(port), host: '127.0.0.1' })
  cleanups.push(() => socket.destroy())
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
    cleanups.push(widget.close)
    await expect.poll(() => widget.frames.some(({ type }) => type === 'quotes'), pollOptions).toBe(true)
    const memoryBefore = await residentMemory()
    let closedCount = 0
    for (let openedCount = 0; openedCount < 10_000; openedCount += 250) {
      const group = Array.from({ length: 250 }, (_, index) => openSilent(index % 2 === 0))
      for (const socket of await Promise.all(group)) socket.once('close', () => closedCount++)
    }
    expect((await fetch(`${url}/healthz`)).status).toBe(200)
    const framesBefore = widget.frames.length
    await expect.poll(() => closedCount, pollOptions).toBe(10_000)
    await expect.poll(() => widget.frames.length, pollOptions).toBeGreaterThan(framesBefore)
    expect(await openFeeds(), 'only the widget’s feed is open').toBe(1)
    expect(await metric(url, 'service_feed_closes_total{code="1008"}')).toBeGreaterThan(0)
    expect(((await residentMemory()) - memoryBefore) / 1e6, 'megabytes').toBeLessThan(250)
  },
)

test(
  'closes 1,000 clients that read nothing without growing memory, and a reading client receives quotes',
  { timeout: 240_000 },
  async () => {
    const ideas = (await (
      await fetch(`${url}/api/v1/platform/what/tradeideas`, {
        headers: { 'Op-Subscription-Key': site.credentials.subscriptionKey },
      })
    ).json()) as { tradeIdeas: { symbol: string }[] }
    const symbols = [...new Set(ideas.tradeIdeas.map(({ symbol }) => symbol))].slice(0, 100)
    const [reader, ...others] = await openSessions(251)
    const widget = openFeed(url, reader!, symbols)
    cleanups.push(widget.close)
    const closeCodes = await openAll(others, (socket) => {
      socket.send(JSON.stringify({ type: 'subscribe', symbols }))
      socket.pause()
    })
    await expect.poll(openFeeds, pollOptions).toBe(1001)
    const memoryBefore = await residentMemory()
    let peakMemory = memoryBefore
    await expect
      .poll(async () => {
        peakMemory = Math.max(peakMemory, await residentMemory())
        return openFeeds()
      }, pollOptions)
      .toBe(1)
    expect((peakMemory - memoryBefore) / 1e6, 'megabytes').toBeLessThan(60)
    // A paused client notices the close only when it reads again; the service does not wait for that.
    expect(closeCodes.length).toBeLessThanOrEqual(1000)
    const framesBefore = widget.frames.length
    await expect.poll(() => widget.frames.length, pollOptions).toBeGreaterThan(framesBefore)
  },
)

test(
  'exits with 0 within 5 s of SIGTERM with 2,000 open feeds, and closes every feed with 1001',
  { timeout: 180_000 },
  async () => {
    const sessions = await openSessions(500)
    const closeCodes = await openAll(sessions, (socket) => {
      socket.send(JSON.stringify({ type: 'subscribe', symbols: ['AAPL', 'MSFT'] }))
    })
    await expect.poll(openFeeds, pollOptions).toBe(2000)
    const stoppedAt = performance.now()
    expect(await site.nodes()[0]!.stop()).toBe(0)
    expect(performance.now() - stoppedAt, 'milliseconds').toBeLessThan(5000)
    await expect.poll(() => closeCodes.length, pollOptions).toBe(2000)
    expect(new Set(closeCodes)).toEqual(new Set([1001]))
  },
)
