/** One client of the feed, from the opening of its connection to its end. */
import { closeCodes, feedProtocol, heartbeatMs } from '#contract/feed.ts'
import type { MarketFrame } from '#contract/feed.ts'
import type { Stop } from '#service/market/market.ts'
import type { Metrics } from '#service/settings/metrics.ts'
import type { Session } from '#service/store/sessions.ts'
import { createSender } from './connection.ts'
import type { Connection, Sender } from './connection.ts'
import type { FeedHub } from './hub.ts'
import type { CountConnection } from './session-connections.ts'
import { createSubscriptions } from './subscriptions.ts'
import type { Subscriptions } from './subscriptions.ts'

export type ClientParts = {
  readonly hub: FeedHub
  readonly countConnection: CountConnection
  readonly metrics: Pick<Metrics, 'feedConnection' | 'feedFrames'>
}

export type Client = {
  readonly sender: Sender
  readonly subscriptions: Subscriptions
  /** Whether it has been greeted: whose session it is of is known. */
  isKnown(): boolean
  /** Whether the connection was closed, by either side. */
  isOver(): boolean
  /** The session it is of is found: says hello, and may close the session's oldest connection. */
  greet(session: Session): void
  /** Ends the connection, once, with a close code of the contract. */
  close(code: number, reason: string): void
  /** The connection is gone. */
  closed(): void
}

/** A client that has not said who it is by then is dropped. */
const authenticateWithinMs = 5000
/** Above this many bytes on their way a flush is left out; the next one carries the then latest values. */
const skipAbove = 64 * 1024
/** Above this the client is given up. */
const giveUpAbove = 1024 * 1024

/** Joins the hub, and leaves it when the connection is over. */
export function openClient({ hub, countConnection, metrics }: ClientParts, connection: Connection): Client {
  const openedAt = hub.now()
  const sender = createSender(connection, metrics, hub.now)
  const subscriptions = createSubscriptions(hub, sender)
  const atEnd: Stop[] = [() => subscriptions.stop()]
  let session: Session | undefined
  let over = false

  const closed = () => {
    if (over) return
    over = true
    for (const stop of atEnd) stop()
    metrics.feedConnection(-1)
  }
  const close = (code: number, reason: string) => {
    if (over) return
    closed()
    connection.close(code, reason)
  }
  const tick = (now: number, market: MarketFrame, marketChanged: boolean) => {
    if (!session) {
      if (now - openedAt >= authenticateWithinMs)
        close(closeCodes.unauthenticated, 'not authenticated in time')
      return
    }
    const buffered = connection.buffered?.() ?? 0
    if (buffered > giveUpAbove) return close(closeCodes.overloaded, 'the client does not keep up')
    if (marketChanged) sender.send(market)
    if (buffered <= skipAbove) subscriptions.sendChanged()
    if (now - sender.lastSentAt() >= heartbeatMs) sender.send({ type: 'heartbeat' })
  }
  const ended = () => close(closeCodes.sessionEnded, 'the session has ended')
  const crowdedOut = () => close(closeCodes.overloaded, 'too many connections of one session')

  metrics.feedConnection(1)
  atEnd.push(hub.join({ sessionId: () => session?.id, tick, ended }))
  return {
    sender,
    subscriptions,
    isKnown: () => session !== undefined,
    isOver: () => over,
    greet(to) {
      session = to
      atEnd.push(countConnection(to.id, crowdedOut))
      sender.send({ type: 'hello', protocol: feedProtocol, heartbeatMs })
      sender.send(hub.market())
    },
    close,
    closed,
  }
}
