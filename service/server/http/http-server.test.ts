/** What an operator says of connections holds on the sockets. */
import { once } from 'node:events'
import type { Server } from 'node:http'
import { connect } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { makeWorld } from '#service/testing/test-service.ts'
import { readEnvironment } from '../config/environment.ts'
import { createHttpServer, listen } from './http-server.ts'

let server: Server
afterEach(() => {
  server.closeAllConnections()
  server.close()
})
const serve = async (given: Record<string, string>) => {
  const { app } = await makeWorld()
  server = createHttpServer(app, readEnvironment(given), () => ({ metrics: () => ({}), isStopping: false }))
  return listen(server, 0, '127.0.0.1')
}

test('MAX_CONNECTIONS: who comes when there are so many is turned away, and may come when one has gone', async () => {
  const { port } = await serve({ MAX_CONNECTIONS: '10' })
  const open = async () => {
    const socket = connect(port, '127.0.0.1')
    socket.on('error', () => {})
    socket.write('GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n')
    const said = await Promise.race([once(socket, 'data'), once(socket, 'close').then(() => null)])
    return { socket, isIn: said !== null }
  }
  const all = []
  for (let at = 0; at < 11; at++) all.push(await open())
  expect(all.map(({ isIn }) => isIn)).toEqual([...Array<boolean>(10).fill(true), false])
  all[0]!.socket.destroy()
  await expect.poll(async () => (await open()).isIn).toBe(true)
})

test('KEEP_ALIVE_SECONDS is what a connection is told to last', async () => {
  const { url } = await serve({ KEEP_ALIVE_SECONDS: '301' })
  expect((await fetch(`${url}/healthz`)).headers.get('keep-alive')).toBe('timeout=301')
})
