/** Sessions in memory. */
import type { Session, SessionFilter, SessionRepository } from '../sessions.ts'
import { validRecord } from './records.ts'
import type { Records } from './records.ts'

export function memorySessions(records: Records): SessionRepository {
  const { accessTokens, sessions } = records
  /** The live sessions that match a filter, newest first. */
  const liveSessions = (filter: SessionFilter, now: number): Session[] => {
    const criteria = Object.entries(filter).filter(([, value]) => value !== undefined)
    return [...sessions.values()]
      .filter((session) => criteria.every(([name, value]) => session[name as keyof SessionFilter] === value))
      .map((session) => validRecord(records, session, now))
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
  const endSessions = (targets: readonly Session[], now: number) =>
    targets.map(({ id }) => id).filter((id) => end(id, now))
  const findLive = (matches: (session: Session) => boolean, now: number) => {
    for (const session of sessions.values()) {
      const live = matches(session) ? validRecord(records, session, now) : undefined
      if (live) return live
    }
    return undefined
  }
  return {
    async open(session, now, maxPerUser) {
      const replaced: string[] = []
      for (const other of sessions.values()) {
        if (other.tokenHash !== session.tokenHash || other.endedAt !== null) continue
        other.endedAt = now
        replaced.push(other.id)
      }
      const { keyId, user, flow, addressBlock } = session
      const surplus = liveSessions({ keyId, user, flow }, now)
        .filter((other) => other.addressBlock === addressBlock)
        .slice(maxPerUser - 1)
      sessions.set(session.id, { ...session, endedAt: null })
      return [...replaced, ...endSessions(surplus, now)]
    },
    async byCookie(cookieHash, now) {
      return findLive((session) => session.cookieHash === cookieHash, now)
    },
    async byToken(tokenHash, now) {
      return findLive((session) => session.tokenHash === tokenHash, now)
    },
    end: async (id, now) => end(id, now),
    endAll: async (filter, now) => endSessions(liveSessions(filter, now), now),
    endOldest: async ({ keyId, flow }, max, now) =>
      endSessions(byRankInBlock(liveSessions({ keyId, flow }, now)).slice(max), now),
    async live(ids, now) {
      return new Set(ids.filter((id) => validRecord(records, sessions.get(id), now)))
    },
    count: async (now) => liveSessions({}, now).length,
    list: async (filter, now, limit) => liveSessions(filter, now).slice(0, limit),
    async origins(partnerId, now) {
      const matching = liveSessions({ partnerId, flow: 'apiKey' }, now)
      const pairs = new Map(matching.map(({ keyId, origin }) => [`${keyId} ${origin}`, { keyId, origin }]))
      return [...pairs.values()]
    },
  }
}

/** Sorts sessions by their rank within their address block: the newest of each block first. */
function byRankInBlock(newestFirst: readonly Session[]): Session[] {
  const counts = new Map<string, number>()
  const ranked = newestFirst.map((session) => {
    const rank = counts.get(session.addressBlock) ?? 0
    counts.set(session.addressBlock, rank + 1)
    return { session, rank }
  })
  return ranked.toSorted((a, b) => a.rank - b.rank).map(({ session }) => session)
}
