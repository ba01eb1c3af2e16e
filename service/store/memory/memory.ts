/** The store in memory: for tests and for the mock in the browser. Same contract suite as SQLite. */
import type { Batch } from '../batches.ts'
import type { Day } from '#service/market/market.ts'
import { keptAfterEndMs, keptVolatilityDays } from '../store.ts'
import type { AccessToken, AuthToken, Key, LegacyToken, Partner, Session, Store, Ticket } from '../store.ts'

type Once = { usedAt: number | null }
type Ending = { endedAt: number | null }

/** Makes an empty store. Each method runs to its end without waiting, which is what makes it atomic here. */
export function memoryStore(): Store {
  const partners = new Map<string, Partner>()
  const domains = new Map<string, Set<string>>()
  const keys = new Map<string, Key>()
  const authTokens = new Map<string, AuthToken & Once>()
  const accessTokens = new Map<string, AccessToken & Ending>()
  const sessions = new Map<string, Session & Ending>()
  const tickets = new Map<string, Ticket & Once>()
  const legacyTokens = new Map<string, LegacyToken>()
  const volatilities = new Map<string, Map<Day, number>>()
  let latest: Batch | undefined

  const keyLives = (id: string) => keys.get(id)?.revokedAt === null
  const lives = (session: (Session & Ending) | undefined, now: number) =>
    session && session.endedAt === null && session.expiresAt > now && keyLives(session.keyId)
      ? strip(session)
      : undefined
  const find = (test: (session: Session) => boolean, now: number) => {
    for (const session of sessions.values()) {
      const found = test(session) ? lives(session, now) : undefined
      if (found) return found
    }
    return undefined
  }

  return {
    async addPartner(partner) {
      partners.set(partner.id, partner)
    },
    async partner(id) {
      return partners.get(id)
    },
    async partners() {
      return [...partners.values()]
    },
    async setSettings(partnerId, settings) {
      const partner = partners.get(partnerId)
      if (!partner) return false
      partners.set(partnerId, { ...partner, settings })
      return true
    },

    async addDomain(partnerId, origin) {
      domains.set(partnerId, (domains.get(partnerId) ?? new Set()).add(origin))
    },
    async removeDomain(partnerId, origin) {
      return domains.get(partnerId)?.delete(origin) ?? false
    },
    async domains(partnerId) {
      return [...(domains.get(partnerId) ?? [])].toSorted()
    },

    async addKey(key) {
      keys.set(key.id, key)
    },
    async key(id) {
      return keys.get(id)
    },
    async keys(partnerId) {
      return [...keys.values()].filter((key) => partnerId === undefined || key.partnerId === partnerId)
    },
    async replaceSecret(id, secretHash, previous) {
      const key = keys.get(id)
      if (!key || key.revokedAt !== null) return false
      keys.set(id, { ...key, secretHash, previous })
      return true
    },
    async revokeKey(id, at) {
      const key = keys.get(id)
      if (!key || key.revokedAt !== null) return false
      keys.set(id, { ...key, revokedAt: at })
      return true
    },
    async touchKey(id, at) {
      const key = keys.get(id)
      if (key) keys.set(id, { ...key, lastUsedAt: at })
    },

    async addAuthToken(token) {
      authTokens.set(token.hash, { ...token, usedAt: null })
    },
    async consumeAuthToken(hash, user, now) {
      const token = authTokens.get(hash)
      if (!token || token.usedAt !== null || token.expiresAt <= now) return undefined
      if (token.user !== null && token.user !== user) return undefined
      if (!keyLives(token.keyId)) return undefined
      token.usedAt = now
      return withoutUse(token)
    },
    async consumedAuthToken(hash) {
      const token = authTokens.get(hash)
      return token && token.usedAt !== null ? withoutUse(token) : undefined
    },

    async addAccessToken(token) {
      accessTokens.set(token.hash, { ...token, endedAt: null })
    },
    async accessToken(hash, now) {
      const token = accessTokens.get(hash)
      return token && token.endedAt === null && token.expiresAt > now && keyLives(token.keyId)
        ? strip(token)
        : undefined
    },

    async openSession(session, now) {
      let ended: string | undefined
      for (const other of sessions.values()) {
        if (other.tokenHash !== session.tokenHash || other.endedAt !== null) continue
        other.endedAt = now
        ended = other.id
      }
      sessions.set(session.id, { ...session, endedAt: null })
      return ended
    },
    async sessionByCookie(cookieHash, now) {
      return find((session) => session.cookieHash === cookieHash, now)
    },
    async sessionByToken(tokenHash, now) {
      return find((session) => session.tokenHash === tokenHash, now)
    },
    async endSession(id, now) {
      const session = sessions.get(id)
      if (!session || session.endedAt !== null) return false
      session.endedAt = now
      const token = accessTokens.get(session.tokenHash)
      if (token) token.endedAt = now
      return true
    },
    async liveSessions(ids, now) {
      return new Set(ids.filter((id) => lives(sessions.get(id), now)))
    },

    async addTicket(ticket) {
      tickets.set(ticket.hash, { ...ticket, usedAt: null })
    },
    async consumeTicket(hash, now) {
      const ticket = tickets.get(hash)
      if (!ticket || ticket.usedAt !== null || ticket.expiresAt <= now) return undefined
      ticket.usedAt = now
      return lives(sessions.get(ticket.sessionId), now)
    },

    async addLegacyToken(token) {
      legacyTokens.set(token.hash, token)
    },
    async legacyToken(hash, now) {
      const token = legacyTokens.get(hash)
      return token && token.expiresAt > now ? token : undefined
    },

    async publishBatch(batch) {
      latest = batch
    },
    async latestBatch() {
      return latest
    },
    async keepVolatilities(day, points) {
      for (const { symbol, iv30 } of points) {
        const days = (volatilities.get(symbol) ?? new Map<Day, number>()).set(day, iv30)
        volatilities.set(symbol, days)
        if (days.size > keptVolatilityDays) days.delete([...days.keys()].toSorted()[0]!)
      }
    },
    async volatilities(symbol) {
      return [...(volatilities.get(symbol) ?? [])]
        .map(([day, iv30]) => ({ day, iv30 }))
        .toSorted((a, b) => (a.day < b.day ? -1 : 1))
    },

    async forget(now) {
      const before = now - keptAfterEndMs
      for (const table of [authTokens, accessTokens, sessions, tickets, legacyTokens] as Map<
        string,
        { expiresAt: number; endedAt?: number | null }
      >[]) {
        for (const [id, row] of table)
          if (row.expiresAt < before || (row.endedAt ?? now) < before) table.delete(id)
      }
    },
    async check() {},
    async close() {},
  }
}

function strip<T extends Ending>(row: T): Omit<T, 'endedAt'> {
  const { endedAt: _endedAt, ...rest } = row
  return rest
}
function withoutUse<T extends Once>(row: T): Omit<T, 'usedAt'> {
  const { usedAt: _usedAt, ...rest } = row
  return rest
}
