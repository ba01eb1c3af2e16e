/** The tables of an archive and the order of their rows. */
import type { Tables } from '#service/store/sql/tables.ts'

/**
 * Sort columns: the key of a table, or its insertion number. Tables that others refer to come first. A missing table is
 * a compile error.
 */
const order: { readonly [Table in keyof Tables]: readonly (keyof Tables[Table] | 'rowid')[] } = {
  partners: ['rowid'],
  domains: ['partner_id', 'origin'],
  keys: ['rowid'],
  auth_tokens: ['hash'],
  access_tokens: ['hash'],
  sessions: ['id'],
  tickets: ['hash'],
  legacy_tokens: ['hash'],
  audit: ['seq'],
  batches: ['seq'],
  trades: ['batch', 'part'],
  scan_parts: ['source', 'scan', 'part'],
  scan_outcomes: ['seq'],
  volatilities: ['source', 'symbol', 'day'],
  usage: ['month', 'partner_id', 'user_hash', 'class'],
  releases: ['version'],
  font_faces: ['font_id', 'style', 'weight'],
  record_entries: ['series', 'number'],
  record_picks: ['series', 'night', 'pick'],
  record_dividends: ['series', 'symbol', 'ex_date'],
  published_assets: ['name'],
  pepper_check: ['id'],
}

export type TableName = keyof Tables

/** Columns that the engine generates: another engine generates other numbers in the same order. */
export const generatedColumns: readonly string[] = ['rowid', 'seq']

/**
 * Not in an archive as tables: the header has the value of `pepper_check`, and each node publishes its files in
 * `published_assets` when it starts.
 */
const notArchived: readonly TableName[] = ['pepper_check', 'published_assets']

/** All tables of an archive. */
export const archivedTables = (Object.keys(order) as TableName[]).filter(
  (name) => !notArchived.includes(name),
)

export const isArchived = (name: string): name is TableName => (archivedTables as string[]).includes(name)

export const orderOf = (table: TableName): readonly string[] => order[table]
