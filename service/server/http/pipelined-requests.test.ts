/** Connections with more requests than they read responses, on real sockets. */
import { createServer } from 'node:http'
import type { Server } from 'node:http'
import { connect } from 'node:net'
import type { AddressInfo, Socket } from 'node:net'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { ReportConnection } from './connection-reports.ts'
import { createPipelineLimit } from './pipelined-requests.ts'

const limits = { queuedRequests: 4, closedPerMinute: 2 }
const large = Buffer.alloc(16 * 1024 * 1024)

let server: Server
let clients: Socket[]
let now: number
let requestCount: number
/** Cause and address block of each refused connection. */
let refusals: Parameters<ReportConnection>[]

beforeEach(() => {
  clients = []
  refusals = []
  now = 1000
  requestCount = 0
})
afterEach(() => {
  for (const client of clients) client.destroy()
  server.close()
  server.closeAllConnections()
})

/** Responds to `/large` with 16 MB, and to other paths with their name. Returns the port. */
async function startServer(trustedProxies: readonly string[] = []): Promise<number> {
  const limit = createPipelineLimit(
    trustedProxies,
    limits,
    (...refusal) => void refusals.push(refusal),
    () => now,
  )
  server = createServer(
    limit.limitRequests((incoming, outgoing) => {
      requestCount++
      setImmediate(() => outgoing.end(incoming.url === '/large' ? large : incoming.url))
    }),
  )
  limit.limitConnections(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return (server.address() as AddressInfo).port
}

/** Opens a connection and sends requests. `read` returns what has arrived. */
function openConnection(port: number, paths: readonly string[], localAddress = '127.0.0.1') {
  const socket = connect({ port, host: '127.0.0.1', localAddress })
  clients.push(socket)
  let received = ''
  socket.on('error', () => {})
  socket.on('data', (chunk: Buffer) => (received += chunk.toString('latin1')))
  const send = (morePaths: readonly string[]) =>
    void socket.write(morePaths.map((path) => `GET ${path} HTTP/1.1\r\nHost: a\r\n\r\n`).join(''))
  send(paths)
  return { socket, send, read: () => received }
}
const pathsOf = (count: number, path = '/') => Array.from({ length: count }, (_, index) => `${path}${index}`)
const bodiesOf = (text: string) => [...text.matchAll(/\r\n\r\n(\/\d+)/g)].map(([, body]) => body)

test('a connection may have the maximum of queued requests, again and again', async () => {
  const port = await startServer()
  const { read, send } = openConnection(port, pathsOf(5))
  await expect.poll(() => bodiesOf(read())).toEqual(pathsOf(5))
  send(pathsOf(5))
  await expect.poll(() => bodiesOf(read())).toEqual([...pathsOf(5), ...pathsOf(5)])
})

test('one more closes it, and the rest of the chunk is not handled', async () => {
  const port = await startServer()
  const { socket } = openConnection(port, pathsOf(200))
  await expect.poll(() => socket.closed).toBe(true)
  expect(requestCount).toBe(5)
  expect(refusals).toEqual([['pipelined', '127.0.0.1']])
})

test('counts the requests behind a response that the client does not read', async () => {
  const port = await startServer()
  const { socket, send } = openConnection(port, ['/large'])
  socket.pause()
  await vi.waitFor(() => expect(requestCount).toBe(1))
  for (let index = 0; index < 4; index++) {
    send(['/'])
    await vi.waitFor(() => expect(requestCount).toBe(index + 2))
  }
  expect(await countConnections()).toBe(1)
  send(['/'])
  await expect.poll(countConnections).toBe(0)
  expect(requestCount).toBe(5)
})

// Only Linux has further addresses of the loopback interface without configuration.
describe.runIf(process.platform === 'linux')('an address with too many closed connections', () => {
  const closeOne = async (port: number) => {
    const { socket } = openConnection(port, pathsOf(20))
    await expect.poll(() => socket.closed).toBe(true)
  }
  const isServed = async (port: number, localAddress?: string) => {
    const { socket, read } = openConnection(port, ['/1'], localAddress)
    await vi.waitFor(() => expect(socket.closed || read() !== '').toBe(true))
    return read() !== ''
  }

  test('is refused for a minute, and others are not', async () => {
    const port = await startServer()
    await closeOne(port)
    expect(await isServed(port)).toBe(true)
    await closeOne(port)
    expect([await isServed(port), await isServed(port, '127.0.0.2')]).toEqual([false, true])
    expect(refusals.map(([cause]) => cause)).toEqual(['pipelined', 'pipelined', 'pipelined-address'])
    now += 60_001
    expect(await isServed(port)).toBe(true)
  })

  test('is not refused if it is a trusted proxy', async () => {
    const port = await startServer(['127.0.0.1'])
    for (let index = 0; index < 3; index++) await closeOne(port)
    expect(await isServed(port)).toBe(true)
    expect(refusals).toEqual(Array.from({ length: 3 }, () => ['pipelined', undefined]))
  })
})

const countConnections = () =>
  new Promise<number>((resolve) => server.getConnections((_, count) => resolve(count)))
