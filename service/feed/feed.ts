/**
 * The feed's protocol (`contract/feed.ts`) without a socket: text in, text out. `node/` gives it WebSockets, the
 * mock gives it MSW's, the tests give it arrays.
 */
import { closeCodes } from '#contract/feed.ts'
import type { ClientFrame } from '#contract/feed.ts'
import type { FeedTickets } from '#service/access/feed-tickets.ts'
import type { KnownSession } from '#service/access/worlds.ts'
import type { Worlds } from '#service/answers/worlds.ts'
import { openClient } from './client.ts'
import type { Client, ClientParts } from './client.ts'
import { createFrameReader } from './client-frames.ts'
import type { Connection } from './connection.ts'
import type { HubParts } from './hub.ts'
import { createHubs } from './hubs.ts'
import { createConnectionLimit } from './session-connections.ts'
import { optionKey } from './shared-options.ts'
import { createSilenced } from './silenced.ts'
import type { Silenced } from './silenced.ts'

/** What feeds are made of: the same object for all that share hubs. */
export type FeedParts = HubParts &
  Pick<ClientParts, 'metrics'> & {
    readonly worlds: Worlds
    readonly access: Pick<FeedTickets, 'openTicket'>
  }

export type Feed = {
  /** A frame from the client. */
  receive(text: string): void
  /** The connection is gone. */
  closed(): void
}

type Shared = ClientParts & { readonly silenced: Silenced }

const sharedOf = new WeakMap<FeedParts, Shared>()

/** The hubs and the count of connections that all feeds of a service share; made with the first of them. */
function sharedBy(service: FeedParts): Shared {
  let shared = sharedOf.get(service)
  if (!shared) {
    const { metrics } = service
    const silenced = createSilenced()
    shared = { hubOf: createHubs(service), countConnection: createConnectionLimit(), metrics, silenced }
    sharedOf.set(service, shared)
  }
  return shared
}

/** Begins the protocol on an open connection. `session`: known from its cookie, or null where a ticket must follow. */
export function openFeed({
  service,
  connection,
  session,
}: {
  service: FeedParts
  connection: Connection
  session: KnownSession | null
}): Feed {
  const shared = sharedBy(service)
  const read = createFrameReader(service.clock)
  const client = openClient(shared, connection)
  // Frames are handled one after the other: what a ticket opens is open before the subscription behind it is read.
  let work: Promise<void> = Promise.resolve()
  if (session) enter(client, session, shared.silenced)

  return {
    closed: () => client.closed(),
    receive(text) {
      if (client.isOver()) return
      const given = read(text)
      if ('tooMuch' in given) return client.close(given.tooMuch.code, given.tooMuch.reason)
      const { frame } = given
      if (!frame) {
        const detail = 'Expected a ticket, subscribe or unsubscribe frame.'
        return client.sender.send({ type: 'problem', code: 'malformed-body', detail })
      }
      work = work
        .then(() => handle(client, frame, service.access, shared.silenced))
        .catch((error: unknown) => {
          const reason = error instanceof Error ? error.message : String(error)
          service.log('error', 'feed-failed', { reason })
          if (!client.isOver()) client.sender.send({ type: 'problem', code: 'unavailable' })
        })
    },
  }
}

/** Does what a frame asks for. Rejects where the store or the market fails. */
async function handle(
  client: Client,
  frame: ClientFrame,
  access: FeedParts['access'],
  silenced: Silenced,
): Promise<void> {
  if (client.isOver()) return
  if (frame.type === 'ticket') return authenticate(client, frame.ticket, access, silenced)
  const session = client.session()
  if (!session) {
    const detail = 'Send a ticket first.'
    return client.sender.send({ type: 'problem', code: 'credential-missing', detail })
  }
  if (frame.type === 'unsubscribe') return client.subscriptions.remove(frame.symbols)
  if (frame.type === 'subscribe-options') return client.options.add(optionsOf(frame))
  if (frame.type === 'unsubscribe-options') return client.options.remove(optionsOf(frame))
  await client.subscriptions.add(frame.symbols)
  if (silenced.afterQuotes(session)) end(client)
}

const optionsOf = (frame: { symbol: string; contracts: readonly string[] }): string[] =>
  frame.contracts.map((id) => optionKey(frame.symbol, id))

/** Greets, but for who is to find no feed. */
function enter(client: Client, session: KnownSession, silenced: Silenced): void {
  if (silenced.has(session)) end(client)
  else client.greet(session)
}

const end = (client: Client): void => client.close(closeCodes.goingAway, 'this is a test: the feed has ended')

async function authenticate(
  client: Client,
  ticket: string,
  access: FeedParts['access'],
  silenced: Silenced,
): Promise<void> {
  if (client.session()) {
    const detail = 'This connection is authenticated already.'
    return client.sender.send({ type: 'problem', code: 'malformed-body', detail })
  }
  const session = await access.openTicket(ticket)
  if (client.isOver()) return
  if (session) return enter(client, session, silenced)
  client.sender.send({ type: 'problem', code: 'credential-invalid' })
  client.close(closeCodes.unauthenticated, 'the ticket is not valid')
}
