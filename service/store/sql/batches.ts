/**
 * Batches, trades, parts of running scans, and volatilities of one market, in SQL. Large data is
 * written and read in pieces, with an event-loop turn between them, so that a server stays
 * responsive.
 */
import { setImmediate as nextTurn } from 'node:timers/promises'
import { type Kysely, sql, type Transaction } from 'kysely'
import type { BestTrade } from '#contract/responses/lists/best-income.ts'
import { maxStoredBatches, maxVolatilityDays, summaryOf } from '#service/store/batches.ts'
import type { Batch, BatchRepository, BatchSummary, ScanPart } from '#service/store/batches.ts'
import { slices } from '#service/shared/slices.ts'
import { inTransaction } from './in-transaction.ts'
import type { WithAdvisoryLock } from './advisory-lock.ts'
import type { Tables } from './tables.ts'

/** @param source name of the market: data of different markets is separate */
export function sqlBatches(
  db: Kysely<Tables>,
  source: string,
  advisoryLock: WithAdvisoryLock,
): BatchRepository {
  return { ...batches(db, source, advisoryLock), ...scanParts(db, source), ...volatilities(db, source) }
}

type Methods<Name extends keyof BatchRepository> = Pick<BatchRepository, Name>

/** Number of trades in a row: a few milliseconds of work. */
const tradesPerRow = 200
/** Number of volatilities in a statement. */
const pointsPerStatement = 200
/**
 * Number of symbols whose oldest volatilities are deleted per event-loop turn, with one statement
 * each.
 */
const deletionsPerTurn = 20

type BatchMethods = Methods<'publish' | 'latest' | 'list' | 'rollback' | 'trades'>

function batches(db: Kysely<Tables>, source: string, advisoryLock: WithAdvisoryLock): BatchMethods {
  let cachedBatch: { seq: number; batch: Batch } | undefined
  let cachedTrades: { batch: string; trades: readonly BestTrade[] } | undefined
  /** Row number of the served batch. */
  const servedSeq = async (database: Kysely<Tables> = db) =>
    (
      await database
        .selectFrom('batches')
        .select('seq')
        .where('source', '=', source)
        .where('withdrawn', '=', 0)
        .orderBy('seq', 'desc')
        .limit(1)
        .executeTakeFirst()
    )?.seq
  const methods: BatchMethods = {
    async publish(batch, trades = []) {
      // The newest row that is not withdrawn is the latest batch, so the insert itself publishes the batch.
      const body = JSON.stringify(batch)
      await nextTurn()
      await inTransaction(db, async (change) => {
        // Row numbers are assigned before the commit. Without the lock, the last commit need not have the highest one.
        await advisoryLock(change, `batch of ${source}`)
        await insertTrades(change, source, batch.id, trades)
        await change.insertInto('batches').values({ source, id: batch.id, body }).execute()
        await deleteOldBatches(change, source)
        await nextTurn()
        await change.deleteFrom('scan_parts').where('source', '=', source).execute()
      })
    },
    async latest() {
      const seq = await servedSeq()
      if (seq === undefined) return undefined
      if (cachedBatch?.seq !== seq) {
        const row = await db.selectFrom('batches').select('body').where('seq', '=', seq).executeTakeFirst()
        // If another process has published and deleted this batch in between, queries the newest one again.
        if (!row) return methods.latest()
        cachedBatch = { seq, batch: JSON.parse(row.body) as Batch }
      }
      return cachedBatch.batch
    },
    async list() {
      const current = await servedSeq()
      const rows = await db
        .selectFrom('batches')
        .select(['seq', 'body'])
        .where('source', '=', source)
        .orderBy('seq', 'desc')
        .execute()
      const summaries: BatchSummary[] = []
      for (const { seq, body } of rows) {
        summaries.push(summaryOf(JSON.parse(body) as Batch, seq === current))
        await nextTurn()
      }
      return summaries
    },
    async rollback(id) {
      const seq = await inTransaction(db, async (change) => {
        await advisoryLock(change, `batch of ${source}`)
        const current = await servedSeq(change)
        const target = await change
          .selectFrom('batches')
          .select('seq')
          .where('source', '=', source)
          .where((eb) =>
            id === undefined
              ? eb.and([eb('seq', '<', current ?? 0), eb('withdrawn', '=', 0)])
              : eb('id', '=', id),
          )
          .orderBy('seq', 'desc')
          .limit(1)
          .executeTakeFirst()
        if (!target) return undefined
        await change
          .updateTable('batches')
          .set((row) => ({
            withdrawn: row.case().when('seq', '>', target.seq).then(sql.lit(1)).else(sql.lit(0)).end(),
          }))
          .where('source', '=', source)
          .where('seq', '>=', target.seq)
          .execute()
        return target.seq
      })
      return seq === undefined ? undefined : methods.latest()
    },
    async trades(batchId) {
      if (cachedTrades?.batch !== batchId)
        cachedTrades = { batch: batchId, trades: await readTrades(db, source, batchId) }
      return cachedTrades.trades
    },
  }
  return methods
}

/** Deletes batches beyond the retained number, with their trades. */
async function deleteOldBatches(change: Transaction<Tables>, source: string): Promise<void> {
  await change
    .deleteFrom('batches')
    .where('source', '=', source)
    .where('seq', 'not in', (eb) =>
      eb
        .selectFrom('batches')
        .select('seq')
        .where('source', '=', source)
        .orderBy('seq', 'desc')
        .limit(maxStoredBatches),
    )
    .execute()
  await nextTurn()
  await change
    .deleteFrom('trades')
    .where('source', '=', source)
    .where('batch', 'not in', (eb) => eb.selectFrom('batches').select('id').where('source', '=', source))
    .execute()
}

/** Writes the trades of a batch. */
async function insertTrades(
  change: Transaction<Tables>,
  source: string,
  batch: string,
  trades: readonly BestTrade[],
): Promise<void> {
  let part = 0
  for (const chunk of slices(trades, tradesPerRow)) {
    await nextTurn()
    await change
      .insertInto('trades')
      .values({ batch, source, part: part++, body: JSON.stringify(chunk) })
      .execute()
  }
}

/** Reads data that is split over several rows, one row per event-loop turn. */
async function readParts(
  parts: { execute(): Promise<readonly { readonly part: number }[]> },
  bodyOf: (part: number) => { executeTakeFirst(): Promise<{ readonly body: string } | undefined> },
): Promise<ScanPart[]> {
  const loaded: ScanPart[] = []
  for (const { part } of await parts.execute()) {
    const row = await bodyOf(part).executeTakeFirst()
    if (row) loaded.push({ part, body: JSON.parse(row.body) as unknown })
    await nextTurn()
  }
  return loaded
}

async function readTrades(db: Kysely<Tables>, source: string, batch: string): Promise<readonly BestTrade[]> {
  const rows = db.selectFrom('trades').where('source', '=', source).where('batch', '=', batch)
  const parts = await readParts(rows.select('part').orderBy('part'), (part) =>
    rows.select('body').where('part', '=', part),
  )
  return parts.flatMap(({ body }) => body as BestTrade[])
}

function scanParts(db: Kysely<Tables>, source: string): Methods<'keepPart' | 'parts'> {
  return {
    async keepPart(scan, { part, body }) {
      await db
        .insertInto('scan_parts')
        .values({ source, scan, part, body: JSON.stringify(body) })
        .onConflict((conflict) =>
          conflict
            .columns(['source', 'scan', 'part'])
            .doUpdateSet((row) => ({ body: row.ref('excluded.body') })),
        )
        .execute()
    },
    async parts(scan) {
      await db.deleteFrom('scan_parts').where('source', '=', source).where('scan', '!=', scan).execute()
      const rows = db.selectFrom('scan_parts').where('source', '=', source).where('scan', '=', scan)
      return readParts(rows.select('part').orderBy('part'), (part) =>
        rows.select('body').where('part', '=', part),
      )
    },
  }
}

function volatilities(db: Kysely<Tables>, source: string): Methods<'keepVolatilities' | 'volatilities'> {
  return {
    async keepVolatilities(day, points) {
      await inTransaction(db, async (change) => {
        for (const chunk of slices(points, pointsPerStatement)) {
          await change
            .insertInto('volatilities')
            .values(chunk.map(({ symbol, iv30 }) => ({ source, symbol, day, iv30 })))
            .onConflict((conflict) =>
              conflict
                .columns(['source', 'symbol', 'day'])
                .doUpdateSet((row) => ({ iv30: row.ref('excluded.iv30') })),
            )
            .execute()
          await nextTurn()
        }
      })
      // Old volatilities are deleted after the transaction, so that other callers do not wait for that.
      for (const chunk of slices(points, pointsPerStatement)) {
        await deleteOldVolatilities(
          db,
          source,
          chunk.map(({ symbol }) => symbol),
        )
        await nextTurn()
      }
    },
    async volatilities(symbol) {
      return db
        .selectFrom('volatilities')
        .select(['day', 'iv30'])
        .where('source', '=', source)
        .where('symbol', '=', symbol)
        .orderBy('day')
        .execute()
    },
  }
}

/** Deletes volatilities beyond the retained days. */
async function deleteOldVolatilities(
  db: Kysely<Tables>,
  source: string,
  symbols: readonly string[],
): Promise<void> {
  const overfullSymbols = await db
    .selectFrom('volatilities')
    .select('symbol')
    .where('source', '=', source)
    .where('symbol', 'in', symbols)
    .groupBy('symbol')
    .having(sql<boolean>`count(*) > ${maxVolatilityDays}`)
    .execute()
  for (const [index, { symbol }] of overfullSymbols.entries()) {
    if (index % deletionsPerTurn === 0) await nextTurn()
    await db
      .deleteFrom('volatilities')
      .where('source', '=', source)
      .where('symbol', '=', symbol)
      .where('day', 'not in', (eb) =>
        eb
          .selectFrom('volatilities')
          .select('day')
          .where('source', '=', source)
          .where('symbol', '=', symbol)
          .orderBy('day', 'desc')
          .limit(maxVolatilityDays),
      )
      .execute()
  }
}
