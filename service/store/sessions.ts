/** The widgets' sessions. */

/** The widget flow that a token and its session came from (docs/specification.md 5.3, 5.4). */
export type Flow = 'apiKey' | 'authToken'

/** An established widget session. */
export type Session = {
  readonly id: string
  /** Keyed hash of the cookie's value. */
  readonly cookieHash: string
  /** The access token it was established with; a token has one session at a time. */
  readonly tokenHash: string
  readonly keyId: string
  readonly partnerId: string
  /** Which of the two widget flows its token came from. */
  readonly flow: Flow
  /** Keyed hash of the userId. */
  readonly user: string
  /** The embedding page's origin: checked in the API-key flow, recorded in the other. */
  readonly origin: string
  /** The widget instance within the page. */
  readonly instance: string
  /** Milliseconds since the epoch, as all times here. */
  readonly openedAt: number
  /** Valid up to, not at, this time. */
  readonly expiresAt: number
}

/** Selects sessions: those that match every given field. */
export type SessionFilter = {
  readonly id?: string | undefined
  readonly partnerId?: string | undefined
  readonly keyId?: string | undefined
  /** Keyed hash of the userId. */
  readonly user?: string | undefined
  readonly flow?: Flow | undefined
  readonly origin?: string | undefined
}

/**
 * A session is live until it is ended, it expires, its key is revoked or its account is disabled. Ending a session ends
 * its access token in the same step.
 */
export interface SessionRepository {
  /**
   * Opens a session and ends the ones it replaces in the same transaction: the previous session of its access
   * token, which stays valid, and the user's oldest at its key if there are `maxPerUser`. Returns the ids of
   * the ended ones.
   */
  open(session: Session, now: number, maxPerUser: number): Promise<readonly string[]>
  /** Undefined if there is no open one. */
  byCookie(cookieHash: string, now: number): Promise<Session | undefined>
  /** Undefined if there is no open one. */
  byToken(tokenHash: string, now: number): Promise<Session | undefined>
  /** False if there is no such session or it had ended. */
  end(id: string, now: number): Promise<boolean>
  /** Ends all selected live sessions in one step; returns their ids. */
  endAll(filter: SessionFilter, now: number): Promise<readonly string[]>
  /** Ends a key's oldest sessions beyond the newest `max`, at most some thousand per call; returns their ids. */
  endOldest(keyId: string, max: number, now: number): Promise<readonly string[]>
  /** The ids of live sessions among `ids`. */
  live(ids: readonly string[], now: number): Promise<ReadonlySet<string>>
  /** Live sessions, newest first, at most `limit`. */
  list(filter: SessionFilter, now: number, limit: number): Promise<readonly Session[]>
  /** Origins and keys of an account's live sessions of the API-key flow. */
  origins(partnerId: string, now: number): Promise<readonly SessionOrigin[]>
}

export type SessionOrigin = { readonly keyId: string; readonly origin: string }
