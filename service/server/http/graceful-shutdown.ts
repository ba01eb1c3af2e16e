/**
 * Graceful shutdown of a server: readiness fails first, so that load balancers stop sending requests; then no
 * more connections are accepted and requests in progress finish; finally, remaining connections are
 * destroyed, including upgraded ones, which Node's own `close` ignores.
 */
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

export type GracefulShutdown = {
  /**
   * Whether shutdown has been announced: `/readyz` reports it, and responses ask for the connection to be
   * closed.
   */
  isStopping: () => boolean
  /** Resolves when load balancers have had time to notice. Requests are served meanwhile. */
  announce: () => Promise<void>
  /** Resolves when every connection is closed. */
  close: () => Promise<void>
}

/** Milliseconds. With both, and what closes besides, a service is gone within 5 s. */
export type ShutdownDeadlines = {
  readonly noticeMs: number
  /** Deadline of requests in progress. */
  readonly finishMs: number
}
const usual: ShutdownDeadlines = { noticeMs: 500, finishMs: 2000 }

/** Interval at which a stopping server closes connections that have become idle. Milliseconds. */
const idleEveryMs = 50

/** Watches a server's connections from its start. */
export function createGracefulShutdown(
  server: Server,
  { noticeMs, finishMs }: ShutdownDeadlines = usual,
): GracefulShutdown {
  const sockets = new Set<Socket>()
  // By connection, which is long-lived: a set of responses is rehashed all the time, and each old copy keeps
  // its entries alive. Garbage collections took three times as long.
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
      // Applies to pending requests too: the client's next request would find the connection closed.
      for (const answer of underWay.values()) if (answer) answer.shouldKeepAlive = false
      await new Promise((done) => setTimeout(done, noticeMs))
    },
    close: async () => {
      const goOn = hold(server)
      await quietTurn(() => came)
      await new Promise<void>((resolve) => {
        const deadline = setTimeout(() => {
          for (const socket of sockets) socket.destroy()
        }, finishMs)
        // A connection whose request came before the announcement is kept alive by its response, and idle
        // afterwards.
        const idle = setInterval(() => server.closeIdleConnections(), idleEveryMs)
        server.close(() => {
          clearTimeout(deadline)
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
/** Maximum number of turns to wait: on a busy machine few turns are short enough. */
const timeoutMs = 500

/**
 * Resolves after an event-loop turn without new connections and almost without other work: connections
 * pending in the accept queue when a server closes are reset, and proxies do not retry those. One turn
 * accepts one connection only: others may be queued behind it.
 */
async function quietTurn(cameSoFar: () => number): Promise<void> {
  const until = performance.now() + timeoutMs
  await nextTurn()
  for (;;) {
    const [begun, before] = [performance.now(), cameSoFar()]
    await nextTurn()
    const now = performance.now()
    if ((cameSoFar() === before && now - begun < quietMs) || now > until) return
  }
}
