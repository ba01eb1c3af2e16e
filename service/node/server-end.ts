/**
 * How a server ends: first it says so, that a load balancer sends nobody new; then it takes no more connections and lets
 * finish what is being answered; whatever is still open then is destroyed, upgraded connections among it, which Node's own
 * ending forgets.
 */
import { setImmediate as nextTurn } from 'node:timers/promises'
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
    close: async () => {
      await quietTurn()
      await new Promise<void>((resolve) => {
        const impatience = setTimeout(() => {
          for (const socket of sockets) socket.destroy()
        }, finishMs)
        server.close(() => {
          clearTimeout(impatience)
          resolve()
        })
        server.closeIdleConnections()
      })
    },
  }
}

/** A turn of the event loop that takes longer than this may have let others in meanwhile. Milliseconds. */
const quietMs = 0.3
const patienceMs = 300

/**
 * Resolves right after the event loop has taken every connection that the kernel had for it, in a turn in which it did hardly
 * anything else: connections that wait to be taken when a server closes are broken off, and no proxy asks for those again.
 */
async function quietTurn(): Promise<void> {
  const until = performance.now() + patienceMs
  await nextTurn()
  for (;;) {
    const begun = performance.now()
    await nextTurn()
    const now = performance.now()
    if (now - begun < quietMs || now > until) return
  }
}
