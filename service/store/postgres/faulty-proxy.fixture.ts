/** A TCP proxy that simulates a server which crashes or hangs. */
import { once } from 'node:events'
import { connect, createServer } from 'node:net'
import type { AddressInfo, Socket } from 'node:net'

export type FaultyProxy = {
  /** Address of the server through the proxy. */
  readonly url: string
  /** Number of open connections. */
  connectionCount(): number
  /** Breaks open connections and refuses new ones. */
  cut(): void
  /** Accepts connections and forwards nothing in either direction. */
  silence(): void
  /** Forwards data again and accepts new connections. */
  restore(): void
  /** Stops the proxy. */
  close(): Promise<void>
}

/** Starts a proxy to the server of a URL. */
export async function createFaultyProxy(target: string): Promise<FaultyProxy> {
  const { hostname, port } = new URL(target)
  const sockets = new Set<Socket>()
  let state: 'forwarding' | 'cut' | 'silent' = 'forwarding'
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
    restore() {
      // Does not close connections: clients of a silent server must detect it by their own timeouts.
      state = 'forwarding'
    },
    async close() {
      breakAll()
      server.close()
      await once(server, 'close')
    },
  }
}
