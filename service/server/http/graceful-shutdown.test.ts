import { once } from 'node:events'
import { createServer } from 'node:http'
import { connect, type AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { createGracefulShutdown } from './graceful-shutdown.ts'

/** Starts a server whose responses the test releases. */
async function startSlowServer(deadlines?: { noticeMs: number; finishMs: number }) {
  const pendingResponses: (() => void)[] = []
  const server = createServer((_request, response) => pendingResponses.push(() => response.end('done')))
  const shutdown = createGracefulShutdown(server, deadlines)
  server.listen(0)
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return { server, shutdown, pendingResponses, url: `http://localhost:${port}`, port }
}

test('requests in progress finish, with `Connection: close`', async () => {
  const { shutdown, pendingResponses, url } = await startSlowServer({ noticeMs: 0, finishMs: 30_000 })
  const requests = Array.from({ length: 32 }, () => fetch(url))
  await expect.poll(() => pendingResponses.length).toBe(32)
  expect(shutdown.isStopping()).toBe(false)
  await shutdown.announce()
  const lateRequest = fetch(url)
  await expect.poll(() => pendingResponses.length).toBe(33)
  const closed = shutdown.close()
  for (const respond of pendingResponses) respond()
  for (const response of await Promise.all([...requests, lateRequest])) {
    expect(response.headers.get('connection')).toBe('close')
    expect(await response.text()).toBe('done')
  }
  await closed
  await expect(fetch(url)).rejects.toThrow()
})

test('a keep-alive connection is closed after its last response, long before the deadline', async () => {
  const { server, shutdown, pendingResponses, url } = await startSlowServer({
    noticeMs: 0,
    finishMs: 3_600_000,
  })
  server.keepAliveTimeout = 3_600_000
  const request = fetch(url)
  await expect.poll(() => pendingResponses.length).toBe(1)
  const closed = shutdown.close()
  await expect.poll(() => server.listening).toBe(false)
  pendingResponses[0]!()
  expect((await request).headers.get('connection')).toBe('keep-alive')
  await closed
})

test('destroys remaining connections: an incomplete request, a silent connection, a refused upgrade', async () => {
  const { server, shutdown, port } = await startSlowServer({ noticeMs: 0, finishMs: 50 })
  server.on('upgrade', (_request, socket) => socket.write('HTTP/1.1 403 Forbidden\r\n\r\n'))
  const requestTexts = [
    'GET / HTTP/1.1\r\nHost: x\r\n',
    '',
    'GET / HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n',
  ]
  const sockets = requestTexts.map(() => connect(port).on('error', () => {}))
  await Promise.all(
    sockets.map(async (socket, index) => {
      await once(socket, 'connect')
      socket.write(requestTexts[index]!)
      socket.resume()
    }),
  )
  const closes = sockets.map((socket) => new Promise((resolve) => socket.once('close', resolve)))
  await shutdown.announce()
  await shutdown.close()
  await Promise.all(closes)
})
