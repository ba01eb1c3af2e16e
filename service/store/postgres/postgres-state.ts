/** Reads the state of a Postgres database without migrating it. */
import { sql } from 'kysely'
import type { StoreState } from '#service/store/store-state.ts'
import { assertUtf8, schemaState } from './migrations.ts'
import { assertWritable, unlimitedDatabase } from './postgres.ts'

/** Rejects if the server cannot be reached, accepts no writes, or has another encoding than UTF-8. */
export async function postgresState(url: string): Promise<StoreState> {
  const db = unlimitedDatabase(url)
  try {
    await assertWritable(db)
    await assertUtf8(db)
    const hasTable = async (name: string) => {
      const { rows } = await sql<{
        exists: boolean
      }>`select to_regclass(${name}) is not null as "exists"`.execute(db)
      return rows[0]?.exists === true
    }
    const check = (await hasTable('pepper_check'))
      ? await db.selectFrom('pepper_check').select('value').executeTakeFirst()
      : undefined
    const key = (await hasTable('keys'))
      ? await db.selectFrom('keys').select('id').limit(1).executeTakeFirst()
      : undefined
    return {
      ...(await schemaState(db)),
      pepperCheck: check?.value ?? null,
      hasKeys: key !== undefined,
    }
  } finally {
    await db.destroy()
  }
}
