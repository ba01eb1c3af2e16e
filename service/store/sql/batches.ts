/**
 * Batches, trades, running scans and volatilities of one market in SQL. Large data is written and read in
 * pieces with a turn of the event loop between them, so a server keeps responding.
 */
import { setImmediate as turn } from 'node:timers/promises'
import { type Kysely, sql, type Transaction } from 'kysely'
import type { BestTrade } from '#contract/responses/best-income.ts'
import { keptBatches, keptVolatilityDays, summaryOf } from '#service/store/batches.ts'
import type { Batch, BatchRepository, BatchSummary, ScanPart } from '#service/store/batches.ts'
import { inTransaction } from './in-transaction.ts'
import type { WithAdvisoryLock } from './advisory-lock.ts'
import type { Tables } from './tables.ts'

/** `source` names the market: data of different markets is never mixed. */
export function sqlBatches(
  db: Kysely<Tables>,
  source: string,
  advisoryLock: WithAdvisoryLock,
): BatchRepository {
  return { ...batches(db, source, advisoryLock), ...scanParts(db, source), ...volatilities(db, source) }
}

type Calls<Name extends keyof BatchRepository> = Pick<BatchRepository, Name>

/** Trades in one row: a few milliseconds of work. */
const tradesInRow = 200
/** Volatilities in one statement. */
const pointsInStatement = 200
/** Number of symbols whose oldest volatility is deleted before yielding, one statement each. */
const deletionsInTurn = 20

function* slices<T>(all: readonly T[], size: number): Generator<readonly T[]> {
  for (let from = 0; from < all.length; from += size) yield all.slice(from, from + size)
}

type Published = Calls<'publish' | 'latest' | 'list' | 'rollback' | 'trades'>

function batches(db: Kysely<Tables>, source: string, advisoryLock: WithAdvisoryLock): Published {
  let parsed: { seq: number; batch: Batch } | undefined
  let read: { batch: string; trades: readonly BestTrade[] } | undefined
  /** The row of the batch that is served. */
  const served = async (on: Kysely<Tables> = db) =>
    (
      await on
        .selectFrom('batches')
        .select('seq')
        .where('source', '=', source)
        .where('withdrawn', '=', 0)
        .orderBy('seq', 'desc')
        .limit(1)
        .executeTakeFirst()
    )?.seq
  const calls: Published = {
    async publish(batch, trades = []) {
      // Of those not withdrawn the newest row is the latest batch, so that the insert is the switch.
      const body = JSON.stringify(batch)
      await turn()
      await inTransaction(db, async (change) => {
        // Row numbers are assigned before the commit: without the lock the newest row need not be the last published.
        await advisoryLock(change, `batch of ${source}`)
        await keepTrades(change, source, batch.id, trades)
        await change.insertInto('batches').values({ source, id: batch.id, body }).execute()
        await forgetOldBatches(change, source)
        await turn()
        await change.deleteFrom('scan_parts').where('source', '=', source).execute()
      })
    },
    async latest() {
      const seq = await served()
      if (seq === undefined) return undefined
      if (parsed?.seq !== seq) {
        const row = await db.selectFrom('batches').select('body').where('seq', '=', seq).executeTakeFirst()
        // Another process may have published and pruned in between; then the newest is queried again.
        if (!row) return calls.latest()
        parsed = { seq, batch: JSON.parse(row.body) as Batch }
      }
      return parsed.batch
    },
    async list() {
      const current = await served()
      const rows = await db
        .selectFrom('batches')
        .select(['seq', 'body'])
        .where('source', '=', source)
        .orderBy('seq', 'desc')
        .execute()
      const listed: BatchSummary[] = []
      for (const { seq, body } of rows) {
        listed.push(summaryOf(JSON.parse(body) as Batch, seq === current))
        await turn()
      }
      return listed
    },
    async rollback(id) {
      const seq = await inTransaction(db, async (change) => {
        await advisoryLock(change, `batch of ${source}`)
        const current = await served(change)
        const wanted = await change
          .selectFrom('batches')
          .select('seq')
          .where('source', '=', source)
          .where((is) =>
            id === undefined
              ? is.and([is('seq', '<', current ?? 0), is('withdrawn', '=', 0)])
              : is('id', '=', id),
          )
          .orderBy('seq', 'desc')
          .limit(1)
          .executeTakeFirst()
        if (!wanted) return undefined
        await change
          .updateTable('batches')
          .set((row) => ({
            withdrawn: row.case().when('seq', '>', wanted.seq).then(sql.lit(1)).else(sql.lit(0)).end(),
          }))
          .where('source', '=', source)
          .where('seq', '>=', wanted.seq)
          .execute()
        return wanted.seq
      })
      return seq === undefined ? undefined : calls.latest()
    },
    async trades(batchId) {
      if (read?.batch !== batchId) read = { batch: batchId, trades: await readTrades(db, source, batchId) }
      return read.trades
    },
  }
  return calls
}

/** Deletes batches beyond the retained number, with their trades. */
async function forgetOldBatches(change: Transaction<Tables>, source: string): Promise<void> {
  await change
    .deleteFrom('batches')
    .where('source', '=', source)
    .where('seq', 'not in', (from) =>
      from
        .selectFrom('batches')
        .select('seq')
        .where('source', '=', source)
        .orderBy('seq', 'desc')
        .limit(keptBatches),
    )
    .execute()
  await turn()
  await change
    .deleteFrom('trades')
    .where('source', '=', source)
    .where('batch', 'not in', (from) => from.selectFrom('batches').select('id').where('source', '=', source))
    .execute()
}

/** Writes a batch's trades. */
async function keepTrades(
  change: Transaction<Tables>,
  source: string,
  batch: string,
  trades: readonly BestTrade[],
): Promise<void> {
  let part = 0
  for (const some of slices(trades, tradesInRow)) {
    await turn()
    await change
      .insertInto('trades')
      .values({ batch, source, part: part++, body: JSON.stringify(some) })
      .execute()
  }
}

/** Reads data that is split over several rows, one row per turn of the event loop. */
async function readParts(
  parts: { execute(): Promise<readonly { readonly part: number }[]> },
  bodyOf: (part: number) => { executeTakeFirst(): Promise<{ readonly body: string } | undefined> },
): Promise<ScanPart[]> {
  const read: ScanPart[] = []
  for (const { part } of await parts.execute()) {
    const row = await bodyOf(part).executeTakeFirst()
    if (row) read.push({ part, body: JSON.parse(row.body) as unknown })
    await turn()
  }
  return read
}

async function readTrades(db: Kysely<Tables>, source: string, batch: string): Promise<readonly BestTrade[]> {
  const rows = db.selectFrom('trades').where('source', '=', source).where('batch', '=', batch)
  const parts = await readParts(rows.select('part').orderBy('part'), (part) =>
    rows.select('body').where('part', '=', part),
  )
  return parts.flatMap(({ body }) => body as BestTrade[])
}

function scanParts(db: Kysely<Tables>, source: string): Calls<'keepPart' | 'parts'> {
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

function volatilities(db: Kysely<Tables>, source: string): Calls<'keepVolatilities' | 'volatilities'> {
  return {
    async keepVolatilities(day, points) {
      await inTransaction(db, async (change) => {
        for (const some of slices(points, pointsInStatement)) {
          await change
            .insertInto('volatilities')
            .values(some.map(({ symbol, iv30 }) => ({ source, symbol, day, iv30 })))
            .onConflict((conflict) =>
              conflict
                .columns(['source', 'symbol', 'day'])
                .doUpdateSet((row) => ({ iv30: row.ref('excluded.iv30') })),
            )
            .execute()
          await turn()
        }
      })
      // Expired volatilities do no harm: other callers need not wait for their deletion.
      for (const some of slices(points, pointsInStatement)) {
        await forgetOld(
          db,
          source,
          some.map(({ symbol }) => symbol),
        )
        await turn()
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
async function forgetOld(db: Kysely<Tables>, source: string, symbols: readonly string[]): Promise<void> {
  const full = await db
    .selectFrom('volatilities')
    .select('symbol')
    .where('source', '=', source)
    .where('symbol', 'in', symbols)
    .groupBy('symbol')
    .having(sql<boolean>`count(*) > ${keptVolatilityDays}`)
    .execute()
  for (const [place, { symbol }] of full.entries()) {
    if (place % deletionsInTurn === 0) await turn()
    await db
      .deleteFrom('volatilities')
      .where('source', '=', source)
      .where('symbol', '=', symbol)
      .where('day', 'not in', (from) =>
        from
          .selectFrom('volatilities')
          .select('day')
          .where('source', '=', source)
          .where('symbol', '=', symbol)
          .orderBy('day', 'desc')
          .limit(keptVolatilityDays),
      )
      .execute()
  }
}
