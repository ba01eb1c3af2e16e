/** The sessions of widgets. */

/** The widget flow that a token and its session came from (docs/specification.md 5.3, 5.4). */
export type Flow = 'apiKey' | 'authToken'

/** An established widget session. */
export type Session = {
  readonly id: string
  /** Keyed hash of the cookie's value. */
  readonly cookieHash: string
  /** Keyed hash of the access token that opened it. A token has one session at a time. */
  readonly tokenHash: string
  readonly keyId: string
  readonly partnerId: string
  /** The widget flow of its token. */
  readonly flow: Flow
  /** Keyed hash of the userId. */
  readonly user: string
  /**
   * Keyed hash of the key and the opener's address block in the API-key flow, in which anyone can name a
   * user; empty in the other flow, in which the partner's server names them.
   */
  readonly addressBlock: string
  /** The embedding page's origin: checked in the API-key flow, recorded in the other. */
  readonly origin: string
  /** Id of the widget instance in the page. */
  readonly instance: string
  /** Milliseconds since the epoch, as all times here. */
  readonly openedAt: number
  /** Expiry (exclusive). */
  readonly expiresAt: number
}

/** Selects the sessions that match every defined field. */
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
   * Opens a session and ends the sessions that it replaces, in one transaction: the previous
   * session of its access token, which itself stays valid, and the oldest sessions of the same user,
   * key, flow and address block beyond `maxPerUser`. Returns the ids of the ended sessions.
   */
  open(session: Session, now: number, maxPerUser: number): Promise<readonly string[]>
  /** The live session of a cookie; undefined if there is none. */
  byCookie(cookieHash: string, now: number): Promise<Session | undefined>
  /** The live session of an access token; undefined if there is none. */
  byToken(tokenHash: string, now: number): Promise<Session | undefined>
  /** Ends a session. False if there is no such session or it has already ended. */
  end(id: string, now: number): Promise<boolean>
  /** Ends all selected live sessions, atomically; returns their ids. */
  endAll(filter: SessionFilter, now: number): Promise<readonly string[]>
  /**
   * Ends a key's sessions of one flow beyond `max`, at most a few thousand per call; returns their ids.
   * The address blocks with the most sessions lose their oldest ones.
   */
  endOldest(
    sessions: { readonly keyId: string; readonly flow: Flow },
    max: number,
    now: number,
  ): Promise<readonly string[]>
  /** The ids of live sessions among `ids`. */
  live(ids: readonly string[], now: number): Promise<ReadonlySet<string>>
  /** Number of live sessions. Reads all of them: a store with 100,000 takes tens of milliseconds. */
  count(now: number): Promise<number>
  /** Live sessions, newest first, at most `limit`. */
  list(filter: SessionFilter, now: number, limit: number): Promise<readonly Session[]>
  /** The distinct pairs of key and origin of an account's live sessions of the API-key flow. */
  origins(partnerId: string, now: number): Promise<readonly SessionOrigin[]>
}

export type SessionOrigin = { readonly keyId: string; readonly origin: string }
