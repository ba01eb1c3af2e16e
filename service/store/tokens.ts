/** Issued tokens and tickets, by their keyed hashes. */
import type { Flow, Session } from './sessions.ts'

/** One-time token of the server-side flow (docs/specification.md 5.4). */
export type AuthToken = {
  readonly hash: string
  readonly keyId: string
  readonly partnerId: string
  /** Keyed hash of the user it is bound to; null = any. */
  readonly user: string | null
  /** Milliseconds since the epoch, as all times here; valid up to, not at, this one. */
  readonly expiresAt: number
}

/** The widget's bearer, valid for a day. */
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

/** Bearer of the legacy flow. Outlives the revocation of its client's secret (docs/specification.md 5.2.3). */
export type LegacyToken = {
  readonly hash: string
  readonly keyId: string
  readonly partnerId: string
  readonly expiresAt: number
}

/** `now` is milliseconds since the epoch. Single-use tokens are marked and read in one atomic step. */
export interface TokenRepository {
  addAuthToken(token: AuthToken): Promise<void>
  /**
   * Atomic: of any number of concurrent calls with one hash at most one gets the token. Undefined if it is unknown,
   * used, expired, bound to another user (then it stays unused), or its key is revoked or its account disabled.
   */
  consumeAuthToken(hash: string, user: string, now: number): Promise<AuthToken | undefined>
  /** The token if it was consumed before: a replay. Undefined if it is unknown or unused. */
  consumedAuthToken(hash: string): Promise<AuthToken | undefined>

  addAccessToken(token: AccessToken): Promise<void>
  /** Undefined if it is unknown, expired, ended with its session, or its key is revoked or its account disabled. */
  accessToken(hash: string, now: number): Promise<AccessToken | undefined>

  addTicket(ticket: Ticket): Promise<void>
  /** Atomic, like `consumeAuthToken`. Returns the session; undefined if it is no longer live. */
  consumeTicket(hash: string, now: number): Promise<Session | undefined>

  addLegacyToken(token: LegacyToken): Promise<void>
  /** Undefined if it is unknown or expired, or its account is disabled. */
  legacyToken(hash: string, now: number): Promise<LegacyToken | undefined>
}
