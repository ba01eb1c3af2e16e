/** The store in SQLite: the embedded default. One file in DATA_DIR, shared by the service and the operator's command line. */
import { Kysely } from 'kysely'
import { makePrivate, makePrivateFile } from '#service/store/sqlite/private-file.ts'
import { tellingEnds, tellingTogether } from '#service/store/access-version.ts'
import { keptAfterEndMs } from '#service/store/store.ts'
import type { Store } from '#service/store/store.ts'
import { sqlAccounts } from '../sql/accounts.ts'
import { sqlAudit } from '../sql/audit.ts'
import { sqlBatches } from '../sql/batches.ts'
import { sqlChanging } from '../sql/changing.ts'
import { alwaysInOrder, alwaysInTurn } from '../sql/advisory-lock.ts'
import { sqlKeys } from '../sql/keys.ts'
import { sqlPepperCheck } from '../sql/pepper-check.ts'
import { sqlScanOutcomes } from '../sql/scan-outcomes.ts'
import { sqlSessions } from '../sql/sessions.ts'
import type { Tables } from '../sql/tables.ts'
import { sqlTokens } from '../sql/tokens.ts'
import { accessVersion } from './change-counter.ts'
import { openConnection } from './connection.ts'
import { sqliteDialect } from './dialect.ts'
import type { Engine } from './dialect.ts'
import { createKeeper } from './maintenance-thread.ts'
import { migrate } from './migrations.ts'
import { createPatience } from './retry-while-busy.ts'
import { createProbe, probeStand } from './probe.ts'
import { sameFile } from './same-file.ts'
import { oneAtATime } from './write-queue.ts'

/** A log that has grown to this is moved into the database. Bytes. */
const longLog = 4 * 1024 * 1024

/**
 * Opens, or makes, the database at `path` and brings its tables up to date. `source` names the market: batches and
 * volatilities of one are never mixed with another's. docs/decisions/0020 says how it waits, and what is on the disk when.
 */
export function sqliteStore(path: string, source = 'simulated'): Store {
  let isDamaged = false
  let isClosing = false
  const onDamage = () => void (isDamaged = true)
  makePrivateFile(path)
  for (const beside of [`${path}-wal`, `${path}-shm`]) makePrivate(beside)
  const { reader, writer } = openBoth(path, onDamage)
  const files = sameFile(path)
  const keeper = createKeeper(path, onDamage)
  const engine: Engine = {
    reader,
    writer,
    patience: createPatience(() => isClosing),
    turns: oneAtATime(),
    beforeReading() {
      if (!files.isLikely()) files.assert()
    },
    afterWriting() {
      if (files.assert() > longLog) keeper.checkpoint()
    },
  }
  const db = new Kysely<Tables>({ dialect: sqliteDialect(engine, 'normal') })
  const durable = new Kysely<Tables>({ dialect: sqliteDialect(engine, 'full') })
  const probed = new Kysely<Tables>({ dialect: sqliteDialect(engine, 'normal', probeStand) })
  const version = accessVersion(writer.database)

  return {
    ...tellingEnds(
      { ...repositories(db, durable), batches: sqlBatches(db, source, alwaysInTurn) },
      version.changed,
    ),
    together: tellingTogether(
      (work) => durable.transaction().execute((change) => work(sqlChanging(change, source, alwaysInOrder))),
      version.changed,
    ),
    scans: sqlScanOutcomes(db, source, alwaysInTurn),
    audit: sqlAudit(durable),
    pepperCheck: sqlPepperCheck(durable),
    accessVersion: () => (files.isLikely() ? version.now() : null),
    forget: (now) => keeper.removeExpired(now - keptAfterEndMs),
    check: createProbe({ path, db: probed, files, keeper, isDamaged: () => isDamaged }),
    async close() {
      isClosing = true
      await keeper.stop()
      const turn = await engine.turns.last()
      for (const connection of [reader, writer]) connection.close()
      turn.end()
    },
  }
}

/** One connection to read by, one to write by. */
function openBoth(path: string, onDamage: () => void) {
  const writer = openConnection(path, onDamage)
  try {
    migrate(writer.database)
    const reader = openConnection(path, onDamage)
    reader.database.exec('pragma query_only = on')
    for (const connection of [reader, writer]) connection.waitsNoMore()
    return { reader, writer }
  } catch (error) {
    writer.close()
    throw error
  }
}

/**
 * What revokes, consumes or ends, and whatever an operator does, is on the disk before it is acknowledged; what is lost of
 * the rest with the machine is asked for again.
 */
function repositories(
  db: Kysely<Tables>,
  durable: Kysely<Tables>,
): Pick<Store, 'accounts' | 'keys' | 'tokens' | 'sessions'> {
  const [keys, tokens, sessions] = [sqlKeys(db), sqlTokens(durable), sqlSessions(durable, alwaysInOrder)]
  return {
    accounts: sqlAccounts(durable),
    keys: { ...sqlKeys(durable), touch: (...given) => keys.touch(...given) },
    tokens: {
      ...sqlTokens(db),
      consumeAuthToken: (...given) => tokens.consumeAuthToken(...given),
      consumeTicket: (...given) => tokens.consumeTicket(...given),
    },
    sessions: {
      ...sqlSessions(db, alwaysInOrder),
      end: (...given) => sessions.end(...given),
      endAll: (...given) => sessions.endAll(...given),
      endOldest: (...given) => sessions.endOldest(...given),
    },
  }
}
