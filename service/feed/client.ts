/** One client of the feed, from the opening of its connection to its end. */
import { closeCodes, feedProtocol, heartbeatMs } from '#contract/feed.ts'
import type { ServerFrame } from '#contract/feed.ts'
import type { SessionIdentity } from '#service/access/environments.ts'
import type { Metrics } from '#service/shared/metrics.ts'
import type { Connection } from './connection.ts'
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
  /** Number of clients. */
  readonly clientCount: { value: number }
  readonly metrics: Pick<Metrics, 'feedConnection' | 'feedFrames' | 'count'>
  /** Wall clock, milliseconds since 1970, for the expiry of sessions. */
  readonly clock: () => number
  /** Monotonic milliseconds. */
  readonly elapsed: () => number
}

/** A client whose frames have been stuck for this long is disconnected, milliseconds. */
const maxStalledMs = 30_000
/** Above this many unsent bytes, responses to requests wait for the next flush. */
const maxBufferedForReplies = 16 * 1024
/** Above this many the client is disconnected at once. */
const maxBuffered = 128 * 1024

const hello = JSON.stringify({ type: 'hello', protocol: feedProtocol, heartbeatMs } satisfies ServerFrame)
const heartbeat = JSON.stringify({ type: 'heartbeat' } satisfies ServerFrame)

/** A client with a known session, and when the session expires: monotonic milliseconds. */
type Authenticated = { readonly hub: QuoteHub; readonly session: SessionIdentity; readonly endsAt: number }

/**
 * A feed client. It joins the quote hub of its session's environment once that is known, and leaves when the
 * connection closes. A class without per-client closures: there are thousands of clients, and each byte
 * counts.
 */
export class Client implements Member, Outlet {
  readonly #parts: ClientParts
  readonly #connection: Connection
  #authenticated: Authenticated | undefined
  #symbols: Subscriptions | undefined
  #options: Subscriptions | undefined
  #isClosed = false
  /** When the last frame was sent, and since when frames do not leave: monotonic milliseconds. */
  #sentAt: number
  #stalledSince: number | undefined

  constructor(parts: ClientParts, connection: Connection) {
    this.#parts = parts
    this.#connection = connection
    this.#sentAt = parts.elapsed()
    parts.clientCount.value++
    parts.metrics.feedConnection(1)
  }

  /** Registers the connection as unauthenticated. */
  registerUnauthenticated(): void {
    this.#parts.unauthenticated.add(this)
  }

  /** Its session; undefined before `hello`. */
  get session(): SessionIdentity | undefined {
    return this.#authenticated?.session
  }

  /** Whether the connection was closed, by either side. */
  get isClosed(): boolean {
    return this.#isClosed
  }

  /**
   * Sets the session and sends `hello`; may close the session's oldest connection. Quotes are those of its
   * environment.
   */
  authenticate(session: SessionIdentity): void {
    const { hubOf, sessions, unauthenticated, clock, elapsed } = this.#parts
    const hub = hubOf(session.environment)
    // The expiry is fixed on the monotonic clock: later changes of the wall clock do not matter.
    this.#authenticated = { hub, session, endsAt: elapsed() + session.expiresAt - clock() }
    unauthenticated.remove(this)
    sessions.add(session, this)
    hub.join(this)
    this.sendText(hello)
    this.sendText(hub.marketText())
  }

  /** Subscriptions to symbols; undefined before `hello`. */
  get symbols(): Subscriptions | undefined {
    if (this.#authenticated)
      this.#symbols ??= new Subscriptions(this.#authenticated.hub.symbols, this, symbolKind)
    return this.#symbols
  }

  /** Subscriptions to options; undefined before `hello`. */
  get options(): Subscriptions | undefined {
    if (this.#authenticated)
      this.#options ??= new Subscriptions(this.#authenticated.hub.options, this, optionKind)
    return this.#options
  }

  flush(now: number, market: string | undefined): void {
    if (this.#authenticated && now >= this.#authenticated.endsAt) return this.closeEnded()
    const buffered = this.#buffered()
    if (buffered > maxBuffered) return this.#closeOverloaded()
    if (market !== undefined) this.sendText(market)
    if (buffered > 0) {
      // Values sent now would be old on arrival. The next flush sends the latest ones.
      this.#stalledSince ??= now
      if (now - this.#stalledSince >= maxStalledMs) this.#closeOverloaded()
      return
    }
    this.#stalledSince = undefined
    this.#symbols?.sendChanged()
    this.#options?.sendChanged()
    if (now - this.#sentAt >= heartbeatMs) this.sendText(heartbeat)
  }

  send(frame: ServerFrame): void {
    this.sendText(JSON.stringify(frame))
    // A client that reads nothing can still send more and more requests.
    if (this.#buffered() > maxBuffered) this.#closeOverloaded()
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
    return this.#buffered() > maxBufferedForReplies
  }

  closeEnded(): void {
    this.close(closeCodes.sessionEnded, 'the session has ended')
  }

  /** Ends the connection, once, with a close code of the contract. */
  close(code: number, reason: string): void {
    if (this.#isClosed) return
    this.release()
    this.#parts.metrics.count('service_feed_closes_total', { code })
    this.#connection.close(code, reason)
  }

  /** Releases everything that the client holds, after its connection has closed. */
  release(): void {
    if (this.#isClosed) return
    this.#isClosed = true
    const { unauthenticated, sessions, clientCount, metrics } = this.#parts
    if (this.#authenticated) {
      this.#authenticated.hub.leave(this)
      sessions.remove(this.#authenticated.session.id, this)
    } else unauthenticated.remove(this)
    this.#symbols?.stop()
    this.#options?.stop()
    clientCount.value--
    metrics.feedConnection(-1)
  }

  #recordFrame(): void {
    this.#sentAt = this.#parts.elapsed()
    this.#parts.metrics.feedFrames(1)
  }

  #buffered(): number {
    return this.#connection.buffered?.() ?? 0
  }

  #closeOverloaded(): void {
    this.close(closeCodes.overloaded, 'the client does not keep up')
  }
}
