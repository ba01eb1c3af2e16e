/** The open feed connections of a process: writing, liveness checks and closing. */
import type { Duplex } from 'node:stream'
import { WebSocket } from 'ws'
import { closeCodes } from '#contract/feed.ts'
import type { Connection } from '#service/feed/connection.ts'
import type { Feed } from '#service/feed/feed.ts'
import type { Metrics } from '#service/shared/metrics.ts'
import { forEachYielding } from '#service/shared/event-loop.ts'
import { TextFrames } from '#service/server/fast/text-frames.ts'

export type FeedConnections = {
  /** Starts the feed on a connection whose socket has just been upgraded. */
  open(client: WebSocket, socket: Duplex, begin: (connection: Connection) => Feed): void
  /** Closes all connections because the service stops, so that clients reconnect to another node. */
  closeAll(): void
}

export type ConnectionParts = {
  readonly metrics: Pick<Metrics, 'count'>
  /** Monotonic milliseconds. */
  readonly elapsed: () => number
}

/** Liveness checks, milliseconds. */
export type FeedTimeouts = {
  /** A client that has sent nothing for this long is pinged. */
  readonly pingAfterMs: number
  /** A client that does not answer the ping within this time is disconnected. */
  readonly pongWithinMs: number
  /** Interval of the checks. */
  readonly lookEveryMs: number
}
export const defaultFeedTimeouts: FeedTimeouts = {
  pingAfterMs: 20_000,
  pongWithinMs: 20_000,
  lookEveryMs: 1000,
}

/** Close codes of RFC 6455, 7.4.1. */
const textOnly = 1003
const protocolError = 1002
const gone = 1006

/** One client's socket with the time of its last message: a class, since there are thousands. */
class FeedSocket implements Connection {
  readonly client: WebSocket
  readonly #socket: Duplex
  readonly #frames: TextFrames
  /** Monotonic milliseconds. */
  heardAt: number
  /** When it was pinged; undefined if a message has arrived since. */
  pingedAt: number | undefined

  constructor(client: WebSocket, socket: Duplex, frames: TextFrames, now: number) {
    this.client = client
    this.#socket = socket
    this.#frames = frames
    this.heardAt = now
  }

  send(text: string): void {
    if (this.client.readyState === WebSocket.OPEN) this.#frames.write(this.#socket, text)
  }

  sendList(head: string, parts: readonly string[], tail: string): void {
    if (this.client.readyState === WebSocket.OPEN) this.#frames.writeList(this.#socket, head, parts, tail)
  }

  close(code: number, reason: string): void {
    this.client.close(code, reason)
  }

  buffered(): number {
    return this.#socket.writableLength
  }

  heard(now: number): void {
    this.heardAt = now
    this.pingedAt = undefined
  }
}

/** The timer runs while there is a connection. */
export function createFeedConnections(
  { metrics, elapsed }: ConnectionParts,
  { pingAfterMs, pongWithinMs, lookEveryMs }: FeedTimeouts = defaultFeedTimeouts,
): FeedConnections {
  const sockets = new Set<FeedSocket>()
  const frames = new TextFrames()
  let timer: ReturnType<typeof setInterval> | undefined
  let isLooking = false

  const countClose = (code: number) => metrics.count('service_feed_closes_total', { code })
  const look = async () => {
    if (isLooking) return
    isLooking = true
    const now = elapsed()
    await forEachYielding(sockets, elapsed, (one) => {
      if (one.pingedAt === undefined) {
        if (now - one.heardAt < pingAfterMs) return
        one.pingedAt = now
        one.client.ping()
      } else if (now - one.pingedAt >= pongWithinMs) {
        countClose(gone)
        one.client.terminate()
      }
    })
    isLooking = false
  }
  const follow = (one: FeedSocket, feed: Feed) => {
    one.client.on('message', (data, isBinary) => {
      one.heard(elapsed())
      if (isBinary) {
        countClose(textOnly)
        one.close(textOnly, 'text frames only')
      } else feed.receive((data as Buffer).toString('utf8'))
    })
    one.client.on('pong', () => one.heard(elapsed()))
    // Errors are followed by `close`; ws itself answers oversized and malformed frames.
    one.client.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'WS_ERR_UNSUPPORTED_MESSAGE_LENGTH') countClose(closeCodes.tooBig)
      else if (error.code?.startsWith('WS_ERR')) countClose(protocolError)
    })
    one.client.on('close', () => {
      feed.onClose()
      sockets.delete(one)
      if (sockets.size > 0) return
      clearInterval(timer)
      timer = undefined
    })
  }
  return {
    open(client, socket, begin) {
      const one = new FeedSocket(client, socket, frames, elapsed())
      sockets.add(one)
      timer ??= setInterval(() => void look(), lookEveryMs)
      follow(one, begin(one))
    },
    closeAll() {
      for (const { client } of sockets) {
        if (client.readyState === WebSocket.OPEN) countClose(closeCodes.goingAway)
        client.close(closeCodes.goingAway, 'the service is stopping: come back')
      }
    },
  }
}
