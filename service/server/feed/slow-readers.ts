/** Closes connections whose clients do not read the response. */
import type { Server } from 'node:http'
import type { Socket } from 'node:net'

/** Milliseconds. */
export type SlowReaderTimeouts = {
  /** Maximum time without a byte of the response read. */
  readonly stalledMs: number
  /** Maximum time to read all of it: 400 kB in two minutes is 3.4 kB a second. */
  readonly answerMs: number
}
const usual: SlowReaderTimeouts = { stalledMs: 30_000, answerMs: 120_000 }

/**
 * Closes such connections of the server. Upgraded connections are not affected. @returns the function that
 * stops it
 */
export function dropSlowReaders(
  server: Server,
  { stalledMs, answerMs }: SlowReaderTimeouts = usual,
): () => void {
  // Node's own timeout restarts with every byte read, so it never ends for a client that reads a few from time to time.
  server.timeout = stalledMs
  const sockets = new Set<Socket>()
  /** When the pending response began to wait for the client. */
  const waiting = new WeakMap<Socket, number>()
  const watch = (socket: Socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
  }
  server.on('connection', watch)
  server.on('secureConnection', watch)
  server.prependListener('upgrade', (_request, socket: Socket) => sockets.delete(socket))
  const look = () => {
    const now = performance.now()
    for (const socket of sockets) {
      if (socket.writableLength === 0) waiting.delete(socket)
      else if (!waiting.has(socket)) waiting.set(socket, now)
      else if (now - waiting.get(socket)! > answerMs) socket.destroy()
    }
  }
  const timer = setInterval(look, Math.min(stalledMs, 5000)).unref()
  server.once('close', () => clearInterval(timer))
  return () => clearInterval(timer)
}
