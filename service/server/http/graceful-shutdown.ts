/**
 * Graceful shutdown of a server. First, readiness fails, so that load balancers stop sending requests. Then the
 * server accepts no more connections, and requests in progress finish. Finally, remaining connections are destroyed,
 * including upgraded ones, which Node's `close` ignores.
 */
import { setImmediate as nextTick } from 'node:timers/promises'
import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

export type GracefulShutdown = {
  /** Whether the shutdown was announced. `/readyz` then fails, and responses have `Connection: close`. */
  isStopping: () => boolean
  /** Announces the shutdown. Resolves when load balancers have had time to notice; requests are served meanwhile. */
  announce: () => Promise<void>
  /** Resolves when every connection is closed. */
  close: () => Promise<void>
}

/** Milliseconds. Short enough for the whole shutdown to take less than 5 s. */
export type ShutdownDeadlines = {
  /** Time in which load balancers notice that readiness fails. */
  readonly noticeMs: number
  /** Deadline of requests in progress. */
  readonly finishMs: number
}
const defaultDeadlines: ShutdownDeadlines = { noticeMs: 500, finishMs: 2000 }

/** Interval at which a stopping server closes connections that have become idle. Milliseconds. */
const idleCheckMs = 50

/** Tracks the connections of a server. Call it before the server listens. */
export function createGracefulShutdown(
  server: Server,
  { noticeMs, finishMs }: ShutdownDeadlines = defaultDeadlines,
): GracefulShutdown {
  const sockets = new Set<Socket>()
  // Keyed by connection, because connections are long-lived: a set of responses would be rehashed all the time,
  // and with it garbage collections took three times as long.
  const pendingResponses = new Map<Socket, ServerResponse | null>()
  let isAnnounced = false
  let connectionCount = 0
  server.on('connection', (socket: Socket) => {
    connectionCount++
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
  })
  function onResponseClose(this: ServerResponse) {
    const { socket } = this.req
    if (pendingResponses.get(socket) === this) pendingResponses.set(socket, null)
  }
  server.prependListener('request', ({ socket }: IncomingMessage, response: ServerResponse) => {
    if (isAnnounced) response.shouldKeepAlive = false
    if (!pendingResponses.has(socket)) socket.once('close', () => pendingResponses.delete(socket))
    pendingResponses.set(socket, response)
    response.on('close', onResponseClose)
  })
  return {
    isStopping: () => isAnnounced,
    announce: async () => {
      isAnnounced = true
      // Also for pending requests, because the next request of the client would fail.
      for (const response of pendingResponses.values()) if (response) response.shouldKeepAlive = false
      await new Promise((resolve) => setTimeout(resolve, noticeMs))
    },
    close: async () => {
      const resumeRequests = holdRequests(server)
      await waitForQuietTick(() => connectionCount)
      await new Promise<void>((resolve) => {
        const deadlineTimer = setTimeout(() => {
          for (const socket of sockets) socket.destroy()
        }, finishMs)
        // A response that began before the announcement keeps its connection alive; it is idle afterwards.
        const idleTimer = setInterval(() => server.closeIdleConnections(), idleCheckMs)
        server.close(() => {
          clearTimeout(deadlineTimer)
          clearInterval(idleTimer)
          resolve()
        })
        server.closeIdleConnections()
        resumeRequests()
      })
    },
  }
}

/** Holds new requests back. Returns a function that serves them and restores the listeners. */
function holdRequests(server: Server): () => void {
  const originalListeners = server.listeners('request') as RequestListener[]
  const heldRequests: Parameters<RequestListener>[] = []
  const holdRequest: RequestListener = (...listenerArguments) => void heldRequests.push(listenerArguments)
  server.removeAllListeners('request').on('request', holdRequest)
  return () => {
    server.off('request', holdRequest)
    for (const listener of originalListeners) server.on('request', listener)
    for (const listenerArguments of heldRequests) server.emit('request', ...listenerArguments)
  }
}

/** Maximum length of a quiet tick, milliseconds: during a longer one, further connections may have arrived. */
const quietMs = 0.3
/** Maximum wait for a quiet tick, milliseconds: on a busy machine few ticks are short enough. */
const quietTimeoutMs = 500

/**
 * Resolves after an event-loop tick without new connections and almost without other work. When a server closes,
 * connections in its accept queue are reset, which proxies do not retry. One tick accepts only one connection, so
 * others may be queued behind it.
 */
async function waitForQuietTick(readConnectionCount: () => number): Promise<void> {
  const deadline = performance.now() + quietTimeoutMs
  await nextTick()
  for (;;) {
    const [startedAt, countBefore] = [performance.now(), readConnectionCount()]
    await nextTick()
    const now = performance.now()
    if ((readConnectionCount() === countBefore && now - startedAt < quietMs) || now > deadline) return
  }
}
