/** Batches and volatilities of one market in SQLite. */
import type { Kysely } from 'kysely'
import { keptBatches, keptVolatilityDays } from '#service/store/batches.ts'
import type { Batch, BatchRepository } from '#service/store/batches.ts'
import type { Tables } from './tables.ts'

/** `source` names the market: batches and volatilities of one are never mixed with another's. */
export function sqliteBatches(db: Kysely<Tables>, source: string): BatchRepository {
  return { ...batches(db, source), ...volatilities(db, source) }
}

type Calls<Name extends keyof BatchRepository> = Pick<BatchRepository, Name>

function batches(db: Kysely<Tables>, source: string): Calls<'publish' | 'latest'> {
  let parsed: { seq: number; batch: Batch } | undefined
  const calls: Calls<'publish' | 'latest'> = {
    async publish(batch) {
      // The newest row is the latest batch, so that the insert is the switch.
      const body = JSON.stringify(batch)
      await db.transaction().execute(async (change) => {
        await change.insertInto('batches').values({ source, id: batch.id, body }).execute()
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
      })
    },
    async latest() {
      const newest = await db
        .selectFrom('batches')
        .select('seq')
        .where('source', '=', source)
        .orderBy('seq', 'desc')
        .limit(1)
        .executeTakeFirst()
      if (!newest) return undefined
      if (parsed?.seq !== newest.seq) {
        const row = await db
          .selectFrom('batches')
          .select('body')
          .where('seq', '=', newest.seq)
          .executeTakeFirst()
        // Another process may have published and pruned in between; then the newest is asked for again.
        if (!row) return calls.latest()
        parsed = { seq: newest.seq, batch: JSON.parse(row.body) as Batch }
      }
      return parsed.batch
    },
  }
  return calls
}

function volatilities(db: Kysely<Tables>, source: string): Calls<'keepVolatilities' | 'volatilities'> {
  return {
    async keepVolatilities(day, points) {
      await db.transaction().execute(async (change) => {
        for (const { symbol, iv30 } of points) {
          await change
            .insertInto('volatilities')
            .values({ source, symbol, day, iv30 })
            .onConflict((conflict) => conflict.columns(['source', 'symbol', 'day']).doUpdateSet({ iv30 }))
            .execute()
          await change
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
      })
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
