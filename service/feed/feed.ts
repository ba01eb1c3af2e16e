/**
 * The feed's protocol (`contract/feed.ts`) without a socket: text in, text out. `node/` gives it WebSockets, the
 * mock gives it MSW's, the tests give it arrays.
 */
import * as v from 'valibot'
import { ClientFrameSchema, closeCodes, feedProtocol, heartbeatMs, maxSymbols } from '#contract/feed.ts'
import type { ClientFrame, MarketFrame, ServerFrame } from '#contract/feed.ts'
import { createFeedHub } from './hub.ts'
import type { FeedHub, HubParts } from './hub.ts'
import type { Stop } from '#service/market/market.ts'
import type { FeedTickets } from '#service/access/feed-tickets.ts'
import type { Metrics } from '#service/settings/metrics.ts'
import type { Session } from '#service/store/sessions.ts'

/** What feeds are made of: the same object for all that share a hub. */
export type FeedParts = HubParts & {
  readonly access: Pick<FeedTickets, 'openTicket'>
  readonly metrics: Pick<Metrics, 'feedConnection' | 'feedFrames'>
}

/** One client's connection. */
export type Connection = {
  send(text: string): void
  close(code: number, reason: string): void
  /** Bytes that were sent and have not left yet. */
  buffered?(): number
}

export type Feed = {
  /** A frame from the client. */
  receive(text: string): void
  /** The connection is gone. */
  closed(): void
}

/** A client that has not said who it is by then is dropped. */
export const authenticateWithinMs = 5000
/** Above this many bytes on their way a flush is left out; the next one carries the then latest values. */
const skipAbove = 64 * 1024
/** Above this the client is given up. */
const giveUpAbove = 1024 * 1024
/** Largest frame taken from a client, characters. */
const maxFrame = 4096
/** Frames taken from a client in one second. */
const maxFramesPerSecond = 50
/** A session's connections beyond this many close its oldest. */
const maxPerSession = 4

type Entry = { readonly session: string; readonly drop: () => void }
type Shared = { readonly hub: FeedHub; readonly open: Entry[] }
const sharedOf = new WeakMap<FeedParts, Shared>()

/** Begins the protocol on an open connection. `session`: known from its cookie, or null where a ticket must follow. */
export function openFeed({
  service,
  connection,
  session,
}: {
  service: FeedParts
  connection: Connection
  session: Session | null
}): Feed {
  let shared = sharedOf.get(service)
  if (!shared) sharedOf.set(service, (shared = { hub: createFeedHub(service), open: [] }))
  const { hub, open } = shared
  const { access, log, metrics } = service

  const following = new Map<string, Stop>()
  const changed = new Set<string>()
  const openedAt = hub.now()
  let known: Session | undefined
  let over = false
  let seq = 0
  let sentAt = openedAt
  let received = { second: 0, frames: 0 }
  let leave: Stop = () => {}
  let entry: Entry | undefined
  // Frames are handled one after the other: what a ticket opens is open before the subscription behind it is read.
  let work: Promise<void> = Promise.resolve()

  const write = (text: string) => {
    sentAt = hub.now()
    metrics.feedFrames(1)
    connection.send(text)
  }
  const send = (frame: ServerFrame) => write(JSON.stringify(frame))
  const closed = () => {
    if (over) return
    over = true
    leave()
    for (const stop of following.values()) stop()
    following.clear()
    if (entry) open.splice(open.indexOf(entry), 1)
    metrics.feedConnection(-1)
  }
  const close = (code: number, reason: string) => {
    if (over) return
    closed()
    connection.close(code, reason)
  }

  const greet = (to: Session) => {
    known = to
    const mine = open.filter((one) => one.session === to.id)
    if (mine.length >= maxPerSession) mine[0]!.drop()
    entry = {
      session: to.id,
      drop: () => close(closeCodes.overloaded, 'too many connections of one session'),
    }
    open.push(entry)
    send({ type: 'hello', protocol: feedProtocol, heartbeatMs })
    send(hub.market())
  }
  const quotes = (symbols: Iterable<string>) => {
    const texts = [...symbols].map((symbol) => hub.text(symbol)).filter((text) => text !== undefined)
    if (texts.length > 0) write(`{"type":"quotes","seq":${++seq},"quotes":[${texts.join(',')}]}`)
  }
  const tick = (now: number, market: MarketFrame, marketChanged: boolean) => {
    if (!known) {
      if (now - openedAt >= authenticateWithinMs)
        close(closeCodes.unauthenticated, 'not authenticated in time')
      return
    }
    const buffered = connection.buffered?.() ?? 0
    if (buffered > giveUpAbove) return close(closeCodes.overloaded, 'the client does not keep up')
    if (marketChanged) send(market)
    if (buffered <= skipAbove && changed.size > 0) {
      quotes(changed)
      changed.clear()
    }
    if (now - sentAt >= heartbeatMs) send({ type: 'heartbeat' })
  }

  const subscribe = async (symbols: readonly string[]) => {
    const fresh: string[] = []
    for (const symbol of new Set(symbols)) {
      if (following.has(symbol)) {
        fresh.push(symbol)
      } else if (following.size >= maxSymbols) {
        send({
          type: 'problem',
          code: 'malformed-parameter',
          symbol,
          detail: `A connection may follow ${maxSymbols} symbols at most.`,
        })
      } else {
        const stop = hub.follow(symbol, (traded) => changed.add(traded))
        following.set(symbol, stop)
        const quote = await hub.quote(symbol)
        if (over) return
        if (quote) {
          fresh.push(symbol)
          continue
        }
        stop()
        following.delete(symbol)
        send({ type: 'problem', code: 'symbol-unknown', symbol })
      }
    }
    for (const symbol of fresh) changed.delete(symbol)
    quotes(fresh)
  }
  const handle = async (frame: ClientFrame) => {
    if (over) return
    if (frame.type === 'ticket') {
      if (known)
        return send({
          type: 'problem',
          code: 'malformed-body',
          detail: 'This connection is authenticated already.',
        })
      const opened = await access.openTicket(frame.ticket)
      if (over) return
      if (opened) return greet(opened)
      send({ type: 'problem', code: 'credential-invalid' })
      return close(closeCodes.unauthenticated, 'the ticket is not valid')
    }
    if (!known) return send({ type: 'problem', code: 'credential-missing', detail: 'Send a ticket first.' })
    if (frame.type === 'subscribe') return subscribe(frame.symbols)
    for (const symbol of frame.symbols) {
      following.get(symbol)?.()
      following.delete(symbol)
      changed.delete(symbol)
    }
  }

  metrics.feedConnection(1)
  leave = hub.join({
    sessionId: () => known?.id,
    tick,
    ended: () => close(closeCodes.sessionEnded, 'the session has ended'),
  })
  if (session) greet(session)

  return {
    closed,
    receive(text) {
      if (over) return
      if (text.length > maxFrame) return close(closeCodes.tooBig, 'the frame is too big')
      const second = Math.floor(hub.now() / 1000)
      received = received.second === second ? { second, frames: received.frames + 1 } : { second, frames: 1 }
      if (received.frames > maxFramesPerSecond) return close(closeCodes.overloaded, 'too many frames')
      const frame = readFrame(text)
      if (!frame)
        return send({
          type: 'problem',
          code: 'malformed-body',
          detail: 'Expected a ticket, subscribe or unsubscribe frame.',
        })
      work = work
        .then(() => handle(frame))
        .catch((error: unknown) => {
          log('error', 'feed-failed', { reason: error instanceof Error ? error.message : String(error) })
          if (!over) send({ type: 'problem', code: 'unavailable' })
        })
    },
  }
}

function readFrame(text: string): ClientFrame | undefined {
  try {
    const read = v.safeParse(ClientFrameSchema, JSON.parse(text))
    return read.success ? read.output : undefined
  } catch {
    return undefined
  }
}
