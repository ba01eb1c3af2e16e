/**
 * The feed's protocol (`contract/feed.ts`) without a socket: text in, text out. `node/` gives it WebSockets, the
 * mock gives it MSW's, the tests give it arrays.
 */
import { closeCodes } from '#contract/feed.ts'
import type { ClientFrame } from '#contract/feed.ts'
import { Problem } from '#contract/api/problem.ts'
import type { FeedTickets } from '#service/access/sessions/feed-tickets.ts'
import { anonymous } from '#service/access/credentials/request-credentials.ts'
import type { Requester } from '#service/access/credentials/request-credentials.ts'
import type { SessionIdentity } from '#service/access/environments.ts'
import type { LookupEnvironments } from '#service/lookups/environments.ts'
import type { Config } from '#service/shared/config.ts'
import { Client } from './client.ts'
import type { ClientParts } from './client.ts'
import { createFrameReader } from './client-frames.ts'
import type { FrameReader } from './client-frames.ts'
import type { Connection } from './connection.ts'
import type { QuoteHubParts } from './quote-hub.ts'
import { createQuoteHubs } from './quote-hubs.ts'
import { createSessionConnections } from './session-connections.ts'
import type { SessionParts } from './session-connections.ts'
import { optionKey } from './shared-options.ts'
import { createTestStaleFeed } from './test-stale-feed.ts'
import type { TestStaleFeed } from './test-stale-feed.ts'
import { createUnauthenticatedConnections } from './unauthenticated-connections.ts'

/** Dependencies of feeds: the same object for all feeds that share hubs. */
export type FeedParts = QuoteHubParts &
  SessionParts &
  Pick<ClientParts, 'metrics' | 'clock'> & {
    readonly environments: LookupEnvironments
    readonly access: Pick<FeedTickets, 'openTicket'>
    readonly config: Pick<Config, 'feedCaps'>
  }

export type Feed = {
  /** A frame from the client. */
  receive(text: string): void
  /** The connection is gone. */
  closed(): void
}

type Shared = ClientParts & { readonly silenced: TestStaleFeed }

const sharedOf = new WeakMap<FeedParts, Shared>()

/** The hubs, sessions and connection counts that all feeds of a service share; created with the first feed. */
function sharedBy(service: FeedParts): Shared {
  let shared = sharedOf.get(service)
  if (!shared) {
    const { metrics, clock, elapsed, config } = service
    shared = {
      hubOf: createQuoteHubs(service),
      sessions: createSessionConnections(service),
      waiting: createUnauthenticatedConnections(config.feedCaps.unknown, elapsed),
      places: { taken: 0 },
      silenced: createTestStaleFeed(),
      metrics,
      clock,
      elapsed,
    }
    sharedOf.set(service, shared)
  }
  return shared
}

const full: Feed = { receive: () => {}, closed: () => {} }

/**
 * Starts the protocol on an open connection, which is closed at once if the service has reached its maximum
 * of feeds. `session`: from the cookie, or null if a ticket must follow; `from`: the sender of that ticket.
 */
export function openFeed({
  service,
  connection,
  session,
  from = anonymous,
}: {
  service: FeedParts
  connection: Connection
  session: SessionIdentity | null
  from?: Requester
}): Feed {
  const shared = sharedBy(service)
  if (shared.places.taken >= service.config.feedCaps.open) {
    service.metrics.count('service_feed_refusals_total', { reason: 'full' })
    connection.close(closeCodes.overloaded, 'the service has all the feeds it can serve')
    return full
  }
  const client = new Client(shared, connection)
  if (session) enter(client, session, shared.silenced)
  else client.wait()
  return new OpenFeed(service, shared.silenced, client, session ? anonymous : from)
}

class OpenFeed implements Feed {
  readonly #service: FeedParts
  readonly #silenced: TestStaleFeed
  readonly #client: Client
  readonly #read: FrameReader
  readonly #from: Requester
  /** Frames are handled in sequence: a subscription after a ticket finds the session open. */
  #work: Promise<void> = Promise.resolve()

  constructor(service: FeedParts, silenced: TestStaleFeed, client: Client, from: Requester) {
    this.#service = service
    this.#silenced = silenced
    this.#client = client
    this.#from = from
    this.#read = createFrameReader(service.elapsed)
  }

  receive(text: string): void {
    const client = this.#client
    if (client.isOver) return
    const given = this.#read(text)
    if ('tooMuch' in given) return client.close(given.tooMuch.code, given.tooMuch.reason)
    const { frame } = given
    if (!frame) {
      const detail = 'Expected a ticket, subscribe or unsubscribe frame.'
      return client.send({ type: 'problem', code: 'malformed-body', detail })
    }
    this.#work = this.#work
      .then(() =>
        frame.type === 'ticket' ? this.#authenticate(frame.ticket) : handle(client, frame, this.#silenced),
      )
      .catch((error: unknown) => {
        if (error instanceof Problem && error.code === 'rate-limited') {
          client.send({ type: 'problem', code: error.code })
          return client.close(closeCodes.overloaded, 'too many tickets that are not valid')
        }
        const reason = error instanceof Error ? error.message : String(error)
        this.#service.log('error', 'feed-failed', { reason })
        client.send({ type: 'problem', code: 'unavailable' })
      })
  }

  closed(): void {
    this.#client.closed()
  }

  async #authenticate(ticket: string): Promise<void> {
    const client = this.#client
    if (client.session) {
      const detail = 'This connection is authenticated already.'
      return client.send({ type: 'problem', code: 'malformed-body', detail })
    }
    const session = await this.#service.access.openTicket(ticket, this.#from)
    if (client.isOver) return
    if (session) return enter(client, session, this.#silenced)
    client.send({ type: 'problem', code: 'credential-invalid' })
    client.close(closeCodes.unauthenticated, 'the ticket is not valid')
  }
}

/** Handles a frame. Rejects if the store or the market fails. */
async function handle(
  client: Client,
  frame: Exclude<ClientFrame, { type: 'ticket' }>,
  silenced: TestStaleFeed,
): Promise<void> {
  if (client.isOver) return
  const { session } = client
  if (!session) {
    const detail = 'Send a ticket first.'
    return client.send({ type: 'problem', code: 'credential-missing', detail })
  }
  if (frame.type === 'unsubscribe') return client.symbols?.remove(frame.symbols)
  if (frame.type === 'subscribe-options') return client.options?.add(optionsOf(frame))
  if (frame.type === 'unsubscribe-options') return client.options?.remove(optionsOf(frame))
  await client.symbols?.add(frame.symbols)
  if (silenced.afterQuotes(session)) end(client)
}

const optionsOf = (frame: { symbol: string; contracts: readonly string[] }): string[] =>
  frame.contracts.map((id) => optionKey(frame.symbol, id))

/** Sends `hello`, unless the feed is refused to this session. */
function enter(client: Client, session: SessionIdentity, silenced: TestStaleFeed): void {
  if (silenced.has(session)) end(client)
  else client.greet(session)
}

const end = (client: Client): void => client.close(closeCodes.goingAway, 'this is a test: the feed has ended')
