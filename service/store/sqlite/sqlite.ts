/**
 * The store in SQLite, the default: one file in DATA_DIR that the service and the operator's
 * command line share.
 */
import { Kysely } from 'kysely'
import { restrictToOwner, createPrivateFile } from './private-file.ts'
import { reportInvalidations } from '#service/store/report-invalidations.ts'
import type { Store } from '#service/store/store.ts'
import { sqlAccounts } from '#service/store/sql/accounts.ts'
import { sqlAssets } from '#service/store/sql/assets.ts'
import { sqlAudit } from '#service/store/sql/audit.ts'
import { sqlBatches } from '#service/store/sql/batches.ts'
import { sqlTransactionalRepositories } from '#service/store/sql/transactional-repositories.ts'
import { noLocking, withoutAdvisoryLock } from '#service/store/sql/advisory-lock.ts'
import { sqlFonts } from '#service/store/sql/fonts.ts'
import { sqlKeys } from '#service/store/sql/keys.ts'
import { sqlPepperCheck } from '#service/store/sql/pepper-check.ts'
import { sqlRecord } from '#service/store/sql/record.ts'
import { sqlReleases } from '#service/store/sql/releases.ts'
import { sqlScanOutcomes } from '#service/store/sql/scan-outcomes.ts'
import { isNewerSchema } from '#service/store/sql/schema-steps.ts'
import type { SchemaState } from '#service/store/store-state.ts'
import { sqlSessions } from '#service/store/sql/sessions.ts'
import type { Tables } from '#service/store/sql/tables.ts'
import { sqlTokens } from '#service/store/sql/tokens.ts'
import { sqlUsage } from '#service/store/sql/usage.ts'
import { createChangeCounter } from './change-counter.ts'
import { openConnection } from './connection.ts'
import { sqliteDialect } from './dialect.ts'
import type { Engine } from './dialect.ts'
import { createMaintenanceThread } from './maintenance-thread.ts'
import { migrate } from './migrations.ts'
import { createBusyRetry } from './retry-while-busy.ts'
import { createProbe, probeQueueing } from './probe.ts'
import { createFileIdentity } from './file-identity.ts'
import { createWriteQueue } from './write-queue.ts'

/** Size of the write-ahead log above which a checkpoint runs. Bytes. */
const checkpointLogBytes = 4 * 1024 * 1024

export type SqliteOptions = {
  /** Called if a newer version has migrated the database; this version works on it without a change. */
  readonly onNewerSchema?: ((schema: SchemaState) => void) | undefined
}

/**
 * Opens or creates the database at `path` and migrates its tables. docs/decisions/0020 describes
 * waiting and durability.
 *
 * @param source name of the market: batches and volatilities of different markets are separate
 */
export function sqliteStore(
  path: string,
  source = 'simulated',
  { onNewerSchema }: SqliteOptions = {},
): Store {
  let isDamaged = false
  let isClosing = false
  const onDamage = () => void (isDamaged = true)
  createPrivateFile(path)
  for (const companionPath of [`${path}-wal`, `${path}-shm`]) restrictToOwner(companionPath)
  const { reader, writer } = openConnections(path, onDamage, onNewerSchema)
  const files = createFileIdentity(path)
  const maintenance = createMaintenanceThread(path, onDamage)
  const engine: Engine = {
    reader,
    writer,
    busyRetry: createBusyRetry(() => isClosing),
    writeQueue: createWriteQueue(),
    beforeReading() {
      if (!files.isLikelyUnchanged()) files.assertUnchanged()
    },
    afterWriting() {
      if (files.assertUnchanged() > checkpointLogBytes) maintenance.checkpoint()
    },
  }
  const db = new Kysely<Tables>({ dialect: sqliteDialect(engine, 'normal') })
  const durable = new Kysely<Tables>({ dialect: sqliteDialect(engine, 'full') })
  const probeDb = new Kysely<Tables>({ dialect: sqliteDialect(engine, 'normal', probeQueueing) })
  const changes = createChangeCounter(writer.database)

  const store: Omit<Store, 'onInvalidation'> = {
    ...repositories(db, durable),
    batches: sqlBatches(db, source, withoutAdvisoryLock),
    transaction: (work) =>
      durable
        .transaction()
        .execute((change) => work(sqlTransactionalRepositories(change, source, noLocking))),
    scans: sqlScanOutcomes(db, source, withoutAdvisoryLock),
    usage: sqlUsage(db),
    record: sqlRecord(durable, withoutAdvisoryLock),
    fonts: sqlFonts(durable),
    audit: sqlAudit(durable),
    releases: sqlReleases(durable),
    assets: sqlAssets(db),
    pepperCheck: sqlPepperCheck(durable),
    accessVersion: () => (files.isLikelyUnchanged() ? changes.read() : null),
    deleteExpired: (now) => maintenance.removeExpired(now),
    check: createProbe({ path, db: probeDb, files, maintenance, isDamaged: () => isDamaged }),
    async close() {
      isClosing = true
      await maintenance.stop()
      const slot = await engine.writeQueue.enqueueLast()
      for (const connection of [reader, writer]) connection.close()
      slot.release()
    },
  }
  return reportInvalidations(store, changes.increment)
}

/** Opens one connection for reads and one for writes. */
function openConnections(path: string, onDamage: () => void, onNewerSchema?: SqliteOptions['onNewerSchema']) {
  const writer = openConnection(path, onDamage)
  try {
    const schema = migrate(writer.database)
    if (isNewerSchema(schema)) onNewerSchema?.(schema)
    const reader = openConnection(path, onDamage)
    reader.database.exec('pragma query_only = on')
    for (const connection of [reader, writer]) connection.failWhenBusy()
    return { reader, writer }
  } catch (error) {
    writer.close()
    throw error
  }
}

/**
 * Revocations, consumed tokens and operator actions are durable: they are on the disk before they
 * are acknowledged. Clients repeat other writes that a power failure loses.
 */
function repositories(
  db: Kysely<Tables>,
  durable: Kysely<Tables>,
): Pick<Store, 'accounts' | 'keys' | 'tokens' | 'sessions'> {
  const [keys, tokens, sessions] = [sqlKeys(db), sqlTokens(durable), sqlSessions(durable, noLocking)]
  return {
    accounts: sqlAccounts(durable),
    keys: { ...sqlKeys(durable), touch: (...args) => keys.touch(...args) },
    tokens: {
      ...sqlTokens(db),
      consumeAuthToken: (...args) => tokens.consumeAuthToken(...args),
      consumeTicket: (...args) => tokens.consumeTicket(...args),
    },
    sessions: {
      ...sqlSessions(db, noLocking),
      end: (...args) => sessions.end(...args),
      endAll: (...args) => sessions.endAll(...args),
      endOldest: (...args) => sessions.endOldest(...args),
    },
  }
}
