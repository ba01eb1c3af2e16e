/** PostgreSQL databases for tests: created empty and dropped afterwards. */
import { randomBytes } from 'node:crypto'
import { Client } from 'pg'

/** Address of the server; the user must be allowed to create databases. */
const server = process.env['TEST_DATABASE_URL'] ?? 'postgres://postgres@127.0.0.1:5432/postgres'

export type FreshDatabase = {
  /** Value of DATABASE_URL. */
  readonly url: string
  readonly drop: () => Promise<void>
}

async function runSql(sql: string): Promise<void> {
  const client = new Client({ connectionString: server, connectionTimeoutMillis: 3000 })
  await client.connect()
  try {
    await client.query(sql)
  } finally {
    await client.end()
  }
}

/** Reason why tests that need PostgreSQL cannot run, for the titles of skipped tests; null if they can. */
export const postgresSkipReason: string | null = await runSql('SELECT 1').then(
  () => null,
  (error: unknown) => `skipped: no PostgreSQL at ${new URL(server).host} (${String(error)})`,
)

/** Creates an empty database. */
export async function freshDatabase(): Promise<FreshDatabase> {
  const name = `options_test_${randomBytes(6).toString('hex')}`
  await runSql(`CREATE DATABASE ${name}`)
  const url = new URL(server)
  url.pathname = `/${name}`
  return { url: url.href, drop: () => runSql(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`) }
}
