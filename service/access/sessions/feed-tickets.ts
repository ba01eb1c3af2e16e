/** Single-use tickets that open the feed if the browser stores no cookie. */
import type { Session } from '#service/store/sessions.ts'
import { randomText } from '#service/access/credentials/hashing.ts'
import type { SharedAccessParts } from '#service/access/access-parts.ts'
import { anonymous } from '#service/access/credentials/request-credentials.ts'
import type { RequestSender } from '#service/access/credentials/request-credentials.ts'
import { isToken } from '#service/access/credentials/token-format.ts'
import type { SessionIdentity, EnvironmentCheck } from '#service/access/environments.ts'

export type FeedTickets = {
  /** Issues a ticket for a session. */
  makeTicket(session: Session): Promise<string>
  /**
   * Consumes a ticket and returns its session; undefined if the ticket is unknown, used or expired.
   */
  openTicket(ticket: string, sender?: RequestSender): Promise<SessionIdentity | undefined>
}

export function createFeedTickets(
  { store, hash, clock, elapsed, checks, config }: SharedAccessParts,
  environments: EnvironmentCheck,
): FeedTickets {
  return {
    async makeTicket(session) {
      const ticket = `ft_${randomText()}`
      const expiresAt = clock() + config.lifetimes.feedTicket * 1000
      await store.tokens.addTicket({ hash: await hash(ticket), sessionId: session.id, expiresAt })
      checks.addIssued(ticket)
      return ticket
    },
    async openTicket(ticket, sender = anonymous) {
      const credential = { endpoint: 'feed', value: ticket, publicId: null } as const
      const verifiedAt = elapsed()
      const session = await checks.check(
        { ...credential, isWellFormed: isToken('ft', ticket) },
        sender,
        async () => store.tokens.consumeTicket(await hash(ticket), clock()),
      )
      return session && environments.withEnvironment({ ...session, verifiedAt })
    },
  }
}
