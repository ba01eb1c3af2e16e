/** Sessions in memory. */
import type { Session, SessionRepository } from '../sessions.ts'
import { living } from './records.ts'
import type { Records } from './records.ts'

export function memorySessions(records: Records): SessionRepository {
  const { accessTokens, sessions } = records
  const find = (test: (session: Session) => boolean, now: number) => {
    for (const session of sessions.values()) {
      const found = test(session) ? living(records, session, now) : undefined
      if (found) return found
    }
    return undefined
  }
  return {
    async open(session, now) {
      let ended: string | undefined
      for (const other of sessions.values()) {
        if (other.tokenHash !== session.tokenHash || other.endedAt !== null) continue
        other.endedAt = now
        ended = other.id
      }
      sessions.set(session.id, { ...session, endedAt: null })
      return ended
    },
    async byCookie(cookieHash, now) {
      return find((session) => session.cookieHash === cookieHash, now)
    },
    async byToken(tokenHash, now) {
      return find((session) => session.tokenHash === tokenHash, now)
    },
    async end(id, now) {
      const session = sessions.get(id)
      if (!session || session.endedAt !== null) return false
      session.endedAt = now
      const token = accessTokens.get(session.tokenHash)
      if (token) token.endedAt = now
      return true
    },
    async live(ids, now) {
      return new Set(ids.filter((id) => living(records, sessions.get(id), now)))
    },
  }
}
