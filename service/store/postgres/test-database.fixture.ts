/**
 * Databases for tests: at TEST_DATABASE_URL (whose user may create databases), otherwise on a local
 * server if there is one. Each test file creates its own database and drops it.
 */
import { Client } from 'pg'

const candidates = process.env['TEST_DATABASE_URL']
  ? [process.env['TEST_DATABASE_URL']]
  : [
      'postgres://postgres@127.0.0.1:5432/postgres',
      'postgres://postgres@localhost/postgres?host=/var/run/postgresql',
    ]

/**
 * URL of a server for test databases; undefined if there is none: then tests that need it are
 * skipped.
 */
export const testServer: string | undefined = await findReachableServer()

/** Title for tests that need Postgres, with the reason if they are skipped. */
export const needsPostgres = testServer
  ? 'Postgres'
  : 'Postgres (skipped: no server at TEST_DATABASE_URL or 127.0.0.1:5432)'

async function findReachableServer(): Promise<string | undefined> {
  for (const url of candidates) {
    const client = new Client({ connectionString: url, connectionTimeoutMillis: 2_000 })
    try {
      await client.connect()
      await client.end()
      return url
    } catch (error) {
      // A configured URL must work.
      if (process.env['TEST_DATABASE_URL']) throw error
    }
  }
  return undefined
}

/**
 * Runs SQL statements in the database of a URL, by default in that of the server; returns the rows.
 */
export async function runSql(statements: string, url: string = testServer!): Promise<readonly object[]> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query<object>(statements)).rows
  } finally {
    await client.end()
  }
}

export type TestDatabase = { readonly url: string; drop(): Promise<void> }

/** Creates an empty database. */
export async function makeDatabase(createOptions = `encoding 'UTF8'`): Promise<TestDatabase> {
  const name = `test_${crypto.randomUUID().replaceAll('-', '')}`
  await runSql(`create database ${name} template template0 ${createOptions}`)
  const url = new URL(testServer!)
  url.pathname = `/${name}`
  return {
    url: url.href,
    drop: async () => void (await runSql(`drop database if exists ${name} with (force)`)),
  }
}

/** Deletes the rows of all tables except the migration step. Deleting is faster than truncating. */
export async function emptyTables(url: string): Promise<void> {
  await runSql(
    `do $$ declare one record; begin
      set local session_replication_role = replica;
      for one in select tablename from pg_tables where schemaname = 'public' and tablename <> 'schema_step' loop
        execute format('delete from %I', one.tablename);
      end loop;
    end $$`,
    url,
  )
}

/** Drops every table. */
export async function clearDatabase(url: string): Promise<void> {
  await runSql('drop schema public cascade; create schema public', url)
}
