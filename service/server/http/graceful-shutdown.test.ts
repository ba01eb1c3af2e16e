import { once } from 'node:events'
import { createServer } from 'node:http'
import { connect, type AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { createGracefulShutdown } from './graceful-shutdown.ts'

/** A server whose responses the test releases. */
async function slowServer(deadlines?: { noticeMs: number; finishMs: number }) {
  const held: (() => void)[] = []
  const server = createServer((_request, answer) => held.push(() => answer.end('done')))
  const ending = createGracefulShutdown(server, deadlines)
  server.listen(0)
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return { server, ending, held, url: `http://localhost:${port}`, port }
}

test('requests in progress finish, with `Connection: close`', async () => {
  const { ending, held, url } = await slowServer({ noticeMs: 0, finishMs: 30_000 })
  const asked = Array.from({ length: 32 }, () => fetch(url))
  await expect.poll(() => held.length).toBe(32)
  expect(ending.isStopping()).toBe(false)
  await ending.announce()
  const late = fetch(url)
  await expect.poll(() => held.length).toBe(33)
  const closed = ending.close()
  for (const answer of held) answer()
  for (const answer of await Promise.all([...asked, late])) {
    expect(answer.headers.get('connection')).toBe('close')
    expect(await answer.text()).toBe('done')
  }
  await closed
  await expect(fetch(url)).rejects.toThrow()
})

test('a keep-alive connection is closed after its last response, long before the deadline', async () => {
  const { server, ending, held, url } = await slowServer({ noticeMs: 0, finishMs: 3_600_000 })
  server.keepAliveTimeout = 3_600_000
  const asked = fetch(url)
  await expect.poll(() => held.length).toBe(1)
  const closed = ending.close()
  await expect.poll(() => server.listening).toBe(false)
  held[0]!()
  expect((await asked).headers.get('connection')).toBe('keep-alive')
  await closed
})

test('destroys what remains: an incomplete request, a silent connection, a refused upgrade', async () => {
  const { server, ending, port } = await slowServer({ noticeMs: 0, finishMs: 50 })
  server.on('upgrade', (_request, socket) => socket.write('HTTP/1.1 403 Forbidden\r\n\r\n'))
  const begun = [
    'GET / HTTP/1.1\r\nHost: x\r\n',
    '',
    'GET / HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n',
  ]
  const sockets = begun.map(() => connect(port).on('error', () => {}))
  await Promise.all(
    sockets.map(async (socket, at) => {
      await once(socket, 'connect')
      socket.write(begun[at]!)
      socket.resume()
    }),
  )
  const ends = sockets.map((socket) => new Promise((resolve) => socket.once('close', resolve)))
  await ending.announce()
  await ending.close()
  await Promise.all(ends)
})
