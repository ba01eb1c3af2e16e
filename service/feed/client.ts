/** One client of the feed, from the opening of its connection until it closes. */
import { closeCodes, feedProtocol, heartbeatMs } from '#contract/feed.ts'
import type { ServerFrame } from '#contract/feed.ts'
import type { SessionIdentity } from '#service/access/environments.ts'
import type { Metrics } from '#service/shared/metrics.ts'
import type { Connection } from './connection.ts'
import type { FeedPlaces, PlaceHolder } from './feed-places.ts'
import type { QuoteHub, Member } from './quote-hub.ts'
import type { HubOf } from './quote-hubs.ts'
import type { SessionConnections } from './session-connections.ts'
import { optionKind, Subscriptions, symbolKind } from './subscriptions.ts'
import type { Outlet } from './subscriptions.ts'
import type { UnauthenticatedConnections } from './unauthenticated-connections.ts'

/** State that all clients of a service share. */
export type ClientParts = {
  readonly hubOf: HubOf
  readonly sessions: SessionConnections
  readonly unauthenticated: UnauthenticatedConnections
  readonly places: FeedPlaces
  readonly metrics: Pick<Metrics, 'feedConnection' | 'feedFrames' | 'count'>
  /** Wall clock, milliseconds since 1970, for the expiry of sessions. */
  readonly clock: () => number
  /** Monotonic milliseconds. */
  readonly elapsed: () => number
}

/** A client whose buffer has not been empty for this long is disconnected. Milliseconds. */
const maxStalledMs = 30_000
/** Above this many buffered bytes, the quotes of new subscriptions wait for the next flush. */
const maxReplyBufferBytes = 16 * 1024
/** Above this many buffered bytes, the client is disconnected immediately. */
const maxBufferBytes = 128 * 1024

const hello = JSON.stringify({ type: 'hello', protocol: feedProtocol, heartbeatMs } satisfies ServerFrame)
const heartbeat = JSON.stringify({ type: 'heartbeat' } satisfies ServerFrame)

type Authentication = {
  readonly session: SessionIdentity
  /** The quote hub of the session's environment. */
  readonly hub: QuoteHub
  /** Expiry of the session, monotonic milliseconds. */
  readonly expiresAt: number
}

/**
 * A feed client. It joins the quote hub of its session's environment when it authenticates, and
 * leaves the hub when the connection closes. A class without closures per client, to save memory:
 * there are thousands of clients.
 */
export class Client implements Member, Outlet, PlaceHolder {
  readonly #parts: ClientParts
  readonly #connection: Connection
  readonly block: string
  /** Undefined before authentication. */
  #authentication: Authentication | undefined
  #symbols: Subscriptions | undefined
  #options: Subscriptions | undefined
  #isClosed = false
  /** Time of the last frame, monotonic milliseconds. */
  #lastSentAt: number
  /**
   * Time of the first of consecutive flushes that found unsent bytes, monotonic milliseconds;
   * undefined if the last flush found none.
   */
  #stalledSince: number | undefined

  /** @param block address block of the client (`addressBlock`) */
  constructor(parts: ClientParts, connection: Connection, block: string) {
    this.#parts = parts
    this.#connection = connection
    this.block = block
    this.#lastSentAt = parts.elapsed()
    parts.places.add(this)
    parts.metrics.feedConnection(1)
  }

  /** Adds the client to the unauthenticated connections, which are limited in number and time. */
  registerUnauthenticated(): void {
    this.#parts.unauthenticated.add(this)
  }

  /** Session of the client; undefined before authentication. */
  get session(): SessionIdentity | undefined {
    return this.#authentication?.session
  }

  /** Whether the connection was closed, by either side. */
  get isClosed(): boolean {
    return this.#isClosed
  }

  /**
   * Sets the session, joins the hub of its environment and sends `hello`. Closes the session's
   * oldest connection if the session already has the maximum.
   */
  authenticate(session: SessionIdentity): void {
    const { hubOf, sessions, unauthenticated, places, clock, elapsed } = this.#parts
    const hub = hubOf(session.environment)
    // Converted to the monotonic clock, so that later steps of the wall clock have no effect.
    this.#authentication = { hub, session, expiresAt: elapsed() + session.expiresAt - clock() }
    unauthenticated.remove(this)
    places.onAuthenticated(this)
    sessions.add(session, this)
    hub.join(this)
    this.sendText(hello)
    this.sendText(hub.marketFrameText())
  }

  /** Subscriptions to symbols; undefined before authentication. */
  get symbols(): Subscriptions | undefined {
    if (this.#authentication)
      this.#symbols ??= new Subscriptions(this.#authentication.hub.symbols, this, symbolKind)
    return this.#symbols
  }

  /** Subscriptions to options; undefined before authentication. */
  get options(): Subscriptions | undefined {
    if (this.#authentication)
      this.#options ??= new Subscriptions(this.#authentication.hub.options, this, optionKind)
    return this.#options
  }

  flush(now: number, changedMarketFrame: string | undefined): void {
    if (this.#authentication && now >= this.#authentication.expiresAt) return this.closeSessionEnded()
    const buffered = this.#bufferedBytes()
    if (buffered > maxBufferBytes) return this.#closeOverloaded()
    if (changedMarketFrame !== undefined) this.sendText(changedMarketFrame)
    if (buffered > 0) {
      // Values sent now would be old on arrival. The next flush sends the latest ones.
      this.#stalledSince ??= now
      if (now - this.#stalledSince >= maxStalledMs) this.#closeOverloaded()
      return
    }
    this.#stalledSince = undefined
    this.#symbols?.sendChanged()
    this.#options?.sendChanged()
    if (now - this.#lastSentAt >= heartbeatMs) this.sendText(heartbeat)
  }

  send(frame: ServerFrame): void {
    this.sendText(JSON.stringify(frame))
    // A client that reads nothing could otherwise fill the buffer by sending requests.
    if (this.#bufferedBytes() > maxBufferBytes) this.#closeOverloaded()
  }

  sendText(text: string): void {
    if (this.#isClosed) return
    this.#recordFrame()
    this.#connection.send(text)
  }

  sendList(head: string, parts: readonly string[], tail: string): void {
    if (this.#isClosed) return
    this.#recordFrame()
    if (this.#connection.sendList) this.#connection.sendList(head, parts, tail)
    else this.#connection.send(`${head}${parts.join(',')}${tail}`)
  }

  isBehind(): boolean {
    return this.#bufferedBytes() > maxReplyBufferBytes
  }

  closeSessionEnded(): void {
    this.close(closeCodes.sessionEnded, 'the session has ended')
  }

  /** Closes the connection with a close code of the contract. Idempotent. */
  close(code: number, reason: string): void {
    if (this.#isClosed) return
    this.release()
    this.#parts.metrics.count('service_feed_closes_total', { code })
    this.#connection.close(code, reason)
  }

  /** Releases the resources of the client after its connection has closed. Idempotent. */
  release(): void {
    if (this.#isClosed) return
    this.#isClosed = true
    const { unauthenticated, sessions, places, metrics } = this.#parts
    if (this.#authentication) {
      this.#authentication.hub.leave(this)
      sessions.remove(this.#authentication.session.id, this)
    } else unauthenticated.remove(this)
    this.#symbols?.stop()
    this.#options?.stop()
    places.remove(this)
    metrics.feedConnection(-1)
  }

  #recordFrame(): void {
    this.#lastSentAt = this.#parts.elapsed()
    this.#parts.metrics.feedFrames(1)
  }

  #bufferedBytes(): number {
    return this.#connection.buffered?.() ?? 0
  }

  #closeOverloaded(): void {
    this.close(closeCodes.overloaded, 'the client does not keep up')
  }
}
