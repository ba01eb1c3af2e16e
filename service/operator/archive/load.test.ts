/** Archives of other versions: columns that an older version lacks get their defaults; a newer version is refused. */
import { expect, test } from 'vitest'
import { publishedAsset } from '#service/store/assets.suite.ts'
import { sqlAssets } from '#service/store/sql/assets.ts'
import { withDatabase } from '#service/store/sqlite/sqlite-bulk-transfer.ts'
import { columnsOf, dump } from './dump.ts'
import { verifyLines } from './lines.ts'
import type { Line } from './lines.ts'
import { load } from './load.ts'

/** Returns the archive of one partner, as written by a version without these columns. */
const dumpWithout = (omittedColumns: readonly string[]): Promise<Line[]> =>
  withDatabase(':memory:', async (db) => {
    await db
      .insertInto('partners')
      .values({ id: 'p_one', name: 'One', settings: '{}', created_at: 5, disabled_at: null })
      .execute()
    const columns = new Map(
      [...(await columnsOf(db))].map(([table, names]) => [
        table,
        names.filter((name) => !omittedColumns.includes(name)),
      ]),
    )
    const lines: Line[] = []
    for await (const line of dump(db, columns)) lines.push(line)
    return lines
  })

const loadPartners = (lines: readonly Line[]) =>
  withDatabase(':memory:', (db) =>
    db.transaction().execute(async (transaction) => {
      await load(transaction, verifyLines(stream(lines)))
      return transaction.selectFrom('partners').selectAll().execute()
    }),
  )

async function* stream(lines: readonly Line[]): AsyncGenerator<Line> {
  yield* lines
}

test('columns that an archive of an older version lacks get their defaults', async () => {
  expect(await loadPartners(await dumpWithout(['disabled_at', 'withdrawn']))).toEqual([
    { id: 'p_one', name: 'One', settings: '{}', created_at: 5, disabled_at: null },
  ])
})

test('a table that an archive of an older version lacks is empty', async () => {
  const isOfUsage = (line: Line) => 'table' in line && line.table === 'usage'
  const older = (await dumpWithout([])).filter((line) => !isOfUsage(line))
  expect(await loadPartners(older)).toHaveLength(1)
})

test('an archive with an unknown column is refused, with the name of the column', async () => {
  const lines = await dumpWithout([])
  const newer = lines.map((line) =>
    line.kind === 'table' && line.table === 'partners'
      ? { ...line, columns: line.columns.with(0, 'colour') }
      : line,
  )
  await expect(loadPartners(newer)).rejects.toThrow(
    'newer version: partners.colour is unknown in this version',
  )
})

test('an archive has no files of the app, which each node publishes', async () => {
  const tables = await withDatabase(':memory:', async (db) => {
    await sqlAssets(db).publish([publishedAsset('assets/a.js')], 5)
    const lines: Line[] = []
    for await (const line of dump(db)) lines.push(line)
    return lines.flatMap((line) => (line.kind === 'table' ? [line.table] : []))
  })
  expect(tables).toContain('font_faces')
  expect(tables).not.toContain('published_assets')
})
