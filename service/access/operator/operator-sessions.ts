/** Operator actions on sessions: list open sessions and end them. */
import type { Session, SessionFilter, SessionRepository } from '#service/store/sessions.ts'
import type { RunAudited } from './audit.ts'
import type { Hash } from '#service/access/credentials/hashing.ts'
import { OperatorError } from './operator-error.ts'

/** Selects sessions by the defined fields. `user` is a userId of the partner's page, not hashed. */
export type SessionSelector = {
  readonly id?: string | undefined
  readonly partnerId?: string | undefined
  readonly keyId?: string | undefined
  readonly user?: string | undefined
}

export type SessionOperations = {
  /** Open sessions, newest first. */
  sessions(selector: SessionSelector, limit: number): Promise<readonly Session[]>
  /**
   * Ends the selected sessions, and their feeds within seconds; returns their ids. Rejects with an
   * OperatorError if no field is defined.
   */
  endSessions(selector: SessionSelector): Promise<readonly string[]>
}

export type SessionOperationParts = {
  readonly sessions: SessionRepository
  readonly runAudited: RunAudited
  readonly hash: Hash
  /** Wall-clock milliseconds since the epoch. */
  readonly clock: () => number
}

export function sessionOperations({
  sessions,
  runAudited,
  hash,
  clock,
}: SessionOperationParts): SessionOperations {
  const filterOf = async ({ user, ...selector }: SessionSelector): Promise<SessionFilter> => ({
    ...selector,
    ...(user !== undefined && { user: await hash(`user ${user}`) }),
  })
  return {
    sessions: async (selector, limit) => sessions.list(await filterOf(selector), clock(), limit),
    async endSessions(selector) {
      if (Object.values(selector).every((value) => value === undefined))
        throw new OperatorError('Name a session, a partner, a key or a user.')
      const filter = await filterOf(selector)
      return runAudited(async ({ sessions: repository, record }) => {
        const ended = await repository.endAll(filter, clock())
        if (selector.id !== undefined && ended.length === 0)
          throw new OperatorError(`There is no open session "${selector.id.slice(0, 30)}".`)
        await record({
          action: 'sessions-ended',
          partnerId: selector.partnerId ?? null,
          subject: selector.id ?? selector.keyId ?? null,
          // User ids are never stored.
          details: { sessions: ended.length, ofOneUser: selector.user !== undefined },
        })
        return ended
      })
    },
  }
}
