/**
 * What the service remembers, behind one interface: partners and their domains, keys, tokens, sessions, scans.
 *
 * The store keeps what it is given and decides nothing about credentials: every secret arrives already hashed
 * (`access/hashing.ts`), so that a copy of the database holds no usable key. What may happen once happens once: each
 * `consume…` marks and reads in one step, however many callers ask at the same time.
 *
 * Times are milliseconds since the epoch.
 */
import type { PartnerSettings } from '#contract/access.ts'
import type { BatchStore } from './batches.ts'

/** An account: whoever embeds the widget or calls the data API. */
export type Partner = {
  readonly id: string
  readonly name: string
  /** Only what differs from the service's own texts and links. */
  readonly settings: Partial<PartnerSettings>
  readonly createdAt: number
}

/** `widget`: public apiKey with secretKey; `subscription`: one key (spec 5.1); `client`: OAuth client (spec 5.2). */
export type KeyKind = 'widget' | 'subscription' | 'client'

/** A product of the data API that a subscription key may be limited to. */
export type Scope = 'what' | 'why' | 'how'

/** One key of a partner. */
export type Key = {
  /** The public half: the apiKey, the client_id, or the subscription key without its secret. */
  readonly id: string
  readonly kind: KeyKind
  readonly partnerId: string
  /** Keyed hash of the secret half. */
  readonly secretHash: string
  /** The secret before the last rotation, while it is still accepted. */
  readonly previous: { readonly secretHash: string; readonly until: number } | null
  readonly scopes: readonly Scope[]
  /** Requests per minute; null = the service's default. */
  readonly ratePerMinute: number | null
  /** Addresses or CIDR ranges the key may be used from; empty = anywhere. */
  readonly addresses: readonly string[]
  readonly createdAt: number
  readonly lastUsedAt: number | null
  readonly revokedAt: number | null
}

/** One-time token of the server-side flow (spec 5.4). */
export type AuthToken = {
  readonly hash: string
  readonly keyId: string
  readonly partnerId: string
  /** Keyed hash of the end user it was made for; null = any. */
  readonly user: string | null
  readonly expiresAt: number
}

/** Which of the two widget flows a token came from (spec 5.3, 5.4). */
export type Flow = 'apiKey' | 'authToken'

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

/** An established widget session. */
export type Session = {
  readonly id: string
  /** Keyed hash of the cookie's value. */
  readonly cookieHash: string
  /** The access token it was established with; a token has one session at a time. */
  readonly tokenHash: string
  readonly keyId: string
  readonly partnerId: string
  /** The embedding page's origin: checked in the API-key flow, recorded in the other. */
  readonly origin: string
  readonly instance: string
  readonly expiresAt: number
}

/** Single-use ticket that opens the feed where there is no cookie. */
export type Ticket = { readonly hash: string; readonly sessionId: string; readonly expiresAt: number }

/** Bearer of the legacy flow. Outlives the revocation of its client's secret (spec 5.2.3). */
export type LegacyToken = {
  readonly hash: string
  readonly keyId: string
  readonly partnerId: string
  readonly expiresAt: number
}

export interface Store extends BatchStore {
  addPartner(partner: Partner): Promise<void>
  partner(id: string): Promise<Partner | undefined>
  /** Oldest first. */
  partners(): Promise<readonly Partner[]>
  /** False where there is no such partner. */
  setSettings(partnerId: string, settings: Partial<PartnerSettings>): Promise<boolean>

  /** Adding an origin again changes nothing. */
  addDomain(partnerId: string, origin: string): Promise<void>
  /** False where it was not listed. */
  removeDomain(partnerId: string, origin: string): Promise<boolean>
  /** Sorted. */
  domains(partnerId: string): Promise<readonly string[]>

  addKey(key: Key): Promise<void>
  key(id: string): Promise<Key | undefined>
  /** Oldest first; of one partner, or of all. */
  keys(partnerId?: string): Promise<readonly Key[]>
  /** False where there is no such key or it is revoked. */
  replaceSecret(id: string, secretHash: string, previous: Key['previous']): Promise<boolean>
  /** False where there is no such key or it was revoked before. */
  revokeKey(id: string, at: number): Promise<boolean>
  touchKey(id: string, at: number): Promise<void>

  addAuthToken(token: AuthToken): Promise<void>
  /** Atomic: of any number of concurrent calls with one hash at most one gets the token. A token made for another user stays unused. */
  consumeAuthToken(hash: string, user: string, now: number): Promise<AuthToken | undefined>
  /** Whose token this was, where it was consumed before: a replay. */
  consumedAuthToken(hash: string): Promise<AuthToken | undefined>

  addAccessToken(token: AccessToken): Promise<void>
  /** Undefined where it is unknown, expired, revoked, or its key is revoked. */
  accessToken(hash: string, now: number): Promise<AccessToken | undefined>

  /** Ends the access token's session before this one, if any, and opens this one, in one step. Returns the ended session's id. */
  openSession(session: Session, now: number): Promise<string | undefined>
  /** Undefined where it is unknown, ended, expired, or its key is revoked. */
  sessionByCookie(cookieHash: string, now: number): Promise<Session | undefined>
  sessionByToken(tokenHash: string, now: number): Promise<Session | undefined>
  /** Ends the session and revokes its access token. False where it had ended. */
  endSession(id: string, now: number): Promise<boolean>
  /** Those of `ids` whose sessions are still alive. */
  liveSessions(ids: readonly string[], now: number): Promise<ReadonlySet<string>>

  addTicket(ticket: Ticket): Promise<void>
  /** Atomic, like `consumeAuthToken`; gives the session if that is still alive. */
  consumeTicket(hash: string, now: number): Promise<Session | undefined>

  addLegacyToken(token: LegacyToken): Promise<void>
  legacyToken(hash: string, now: number): Promise<LegacyToken | undefined>

  /** Deletes tokens, tickets and sessions that ended more than a day before `now`. */
  forget(now: number): Promise<void>
  /** Fails where the store cannot answer. */
  check(): Promise<void>
  close(): Promise<void>
}

/** How long ended and expired things are kept, so that a replay can be told from an unknown token. */
export const keptAfterEndMs = 24 * 3600_000
/** Days of implied volatility kept per symbol. */
export const keptVolatilityDays = 400
/** Batches kept, the latest included. */
export const keptBatches = 5
