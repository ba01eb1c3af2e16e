/** Operator actions on sessions: list open sessions and end them. */
import type { Session, SessionFilter, SessionRepository } from '#service/store/sessions.ts'
import type { ChangeRecorded } from './audit.ts'
import type { Hash } from '#service/access/credentials/hashing.ts'
import { OperatorError } from './operator-error.ts'

/** Selects sessions; `user` is a userId as the partner's page passes it. */
export type SessionsOf = {
  readonly id?: string | undefined
  readonly partnerId?: string | undefined
  readonly keyId?: string | undefined
  readonly user?: string | undefined
}

export type SessionOperations = {
  /** Open sessions, newest first. */
  sessions(of: SessionsOf, most: number): Promise<readonly Session[]>
  /** Ends all of them, and their feeds within seconds; resolves to their ids. Rejects with an OperatorError without a selector. */
  endSessions(of: SessionsOf): Promise<readonly string[]>
}

export type SessionOperationParts = {
  readonly sessions: SessionRepository
  readonly change: ChangeRecorded
  readonly hash: Hash
  /** Milliseconds since 1970. */
  readonly clock: () => number
}

export function sessionOperations({
  sessions,
  change,
  hash,
  clock,
}: SessionOperationParts): SessionOperations {
  const filterOf = async ({ user, ...of }: SessionsOf): Promise<SessionFilter> => ({
    ...of,
    ...(user !== undefined && { user: await hash(`user ${user}`) }),
  })
  return {
    sessions: async (of, most) => sessions.list(await filterOf(of), clock(), most),
    async endSessions(of) {
      if (Object.values(of).every((value) => value === undefined))
        throw new OperatorError('Name a session, a partner, a key or a user.')
      const filter = await filterOf(of)
      return change(async ({ sessions: changed, record }) => {
        const ended = await changed.endAll(filter, clock())
        if (of.id !== undefined && ended.length === 0)
          throw new OperatorError(`There is no open session "${of.id.slice(0, 30)}".`)
        await record({
          action: 'sessions-ended',
          partnerId: of.partnerId ?? null,
          subject: of.id ?? of.keyId ?? null,
          // User ids are never stored.
          details: { sessions: ended.length, ofOneUser: of.user !== undefined },
        })
        return ended
      })
    },
  }
}
