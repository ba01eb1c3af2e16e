/** Single-use tickets that open the feed where the browser keeps no cookie. */
import type { Session } from '#service/store/sessions.ts'
import { randomText } from '../credentials/hashing.ts'
import type { SharedParts } from '../access-parts.ts'
import { nobody } from '../credentials/request-credentials.ts'
import type { Requester } from '../credentials/request-credentials.ts'
import { isToken } from '../credentials/token-format.ts'
import type { KnownSession, WorldCheck } from '../environments.ts'

export type FeedTickets = {
  makeTicket(session: Session): Promise<string>
  /** The session of a ticket that was not opened before and has not expired. */
  openTicket(ticket: string, from?: Requester): Promise<KnownSession | undefined>
}

export function createFeedTickets(
  { store, hash, clock, elapsed, checks, config }: SharedParts,
  worlds: WorldCheck,
): FeedTickets {
  return {
    async makeTicket(session) {
      const ticket = `ft_${randomText()}`
      const expiresAt = clock() + config.lifetimes.feedTicket * 1000
      await store.tokens.addTicket({ hash: await hash(ticket), sessionId: session.id, expiresAt })
      checks.given(ticket)
      return ticket
    },
    async openTicket(ticket, from = nobody) {
      const credential = { at: 'feed', shown: ticket, publicId: null } as const
      const verifiedAt = elapsed()
      const session = await checks.checked(
        { ...credential, isWellFormed: isToken('ft', ticket) },
        from,
        async () => store.tokens.consumeTicket(await hash(ticket), clock()),
      )
      return session && worlds.known({ ...session, verifiedAt })
    },
  }
}
