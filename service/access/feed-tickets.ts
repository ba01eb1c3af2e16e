/** Single-use tickets that open the feed where the browser keeps no cookie. */
import type { Session } from '#service/store/sessions.ts'
import { randomText } from './hashing.ts'
import type { AccessParts } from './parts.ts'
import type { KnownSession, WorldCheck } from './worlds.ts'

export type FeedTickets = {
  makeTicket(session: Session): Promise<string>
  /** The session of a ticket that was not opened before and has not expired. */
  openTicket(ticket: string): Promise<KnownSession | undefined>
}

export function createFeedTickets(
  { store, hash, clock, config }: AccessParts,
  worlds: WorldCheck,
): FeedTickets {
  return {
    async makeTicket(session) {
      const ticket = `ft_${randomText()}`
      const expiresAt = clock() + config.lifetimes.feedTicket * 1000
      await store.tokens.addTicket({ hash: await hash(ticket), sessionId: session.id, expiresAt })
      return ticket
    },
    async openTicket(ticket) {
      const session = await store.tokens.consumeTicket(await hash(ticket), clock())
      return session && worlds.known(session)
    },
  }
}
