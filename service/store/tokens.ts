/** Issued tokens and tickets, stored by their keyed hashes. */
import type { Flow, Session } from './sessions.ts'

/** One-time token of the server-side flow (docs/specification.md 5.4). */
export type AuthToken = {
  readonly hash: string
  readonly keyId: string
  readonly partnerId: string
  /** Keyed hash of the user that it is bound to; null = any user. */
  readonly user: string | null
  /** Expiry (exclusive), milliseconds since the epoch. */
  readonly expiresAt: number
}

/** Access token (bearer) of a widget, valid for a day. */
export type AccessToken = {
  readonly hash: string
  readonly keyId: string
  readonly partnerId: string
  readonly flow: Flow
  /** Keyed hash of the userId. */
  readonly user: string
  readonly expiresAt: number
}

/** Single-use ticket that opens the feed without a cookie. */
export type Ticket = { readonly hash: string; readonly sessionId: string; readonly expiresAt: number }

/**
 * Bearer token of the legacy flow. It stays valid after the revocation of its client
 * (docs/specification.md 5.2.3).
 */
export type LegacyToken = {
  readonly hash: string
  readonly keyId: string
  readonly partnerId: string
  readonly expiresAt: number
}

/**
 * Tokens and tickets. `now` is milliseconds since the epoch. Single-use tokens are consumed
 * atomically.
 */
export interface TokenRepository {
  addAuthToken(token: AuthToken): Promise<void>
  /**
   * Consumes a one-time token: of concurrent calls with one hash, at most one gets the token.
   * Undefined if it is unknown, used, expired, bound to another user (then it stays unused), or its
   * key is revoked or its account disabled.
   */
  consumeAuthToken(hash: string, user: string, now: number): Promise<AuthToken | undefined>
  /**
   * The token if it has been consumed, to detect a replay. Undefined if it is unknown or unused.
   */
  consumedAuthToken(hash: string): Promise<AuthToken | undefined>

  addAccessToken(token: AccessToken): Promise<void>
  /**
   * A valid access token. Undefined if unknown, expired, ended with its session, or with an invalid
   * key or account.
   */
  accessToken(hash: string, now: number): Promise<AccessToken | undefined>

  addTicket(ticket: Ticket): Promise<void>
  /**
   * Consumes a ticket, like `consumeAuthToken`. Returns its session; undefined if that is no longer
   * live.
   */
  consumeTicket(hash: string, now: number): Promise<Session | undefined>

  addLegacyToken(token: LegacyToken): Promise<void>
  /** A valid legacy token. Undefined if it is unknown or expired, or its account is disabled. */
  legacyToken(hash: string, now: number): Promise<LegacyToken | undefined>
}
