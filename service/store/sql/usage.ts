/** Usage of licensed market data, in SQL. */
import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import { dataClasses } from '#contract/responses/data-class.ts'
import type { UsageRepository } from '#service/store/usage.ts'
import type { Tables } from './tables.ts'

/** Position of a row's class in `dataClasses`: 0 is the most restricted. */
const classRank = sql<number>`case class ${sql.join(
  dataClasses.map((name, rank) => sql`when ${sql.lit(name)} then ${sql.lit(rank)}`),
  sql` `,
)} end`

export function sqlUsage(db: Kysely<Tables>): UsageRepository {
  return {
    async record({ month, partnerId, user, dataClass }) {
      await db
        .insertInto('usage')
        .values({ month, partner_id: partnerId, user_hash: user, class: dataClass })
        .onConflict((conflict) => conflict.doNothing())
        .execute()
    },
    async counts(month) {
      const highest = db
        .selectFrom('usage')
        .select(['partner_id', sql<number>`min(${classRank})`.as('class_rank')])
        .where('month', '=', month)
        .groupBy(['partner_id', 'user_hash'])
      const rows = await db
        .selectFrom(highest.as('highest'))
        .select(['partner_id', 'class_rank', sql<number | string>`count(*)`.as('users')])
        .groupBy(['partner_id', 'class_rank'])
        .orderBy('partner_id')
        .orderBy('class_rank')
        .execute()
      return rows.map(({ partner_id: partnerId, class_rank: rank, users }) => ({
        partnerId,
        dataClass: dataClasses[rank]!,
        users: Number(users),
      }))
    },
  }
}
