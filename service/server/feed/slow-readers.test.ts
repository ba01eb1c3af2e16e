/** A client that requests a file and never reads it. */
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { Server } from 'node:http'
import { connect } from 'node:net'
import type { AddressInfo, Socket } from 'node:net'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { dropSlowReaders } from './slow-readers.ts'

let server: Server
let clients: Socket[]
const large = Buffer.alloc(8 * 1024 * 1024)

async function open(timeouts: { stalledMs: number; answerMs: number }): Promise<number> {
  server = createServer((_request, response) => response.end(large))
  dropSlowReaders(server, timeouts)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return (server.address() as AddressInfo).port
}
const connections = () =>
  new Promise<number>((resolve) => server.getConnections((_, count) => resolve(count)))
function ask(port: number): Socket {
  const client = connect(port, '127.0.0.1')
  client.on('error', () => {})
  client.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n')
  clients.push(client)
  return client
}

beforeEach(() => void (clients = []))
afterEach(() => {
  for (const client of clients) client.destroy()
  server.close()
  server.closeAllConnections()
})

test('closes a hundred connections that read nothing, and none that reads', async () => {
  const port = await open({ stalledMs: 1000, answerMs: 60_000 })
  let asked = 0
  server.on('request', () => void asked++)
  for (let at = 0; at < 100; at++) ask(port).pause()
  await vi.waitFor(() => expect(asked).toBe(100), 10_000)
  let read = 0
  const reader = ask(port)
  reader.on('data', ({ length }: Buffer) => void (read += length))
  await vi.waitFor(() => expect(read).toBeGreaterThan(large.length), 10_000)
  await vi.waitFor(async () => expect(await connections()).toBeLessThanOrEqual(1), 10_000)
}, 20_000)

test('closes a connection that reads too slowly', async () => {
  const port = await open({ stalledMs: 300, answerMs: 600 })
  const client = ask(port)
  client.pause()
  await once(server, 'request')
  const sips = setInterval(() => client.read(1024), 50)
  await vi.waitFor(async () => expect(await connections()).toBe(0), 10_000)
  clearInterval(sips)
}, 20_000)
