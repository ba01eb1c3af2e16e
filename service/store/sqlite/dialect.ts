/**
 * Kysely over Node's own SQLite, by two connections: reads go through one of them at once, writes and transactions through
 * the other, one after the other. Who writes may have to wait for another process's lock; who reads never waits for him.
 */
import { SqliteAdapter, SqliteIntrospector, SqliteQueryCompiler } from 'kysely'
import type { CompiledQuery, DatabaseConnection, Dialect, Driver, QueryResult } from 'kysely'
import type { SqliteConnection, Synchronous } from './connection.ts'
import { createPatience } from './retry-while-busy.ts'
import type { Patience } from './retry-while-busy.ts'
import { oneAtATime } from './write-queue.ts'
import type { Stand, Turn, Turns } from './write-queue.ts'

export type Engine = {
  readonly reader: SqliteConnection
  readonly writer: SqliteConnection
  readonly patience: Patience
  readonly turns: Turns
  /** Called before what was read is told. @throws StoreFault where it may be of a database that nobody else sees. */
  readonly beforeReading: () => void
  /** Called after every commit, before it is told of. @throws StoreFault where what was written is lost. */
  readonly afterWriting: () => void
}

/** One dialect for each way to commit, and to wait for it; they may share an engine. */
export function sqliteDialect(engine: Engine, synchronous: Synchronous, stand?: Stand): Dialect {
  return {
    createAdapter: () => new Adapter(),
    createDriver: () => driver(engine, synchronous, stand),
    createIntrospector: (db) => new SqliteIntrospector(db),
    createQueryCompiler: () => new SqliteQueryCompiler(),
  }
}

/** An engine of one connection, for who has a thread to himself. */
export const loneEngine = (connection: SqliteConnection): Engine => ({
  reader: connection,
  writer: connection,
  patience: createPatience(() => false),
  turns: oneAtATime(),
  beforeReading: () => {},
  afterWriting: () => {},
})

/** Kysely itself would let one caller in at a time, readers too. */
class Adapter extends SqliteAdapter {
  override get supportsMultipleConnections(): boolean {
    return true
  }
}

class Lent implements DatabaseConnection {
  readonly #engine: Engine
  readonly #synchronous: Synchronous
  readonly #stand: Stand | undefined
  /** While a transaction is open. */
  #turn: Turn | undefined

  constructor(engine: Engine, synchronous: Synchronous, stand: Stand | undefined) {
    this.#engine = engine
    this.#synchronous = synchronous
    this.#stand = stand
  }

  async executeQuery<Row>({ sql, parameters, query }: CompiledQuery): Promise<QueryResult<Row>> {
    const { reader, writer, patience, beforeReading } = this.#engine
    if (this.#turn) return writer.run(sql, parameters)
    if (query.kind !== 'SelectQueryNode') return this.#alone(() => writer.run(sql, parameters))
    beforeReading()
    return patience(() => reader.run(sql, parameters))
  }

  // eslint-disable-next-line require-yield
  async *streamQuery(): AsyncIterableIterator<never> {
    throw new Error('streaming is not used here')
  }

  async #alone<Answer>(write: () => Answer): Promise<Answer> {
    const { writer, patience, turns, afterWriting } = this.#engine
    const turn = await turns.take(this.#stand)
    try {
      writer.commitAs(this.#synchronous)
      const answer = await patience(write, turn)
      afterWriting()
      return answer
    } finally {
      turn.end()
    }
  }

  async begin(): Promise<void> {
    const { writer, patience, turns } = this.#engine
    const turn = (this.#turn = await turns.take(this.#stand))
    // One that could not be ended: its failure was told then.
    if (writer.database.isTransaction) writer.database.exec('rollback')
    writer.commitAs(this.#synchronous)
    // `immediate` takes the write lock at once, so that two processes never deadlock half-way.
    await patience(() => writer.database.exec('begin immediate'), turn)
  }

  async commit(): Promise<void> {
    const { writer, patience, afterWriting } = this.#engine
    await patience(() => writer.database.exec('commit'), this.#turn)
    afterWriting()
  }

  /** Never fails: who rolls back does so for a reason, and that is what must be told. SQLite may have done it by itself. */
  async rollback(): Promise<void> {
    const { database } = this.#engine.writer
    try {
      if (database.isTransaction) database.exec('rollback')
    } catch {
      // Tried again before the next transaction.
    }
  }

  release(): void {
    this.#turn?.end()
    this.#turn = undefined
  }
}

function driver(engine: Engine, synchronous: Synchronous, stand: Stand | undefined): Driver {
  const lent = (connection: DatabaseConnection) => connection as Lent
  return {
    init: async () => {},
    acquireConnection: async () => new Lent(engine, synchronous, stand),
    beginTransaction: async (connection) => lent(connection).begin(),
    commitTransaction: async (connection) => lent(connection).commit(),
    rollbackTransaction: async (connection) => lent(connection).rollback(),
    releaseConnection: async (connection) => lent(connection).release(),
    // The connections are closed by who opened them.
    destroy: async () => {},
  }
}
