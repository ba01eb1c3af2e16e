/** Clients that request a file and do not read it, or read it too slowly. */
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

async function startServer(timeouts: { stalledMs: number; responseMs: number }): Promise<number> {
  server = createServer((_request, response) => response.end(large))
  dropSlowReaders(server, timeouts)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return (server.address() as AddressInfo).port
}
const countConnections = () =>
  new Promise<number>((resolve) => server.getConnections((_, count) => resolve(count)))
function sendRequest(port: number): Socket {
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

test('closes a hundred connections that read nothing, but not one that reads', async () => {
  const port = await startServer({ stalledMs: 1000, responseMs: 60_000 })
  let requestCount = 0
  server.on('request', () => void requestCount++)
  for (let index = 0; index < 100; index++) sendRequest(port).pause()
  await vi.waitFor(() => expect(requestCount).toBe(100), 10_000)
  let bytesRead = 0
  const reader = sendRequest(port)
  reader.on('data', ({ length }: Buffer) => void (bytesRead += length))
  await vi.waitFor(() => expect(bytesRead).toBeGreaterThan(large.length), 10_000)
  await vi.waitFor(async () => expect(await countConnections()).toBeLessThanOrEqual(1), 10_000)
}, 20_000)

test('closes a connection that reads too slowly', async () => {
  const port = await startServer({ stalledMs: 300, responseMs: 600 })
  const client = sendRequest(port)
  client.pause()
  await once(server, 'request')
  const readTimer = setInterval(() => client.read(1024), 50)
  await vi.waitFor(async () => expect(await countConnections()).toBe(0), 10_000)
  clearInterval(readTimer)
}, 20_000)
