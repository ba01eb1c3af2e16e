/**
 * A TCP proxy to a server that can be cut, silenced and restored: what a node sees of a server that dies or
 * hangs.
 */
import { once } from 'node:events'
import { connect, createServer } from 'node:net'
import type { AddressInfo, Socket } from 'node:net'

export type CuttableWire = {
  /** The same server's address, through the wire. */
  readonly url: string
  /** How many connections are held. */
  held(): number
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
  const server = createServer((near) => {
    if (state === 'cut') return void near.destroy()
    const far = connect(Number(port || 5432), hostname)
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(from)
      from.on('data', (bytes) => {
        if (state !== 'silent') to.write(bytes)
      })
      from.on('error', () => {})
      from.on('close', () => {
        sockets.delete(from)
        to.destroy()
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
    held: () => sockets.size / 2,
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
