/** The sealed record, in SQL. */
import type { Kysely, Selectable, Transaction } from 'kysely'
import type { NewRecordEntry, RecordRepository, RecordSummary } from '#service/store/record.ts'
import type { WithAdvisoryLock } from './advisory-lock.ts'
import type { Tables } from './tables.ts'

/** Rows written in one statement. */
const rowsPerInsert = 200

const summaryColumns = [
  'series',
  'number',
  'night',
  'published_at',
  'sha256',
  'previous_sha256',
  'key_id',
  'ideas',
  'picks',
  'resolutions',
] as const

type SummaryRow = Pick<Selectable<Tables['record_entries']>, (typeof summaryColumns)[number]>

const summaryOf = (row: SummaryRow): RecordSummary => ({
  series: row.series,
  number: row.number,
  night: row.night,
  publishedAt: row.published_at,
  sha256: row.sha256,
  previousSha256: row.previous_sha256,
  keyId: row.key_id,
  ideas: row.ideas,
  picks: row.picks,
  resolutions: row.resolutions,
})

const pickColumns = ['night', 'pick', 'symbol', 'expiry', 'body'] as const

export function sqlRecord(db: Kysely<Tables>, advisoryLock: WithAdvisoryLock): RecordRepository {
  const summaries = (database: Kysely<Tables>) => database.selectFrom('record_entries').select(summaryColumns)
  const readLatest = async (database: Kysely<Tables>, series: string) => {
    const row = await summaries(database)
      .where('series', '=', series)
      .orderBy('number', 'desc')
      .limit(1)
      .executeTakeFirst()
    return row && summaryOf(row)
  }
  const openPicks = (series: string) =>
    db.selectFrom('record_picks').where('series', '=', series).where('resolution', 'is', null)
  return {
    append: (entry) =>
      db.transaction().execute(async (change) => {
        await advisoryLock(change, `record ${entry.series}`)
        const latest = await readLatest(change, entry.series)
        if (entry.number !== (latest?.number ?? 0) + 1 || entry.night <= (latest?.night ?? '')) return false
        await insertEntry(change, entry)
        return true
      }),
    latest: (series) => readLatest(db, series),
    async list({ series, before, limit }) {
      let query = summaries(db).orderBy('night', 'desc').orderBy('series').limit(limit)
      if (series !== undefined) query = query.where('series', '=', series)
      if (before !== undefined) query = query.where('night', '<', before)
      return (await query.execute()).map(summaryOf)
    },
    async file(series, night) {
      const row = await db
        .selectFrom('record_entries')
        .select('file')
        .where('series', '=', series)
        .where('night', '=', night)
        .executeTakeFirst()
      return row?.file
    },
    async series() {
      const rows = await db
        .selectFrom('record_entries')
        .select('series')
        .distinct()
        .orderBy('series')
        .execute()
      return rows.map(({ series }) => series)
    },
    openSymbols: (series) =>
      openPicks(series)
        .select(({ fn }) => ['symbol', fn.max('expiry').as('lastExpiry')])
        .groupBy('symbol')
        .orderBy('symbol')
        .execute(),
    due: (series, day) =>
      openPicks(series)
        .select(pickColumns)
        .where('expiry', '<=', day)
        .orderBy('night')
        .orderBy('pick')
        .execute(),
    async dividends(series, from) {
      const rows = await db
        .selectFrom('record_dividends')
        .select(['symbol', 'ex_date', 'amount'])
        .where('series', '=', series)
        .where('ex_date', '>=', from)
        .orderBy('symbol')
        .orderBy('ex_date')
        .execute()
      return rows.map(({ ex_date: exDate, ...dividend }) => ({ ...dividend, exDate }))
    },
    async resolved(series) {
      const rows = await db
        .selectFrom('record_picks')
        .select([...pickColumns, 'resolution'])
        .where('series', '=', series)
        .where('resolution', 'is not', null)
        .orderBy('night')
        .orderBy('pick')
        .execute()
      return rows.map(({ resolution, ...pick }) => ({ ...pick, resolution: resolution! }))
    },
  }
}

async function insertEntry(change: Transaction<Tables>, entry: NewRecordEntry): Promise<void> {
  const { series, stored, resolved, dividends } = entry
  await change
    .insertInto('record_entries')
    .values({
      series,
      number: entry.number,
      night: entry.night,
      published_at: entry.publishedAt,
      sha256: entry.sha256,
      previous_sha256: entry.previousSha256,
      key_id: entry.keyId,
      ideas: entry.ideas,
      picks: entry.picks,
      resolutions: entry.resolutions,
      file: entry.file,
    })
    .execute()
  for (let start = 0; start < stored.length; start += rowsPerInsert)
    await change
      .insertInto('record_picks')
      .values(
        stored.slice(start, start + rowsPerInsert).map((pick) => ({ ...pick, series, resolution: null })),
      )
      .execute()
  for (const { night, pick, body } of resolved)
    await change
      .updateTable('record_picks')
      .set({ resolution: body })
      .where('series', '=', series)
      .where('night', '=', night)
      .where('pick', '=', pick)
      .execute()
  for (const { symbol, exDate, amount } of dividends)
    await change
      .insertInto('record_dividends')
      .values({ series, symbol, ex_date: exDate, amount })
      .onConflict((conflict) => conflict.columns(['series', 'symbol', 'ex_date']).doUpdateSet({ amount }))
      .execute()
}
