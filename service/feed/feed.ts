/**
 * The feed's protocol (`contract/feed.ts`) without a socket: text in, text out. `server/feed/`
 * connects it to the WebSockets of Node, the mocks to those of MSW, and the tests to arrays.
 */
import { closeCodes } from '#contract/feed.ts'
import type { ClientFrame } from '#contract/feed.ts'
import { Problem } from '#contract/api/problem.ts'
import { addressBlock } from '#service/access/address.ts'
import type { FeedTickets } from '#service/access/sessions/feed-tickets.ts'
import { anonymous } from '#service/access/credentials/request-credentials.ts'
import type { RequestSender } from '#service/access/credentials/request-credentials.ts'
import type { SessionIdentity } from '#service/access/environments.ts'
import type { LookupEnvironments } from '#service/lookups/environments.ts'
import type { EventLoopYield } from '#service/shared/yield-to-event-loop.ts'
import type { Config } from '#service/shared/config.ts'
import { errorMessage } from '#service/shared/error-message.ts'
import { Client } from './client.ts'
import type { ClientParts } from './client.ts'
import { createFrameCheck, createFrameCount, parseFrame } from './client-frames.ts'
import type { CountFrame, FrameCheck } from './client-frames.ts'
import type { Connection } from './connection.ts'
import { createFeedPlaces } from './feed-places.ts'
import type { QuoteHubParts } from './quote-hub.ts'
import { createQuoteHubs } from './quote-hubs.ts'
import { createSessionConnections } from './session-connections.ts'
import type { SessionParts } from './session-connections.ts'
import { optionKey } from './shared-options.ts'
import { createTestStaleFeed } from './test-stale-feed.ts'
import type { TestStaleFeed } from './test-stale-feed.ts'
import { createUnauthenticatedConnections } from './unauthenticated-connections.ts'

/**
 * Dependencies of feeds. Feeds share state, such as quote hubs, if they are opened with the same
 * object.
 */
export type FeedParts = QuoteHubParts &
  SessionParts &
  Pick<ClientParts, 'metrics' | 'clock'> & {
    readonly environments: LookupEnvironments
    readonly access: Pick<FeedTickets, 'openTicket'>
    readonly config: Pick<Config, 'feedConnectionLimits' | 'limits'>
    /** Shared with the analyses, so that the frames of one address do not delay other callers. */
    readonly yieldToEventLoop: EventLoopYield
  }

export type Feed = {
  /**
   * Handles a text message of the client, after its earlier ones. Resolves when it has been handled; a
   * transport should stop reading while many have not. Never rejects.
   */
  receive(text: string): Promise<void>
  /** Releases the resources of the feed. Call it when the connection has closed. */
  onClose(): void
}

type SharedState = ClientParts & { readonly staleFeed: TestStaleFeed; readonly countFrame: CountFrame }

const sharedByService = new WeakMap<FeedParts, SharedState>()

/**
 * Returns the state that all feeds of a service share: hubs, sessions and number of connections.
 * Creates it for the first feed.
 */
function sharedState(service: FeedParts): SharedState {
  let shared = sharedByService.get(service)
  if (!shared) {
    const { metrics, clock, elapsed, config } = service
    shared = {
      hubOf: createQuoteHubs(service),
      sessions: createSessionConnections(service),
      unauthenticated: createUnauthenticatedConnections(config.feedConnectionLimits.unauthenticated, elapsed),
      places: createFeedPlaces(config.feedConnectionLimits),
      staleFeed: createTestStaleFeed(),
      countFrame: createFrameCount(service),
      metrics,
      clock,
      elapsed,
    }
    sharedByService.set(service, shared)
  }
  return shared
}

const refusedFeed: Feed = { receive: async () => {}, onClose: () => {} }

/**
 * Starts the protocol on an open connection. Closes the connection immediately if the service
 * already has its maximum number of feeds and none of them must give way.
 *
 * @param options.session the session of the cookie, or null if the client must send a ticket
 * @param options.sender the sender of the upgrade, and of that ticket
 */
export function openFeed({
  service,
  connection,
  session,
  sender = anonymous,
}: {
  service: FeedParts
  connection: Connection
  session: SessionIdentity | null
  sender?: RequestSender
}): Feed {
  const shared = sharedState(service)
  const block = addressBlock(sender.address)
  if (!shared.places.makeRoom(block, session?.partnerId)) {
    service.metrics.count('service_feed_refusals_total', { reason: 'full' })
    connection.close(closeCodes.overloaded, 'the service has all the feeds it can serve')
    return refusedFeed
  }
  const client = new Client(shared, connection, block)
  if (session) authenticate(client, session, shared.staleFeed)
  else client.registerUnauthenticated()
  return new OpenFeed(service, shared, client, session ? anonymous : sender)
}

class OpenFeed implements Feed {
  readonly #service: FeedParts
  readonly #staleFeed: TestStaleFeed
  readonly #client: Client
  readonly #violationOf: FrameCheck
  readonly #sender: RequestSender
  /**
   * Chain of frames, handled in sequence, so that a subscription after a ticket finds the session
   * open.
   */
  #queue: Promise<void> = Promise.resolve()

  constructor(
    service: FeedParts,
    { staleFeed, countFrame }: SharedState,
    client: Client,
    sender: RequestSender,
  ) {
    this.#service = service
    this.#staleFeed = staleFeed
    this.#client = client
    this.#sender = sender
    this.#violationOf = createFrameCheck(service.elapsed, () => countFrame(client.block))
  }

  receive(text: string): Promise<void> {
    const client = this.#client
    if (!client.isClosed) {
      const violation = this.#violationOf(text)
      if (violation) client.close(violation.code, violation.reason)
      else this.#queue = this.#queue.then(() => this.#handleText(text)).catch(this.#onFailure)
    }
    return this.#queue
  }

  readonly #onFailure = (error: unknown): void => {
    const client = this.#client
    if (error instanceof Problem && error.code === 'rate-limited') {
      client.send({ type: 'problem', code: error.code })
      return client.close(closeCodes.overloaded, 'too many tickets that are not valid')
    }
    const reason = errorMessage(error)
    this.#service.log('error', 'feed-failed', { reason })
    client.send({ type: 'problem', code: 'unavailable' })
  }

  /** Parses and handles a message in a slice of its address. Rejects if the store or the market fails. */
  async #handleText(text: string): Promise<void> {
    const client = this.#client
    await this.#service.yieldToEventLoop(client.block)
    if (client.isClosed) return
    const frame = parseFrame(text)
    if (!frame) {
      const detail = 'Expected a ticket, subscribe or unsubscribe frame.'
      return client.send({ type: 'problem', code: 'malformed-body', detail })
    }
    return frame.type === 'ticket' ? this.#authenticate(frame.ticket) : this.#handleFrame(frame)
  }

  onClose(): void {
    this.#client.release()
  }

  /** Handles a frame other than a ticket. Rejects if the store or the market fails. */
  async #handleFrame(frame: SubscriptionFrame): Promise<void> {
    const client = this.#client
    const { session } = client
    if (!session) {
      const detail = 'Send a ticket first.'
      return client.send({ type: 'problem', code: 'credential-missing', detail })
    }
    await applySubscription(client, frame)
    const shown = subscribedQuotes(frame)
    if (shown)
      this.#service.environments.environmentOf(session.environment).usage?.(dataUserOf(session), shown)
    if (frame.type === 'subscribe' && this.#staleFeed.endAfterQuotes(session)) closeStaleTestFeed(client)
  }

  async #authenticate(ticket: string): Promise<void> {
    const client = this.#client
    if (client.session) {
      const detail = 'This connection is authenticated already.'
      return client.send({ type: 'problem', code: 'malformed-body', detail })
    }
    const session = await this.#service.access.openTicket(ticket, this.#sender)
    if (client.isClosed) return
    if (session) return authenticate(client, session, this.#staleFeed)
    client.send({ type: 'problem', code: 'credential-invalid' })
    client.close(closeCodes.unauthenticated, 'the ticket is not valid')
  }
}

/** A client's frame other than a ticket. */
type SubscriptionFrame = Exclude<ClientFrame, { type: 'ticket' }>

/** Applies a frame to the subscriptions of a client. Rejects if the store or the market fails. */
async function applySubscription(client: Client, frame: SubscriptionFrame): Promise<void> {
  if (frame.type === 'subscribe') return client.symbols?.add(frame.symbols)
  if (frame.type === 'unsubscribe') return client.symbols?.remove(frame.symbols)
  if (frame.type === 'subscribe-options') return client.options?.add(optionsOf(frame))
  return client.options?.remove(optionsOf(frame))
}

/** The quotes that a frame subscribes to, for the record of usage; undefined if it subscribes to none. */
const subscribedQuotes = (frame: SubscriptionFrame): 'quotes' | 'options' | undefined =>
  frame.type === 'subscribe' ? 'quotes' : frame.type === 'subscribe-options' ? 'options' : undefined

const dataUserOf = ({ id, partnerId, user }: SessionIdentity) => ({ id, account: partnerId, user })

const optionsOf = (frame: { symbol: string; contracts: readonly string[] }): string[] =>
  frame.contracts.map((id) => optionKey(frame.symbol, id))

/** Sends `hello`, unless the feed is refused to this session. */
function authenticate(client: Client, session: SessionIdentity, staleFeed: TestStaleFeed): void {
  if (staleFeed.hasEnded(session)) closeStaleTestFeed(client)
  else client.authenticate(session)
}

const closeStaleTestFeed = (client: Client): void =>
  client.close(closeCodes.goingAway, 'this is a test: the feed has ended')
