/** Open feed connections of a process: writing, liveness checks and closing. */
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
  open(client: WebSocket, socket: Duplex, startFeed: (connection: Connection) => Feed): void
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
  /** A client that does not respond to the ping within this time is disconnected. */
  readonly pongWithinMs: number
  /** Interval of the checks. */
  readonly checkEveryMs: number
}
export const defaultFeedTimeouts: FeedTimeouts = {
  pingAfterMs: 20_000,
  pongWithinMs: 20_000,
  checkEveryMs: 1000,
}

/** A client with this many messages that are being handled is not read from. */
const maxHandledMessages = 8

/** Close codes of RFC 6455, 7.4.1. */
const textOnly = 1003
const protocolError = 1002
const abnormalClosure = 1006

/** Socket of one client. A class, so that the thousands of sockets share their methods. */
class FeedSocket implements Connection {
  readonly client: WebSocket
  readonly #socket: Duplex
  readonly #frames: TextFrames
  /** Time of the last message, monotonic milliseconds. */
  receivedAt: number
  /** Number of messages that are being handled. */
  #handledCount = 0
  /** Time of the pending ping; undefined if a message has arrived since. */
  pingedAt: number | undefined

  constructor(client: WebSocket, socket: Duplex, frames: TextFrames, now: number) {
    this.client = client
    this.#socket = socket
    this.#frames = frames
    this.receivedAt = now
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

  /** Passes a message to the feed. Stops reading while many messages are being handled. */
  async receive(feed: Feed, text: string): Promise<void> {
    this.#handledCount++
    if (this.#handledCount === maxHandledMessages) this.client.pause()
    await feed.receive(text)
    if (this.#handledCount === maxHandledMessages) this.client.resume()
    this.#handledCount--
  }

  buffered(): number {
    return this.#socket.writableLength
  }

  onReceived(now: number): void {
    this.receivedAt = now
    this.pingedAt = undefined
  }
}

/** Creates the set of connections. Its timer runs while there is a connection. */
export function createFeedConnections(
  { metrics, elapsed }: ConnectionParts,
  { pingAfterMs, pongWithinMs, checkEveryMs }: FeedTimeouts = defaultFeedTimeouts,
): FeedConnections {
  const sockets = new Set<FeedSocket>()
  const frames = new TextFrames()
  let timer: ReturnType<typeof setInterval> | undefined
  let isChecking = false

  const countClose = (code: number) => metrics.count('service_feed_closes_total', { code })
  const checkAll = async () => {
    if (isChecking) return
    isChecking = true
    const now = elapsed()
    await forEachYielding(sockets, elapsed, (feedSocket) => {
      if (feedSocket.pingedAt === undefined) {
        if (now - feedSocket.receivedAt < pingAfterMs) return
        feedSocket.pingedAt = now
        feedSocket.client.ping()
      } else if (now - feedSocket.pingedAt >= pongWithinMs) {
        countClose(abnormalClosure)
        feedSocket.client.terminate()
      }
    })
    isChecking = false
  }
  const listen = (feedSocket: FeedSocket, feed: Feed) => {
    feedSocket.client.on('message', (data, isBinary) => {
      feedSocket.onReceived(elapsed())
      if (isBinary) {
        countClose(textOnly)
        feedSocket.close(textOnly, 'text frames only')
      } else void feedSocket.receive(feed, (data as Buffer).toString('utf8'))
    })
    feedSocket.client.on('pong', () => feedSocket.onReceived(elapsed()))
    // A `close` event follows every error; ws itself responds to oversized and malformed frames.
    feedSocket.client.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'WS_ERR_UNSUPPORTED_MESSAGE_LENGTH') countClose(closeCodes.tooBig)
      else if (error.code?.startsWith('WS_ERR')) countClose(protocolError)
    })
    feedSocket.client.on('close', () => {
      feed.onClose()
      sockets.delete(feedSocket)
      if (sockets.size > 0) return
      clearInterval(timer)
      timer = undefined
    })
  }
  return {
    open(client, socket, startFeed) {
      const feedSocket = new FeedSocket(client, socket, frames, elapsed())
      sockets.add(feedSocket)
      timer ??= setInterval(() => void checkAll(), checkEveryMs)
      listen(feedSocket, startFeed(feedSocket))
    },
    closeAll() {
      for (const { client } of sockets) {
        if (client.readyState === WebSocket.OPEN) countClose(closeCodes.goingAway)
        client.close(closeCodes.goingAway, 'the service is stopping: reconnect')
      }
    },
  }
}
