/** Closes connections whose clients do not read the response. */
import type { Server } from 'node:http'
import type { Socket } from 'node:net'

/** Milliseconds. */
export type SlowReaderTimeouts = {
  /** Maximum time without reading a byte of the response. */
  readonly stalledMs: number
  /** Maximum time to read the whole response: 400 kB in two minutes is 3.4 kB a second. */
  readonly responseMs: number
}
const defaultTimeouts: SlowReaderTimeouts = { stalledMs: 30_000, responseMs: 120_000 }

/**
 * Starts closing connections whose clients do not read the response, except upgraded connections. Returns a
 * function that stops the checks.
 */
export function dropSlowReaders(
  server: Server,
  { stalledMs, responseMs }: SlowReaderTimeouts = defaultTimeouts,
): () => void {
  // Node's timeout restarts with every byte read, so it never fires for a client that keeps reading slowly.
  server.timeout = stalledMs
  const sockets = new Set<Socket>()
  /** Time at which a response began to wait for its client. */
  const waitingSince = new WeakMap<Socket, number>()
  const trackSocket = (socket: Socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
  }
  server.on('connection', trackSocket)
  server.on('secureConnection', trackSocket)
  server.prependListener('upgrade', (_request, socket: Socket) => sockets.delete(socket))
  const checkAll = () => {
    const now = performance.now()
    for (const socket of sockets) {
      if (socket.writableLength === 0) waitingSince.delete(socket)
      else if (!waitingSince.has(socket)) waitingSince.set(socket, now)
      else if (now - waitingSince.get(socket)! > responseMs) socket.destroy()
    }
  }
  const timer = setInterval(checkAll, Math.min(stalledMs, 5000)).unref()
  server.once('close', () => clearInterval(timer))
  return () => clearInterval(timer)
}
