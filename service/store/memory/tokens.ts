/** Tokens and tickets in memory. */
import type { AuthToken, TokenRepository } from '../tokens.ts'
import { disabledAt, isKeyValid, validRecord } from './records.ts'
import type { Records } from './records.ts'

export function memoryTokens(records: Records): TokenRepository {
  const { accessTokens, authTokens, legacyTokens, sessions, tickets } = records
  return {
    async addAuthToken(token) {
      authTokens.set(token.hash, { ...token, usedAt: null })
    },
    async consumeAuthToken(hash, user, now) {
      const token = authTokens.get(hash)
      if (!token || token.usedAt !== null || token.expiresAt <= now) return undefined
      if (token.user !== null && token.user !== user) return undefined
      if (!isKeyValid(records, token.keyId)) return undefined
      token.usedAt = now
      return withoutUsage(token)
    },
    async consumedAuthToken(hash) {
      const token = authTokens.get(hash)
      return token && token.usedAt !== null ? withoutUsage(token) : undefined
    },

    async addAccessToken(token) {
      accessTokens.set(token.hash, { ...token, endedAt: null })
    },
    async accessToken(hash, now) {
      return validRecord(records, accessTokens.get(hash), now)
    },

    async addTicket(ticket) {
      tickets.set(ticket.hash, { ...ticket, usedAt: null })
    },
    async consumeTicket(hash, now) {
      const ticket = tickets.get(hash)
      if (!ticket || ticket.usedAt !== null || ticket.expiresAt <= now) return undefined
      ticket.usedAt = now
      return validRecord(records, sessions.get(ticket.sessionId), now)
    },

    async addLegacyToken(token) {
      legacyTokens.set(token.hash, token)
    },
    async legacyToken(hash, now) {
      const token = legacyTokens.get(hash)
      if (!token || token.expiresAt <= now || disabledAt(records, token.partnerId) !== null) return undefined
      return token
    },
  }
}

function withoutUsage({ usedAt: _usedAt, ...token }: AuthToken & { usedAt: number | null }): AuthToken {
  return token
}
