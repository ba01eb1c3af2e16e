/**
 * Backup and restore of the store, and copying it from a data folder to Postgres. The pepper is never
 * included. These commands open the store themselves: `openData` would give an empty store a new pepper before
 * the pepper of the backup is in place.
 */
import { basename, join, resolve } from 'node:path'
import type { Transaction } from 'kysely'
import { OperatorError } from '#service/access/operator/operator-error.ts'
import { databaseFile, ensureFolder } from '#service/server/config/data-dir.ts'
import type { Environment } from '#service/server/config/environment.ts'
import { pepperCheckOf, readPepper } from '#service/server/config/pepper.ts'
import { readArchive, writeArchive } from './archive/archive-file.ts'
import { dump } from './archive/dump.ts'
import { reapplyLaterEnds, restoredEndsData, restoredEndsText } from './archive/later-ends.ts'
import { readAuditLog } from './archive/later-entries.ts'
import { verifyLines, readTableTotals } from './archive/lines.ts'
import type { ArchiveHeader, Line, TableTotals } from './archive/lines.ts'
import { load } from './archive/load.ts'
import type { BulkTransfer } from '#service/store/sql/bulk-transfer.ts'
import { postgresBulkTransfer } from '#service/store/postgres/postgres-bulk-transfer.ts'
import { sqlAudit } from '#service/store/sql/audit.ts'
import type { AuditEntry } from '#service/store/audit.ts'
import type { Tables } from '#service/store/sql/tables.ts'
import { sqliteBulkTransfer } from '#service/store/sqlite/sqlite-bulk-transfer.ts'
import { defineCommand } from './command.ts'
import type { CommandGroup, CommandResult } from './command.ts'
import { requireStore } from './command-context.ts'
import type { SystemUser } from './system-user.ts'

export const backupCommand = defineCommand({
  summary: 'Writes the store to a new file and verifies the file.',
  details:
    'The service may run meanwhile. The file does not contain the pepper: keep a copy of it in another place.',
  arguments: { file: { meaning: 'path of the new file' } },
  needs: 'settings',
  example: 'backup /var/backups/options-2026-11-20.gz',
  async run({ environment, user }, { file }) {
    if (environment.databaseUrl === null) requireStore(environment.dataDir)
    const { store, name } = storeOf(environment)
    await describeFailure(`No backup was made at ${file}`, () =>
      store.read((db) => writeArchive(file, withPepperCheck(dump(db), environment.pepperFile))),
    )
    const tables = await readTableTotals(readArchive(file))
    const entry = auditEntry('store-backed-up', basename(file), tables, user)
    // A backup of a read-only standby is complete without an entry.
    const unrecorded = await store
      .withoutMigration((change) => sqlAudit(change).append(entry))
      .then(() => null, reasonOf)
    const { data, text } = resultOf(tables, `Backed up ${name} to ${file}, and verified the file:`, {
      file,
      isAudited: unrecorded === null,
    })
    return {
      data,
      text:
        unrecorded === null ? text : [...text, `The audit log has no entry of this backup: ${unrecorded}.`],
    }
  },
})

export const restoreCommand = defineCommand({
  summary: 'Restores a backup to an empty store.',
  details:
    'The store may be of another database engine than that of the backup. The pepper must be in place first. What ended after the backup (revoked keys, …) is valid again without --ended-since.',
  arguments: { file: { meaning: 'path of the backup' } },
  options: {
    'ended-since': {
      type: 'text',
      value: 'place',
      meaning:
        'ends again what ended after the backup, by the audit log of the replaced store: its data folder or address of Postgres, or the output of audit list --json',
    },
  },
  needs: 'settings',
  example: 'restore /var/backups/options-2026-11-20.gz --ended-since /var/lib/options',
  async run({ environment, user }, { file }, { 'ended-since': replaced }) {
    ensureFolder(environment.dataDir)
    const { store, name } = storeOf(environment)
    let madeAt = ''
    const { tables, ends } = await describeFailure(`Nothing was restored to ${name}`, async () => {
      const log = replaced === undefined ? undefined : await readAuditLog(replaced)
      return store.fill(async (transaction) => {
        const lines = readHeader(requirePepper(readArchive(file), environment), (made) => (madeAt = made))
        const loaded = await load(transaction, lines)
        const reapplied = log && (await reapplyLaterEnds(transaction, log, user))
        await sqlAudit(transaction).append(auditEntry('store-restored', basename(file), loaded, user))
        return { tables: loaded, ends: reapplied }
      })
    })
    const { data, text } = resultOf(tables, `Restored ${file} to ${name}, and verified it:`, {
      file,
      madeAt,
      ...restoredEndsData(ends),
    })
    return { data, text: [...text, ...restoredEndsText(madeAt, ends)] }
  },
})

const copy = defineCommand({
  summary: 'Copies the store of a data folder to Postgres.',
  details: 'The database of DATABASE_URL must be empty.',
  arguments: { 'data folder': { meaning: 'the folder to copy from', otherwise: 'DATA_DIR' } },
  needs: 'settings',
  example: 'store copy /var/lib/options',
  async run({ environment, user }, { 'data folder': folder = environment.dataDir }) {
    const { databaseUrl } = environment
    if (databaseUrl === null)
      throw new OperatorError('DATABASE_URL is not set: it names the database that the store is copied to.')
    requireStore(folder)
    const tables = await describeFailure('Nothing was copied to the database of DATABASE_URL', () =>
      sqliteBulkTransfer(databaseFile(folder)).read((db) =>
        postgresBulkTransfer(databaseUrl).fill((transaction) =>
          loadWithAuditEntry(
            transaction,
            requirePepper(verifyLines(withPepperCheck(dump(db), join(folder, 'pepper'))), environment),
            (totals) => auditEntry('store-copied', basename(resolve(folder)), totals, user),
          ),
        ),
      ),
    )
    const summary = `Copied the store in ${folder} to the database of DATABASE_URL, and verified it:`
    return resultOf(tables, summary, { folder })
  },
})

export const storeCommands: CommandGroup = { summary: 'Whole stores', commands: { copy } }

/** Loads the rows and, in the same transaction, appends an audit entry with their source. */
async function loadWithAuditEntry(
  transaction: Transaction<Tables>,
  lines: AsyncIterable<Line>,
  entryOf: (tables: readonly TableTotals[]) => AuditEntry,
): Promise<readonly TableTotals[]> {
  const tables = await load(transaction, lines)
  await sqlAudit(transaction).append(entryOf(tables))
  return tables
}

/** @param subject name of the file or folder */
const auditEntry = (
  action: 'store-backed-up' | 'store-restored' | 'store-copied',
  subject: string,
  tables: readonly TableTotals[],
  user: SystemUser,
): AuditEntry => ({
  at: Date.now(),
  actor: 'operator',
  action,
  partnerId: null,
  subject,
  details: { rows: tables.reduce((sum, { rows }) => sum + rows, 0), ...user },
})

function storeOf({ databaseUrl, dataDir }: Environment): { store: BulkTransfer; name: string } {
  if (databaseUrl !== null)
    return { store: postgresBulkTransfer(databaseUrl), name: 'the database of DATABASE_URL' }
  return { store: sqliteBulkTransfer(databaseFile(dataDir)), name: `the store in ${dataDir}` }
}

/** Adds the check value of the pepper to the header if the store was last opened by a version without check values. */
async function* withPepperCheck(lines: AsyncIterable<Line>, pepperFile: string): AsyncGenerator<Line> {
  for await (const line of lines) {
    const pepper = line.kind === 'header' && line.pepperCheck === null ? readPepper(pepperFile) : undefined
    yield pepper ? { ...(line as ArchiveHeader), pepperCheck: pepperCheckOf(pepper) } : line
  }
}

/** Passes lines through. Calls `onMade` with the time of the backup, ISO 8601 UTC. */
async function* readHeader(lines: AsyncIterable<Line>, onMade: (made: string) => void): AsyncGenerator<Line> {
  for await (const line of lines) {
    if (line.kind === 'header') onMade(line.made)
    yield line
  }
}

/** @throws Error if the secrets in the archive are not hashed with the pepper in use */
async function* requirePepper(lines: AsyncIterable<Line>, { pepperFile }: Environment): AsyncGenerator<Line> {
  const pepper = readPepper(pepperFile)
  if (!pepper)
    throw new Error(
      `first put the pepper that its keys are hashed with at ${pepperFile}; the backup does not contain it`,
    )
  for await (const line of lines) {
    if (line.kind === 'header' && line.pepperCheck !== null && line.pepperCheck !== pepperCheckOf(pepper))
      throw new Error(`its keys are hashed with another pepper than the one at ${pepperFile}`)
    yield line
  }
}

/** @throws OperatorError `<failure>: <reason>.` if the work fails */
async function describeFailure<Result>(failure: string, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    throw new OperatorError(`${failure}: ${reasonOf(error)}.`)
  }
}

/** Messages for error codes of the file system and zlib. */
const reasons: Readonly<Record<string, string>> = {
  EEXIST: 'a file of that name exists already, and a backup never overwrites a file',
  ENOENT: 'the file or its folder does not exist',
  ENOSPC: 'the disk is full',
  EACCES: 'this user may not read or write the file or its folder',
  Z_BUF_ERROR: 'the file is truncated',
  Z_DATA_ERROR: 'the file is not a backup, or is damaged',
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const { code = '' } = error as NodeJS.ErrnoException
  return reasons[code] ?? error.message
}

function resultOf(
  tables: readonly TableTotals[],
  summary: string,
  fields: object,
): Omit<CommandResult, 'text'> & { readonly text: readonly string[] } {
  const lines = tables.map(
    ({ table, rows, sha256 }) =>
      `  ${table.padEnd(16)}${String(rows).padStart(9)} rows  ${sha256.slice(0, 16)}`,
  )
  return {
    data: { ...fields, tables: tables.map(({ table, rows, sha256 }) => ({ table, rows, sha256 })) },
    text: [summary, ...lines],
  }
}
