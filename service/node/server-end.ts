/**
 * How a server ends: first it says so, that a load balancer sends nobody new; then it takes no more connections and lets
 * finish what is being answered; whatever is still open then is destroyed, upgraded connections among it, which Node's own
 * ending forgets.
 */
import type { Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

export type Ending = {
  /** Whether the end has been announced: `/readyz` says so, and answers ask for the connection to be closed. */
  isStopping: () => boolean
  /** Resolves when load balancers have had time to notice. Requests are answered all the while. */
  announce: () => Promise<void>
  /** Resolves when every connection is closed. */
  close: () => Promise<void>
}

/** Milliseconds. With both, and what closes besides, a service is gone within 5 s. */
export type Deadlines = {
  readonly noticeMs: number
  /** For requests that are being answered. */
  readonly finishMs: number
}
const usual: Deadlines = { noticeMs: 500, finishMs: 3000 }

/** Watches a server's connections from its start. */
export function watchEnd(server: Server, { noticeMs, finishMs }: Deadlines = usual): Ending {
  const sockets = new Set<Socket>()
  let stopping = false
  server.on('connection', (socket: Socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
  })
  server.prependListener('request', (_request, answer: ServerResponse) => {
    if (stopping) answer.shouldKeepAlive = false
  })
  return {
    isStopping: () => stopping,
    announce: async () => {
      stopping = true
      await new Promise((done) => setTimeout(done, noticeMs))
    },
    close: () =>
      new Promise((resolve) => {
        const impatience = setTimeout(() => {
          for (const socket of sockets) socket.destroy()
        }, finishMs)
        server.close(() => {
          clearTimeout(impatience)
          resolve()
        })
        server.closeIdleConnections()
      }),
  }
}
