/**
 * The tables in SQLite, as numbered steps. A released step is never edited: a change is a new step.
 */
import type { DatabaseSync } from 'node:sqlite'
import { expand, needsMigration, requiredStepsOf } from '#service/store/sql/schema-steps.ts'
import type { SchemaStep } from '#service/store/sql/schema-steps.ts'
import type { SchemaState } from '#service/store/store-state.ts'

export const migrations: readonly SchemaStep[] = [
  expand(`
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
  `),
  expand(`
  create table trades (
    batch text not null, source text not null, part integer not null, body text not null, primary key (batch, part)
  ) strict, without rowid;
  create table scan_parts (
    source text not null, scan text not null, part integer not null, body text not null, primary key (source, scan, part)
  ) strict, without rowid;
  `),
  expand(`
  create table pepper_check (id integer primary key check (id = 1), value text not null) strict;
  create index auth_tokens_by_expiry on auth_tokens (expires_at);
  create index tickets_by_expiry on tickets (expires_at);
  create index legacy_tokens_by_expiry on legacy_tokens (expires_at);
  create index access_tokens_by_expiry on access_tokens (expires_at);
  create index access_tokens_by_end on access_tokens (ended_at) where ended_at is not null;
  create index sessions_by_expiry on sessions (expires_at);
  create index sessions_by_end on sessions (ended_at) where ended_at is not null;
  `),
  expand(`
  alter table batches add column withdrawn integer not null default 0;
  create table scan_outcomes (
    seq integer primary key autoincrement, source text not null, outcome text not null, body text not null,
    published integer not null, refused integer not null, failed integer not null
  ) strict;
  create index scan_outcomes_of_source on scan_outcomes (source, seq);
  `),
  expand(`
  alter table partners add column disabled_at integer;
  alter table sessions add column flow text not null default 'apiKey';
  alter table sessions add column user text not null default '';
  alter table sessions add column opened_at integer not null default 0;
  update sessions set (flow, user) = (
    select access_tokens.flow, access_tokens.user from access_tokens where access_tokens.hash = sessions.token_hash
  ) where exists (select 1 from access_tokens where access_tokens.hash = sessions.token_hash);
  create index sessions_of_user on sessions (key_id, user, opened_at) where ended_at is null;
  create index sessions_of_partner on sessions (partner_id) where ended_at is null;
  create table audit (
    seq integer primary key autoincrement, at integer not null, actor text not null, action text not null, partner_id text,
    subject text, details text not null
  ) strict;
  create index audit_of_partner on audit (partner_id, seq);
  `),
  expand('alter table keys add column certificate text'),
  expand('create table write_probe (id integer primary key check (id = 1), at integer not null) strict'),
  expand(`
  create table usage (
    month text not null, partner_id text not null, user_hash text not null, class text not null,
    primary key (month, partner_id, user_hash, class)
  ) strict, without rowid
  `),
  expand(`
  create table releases (
    version text primary key, promoted_at integer, withdrawn_at integer, withdrawal_reason text not null,
    loader_withdrawn integer not null
  ) strict
  `),
  expand(`
  create table font_faces (
    font_id text not null, partner_id text not null references partners (id), family text not null, weight text not null,
    style text not null, file text not null, metrics text not null, created_at integer not null, body text not null,
    primary key (font_id, style, weight)
  ) strict;
  create index font_faces_of_partner on font_faces (partner_id)
  `),
  expand(`
  create table record_entries (
    series text not null, number integer not null, night text not null, published_at text not null, sha256 text not null,
    previous_sha256 text, key_id text not null, ideas integer not null, picks integer not null, resolutions integer not null,
    file text not null, primary key (series, number), unique (series, night)
  ) strict;
  create table record_picks (
    series text not null, night text not null, pick integer not null, symbol text not null, expiry text not null,
    body text not null, resolution text, primary key (series, night, pick)
  ) strict;
  create index record_picks_open on record_picks (series, expiry, symbol) where resolution is null;
  create table record_dividends (
    series text not null, symbol text not null, ex_date text not null, amount real not null,
    primary key (series, symbol, ex_date)
  ) strict
  `),
  expand(`
  alter table sessions add column address_block text not null default '';
  drop index sessions_of_user;
  create index sessions_of_user on sessions (key_id, user, flow, address_block, opened_at) where ended_at is null
  `),
  expand('alter table keys add column expires_at integer'),
  expand(`
  drop index sessions_by_expiry;
  create index sessions_by_expiry on sessions (expires_at, ended_at, key_id)
  `),
  expand(`
  create table published_assets (
    name text primary key, type text not null, etag text not null, encoding text not null, body blob not null,
    published_at integer not null
  ) strict;
  create index published_assets_by_time on published_assets (published_at)
  `),
]

/**
 * Migrates to the newest step, all steps or none. A database of a newer version stays as it is.
 *
 * @returns the state before, if it needed no step, or after
 * @throws Error if this version does not work on the database
 */
export function migrate(database: DatabaseSync, steps: readonly SchemaStep[] = migrations): SchemaState {
  // A database that needs no step needs no lock.
  const before = schemaState(database, steps)
  if (!needsMigration(before)) return before
  database.exec('begin immediate')
  try {
    const state = schemaState(database, steps)
    // Another process may have migrated in the meantime.
    if (needsMigration(state)) {
      for (const step of steps.slice(state.appliedSteps)) database.exec(step.sql)
      database.exec(`
        create table if not exists schema_step (one integer primary key check (one = 1), required_steps integer not null) strict;
        insert or replace into schema_step (one, required_steps) values (1, ${requiredStepsOf(steps)});
        pragma user_version = ${steps.length}`)
    }
    database.exec('commit')
    return schemaState(database, steps)
  } catch (error) {
    // SQLite may have rolled back already.
    if (database.isTransaction) database.exec('rollback')
    throw error
  }
}

/** Reads the state of the schema without changing it. The number of applied steps is `user_version`. */
export function schemaState(database: DatabaseSync, steps: readonly SchemaStep[] = migrations): SchemaState {
  const appliedSteps = Number(database.prepare('pragma user_version').get()?.['user_version'])
  // Versions before 1.5.0 have created no table `schema_step`.
  const hasTable = database.prepare("select 1 from sqlite_master where name = 'schema_step'").get()
  const required = hasTable && database.prepare('select required_steps from schema_step').get()
  const requiredSteps = Number(required?.['required_steps'] ?? appliedSteps)
  return { appliedSteps, knownSteps: steps.length, requiredSteps }
}
