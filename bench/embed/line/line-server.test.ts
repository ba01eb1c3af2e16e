import { once } from 'node:events'
import { type AddressInfo, connect, createServer } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { serveLine } from './line-server.ts'
import { type Line, lines } from './lines.ts'

const ends: (() => void)[] = []
afterEach(() => {
  for (const end of ends.splice(0)) end()
})

/** Echoes the whole input twice. */
async function echoTwice(): Promise<number> {
  const server = createServer({ allowHalfOpen: true }, (socket) => {
    const heard: Buffer[] = []
    socket.on('data', (data) => heard.push(data))
    socket.on('end', () => socket.end(Buffer.concat([...heard, ...heard])))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  ends.push(() => server.close())
  return (server.address() as AddressInfo).port
}

const short: Line = { name: 'short', roundTripMs: 2, megabits: 800, mostIdeas: 1, mostPanels: 1 }

test.each([lines.direct, short])('over the $name line everything arrives, and is counted', async (line) => {
  const served = await serveLine(line, await echoTwice())
  ends.push(served.stop)
  const said = Buffer.from(Array.from({ length: 40_000 }, (_, at) => at % 251))
  const client = connect(served.port, '127.0.0.1')
  const heard: Buffer[] = []
  client.on('data', (data) => heard.push(data))
  client.end(said)
  await once(client, 'close')
  expect(Buffer.concat(heard).equals(Buffer.concat([said, said]))).toBe(true)
  expect(served.take()).toEqual({ connections: 1, up: said.length, down: 2 * said.length })
  expect(served.take()).toEqual({ connections: 0, up: 0, down: 0 })
})
