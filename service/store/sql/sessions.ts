/** Sessions in SQL. */
import { sql } from 'kysely'
import type { Kysely, Selectable, Transaction } from 'kysely'
import type { Session, SessionFilter, SessionRepository } from '#service/store/sessions.ts'
import { slices } from '#service/shared/slices.ts'
import { inTransaction } from './in-transaction.ts'
import type { Locking, LockSessions } from './advisory-lock.ts'
import type { Tables } from './tables.ts'

/** Engines accept a few thousand parameters per statement at most. */
const maxIdsPerStatement = 1000

export function sqlSessions(db: Kysely<Tables>, { advisoryLock, lockSessions }: Locking): SessionRepository {
  return {
    open: (session, now, maxPerUser) =>
      inTransaction(db, async (change) => {
        // Serialises the openings of a user, so that each sees the earlier ones. A token belongs to one user.
        await advisoryLock(change, `sessions of ${session.keyId} ${session.user}`)
        return openSession(change, session, { now, maxPerUser, lockSessions })
      }),
    end: (id, now) =>
      inTransaction(
        db,
        async (change) => (await endSessions(change, [id], { now, lockSessions })).length > 0,
      ),
    endAll: (filter, now) =>
      inTransaction(db, async (change) => {
        const rows = await filtered(liveSessions(change, now), filter)
          .clearSelect()
          .select('sessions.id')
          .execute()
        return endSessions(change, idsOf(rows), { now, lockSessions })
      }),
    endOldest: (ofKey, max, now) =>
      inTransaction(db, async (change) => {
        const rows = await filtered(liveSessions(change, now), ofKey)
          .clearSelect()
          .select(['sessions.id', rankInBlock])
          .orderBy('rank_in_block')
          .orderBy('opened_at', 'desc')
          .orderBy('sessions.id')
          .offset(max)
          .limit(10 * maxIdsPerStatement)
          .execute()
        return endSessions(change, idsOf(rows), { now, lockSessions })
      }),
    ...sessionReads(db),
  }
}

function sessionReads(
  db: Kysely<Tables>,
): Pick<SessionRepository, 'byCookie' | 'byToken' | 'live' | 'count' | 'list' | 'origins'> {
  return {
    async byCookie(cookieHash, now) {
      const row = await liveSessions(db, now).where('cookie_hash', '=', cookieHash).executeTakeFirst()
      return row && readSession(row)
    },
    async byToken(tokenHash, now) {
      const row = await liveSessions(db, now).where('token_hash', '=', tokenHash).executeTakeFirst()
      return row && readSession(row)
    },
    async live(ids, now) {
      const live = new Set<string>()
      for (const slice of slices(ids, maxIdsPerStatement)) {
        const rows = await liveSessions(db, now).where('sessions.id', 'in', slice).execute()
        for (const row of rows) live.add(row.id)
      }
      return live
    },
    async count(now) {
      // Counts by key first, so that the index by expiry has every column and the join one row for each key. The
      // expression keeps SQLite from grouping by an index without the expiry, which takes 15 times as long.
      const key = sql<string>`sessions.key_id || ''`
      const openByKey = db
        .selectFrom('sessions')
        .select(({ fn }) => [key.as('key_id'), fn.countAll<number>().as('session_count')])
        .where('ended_at', 'is', null)
        .where('expires_at', '>', now)
        .groupBy(key)
        .as('open_by_key')
      const row = await db
        .selectFrom(openByKey)
        .innerJoin('keys', 'keys.id', 'open_by_key.key_id')
        .innerJoin('partners', 'partners.id', 'keys.partner_id')
        .select(({ fn }) => fn.sum<string | number | null>('open_by_key.session_count').as('total'))
        .where('keys.revoked_at', 'is', null)
        .where('partners.disabled_at', 'is', null)
        .executeTakeFirst()
      return Number(row?.total ?? 0)
    },
    async list(filter, now, limit) {
      const rows = await filtered(liveSessions(db, now), filter)
        .orderBy('opened_at', 'desc')
        .orderBy('sessions.id')
        .limit(limit)
        .execute()
      return rows.map(readSession)
    },
    async origins(partnerId, now) {
      const rows = await filtered(liveSessions(db, now), { partnerId, flow: 'apiKey' })
        .clearSelect()
        .select(['sessions.key_id', 'sessions.origin'])
        .distinct()
        .execute()
      return rows.map((row) => ({ keyId: row.key_id, origin: row.origin }))
    },
  }
}

/** Rank of a session within its address block: 1 for the newest. */
const rankInBlock =
  sql<number>`row_number() over (partition by sessions.address_block order by sessions.opened_at desc, sessions.id)`.as(
    'rank_in_block',
  )

const idsOf = (rows: readonly { readonly id: string }[]): string[] => rows.map(({ id }) => id)

type EndOptions = { readonly now: number; readonly lockSessions: LockSessions }

/** Opens a session; returns the ids of the sessions that it replaces. */
async function openSession(
  change: Transaction<Tables>,
  session: Session,
  { now, maxPerUser, lockSessions }: EndOptions & { readonly maxPerUser: number },
): Promise<readonly string[]> {
  const { tokenHash } = session
  const openSessions = change.selectFrom('sessions').select('id').where('ended_at', 'is', null)
  const replaced = idsOf(await openSessions.where('token_hash', '=', tokenHash).execute())
  const surplus = idsOf(
    await openSessions
      .where('token_hash', '<>', tokenHash)
      .where('key_id', '=', session.keyId)
      .where('user', '=', session.user)
      .where('flow', '=', session.flow)
      .where('address_block', '=', session.addressBlock)
      .where('expires_at', '>', now)
      .orderBy('opened_at', 'desc')
      .orderBy('id')
      .offset(maxPerUser - 1)
      .limit(maxIdsPerStatement)
      .execute(),
  )
  if (replaced.length + surplus.length > 0) await lockSessions(change, sortIds([...replaced, ...surplus]))
  const ended = await markEnded(change, replaced, now)
  await change.insertInto('sessions').values(writeSession(session)).execute()
  return [...idsOf(ended), ...(await endLockedSessions(change, surplus, now))]
}

/** Sorts ids in byte order; they consist of letters and digits. */
const sortIds = (ids: readonly string[]) => ids.toSorted((a, b) => (a < b ? -1 : 1))

/** Ends sessions and their tokens; returns the ids of those that were open. */
async function endSessions(
  change: Transaction<Tables>,
  ids: readonly string[],
  { now, lockSessions }: EndOptions,
): Promise<readonly string[]> {
  const ended: string[] = []
  for (const slice of slices(sortIds(ids), maxIdsPerStatement)) {
    // The update of a single row locks that row.
    if (ids.length > 1) await lockSessions(change, slice)
    ended.push(...(await endLockedSessions(change, slice, now)))
  }
  return ended
}

/** Like `endSessions`, for at most `maxIdsPerStatement` sessions that are locked. */
async function endLockedSessions(
  change: Transaction<Tables>,
  ids: readonly string[],
  now: number,
): Promise<readonly string[]> {
  const rows = await markEnded(change, ids, now)
  if (rows.length === 0) return []
  const tokens = rows.map((row) => row.token_hash)
  await change.updateTable('access_tokens').set({ ended_at: now }).where('hash', 'in', tokens).execute()
  return idsOf(rows)
}

const markEnded = async (change: Transaction<Tables>, ids: readonly string[], now: number) =>
  ids.length === 0
    ? []
    : change
        .updateTable('sessions')
        .set({ ended_at: now })
        .where('id', 'in', ids)
        .where('ended_at', 'is', null)
        .returning(['id', 'token_hash'])
        .execute()

/** Sessions that are open at `now` and whose key is valid. */
export const liveSessions = (db: Kysely<Tables>, now: number) =>
  db
    .selectFrom('sessions')
    .innerJoin('keys', 'keys.id', 'sessions.key_id')
    .innerJoin('partners', 'partners.id', 'keys.partner_id')
    .selectAll('sessions')
    .where('sessions.ended_at', 'is', null)
    .where('sessions.expires_at', '>', now)
    .where('keys.revoked_at', 'is', null)
    .where('partners.disabled_at', 'is', null)

/** Restricts a query to the sessions that match the filter. */
function filtered(
  live: ReturnType<typeof liveSessions>,
  filter: SessionFilter,
): ReturnType<typeof liveSessions> {
  const criteria = {
    'sessions.id': filter.id,
    'sessions.partner_id': filter.partnerId,
    'sessions.key_id': filter.keyId,
    'sessions.user': filter.user,
    'sessions.flow': filter.flow,
    'sessions.origin': filter.origin,
  } as const
  let query = live
  for (const [column, value] of Object.entries(criteria) as [keyof typeof criteria, string | undefined][])
    if (value !== undefined) query = query.where(column, '=', value)
  return query
}

const writeSession = (session: Session): Tables['sessions'] => ({
  id: session.id,
  cookie_hash: session.cookieHash,
  token_hash: session.tokenHash,
  key_id: session.keyId,
  partner_id: session.partnerId,
  flow: session.flow,
  user: session.user,
  origin: session.origin,
  instance: session.instance,
  address_block: session.addressBlock,
  opened_at: session.openedAt,
  expires_at: session.expiresAt,
  ended_at: null,
})

export function readSession(row: Selectable<Tables['sessions']>): Session {
  return {
    id: row.id,
    cookieHash: row.cookie_hash,
    tokenHash: row.token_hash,
    keyId: row.key_id,
    partnerId: row.partner_id,
    flow: row.flow,
    user: row.user,
    origin: row.origin,
    instance: row.instance,
    addressBlock: row.address_block,
    openedAt: row.opened_at,
    expiresAt: row.expires_at,
  }
}
