/**
 * Limits the requests that a connection of HTTP/1.1 sends before it has read the responses to those before them. Node
 * parses and answers all requests of a chunk before it stops reading, and creates an error for each of them when the
 * connection closes: ten kilobytes of requests would keep the event loop busy for milliseconds, without a reader.
 */
import type { RequestListener, Server } from 'node:http'
import type { Socket } from 'node:net'
import { LRUCache } from 'lru-cache'
import { addressBlock, isAddressAllowed } from '#service/access/address.ts'
import { cacheSizes, pipelineLimits } from '#service/shared/limits.ts'
import type { PipelineLimits } from '#service/shared/limits.ts'
import type { ReportConnection } from './connection-reports.ts'

export type PipelineLimit = {
  /**
   * Returns a listener that closes a connection with too many queued requests. Requests over HTTP/2 are never queued:
   * the number of streams is limited instead.
   */
  readonly limitRequests: (listener: RequestListener) => RequestListener
  /** Starts refusing connections of address blocks with too many closed ones, before anything of them is read. */
  readonly limitConnections: (server: Server) => void
}

/** Addresses of trusted proxies are never refused, because each has the requests of many callers. */
export function createPipelineLimit(
  trustedProxies: readonly string[],
  { queuedRequests, closedPerMinute }: PipelineLimits = pipelineLimits,
  report: ReportConnection = () => {},
  elapsed = () => performance.now(),
): PipelineLimit {
  /** Number of queued requests without a complete response, by connection. */
  const queuedCounts = new WeakMap<Socket, number>()
  /** Number of closed connections in the minute since the first of them, by address block. */
  const closedCounts = new LRUCache<string, number>({
    max: cacheSizes.refusedCallers,
    ttl: 60_000,
    noUpdateTTL: true,
    ttlResolution: 0,
    perf: { now: elapsed },
  })
  const close = (socket: Socket) => {
    const { remoteAddress } = socket
    const block = isAddressAllowed(remoteAddress, trustedProxies) ? undefined : addressBlock(remoteAddress)
    if (block !== undefined) closedCounts.set(block, (closedCounts.get(block) ?? 0) + 1)
    report('pipelined', block)
    socket.destroy()
  }
  return {
    limitRequests: (listener) => (incoming, outgoing) => {
      // Node assigns the connection to a response when those before it are complete.
      if (outgoing.socket) return listener(incoming, outgoing)
      const { socket } = incoming
      // Node parses the rest of a chunk although the connection is closed.
      if (socket.destroyed) return
      const queuedCount = (queuedCounts.get(socket) ?? 0) + 1
      if (queuedCount > queuedRequests) return close(socket)
      queuedCounts.set(socket, queuedCount)
      outgoing.once('finish', () => queuedCounts.set(socket, queuedCounts.get(socket)! - 1))
      listener(incoming, outgoing)
    },
    limitConnections(server) {
      // Before other listeners, which would otherwise track a refused connection.
      server.prependListener('connection', (socket: Socket) => {
        if (closedCounts.size === 0) return
        const block = addressBlock(socket.remoteAddress)
        if ((closedCounts.get(block) ?? 0) < closedPerMinute) return
        report('pipelined-address', block)
        socket.destroy()
      })
    },
  }
}
