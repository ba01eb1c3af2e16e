import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { openFeedStandIn } from '#bench/embed/feed-stand-in.ts'
import { serveFront, type Front } from './front.ts'

const ends: (() => void)[] = []
afterEach(() => {
  for (const end of ends.splice(0)) end()
})

/** A front before a service that reports the request and its host. */
async function makeFront(): Promise<{ front: Front; address: string }> {
  const service = createServer((question, answer) => {
    answer.writeHead(201, { 'Content-Type': 'text/css; charset=utf-8', 'Set-Cookie': ['a=1', 'b=2'] })
    answer.end(`${question.method} ${question.url} ${question.headers.host}`)
  })
  service.listen(0, '127.0.0.1')
  await once(service, 'listening')
  const front = await serveFront((service.address() as AddressInfo).port)
  ends.push(front.stop, () => service.close())
  return { front, address: `http://127.0.0.1:${front.port}` }
}

test('what is not the bare embed’s is the service’s, as it was asked and as it was answered', async () => {
  const { front, address } = await makeFront()
  const answer = await fetch(`${address}/a.css?b=c`)
  expect(answer.status).toBe(201)
  expect(answer.headers.getSetCookie()).toEqual(['a=1', 'b=2'])
  expect(await answer.text()).toBe(`GET /a.css?b=c 127.0.0.1:${front.port}`)
  expect(front.take()).toEqual([
    { path: '/a.css', status: 201, type: 'text/css', at: expect.any(Number) as number },
  ])
  expect(front.take()).toEqual([])
})

test('the bare embed’s frame and script are served at the same address', async () => {
  const { front, address } = await makeFront()
  const page = await (await fetch(`${address}/bare?type=pro`)).text()
  const [, script] = /<script src="([^"]+)"/.exec(page)!
  expect((await fetch(address + script)).headers.get('content-type')).toMatch('text/javascript')
  expect(front.take().map(({ path, type }) => [path, type])).toEqual([
    ['/bare', 'text/html'],
    ['/bare.js', 'text/javascript'],
  ])
})

test('a feed in the service’s place speaks as the service does, of what was subscribed to', async () => {
  const { front, address } = await makeFront()
  const feed = openFeedStandIn(1000, { AAPL: 200 })
  front.standIn(feed)
  const socket = new WebSocket(`${address.replace('http', 'ws')}/feed?instance=x`)
  const heard: { type: string; quotes?: { symbol: string; last: number }[] }[] = []
  const quotes = new Promise<void>((resolve) => {
    socket.on('message', (data: Buffer) => {
      const frame = JSON.parse(data.toString()) as (typeof heard)[number]
      heard.push(frame)
      if (frame.type === 'market')
        socket.send(JSON.stringify({ type: 'subscribe', symbols: ['AAPL', 'ZZZ'] }))
      if (feed.sent() > 5) resolve()
    })
  })
  await quotes
  socket.terminate()
  expect(heard.slice(0, 2).map(({ type }) => type)).toEqual(['hello', 'market'])
  const said = heard.flatMap((frame) => frame.quotes ?? [])
  expect(new Set(said.map(({ symbol }) => symbol))).toEqual(new Set(['AAPL', 'ZZZ']))
  for (const { symbol, last } of said) {
    const price = symbol === 'AAPL' ? 200 : 100
    expect(Math.abs(last - price)).toBeLessThanOrEqual(price / 100)
  }
})
