/**
 * Kysely over Node's built-in SQLite with two connections: reads run at once on one of them, writes and
 * transactions run one after the other on the other. A write may wait for another process's lock; a read
 * never waits for it.
 */
import { SqliteAdapter, SqliteIntrospector, SqliteQueryCompiler } from 'kysely'
import type { CompiledQuery, DatabaseConnection, Dialect, Driver, QueryResult } from 'kysely'
import type { SqliteConnection, Synchronous } from './connection.ts'
import { createBusyRetry } from './retry-while-busy.ts'
import type { BusyRetry } from './retry-while-busy.ts'
import { createWriteQueue } from './write-queue.ts'
import type { WriteQueueOptions, WriteSlot, WriteQueue } from './write-queue.ts'

export type Engine = {
  readonly reader: SqliteConnection
  readonly writer: SqliteConnection
  readonly busyRetry: BusyRetry
  readonly writeQueue: WriteQueue
  /**
   * Called before results of a read are returned. @throws StoreError if the database file may have been
   * replaced.
   */
  readonly beforeReading: () => void
  /** Called after every commit, before it is acknowledged. @throws StoreError if the write is lost. */
  readonly afterWriting: () => void
}

/** A dialect for one durability and one way of queueing; several may share an engine. */
export function sqliteDialect(
  engine: Engine,
  synchronous: Synchronous,
  queueing?: WriteQueueOptions,
): Dialect {
  return {
    createAdapter: () => new Adapter(),
    createDriver: () => driver(engine, synchronous, queueing),
    createIntrospector: (db) => new SqliteIntrospector(db),
    createQueryCompiler: () => new SqliteQueryCompiler(),
  }
}

/** An engine with one connection, for a worker thread. */
export const singleConnectionEngine = (connection: SqliteConnection): Engine => ({
  reader: connection,
  writer: connection,
  busyRetry: createBusyRetry(() => false),
  writeQueue: createWriteQueue(),
  beforeReading: () => {},
  afterWriting: () => {},
})

/** By default Kysely admits one caller at a time, also for reads. */
class Adapter extends SqliteAdapter {
  override get supportsMultipleConnections(): boolean {
    return true
  }
}

class Connection implements DatabaseConnection {
  readonly #engine: Engine
  readonly #synchronous: Synchronous
  readonly #queueing: WriteQueueOptions | undefined
  /** While a transaction is open. */
  #slot: WriteSlot | undefined

  constructor(engine: Engine, synchronous: Synchronous, queueing: WriteQueueOptions | undefined) {
    this.#engine = engine
    this.#synchronous = synchronous
    this.#queueing = queueing
  }

  async executeQuery<Row>({ sql, parameters, query }: CompiledQuery): Promise<QueryResult<Row>> {
    const { reader, writer, busyRetry, beforeReading } = this.#engine
    if (this.#slot) return writer.run(sql, parameters)
    if (query.kind !== 'SelectQueryNode') return this.#write(() => writer.run(sql, parameters))
    beforeReading()
    return busyRetry(() => reader.run(sql, parameters))
  }

  // eslint-disable-next-line require-yield
  async *streamQuery(): AsyncIterableIterator<never> {
    throw new Error('streaming is not used here')
  }

  async #write<Result>(write: () => Result): Promise<Result> {
    const { writer, busyRetry, writeQueue, afterWriting } = this.#engine
    const slot = await writeQueue.enqueue(this.#queueing)
    try {
      writer.commitAs(this.#synchronous)
      const result = await busyRetry(write, slot)
      afterWriting()
      return result
    } finally {
      slot.release()
    }
  }

  async begin(): Promise<void> {
    const { writer, busyRetry, writeQueue } = this.#engine
    const slot = (this.#slot = await writeQueue.enqueue(this.#queueing))
    // A previous transaction whose rollback failed; its error was reported then.
    if (writer.database.isTransaction) writer.database.exec('rollback')
    writer.commitAs(this.#synchronous)
    // `immediate` takes the write lock at once, so that two processes cannot deadlock half-way.
    await busyRetry(() => writer.database.exec('begin immediate'), slot)
  }

  async commit(): Promise<void> {
    const { writer, busyRetry, afterWriting } = this.#engine
    await busyRetry(() => writer.database.exec('commit'), this.#slot)
    afterWriting()
  }

  /**
   * Never fails: the error that caused the rollback is the one to report. SQLite may have rolled back
   * already.
   */
  async rollback(): Promise<void> {
    const { database } = this.#engine.writer
    try {
      if (database.isTransaction) database.exec('rollback')
    } catch {
      // Tried again before the next transaction.
    }
  }

  release(): void {
    this.#slot?.release()
    this.#slot = undefined
  }
}

function driver(engine: Engine, synchronous: Synchronous, queueing: WriteQueueOptions | undefined): Driver {
  const asConnection = (connection: DatabaseConnection) => connection as Connection
  return {
    init: async () => {},
    acquireConnection: async () => new Connection(engine, synchronous, queueing),
    beginTransaction: async (connection) => asConnection(connection).begin(),
    commitTransaction: async (connection) => asConnection(connection).commit(),
    rollbackTransaction: async (connection) => asConnection(connection).rollback(),
    releaseConnection: async (connection) => asConnection(connection).release(),
    // The store closes the connections.
    destroy: async () => {},
  }
}
