/** What the memory store's repositories share: the records that one keeps and another reads. */
import type { Key } from '../keys.ts'
import type { Session } from '../sessions.ts'
import type { AccessToken, AuthToken, LegacyToken, Ticket } from '../tokens.ts'

/** Milliseconds since the epoch; null = not yet. */
type Once = { usedAt: number | null }
type Ending = { endedAt: number | null }

export type Records = {
  readonly keys: Map<string, Key>
  readonly authTokens: Map<string, AuthToken & Once>
  readonly accessTokens: Map<string, AccessToken & Ending>
  readonly tickets: Map<string, Ticket & Once>
  readonly legacyTokens: Map<string, LegacyToken>
  readonly sessions: Map<string, Session & Ending>
}

export const emptyRecords = (): Records => ({
  keys: new Map(),
  authTokens: new Map(),
  accessTokens: new Map(),
  tickets: new Map(),
  legacyTokens: new Map(),
  sessions: new Map(),
})

/** Whether there is such a key and nobody has revoked it. */
export const keyLives = ({ keys }: Records, id: string): boolean => keys.get(id)?.revokedAt === null

/** The token or session as it was given, where it is open at `now` and its key has not been revoked. */
export function living<Row extends Ending & { readonly keyId: string; readonly expiresAt: number }>(
  records: Records,
  row: Row | undefined,
  now: number,
): Omit<Row, 'endedAt'> | undefined {
  if (!row || row.endedAt !== null || row.expiresAt <= now || !keyLives(records, row.keyId)) return undefined
  const { endedAt: _endedAt, ...given } = row
  return given
}
