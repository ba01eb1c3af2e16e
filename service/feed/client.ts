/** One client of the feed, from the opening of its connection to its end. */
import { closeCodes, feedProtocol, heartbeatMs } from '#contract/feed.ts'
import type { MarketFrame } from '#contract/feed.ts'
import type { Stop } from '#service/market/market.ts'
import type { Metrics } from '#service/settings/metrics.ts'
import type { KnownSession } from '#service/access/worlds.ts'
import { createSender } from './connection.ts'
import type { Connection, Sender } from './connection.ts'
import type { FeedHub } from './hub.ts'
import type { HubOf } from './hubs.ts'
import type { CountConnection } from './session-connections.ts'
import { createSubscriptions, optionKind, symbolKind } from './subscriptions.ts'
import type { Subscriptions } from './subscriptions.ts'

export type ClientParts = {
  readonly hubOf: HubOf
  readonly countConnection: CountConnection
  readonly metrics: Pick<Metrics, 'feedConnection' | 'feedFrames'>
}

export type Client = {
  readonly sender: Sender
  /** To symbols. */
  readonly subscriptions: Subscriptions
  /** To options. */
  readonly options: Subscriptions
  /** The session it is of; undefined until it has been greeted. */
  session(): KnownSession | undefined
  /** Whether the connection was closed, by either side. */
  isOver(): boolean
  /** The session it is of is found: says hello, and may close the session's oldest connection. Its quotes are of its world. */
  greet(session: KnownSession): void
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

/** Joins the hub of its session's world, and leaves it when the connection is over; until it is known it waits at the live one. */
export function openClient({ hubOf, countConnection, metrics }: ClientParts, connection: Connection): Client {
  const lobby = hubOf('live')
  const openedAt = lobby.now()
  const sender = createSender(connection, metrics, lobby.now)
  const atEnd: Stop[] = [() => stay.leave()]
  let session: KnownSession | undefined
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
    if (buffered <= skipAbove) {
      stay.subscriptions.sendChanged()
      stay.options.sendChanged()
    }
    if (now - sender.lastSentAt() >= heartbeatMs) sender.send({ type: 'heartbeat' })
  }
  const ended = () => close(closeCodes.sessionEnded, 'the session has ended')
  const crowdedOut = () => close(closeCodes.overloaded, 'too many connections of one session')
  const stayAt = (hub: FeedHub) => {
    const subscriptions = createSubscriptions(hub.symbols, sender, symbolKind)
    const options = createSubscriptions(hub.options, sender, optionKind)
    const leaveHub = hub.join({ sessionId: () => session?.id, tick, ended })
    const leave = () => {
      leaveHub()
      subscriptions.stop()
      options.stop()
    }
    return { hub, subscriptions, options, leave }
  }

  metrics.feedConnection(1)
  let stay = stayAt(lobby)
  return {
    sender,
    get subscriptions() {
      return stay.subscriptions
    },
    get options() {
      return stay.options
    },
    session: () => session,
    isOver: () => over,
    greet(to) {
      session = to
      if (to.world !== 'live') {
        stay.leave()
        stay = stayAt(hubOf(to.world))
      }
      atEnd.push(countConnection(to.id, crowdedOut))
      sender.send({ type: 'hello', protocol: feedProtocol, heartbeatMs })
      sender.send(stay.hub.market())
    },
    close,
    closed,
  }
}
