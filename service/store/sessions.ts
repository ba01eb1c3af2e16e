/** The widgets' sessions. */

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
  /** Which of a page's widgets it is. */
  readonly instance: string
  /** Milliseconds since the epoch; valid up to, not at, this time. */
  readonly expiresAt: number
}

/** A session is alive until it is ended, its time is over or its key is revoked. `now` is milliseconds since the epoch. */
export interface SessionRepository {
  /**
   * Ends the session that the access token had before, if any, and opens this one, in one step. Gives the ended one's
   * id, undefined where there was none.
   */
  open(session: Session, now: number): Promise<string | undefined>
  /** Undefined where there is none that is alive. */
  byCookie(cookieHash: string, now: number): Promise<Session | undefined>
  /** Undefined where there is none that is alive. */
  byToken(tokenHash: string, now: number): Promise<Session | undefined>
  /** Ends the session and its access token, in one step. False where there is no such session or it had ended. */
  end(id: string, now: number): Promise<boolean>
  /** Those of `ids` whose sessions are alive. */
  live(ids: readonly string[], now: number): Promise<ReadonlySet<string>>
}
