import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { openFakeFeed } from '#bench/embed/fake-feed.ts'
import { startReverseProxy, type ReverseProxy } from './reverse-proxy.ts'

const cleanups: (() => void)[] = []
afterEach(() => {
  for (const cleanup of cleanups.splice(0)) cleanup()
})

/**
 * Starts a reverse proxy for a service whose responses contain the request's method, path and host.
 */
async function openProxy(): Promise<{ proxy: ReverseProxy; address: string }> {
  const service = createServer((request, response) => {
    response.writeHead(201, { 'Content-Type': 'text/css; charset=utf-8', 'Set-Cookie': ['a=1', 'b=2'] })
    response.end(`${request.method} ${request.url} ${request.headers.host}`)
  })
  service.listen(0, '127.0.0.1')
  await once(service, 'listening')
  const proxy = await startReverseProxy((service.address() as AddressInfo).port)
  cleanups.push(proxy.stop, () => service.close())
  return { proxy, address: `http://127.0.0.1:${proxy.port}` }
}

test('forwards requests and responses unchanged and records the requests', async () => {
  const { proxy, address } = await openProxy()
  const response = await fetch(`${address}/a.css?b=c`)
  expect(response.status).toBe(201)
  expect(response.headers.getSetCookie()).toEqual(['a=1', 'b=2'])
  expect(await response.text()).toBe(`GET /a.css?b=c 127.0.0.1:${proxy.port}`)
  expect(proxy.takeRequests()).toEqual([
    { path: '/a.css', status: 201, type: 'text/css', receivedAt: expect.any(Number) as number },
  ])
  expect(proxy.takeRequests()).toEqual([])
})

test('serves the bare embed’s frame and script at the same address', async () => {
  const { proxy, address } = await openProxy()
  const html = await (await fetch(`${address}/bare?type=pro`)).text()
  const [, script] = /<script src="([^"]+)"/.exec(html)!
  expect((await fetch(address + script)).headers.get('content-type')).toMatch('text/javascript')
  expect(proxy.takeRequests().map(({ path, type }) => [path, type])).toEqual([
    ['/bare', 'text/html'],
    ['/bare.js', 'text/javascript'],
  ])
})

test('the fake feed follows the protocol and sends quotes of the subscribed symbols', async () => {
  const { proxy, address } = await openProxy()
  const feed = openFakeFeed(1000, { AAPL: 200 })
  proxy.useFeed(feed)
  const socket = new WebSocket(`${address.replace('http', 'ws')}/feed?instance=x`)
  const frames: { type: string; quotes?: { symbol: string; last: number }[] }[] = []
  const quotes = new Promise<void>((resolve) => {
    socket.on('message', (data: Buffer) => {
      const frame = JSON.parse(data.toString()) as (typeof frames)[number]
      frames.push(frame)
      if (frame.type === 'market')
        socket.send(JSON.stringify({ type: 'subscribe', symbols: ['AAPL', 'ZZZ'] }))
      if (feed.sentCount() > 5) resolve()
    })
  })
  await quotes
  socket.terminate()
  expect(frames.slice(0, 2).map(({ type }) => type)).toEqual(['hello', 'market'])
  const sentQuotes = frames.flatMap((frame) => frame.quotes ?? [])
  expect(new Set(sentQuotes.map(({ symbol }) => symbol))).toEqual(new Set(['AAPL', 'ZZZ']))
  for (const { symbol, last } of sentQuotes) {
    const price = symbol === 'AAPL' ? 200 : 100
    expect(Math.abs(last - price)).toBeLessThanOrEqual(price / 100)
  }
})
