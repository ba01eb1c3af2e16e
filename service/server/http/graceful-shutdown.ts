/**
 * How a server ends: first it says so, that a load balancer sends nobody new; then it takes no more connections and lets
 * finish what is being answered; whatever is still open then is destroyed, upgraded connections among it, which Node's own
 * ending forgets.
 */
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http'
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
const usual: Deadlines = { noticeMs: 500, finishMs: 2000 }

/** How often connections that have become idle are looked for while a server ends. Milliseconds. */
const idleEveryMs = 50

/** Watches a server's connections from its start. */
export function watchEnd(server: Server, { noticeMs, finishMs }: Deadlines = usual): Ending {
  const sockets = new Set<Socket>()
  // By connection, which lasts: a set that answers come into and leave is copied all the time, and each copy that has grown old
  // keeps alive what it held. Collections of garbage took three times as long.
  const underWay = new Map<Socket, ServerResponse | null>()
  let stopping = false
  let came = 0
  server.on('connection', (socket: Socket) => {
    came++
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
  })
  function isOver(this: ServerResponse) {
    const { socket } = this.req
    if (underWay.get(socket) === this) underWay.set(socket, null)
  }
  server.prependListener('request', ({ socket }: IncomingMessage, answer: ServerResponse) => {
    if (stopping) answer.shouldKeepAlive = false
    if (!underWay.has(socket)) socket.once('close', () => underWay.delete(socket))
    underWay.set(socket, answer)
    answer.on('close', isOver)
  })
  return {
    isStopping: () => stopping,
    announce: async () => {
      stopping = true
      // Who has asked already is told as well: his next request would find the connection closed.
      for (const answer of underWay.values()) if (answer) answer.shouldKeepAlive = false
      await new Promise((done) => setTimeout(done, noticeMs))
    },
    close: async () => {
      const goOn = hold(server)
      await quietTurn(() => came)
      await new Promise<void>((resolve) => {
        const impatience = setTimeout(() => {
          for (const socket of sockets) socket.destroy()
        }, finishMs)
        // One whose request came before the end was announced is kept alive by its answer, and idle after it.
        const idle = setInterval(() => server.closeIdleConnections(), idleEveryMs)
        server.close(() => {
          clearTimeout(impatience)
          clearInterval(idle)
          resolve()
        })
        server.closeIdleConnections()
        goOn()
      })
    },
  }
}

/** Leaves requests that come from now on unserved; gives what serves them after all, and those that come later. */
function hold(server: Server): () => void {
  const serving = server.listeners('request') as RequestListener[]
  const held: Parameters<RequestListener>[] = []
  const keep: RequestListener = (...asked) => void held.push(asked)
  server.removeAllListeners('request').on('request', keep)
  return () => {
    server.off('request', keep)
    for (const serve of serving) server.on('request', serve)
    for (const asked of held) server.emit('request', ...asked)
  }
}

/** A turn of the event loop that takes longer than this may have let others in meanwhile. Milliseconds. */
const quietMs = 0.3
/** On a busy machine few turns are as short. */
const patienceMs = 500

/**
 * Resolves right after a turn of the event loop in which nobody came and hardly anything else was done: connections that
 * wait to be taken when a server closes are broken off, and no proxy asks for those again. A turn takes one connection
 * only: others may wait behind it, and where each is served at once there are always some.
 */
async function quietTurn(cameSoFar: () => number): Promise<void> {
  const until = performance.now() + patienceMs
  await nextTurn()
  for (;;) {
    const [begun, before] = [performance.now(), cameSoFar()]
    await nextTurn()
    const now = performance.now()
    if ((cameSoFar() === before && now - begun < quietMs) || now > until) return
  }
}
