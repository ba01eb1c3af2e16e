/** Sessions in memory. */
import type { Session, SessionFilter, SessionRepository } from '../sessions.ts'
import { living } from './records.ts'
import type { Records } from './records.ts'

export function memorySessions(records: Records): SessionRepository {
  const { accessTokens, sessions } = records
  /** Newest first. */
  const alive = (of: SessionFilter, now: number): Session[] => {
    const wanted = Object.entries(of).filter(([, value]) => value !== undefined)
    return [...sessions.values()]
      .filter((session) => wanted.every(([name, value]) => session[name as keyof SessionFilter] === value))
      .map((session) => living(records, session, now))
      .filter((session) => session !== undefined)
      .toReversed()
      .toSorted((a, b) => b.openedAt - a.openedAt)
  }
  const end = (id: string, now: number): boolean => {
    const session = sessions.get(id)
    if (!session || session.endedAt !== null) return false
    session.endedAt = now
    const token = accessTokens.get(session.tokenHash)
    if (token) token.endedAt = now
    return true
  }
  const endThose = (those: readonly Session[], now: number) =>
    those.map(({ id }) => id).filter((id) => end(id, now))
  const find = (test: (session: Session) => boolean, now: number) => {
    for (const session of sessions.values()) {
      const found = test(session) ? living(records, session, now) : undefined
      if (found) return found
    }
    return undefined
  }
  return {
    async open(session, now, mostOfUser) {
      const replaced: string[] = []
      for (const other of sessions.values()) {
        if (other.tokenHash !== session.tokenHash || other.endedAt !== null) continue
        other.endedAt = now
        replaced.push(other.id)
      }
      const { keyId, user } = session
      const surplus = alive({ keyId, user }, now).slice(mostOfUser - 1)
      sessions.set(session.id, { ...session, endedAt: null })
      return [...replaced, ...endThose(surplus, now)]
    },
    async byCookie(cookieHash, now) {
      return find((session) => session.cookieHash === cookieHash, now)
    },
    async byToken(tokenHash, now) {
      return find((session) => session.tokenHash === tokenHash, now)
    },
    end: async (id, now) => end(id, now),
    endAll: async (of, now) => endThose(alive(of, now), now),
    endOldest: async (keyId, most, now) => endThose(alive({ keyId }, now).slice(most), now),
    async live(ids, now) {
      return new Set(ids.filter((id) => living(records, sessions.get(id), now)))
    },
    list: async (of, now, most) => alive(of, now).slice(0, most),
    async origins(partnerId, now) {
      const found = alive({ partnerId, flow: 'apiKey' }, now)
      const pairs = new Map(found.map(({ keyId, origin }) => [`${keyId} ${origin}`, { keyId, origin }]))
      return [...pairs.values()]
    },
  }
}
