/** The check value of the pepper in SQL: a table with one row. */
import type { Kysely } from 'kysely'
import type { PepperCheck } from '#service/store/pepper-check.ts'
import type { Tables } from './tables.ts'

export function sqlPepperCheck(db: Kysely<Tables>): PepperCheck {
  return {
    async read() {
      const row = await db.selectFrom('pepper_check').select('value').executeTakeFirst()
      return row?.value
    },
    async keep(value) {
      await db
        .insertInto('pepper_check')
        .values({ id: 1, value })
        .onConflict((conflict) => conflict.doNothing())
        .execute()
    },
  }
}
