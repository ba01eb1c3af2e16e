/** Outcomes of the scans of one market, in SQL. */
import type { Kysely } from 'kysely'
import { maxStoredOutcomes, noTotals } from '#service/store/scan-outcomes.ts'
import type { ScanOutcome, ScanOutcomeRepository, ScanTotals } from '#service/store/scan-outcomes.ts'
import type { WithAdvisoryLock } from './advisory-lock.ts'
import type { Tables } from './tables.ts'

/** @param source name of the market */
export function sqlScanOutcomes(
  db: Kysely<Tables>,
  source: string,
  advisoryLock: WithAdvisoryLock,
): ScanOutcomeRepository {
  const newest = (database: Kysely<Tables>) =>
    database
      .selectFrom('scan_outcomes')
      .selectAll()
      .where('source', '=', source)
      .orderBy('seq', 'desc')
      .limit(1)
  return {
    async keep(outcome) {
      await db.transaction().execute(async (change) => {
        await advisoryLock(change, `scans of ${source}`)
        const previous = totalsOf(await newest(change).executeTakeFirst())
        const totals = { ...previous, [outcome.outcome]: previous[outcome.outcome] + 1 }
        await change
          .insertInto('scan_outcomes')
          .values({ source, outcome: outcome.outcome, body: JSON.stringify(outcome), ...totals })
          .execute()
        await deleteOldOutcomes(change, source)
      })
    },
    async summary() {
      const [last, published] = await Promise.all([
        newest(db).executeTakeFirst(),
        newest(db).where('outcome', '=', 'published').executeTakeFirst(),
      ])
      const outcomeOf = (row: { body: string } | undefined) => row && (JSON.parse(row.body) as ScanOutcome)
      const totals = totalsOf(last)
      return {
        last: outcomeOf(last),
        lastPublished: outcomeOf(published),
        totals,
        unpublished: unpublishedOf(totals) - unpublishedOf(totalsOf(published)),
      }
    },
  }
}

const totalsOf = (row: ScanTotals | undefined): ScanTotals =>
  row ? { published: row.published, refused: row.refused, failed: row.failed } : noTotals

const unpublishedOf = ({ refused, failed }: ScanTotals): number => refused + failed

/** Deletes outcomes beyond the retained number, except that of the last scan that published. */
async function deleteOldOutcomes(change: Kysely<Tables>, source: string): Promise<void> {
  const newest = change
    .selectFrom('scan_outcomes')
    .select('seq')
    .where('source', '=', source)
    .orderBy('seq', 'desc')
  await change
    .deleteFrom('scan_outcomes')
    .where('source', '=', source)
    .where('seq', 'not in', newest.limit(maxStoredOutcomes))
    .where('seq', 'not in', newest.where('outcome', '=', 'published').limit(1))
    .execute()
}
