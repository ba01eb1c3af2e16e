/** The tables, as numbered steps that are never edited once released: a change is a new step. */
import type { DatabaseSync } from 'node:sqlite'

const migrations: readonly string[] = [
  `
  create table partners (id text primary key, name text not null, settings text not null, created_at integer not null) strict;
  create table domains (partner_id text not null references partners (id), origin text not null, primary key (partner_id, origin)) strict, without rowid;
  create table keys (
    id text primary key, kind text not null, partner_id text not null references partners (id), secret_hash text not null,
    previous_hash text, previous_until integer, scopes text not null, rate_per_minute integer, addresses text not null,
    created_at integer not null, last_used_at integer, revoked_at integer
  ) strict;
  create index keys_of_partner on keys (partner_id);
  create table auth_tokens (
    hash text primary key, key_id text not null, partner_id text not null, user text, expires_at integer not null, used_at integer
  ) strict, without rowid;
  create table access_tokens (
    hash text primary key, key_id text not null, partner_id text not null, flow text not null, user text not null,
    expires_at integer not null, ended_at integer
  ) strict, without rowid;
  create table sessions (
    id text primary key, cookie_hash text not null unique, token_hash text not null, key_id text not null, partner_id text not null,
    origin text not null, instance text not null, expires_at integer not null, ended_at integer
  ) strict, without rowid;
  create index sessions_of_token on sessions (token_hash);
  create table tickets (hash text primary key, session_id text not null, expires_at integer not null, used_at integer) strict, without rowid;
  create table legacy_tokens (hash text primary key, key_id text not null, partner_id text not null, expires_at integer not null) strict, without rowid;
  create table batches (seq integer primary key autoincrement, source text not null, id text not null, body text not null) strict;
  create index batches_of_source on batches (source, seq);
  create table volatilities (
    source text not null, symbol text not null, day text not null, iv30 real not null, primary key (source, symbol, day)
  ) strict, without rowid;
  `,
  `
  create table trades (
    batch text not null, source text not null, part integer not null, body text not null, primary key (batch, part)
  ) strict, without rowid;
  create table scan_parts (
    source text not null, scan text not null, part integer not null, body text not null, primary key (source, scan, part)
  ) strict, without rowid;
  `,
]

/** Brings the database up to the newest step; each step is applied whole or not at all. Refuses a database of a newer version. */
export function migrate(database: DatabaseSync): void {
  database.exec('begin immediate')
  try {
    const { user_version: reached } = database.prepare('pragma user_version').get() as {
      user_version: number
    }
    if (reached > migrations.length) {
      throw new Error(
        `the database is of a newer version (step ${reached}) than this service (step ${migrations.length})`,
      )
    }
    for (const step of migrations.slice(reached)) database.exec(step)
    database.exec(`pragma user_version = ${migrations.length}`)
    database.exec('commit')
  } catch (error) {
    database.exec('rollback')
    throw error
  }
}
