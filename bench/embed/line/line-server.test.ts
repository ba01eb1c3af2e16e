import { once } from 'node:events'
import { type AddressInfo, connect, createServer } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { serveLine } from './line-server.ts'
import { type Line, lines } from './lines.ts'

const cleanups: (() => void)[] = []
afterEach(() => {
  for (const cleanup of cleanups.splice(0)) cleanup()
})

/** Starts a server that sends its complete input back twice. Returns its port. */
async function startEchoServer(): Promise<number> {
  const server = createServer({ allowHalfOpen: true }, (socket) => {
    const chunks: Buffer[] = []
    socket.on('data', (data) => chunks.push(data))
    socket.on('end', () => socket.end(Buffer.concat([...chunks, ...chunks])))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  cleanups.push(() => server.close())
  return (server.address() as AddressInfo).port
}

const shortLine: Line = {
  name: 'short',
  roundTripMs: 2,
  megabitsPerSecond: 800,
  cpuSlowdown: 1,
  maxIdeasRatio: 1,
  maxPanelsRatio: 1,
}

test.each([lines.direct, shortLine])(
  'delivers all bytes over the $name line and counts them',
  async (line) => {
    const lineServer = await serveLine(line, await startEchoServer())
    cleanups.push(lineServer.stop)
    const payload = Buffer.from(Array.from({ length: 40_000 }, (_, index) => index % 251))
    const client = connect(lineServer.port, '127.0.0.1')
    const chunks: Buffer[] = []
    client.on('data', (data) => chunks.push(data))
    client.end(payload)
    await once(client, 'close')
    expect(Buffer.concat(chunks).equals(Buffer.concat([payload, payload]))).toBe(true)
    expect(lineServer.takeTraffic()).toEqual({ connections: 1, up: payload.length, down: 2 * payload.length })
    expect(lineServer.takeTraffic()).toEqual({ connections: 0, up: 0, down: 0 })
  },
)
