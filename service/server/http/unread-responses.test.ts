/** Clients that request large responses and read nothing, on real sockets. */
import { constants, createSecureServer, connect as connectHttp2 } from 'node:http2'
import type { ClientHttp2Session } from 'node:http2'
import { createServer } from 'node:http'
import type { RequestListener } from 'node:http'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { connect } from 'node:net'
import type { AddressInfo, Server, Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { makeAuthority } from './certificates.fixture.ts'
import type { ReportConnection } from './connection-reports.ts'
import { createUnreadLimit } from './unread-responses.ts'

const mebibyte = 1024 * 1024
/** More than the buffers of the sockets of both sides. */
const responseBytes = 24 * mebibyte
const limits = { connectionBytes: 2 * responseBytes, addressBytes: 5 * responseBytes }
const largest = Buffer.alloc(3 * responseBytes)

let server: Server
let clients: { destroy: () => void }[]
let sockets: Set<Socket>
let requestCount: number
/** Paths of complete and cancelled responses. */
let closedPaths: string[]
let refusals: Parameters<ReportConnection>[]

beforeEach(() => {
  clients = []
  sockets = new Set()
  requestCount = 0
  closedPaths = []
  refusals = []
})
afterEach(async () => {
  for (const client of clients) client.destroy()
  for (const socket of sockets) socket.destroy()
  await new Promise((resolve) => server.close(resolve))
})

/** Responds with as many bytes as the path says, at most those of `largest`. */
function respondWithBytes(trustedProxies: readonly string[], testLimits = limits): RequestListener {
  const countResponse = createUnreadLimit(
    trustedProxies,
    testLimits,
    (...refusal) => void refusals.push(refusal),
  )
  return (incoming, outgoing) => {
    requestCount++
    outgoing.once('close', () => closedPaths.push(incoming.url!))
    const body = largest.subarray(0, Number(incoming.url!.slice(1)))
    outgoing.end(body)
    countResponse(outgoing, body.length)
  }
}
async function listen(newServer: Server): Promise<number> {
  server = newServer
  server.on('connection', (socket: Socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return (server.address() as AddressInfo).port
}
const startServer = (trustedProxies: readonly string[] = []) =>
  listen(createServer(respondWithBytes(trustedProxies)))

/** Opens a connection that requests responses of these sizes and reads nothing. Resolves when they are written. */
async function requestUnread(port: number, sizes: readonly number[], localAddress = '127.0.0.1') {
  const socket = connect({ port, host: '127.0.0.1', localAddress })
  clients.push(socket)
  socket.pause()
  socket.on('error', () => {})
  const expectedCount = requestCount + sizes.length
  socket.write(sizes.map((size) => `GET /${size} HTTP/1.1\r\nHost: a\r\n\r\n`).join(''))
  await vi.waitFor(() => expect(requestCount).toBe(expectedCount))
  return socket
}

test('one response may have any size, and several may have the maximum of a connection', async () => {
  const port = await startServer()
  await requestUnread(port, [largest.length])
  await requestUnread(port, [responseBytes, responseBytes])
  expect([sockets.size, refusals]).toEqual([2, []])
})

test('several responses with more bytes close the connection', async () => {
  const port = await startServer()
  await requestUnread(port, [responseBytes, responseBytes, 1])
  await expect.poll(() => sockets.size).toBe(0)
  expect(refusals).toEqual([['unread', '127.0.0.1']])
})

test('responses that were read do not count', async () => {
  const port = await startServer()
  const socket = await requestUnread(port, [responseBytes])
  let received = 0
  socket.on('data', ({ length }: Buffer) => void (received += length)).resume()
  for (let count = 1; count <= 4; count++) {
    await vi.waitFor(() => expect(received).toBeGreaterThan(count * responseBytes), 20_000)
    socket.write(`GET /${responseBytes} HTTP/1.1\r\nHost: a\r\n\r\n`)
  }
  await vi.waitFor(() => expect(received).toBeGreaterThan(5 * responseBytes), 20_000)
  expect(refusals).toEqual([])
}, 60_000)

// Only Linux has further addresses of the loopback interface without configuration.
describe.runIf(process.platform === 'linux')('an address with too many unread bytes', () => {
  test('loses the connection with the most, and others do not', async () => {
    const port = await startServer()
    const other = await requestUnread(port, [largest.length], '127.0.0.2')
    const [small, large] = [
      await requestUnread(port, [responseBytes]),
      await requestUnread(port, [largest.length]),
    ]
    const later = [await requestUnread(port, [responseBytes]), await requestUnread(port, [responseBytes])]
    await expect.poll(() => sockets.size).toBe(4)
    large.resume()
    await expect.poll(() => large.closed).toBe(true)
    expect([other, small, ...later].map(({ closed }) => closed)).toEqual([false, false, false, false])
    expect(refusals).toEqual([['unread-address', '127.0.0.1']])
    // The bytes of closed connections do not count.
    small.destroy()
    await expect.poll(() => sockets.size).toBe(3)
    await requestUnread(port, [responseBytes])
    expect(refusals).toHaveLength(1)
  })

  test('loses none if it is a trusted proxy', async () => {
    const port = await startServer(['127.0.0.1'])
    for (let index = 0; index < 3; index++) await requestUnread(port, [largest.length, largest.length])
    expect([sockets.size, refusals]).toEqual([3, []])
  })
})

test('counts the streams of a connection over HTTP/2', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'unread-'))
  const { certificate, key } = makeAuthority(folder).issue('localhost')
  const files = { cert: readFileSync(certificate), key: readFileSync(key) }
  rmSync(folder, { recursive: true })
  const newServer = createSecureServer(files)
  // Node itself accepts no further stream of a session with 10 MB. A client receives 64 KB of what it does not read.
  newServer.on('request', respondWithBytes([], { ...limits, connectionBytes: 2 * mebibyte }) as never)
  const port = await listen(newServer)
  const open = (): ClientHttp2Session => {
    const session = connectHttp2(`https://127.0.0.1:${port}`, { rejectUnauthorized: false })
    session.on('error', () => {})
    clients.push(session)
    return session
  }
  const requestStream = async (session: ClientHttp2Session, size: number) => {
    const stream = session.request({ ':path': `/${size}` })
    stream.on('error', () => {})
    const expectedCount = requestCount + 1
    await vi.waitFor(() => expect(requestCount).toBe(expectedCount))
    return stream
  }
  const [one, several] = [open(), open()]
  await requestStream(one, 3 * mebibyte)
  await requestStream(several, mebibyte)
  const cancelled = await requestStream(several, mebibyte - 1)
  cancelled.close(constants.NGHTTP2_CANCEL)
  await expect.poll(() => closedPaths).toContain(`/${mebibyte - 1}`)
  await requestStream(several, mebibyte)
  expect([one.closed, several.closed, refusals]).toEqual([false, false, []])
  await requestStream(several, 1)
  await expect.poll(() => several.closed).toBe(true)
  expect([one.closed, refusals]).toEqual([false, [['unread', '127.0.0.1']]])
})
