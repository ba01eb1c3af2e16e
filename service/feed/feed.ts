/**
 * The feed's protocol (`contract/feed.ts`) without a socket: text in, text out. `node/` gives it WebSockets, the
 * mock gives it MSW's, the tests give it arrays.
 */
import { closeCodes } from '#contract/feed.ts'
import type { ClientFrame } from '#contract/feed.ts'
import type { FeedTickets } from '#service/access/feed-tickets.ts'
import type { Session } from '#service/store/sessions.ts'
import { openClient } from './client.ts'
import type { Client, ClientParts } from './client.ts'
import { createFrameReader } from './client-frames.ts'
import type { Connection } from './connection.ts'
import { createFeedHub } from './hub.ts'
import type { HubParts } from './hub.ts'
import { createConnectionLimit } from './session-connections.ts'

/** What feeds are made of: the same object for all that share a hub. */
export type FeedParts = HubParts &
  Pick<ClientParts, 'metrics'> & { readonly access: Pick<FeedTickets, 'openTicket'> }

export type Feed = {
  /** A frame from the client. */
  receive(text: string): void
  /** The connection is gone. */
  closed(): void
}

const sharedOf = new WeakMap<FeedParts, ClientParts>()

/** The hub and the count of connections that all feeds of a service share; made with the first of them. */
function sharedBy(service: FeedParts): ClientParts {
  let shared = sharedOf.get(service)
  if (!shared) {
    const { metrics } = service
    shared = { hub: createFeedHub(service), countConnection: createConnectionLimit(), metrics }
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
  session: Session | null
}): Feed {
  const shared = sharedBy(service)
  const read = createFrameReader(shared.hub.now)
  const client = openClient(shared, connection)
  // Frames are handled one after the other: what a ticket opens is open before the subscription behind it is read.
  let work: Promise<void> = Promise.resolve()
  if (session) client.greet(session)

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
        .then(() => handle(client, frame, service.access))
        .catch((error: unknown) => {
          const reason = error instanceof Error ? error.message : String(error)
          service.log('error', 'feed-failed', { reason })
          if (!client.isOver()) client.sender.send({ type: 'problem', code: 'unavailable' })
        })
    },
  }
}

/** Does what a frame asks for. Rejects where the store or the market fails. */
async function handle(client: Client, frame: ClientFrame, access: FeedParts['access']): Promise<void> {
  if (client.isOver()) return
  if (frame.type === 'ticket') return authenticate(client, frame.ticket, access)
  if (!client.isKnown()) {
    const detail = 'Send a ticket first.'
    return client.sender.send({ type: 'problem', code: 'credential-missing', detail })
  }
  if (frame.type === 'subscribe') return client.subscriptions.add(frame.symbols)
  client.subscriptions.remove(frame.symbols)
}

async function authenticate(client: Client, ticket: string, access: FeedParts['access']): Promise<void> {
  if (client.isKnown()) {
    const detail = 'This connection is authenticated already.'
    return client.sender.send({ type: 'problem', code: 'malformed-body', detail })
  }
  const session = await access.openTicket(ticket)
  if (client.isOver()) return
  if (session) return client.greet(session)
  client.sender.send({ type: 'problem', code: 'credential-invalid' })
  client.close(closeCodes.unauthenticated, 'the ticket is not valid')
}
