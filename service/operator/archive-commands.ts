/** The whole store: kept in a file, put back from one, moved from a data folder to Postgres. The pepper goes none of these ways. */
import { basename, join, resolve } from 'node:path'
import type { Transaction } from 'kysely'
import { OperatorError } from '#service/access/operator/operator-error.ts'
import { databaseFile, makeFolder } from '#service/server/config/data-dir.ts'
import type { Environment } from '#service/server/config/environment.ts'
import { pepperCheckOf, readPepper } from '#service/server/config/pepper.ts'
import { readArchive, writeArchive } from './archive/archive-file.ts'
import { dump } from './archive/dump.ts'
import { checked, endsOf } from './archive/lines.ts'
import type { ArchiveHeader, Line, TableEnd } from './archive/lines.ts'
import { load } from './archive/load.ts'
import type { WholeStore } from '#service/store/sql/whole-store.ts'
import { wholePostgres } from '#service/store/postgres/whole-postgres.ts'
import { sqlAudit } from '#service/store/sql/audit.ts'
import type { Tables } from '#service/store/sql/tables.ts'
import { wholeSqlite } from '#service/store/sqlite/whole-sqlite.ts'
import { requireStore, fail, wordAt } from './command.ts'
import type { CommandResult } from './command.ts'

export const archiveHelp = `  backup <file>                           the store as a new file, read again and counted; the service may run meanwhile.
                                          Keep the pepper's file too, in another place: it is not in there
  restore <file>                          puts a backup into an empty store, of this or the other engine
  store copy [data folder]                puts a data folder's store (default DATA_DIR) into the empty one of DATABASE_URL`

/**
 * Runs an archive command; undefined for any other. These commands open the store directly: an empty store
 * must not get a new pepper before the backup's is in place.
 */
export async function runArchiveCommand(
  [group, ...words]: readonly string[],
  environment: Environment,
): Promise<CommandResult | undefined> {
  const run = group === 'backup' ? backUp : group === 'restore' ? restore : undefined
  if (run) return run(atMostOne(words), environment)
  if (group === 'store' && words[0] === 'copy') return copy(atMostOne(words.slice(1)), environment)
  return undefined
}

const atMostOne = (words: readonly string[]) =>
  words.length > 1 ? fail(`"${words[1]}" is one word too many`) : words

async function backUp(words: readonly string[], environment: Environment): Promise<CommandResult> {
  const path = wordAt(words, 0, '<file>')
  if (environment.databaseUrl === null) requireStore(environment.dataDir)
  const { store, name } = storeOf(environment)
  await orRefused(`No backup was made at ${path}`, () =>
    store.read((db) => writeArchive(path, withCheck(dump(db), environment.pepperFile))),
  )
  const tables = await endsOf(readArchive(path))
  return answer(tables, `Backed up ${name} to ${path}, and read it again:`, { file: path })
}

async function restore(words: readonly string[], environment: Environment): Promise<CommandResult> {
  const path = wordAt(words, 0, '<file>')
  makeFolder(environment.dataDir)
  const { store, name } = storeOf(environment)
  const tables = await orRefused(`Nothing was restored to ${name}`, () =>
    store.fill((change) =>
      loadRecorded(change, ofThisPepper(readArchive(path), environment), 'store-restored', basename(path)),
    ),
  )
  return answer(tables, `Restored ${path} to ${name}, and compared:`, { file: path })
}

async function copy([given]: readonly string[], environment: Environment): Promise<CommandResult> {
  const folder = given ?? environment.dataDir
  if (environment.databaseUrl === null)
    throw new OperatorError('DATABASE_URL is not set: it names the database that the store is copied to.')
  requireStore(folder)
  const { databaseUrl } = environment
  const tables = await orRefused('Nothing was copied to the database of DATABASE_URL', () =>
    wholeSqlite(databaseFile(folder)).read((db) =>
      wholePostgres(databaseUrl).fill((change) =>
        loadRecorded(
          change,
          ofThisPepper(checked(withCheck(dump(db), join(folder, 'pepper'))), environment),
          'store-copied',
          basename(resolve(folder)),
        ),
      ),
    ),
  )
  return answer(tables, `Copied the store in ${folder} to the database of DATABASE_URL, and compared:`, {
    folder,
  })
}

/** The rows as they were, and behind them, in the same step, one that says from where they came. */
async function loadRecorded(
  change: Transaction<Tables>,
  lines: AsyncIterable<Line>,
  action: 'store-restored' | 'store-copied',
  subject: string,
): Promise<readonly TableEnd[]> {
  const tables = await load(change, lines)
  const details = { rows: tables.reduce((sum, { rows }) => sum + rows, 0) }
  const deed = { at: Date.now(), actor: 'operator', action, partnerId: null, subject, details } as const
  await sqlAudit(change).append(deed)
  return tables
}

function storeOf({ databaseUrl, dataDir }: Environment): { store: WholeStore; name: string } {
  if (databaseUrl !== null) return { store: wholePostgres(databaseUrl), name: 'the database of DATABASE_URL' }
  return { store: wholeSqlite(databaseFile(dataDir)), name: `the store in ${dataDir}` }
}

/** A store last opened by a version without check values gets one from the pepper beside it. */
async function* withCheck(lines: AsyncIterable<Line>, pepperFile: string): AsyncGenerator<Line> {
  for await (const line of lines) {
    const pepper = line.kind === 'header' && line.pepperCheck === null ? readPepper(pepperFile) : undefined
    yield pepper ? { ...(line as ArchiveHeader), pepperCheck: pepperCheckOf(pepper) } : line
  }
}

/** @throws Error where the pepper in use is not the one that the secrets in the lines are hashed with */
async function* ofThisPepper(lines: AsyncIterable<Line>, { pepperFile }: Environment): AsyncGenerator<Line> {
  const pepper = readPepper(pepperFile)
  if (!pepper)
    throw new Error(`put the pepper that its keys are hashed with at ${pepperFile} first; it is kept apart`)
  for await (const line of lines) {
    if (line.kind === 'header' && line.pepperCheck !== null && line.pepperCheck !== pepperCheckOf(pepper))
      throw new Error(`its keys are hashed with another pepper than the one at ${pepperFile}`)
    yield line
  }
}

async function orRefused<Result>(what: string, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    throw new OperatorError(`${what}: ${reasonOf(error)}.`)
  }
}

/** Messages for error codes of the disk and gzip. */
const reasons: Readonly<Record<string, string>> = {
  EEXIST: 'a file of that name is there already, and a backup is always a new one',
  ENOENT: 'there is no such file, or its folder is not there',
  ENOSPC: 'the disk is full',
  EACCES: 'the file or its folder may not be read or written by this user',
  Z_BUF_ERROR: 'the file is torn: it ends before its end',
  Z_DATA_ERROR: 'the file is no backup, or damaged',
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const { code = '' } = error as NodeJS.ErrnoException
  return reasons[code] ?? error.message
}

function answer(tables: readonly TableEnd[], done: string, named: object): CommandResult {
  const lines = tables.map(
    ({ table, rows, sha256 }) =>
      `  ${table.padEnd(16)}${String(rows).padStart(9)} rows  ${sha256.slice(0, 16)}`,
  )
  return {
    data: { ...named, tables: tables.map(({ table, rows, sha256 }) => ({ table, rows, sha256 })) },
    text: [done, ...lines].join('\n'),
  }
}
