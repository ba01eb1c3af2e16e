/**
 * A TCP proxy that can be cut, silenced and restored: simulates a server that dies or hangs.
 */
import { once } from 'node:events'
import { connect, createServer } from 'node:net'
import type { AddressInfo, Socket } from 'node:net'

export type CuttableWire = {
  /** Address of the server through the proxy. */
  readonly url: string
  /** Number of open connections. */
  connectionCount(): number
  /** Breaks open connections and refuses new ones. */
  cut(): void
  /** Accepts connections and forwards nothing in either direction. */
  silence(): void
  mend(): void
  close(): Promise<void>
}

export async function wireTo(target: string): Promise<CuttableWire> {
  const { hostname, port } = new URL(target)
  const sockets = new Set<Socket>()
  let state: 'whole' | 'cut' | 'silent' = 'whole'
  const server = createServer((client) => {
    if (state === 'cut') return void client.destroy()
    const upstream = connect(Number(port || 5432), hostname)
    for (const [source, sink] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      sockets.add(source)
      source.on('data', (bytes) => {
        if (state !== 'silent') sink.write(bytes)
      })
      source.on('error', () => {})
      source.on('close', () => {
        sockets.delete(source)
        sink.destroy()
      })
    }
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = new URL(target)
  url.hostname = '127.0.0.1'
  url.port = String((server.address() as AddressInfo).port)
  const breakAll = () => {
    for (const socket of sockets) socket.destroy()
  }
  return {
    url: url.href,
    connectionCount: () => sockets.size / 2,
    cut() {
      state = 'cut'
      breakAll()
    },
    silence: () => void (state = 'silent'),
    mend() {
      // Clients of a silent server must notice by their own timeouts.
      state = 'whole'
    },
    async close() {
      breakAll()
      server.close()
      await once(server, 'close')
    },
  }
}
