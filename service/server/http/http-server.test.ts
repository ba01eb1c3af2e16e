/** Documented limits of connections and bodies, on real sockets. */
import { once } from 'node:events'
import type { Server } from 'node:http'
import { connect } from 'node:net'
import type { Socket } from 'node:net'
import { afterEach, describe, expect, test } from 'vitest'
import type { App } from '#service/http/app.ts'
import { makeTestService } from '#service/testing/test-service.ts'
import type { TestService } from '#service/testing/test-service.ts'
import { readEnvironment } from '#service/server/config/environment.ts'
import { pipelineLimits } from '#service/shared/limits.ts'
import { createHttpServer, listen } from './http-server.ts'
import { plainServer } from './secure-server.ts'

let server: Server
let logged: TestService['logged']
afterEach(() => {
  server.closeAllConnections()
  server.close()
})
const serve = async (env: Record<string, string>, replacedApp?: App) => {
  const testService = await makeTestService()
  const { app, service } = testService
  const processState = () => ({ metrics: () => ({}), isStopping: false })
  logged = testService.logged
  server = createHttpServer(replacedApp ?? app, readEnvironment(env), processState, plainServer, service)
  return { ...(await listen(server, 0, '127.0.0.1')), metrics: () => service.metrics.text() }
}

/** The lines of refused connections in the log. */
const refusals = () => logged.filter(({ event }) => event === 'connection-refused')
const refusalOf = (cause: string, address: string) => ({
  level: 'warn',
  event: 'connection-refused',
  fields: { cause, address },
})

/** Opens a connection and sends a request. `isAccepted`: whether a response arrives. */
async function request(port: number, localAddress = '127.0.0.1') {
  const socket = connect({ port, host: '127.0.0.1', localAddress })
  socket.on('error', () => {})
  socket.write('GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n')
  const firstResponse = await Promise.race([once(socket, 'data'), once(socket, 'close').then(() => null)])
  return { socket, isAccepted: firstResponse !== null }
}

test('MAX_CONNECTIONS: refuses further connections until one has closed', async () => {
  const { port } = await serve({ MAX_CONNECTIONS: '10' })
  const open = () => request(port)
  const opened = []
  for (let index = 0; index < 11; index++) opened.push(await open())
  expect(opened.map(({ isAccepted }) => isAccepted)).toEqual([...Array<boolean>(10).fill(true), false])
  opened[0]!.socket.destroy()
  await expect.poll(async () => (await open()).isAccepted).toBe(true)
})

// Only Linux has further addresses of the loopback interface without configuration.
describe.runIf(process.platform === 'linux')('MAX_CONNECTIONS', () => {
  test('if all are taken, the address with the most loses its oldest to another one', async () => {
    const { port, metrics } = await serve({ MAX_CONNECTIONS: '10' })
    const greedy: Socket[] = []
    for (let index = 0; index < 10; index++) greedy.push((await request(port)).socket)
    const others = [await request(port, '127.0.0.2'), await request(port, '127.0.0.3')]
    expect(others.map(({ isAccepted }) => isAccepted)).toEqual([true, true])
    await expect
      .poll(() => greedy.map(({ closed }) => closed))
      .toEqual([true, true, ...Array<boolean>(8).fill(false)])
    expect((await request(port)).isAccepted).toBe(false)
    expect(metrics()).toContain('service_connection_refusals_total{cause="displaced"} 2\n')
    expect(metrics()).toContain('service_connection_refusals_total{cause="full"} 1\n')
    // One line a minute for each cause and address.
    expect(refusals()).toEqual([refusalOf('displaced', '127.0.0.1'), refusalOf('full', '127.0.0.1')])
  })

  test('connections of trusted proxies are not closed', async () => {
    const { port } = await serve({ MAX_CONNECTIONS: '10', TRUSTED_PROXIES: '127.0.0.1' })
    for (let index = 0; index < 10; index++) expect((await request(port)).isAccepted).toBe(true)
    expect((await request(port, '127.0.0.2')).isAccepted).toBe(false)
  })
})

test('KEEP_ALIVE_SECONDS sets the timeout of the Keep-Alive header', async () => {
  const { url } = await serve({ KEEP_ALIVE_SECONDS: '301' })
  expect((await fetch(`${url}/healthz`)).headers.get('keep-alive')).toBe('timeout=301')
})

/** Opens a connection. `statuses` returns the statuses of all responses. */
async function openConnection(port: number) {
  const socket = connect(port, '127.0.0.1')
  let received = ''
  let isClosed = false
  socket.on('data', (chunk: Buffer) => (received += chunk.toString('latin1')))
  socket.on('error', () => {})
  socket.on('close', () => (isClosed = true))
  await once(socket, 'connect')
  const statuses = () => [...received.matchAll(/HTTP\/1\.1 (\d+) /g)].map(([, status]) => status)
  return { socket, send: (text: string) => void socket.write(text), statuses, isClosed: () => isClosed }
}
const head = (...lines: string[]) => `${['Host: localhost', ...lines].join('\r\n')}\r\n\r\n`
const form = 'Content-Type: application/x-www-form-urlencoded'
const chunk = (text: string) => `${text.length.toString(16)}\r\n${text}\r\n`

test('closes a connection with too many pipelined requests, and reports it with its cause', async () => {
  const { port, metrics } = await serve({})
  for (let index = 0; index <= pipelineLimits.closedPerMinute; index++) {
    const { send, isClosed } = await openConnection(port)
    send(`GET /healthz HTTP/1.1\r\n${head()}`.repeat(pipelineLimits.queuedRequests + 2))
    await expect.poll(isClosed).toBe(true)
  }
  const { closedPerMinute } = pipelineLimits
  expect(metrics()).toContain(`service_connection_refusals_total{cause="pipelined"} ${closedPerMinute}\n`)
  expect(metrics()).toContain('service_connection_refusals_total{cause="pipelined-address"} 1\n')
  expect(refusals()).toEqual([
    refusalOf('pipelined', '127.0.0.1'),
    refusalOf('pipelined-address', '127.0.0.1'),
  ])
})

test('closes a connection with several large responses that it does not read, and no other', async () => {
  const body = new Uint8Array(24 * 1024 * 1024)
  const { app } = await makeTestService()
  let responseCount = 0
  const respond = () => {
    responseCount++
    return { status: 200, headers: ['Content-Length', String(body.length)], body }
  }
  const { port, metrics } = await serve({}, { ...app, respond })
  const readers = [await openConnection(port), await openConnection(port)]
  for (const [index, { socket, send }] of readers.entries()) {
    socket.pause()
    send(`GET / HTTP/1.1\r\n${head()}`.repeat(index + 1))
    await expect.poll(() => responseCount).toBe(2 * index + 1)
  }
  await expect
    .poll(() => new Promise<number>((resolve) => server.getConnections((_, count) => resolve(count))))
    .toBe(1)
  expect(metrics()).toContain('service_connection_refusals_total{cause="unread"} 1\n')
  expect(refusals()).toEqual([refusalOf('unread', '127.0.0.1')])
})

describe('bodies', () => {
  test('reads a chunked body to its end', async () => {
    const { port } = await serve({})
    const { send, statuses } = await openConnection(port)
    send(`POST /token HTTP/1.1\r\n${head(form, 'Transfer-Encoding: chunked')}`)
    send(chunk('grant_type=client_') + chunk('credentials&client_id=x&client_secret=y') + '0\r\n\r\n')
    await expect.poll(statuses).toEqual(['401'])
    send(`GET /healthz HTTP/1.1\r\n${head()}`)
    await expect.poll(statuses).toEqual(['401', '200'])
  })

  test('refuses a body by its Content-Length before it is sent', async () => {
    const { port } = await serve({})
    const { send, statuses, isClosed } = await openConnection(port)
    send(`POST /Auth HTTP/1.1\r\n${head(form, 'Content-Length: 9000')}`)
    await expect.poll(statuses).toEqual(['413'])
    // The client never sends the body.
    await expect.poll(isClosed, { timeout: 3000 }).toBe(true)
  })

  test('refuses a chunked body beyond the limit and discards the rest', async () => {
    const { port } = await serve({})
    const { send, statuses } = await openConnection(port)
    send(`POST /Auth HTTP/1.1\r\n${head(form, 'Transfer-Encoding: chunked')}${chunk('x'.repeat(9000))}`)
    await expect.poll(statuses).toEqual(['413'])
    send(`${chunk('x'.repeat(9000))}0\r\n\r\nGET /healthz HTTP/1.1\r\n${head()}`)
    await expect.poll(statuses).toEqual(['413', '200'])
  })

  test('disconnects a client that keeps sending after the refusal', async () => {
    const { port } = await serve({})
    const { socket, send, statuses, isClosed } = await openConnection(port)
    send(`POST /Auth HTTP/1.1\r\n${head(form, 'Transfer-Encoding: chunked')}${chunk('x'.repeat(9000))}`)
    await expect.poll(statuses).toEqual(['413'])
    const timer = setInterval(() => socket.write(chunk('x'.repeat(1000))), 20)
    await expect.poll(isClosed, { timeout: 3000 }).toBe(true)
    clearInterval(timer)
  })

  test('an unread body does not delay the next request', async () => {
    const { port } = await serve({})
    const { send, statuses } = await openConnection(port)
    send(`POST /nowhere HTTP/1.1\r\n${head('Content-Length: 5')}12345GET /healthz HTTP/1.1\r\n${head()}`)
    await expect.poll(statuses).toEqual(['404', '200'])
  })

  test('a client that disconnects while it sends its body is counted as a bad request', async () => {
    const { port, metrics } = await serve({})
    const { socket, send } = await openConnection(port)
    send(`POST /Auth HTTP/1.1\r\n${head(form, 'Content-Length: 50')}apikey=`)
    await new Promise((resolve) => setTimeout(resolve, 50))
    socket.destroy()
    await expect.poll(metrics).toContain('service_requests_total{route="auth",status="400"} 1')
  })
})
