/**
 * Kysely dialect for Node's built-in SQLite with two connections. Reads run immediately on one
 * connection. Writes and transactions are queued for the other connection. A write may wait for the
 * lock of another process; a read does not.
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
   * Called before each read. Throws a StoreError if the database file was replaced.
   */
  readonly beforeReading: () => void
  /**
   * Called after each commit, before it is acknowledged. Throws a StoreError if the write is lost.
   */
  readonly afterWriting: () => void
}

/**
 * A dialect for one durability and one set of queue options. Several dialects may share an engine.
 */
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

/** Allows concurrent connections: by default Kysely admits one caller at a time, even for reads. */
class Adapter extends SqliteAdapter {
  override get supportsMultipleConnections(): boolean {
    return true
  }
}

class Connection implements DatabaseConnection {
  readonly #engine: Engine
  readonly #synchronous: Synchronous
  readonly #queueing: WriteQueueOptions | undefined
  /** The write slot of the open transaction; undefined outside a transaction. */
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
    throw new Error('streamQuery is not supported: the store does not stream results')
  }

  async #write<Result>(write: () => Result): Promise<Result> {
    const { writer, busyRetry, writeQueue, afterWriting } = this.#engine
    const slot = await writeQueue.enqueue(this.#queueing)
    try {
      writer.setSynchronous(this.#synchronous)
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
    // Ends an earlier transaction whose rollback failed. Its error has been reported.
    if (writer.database.isTransaction) writer.database.exec('rollback')
    writer.setSynchronous(this.#synchronous)
    // `immediate` acquires the write lock at the start, so that two processes cannot deadlock later.
    await busyRetry(() => writer.database.exec('begin immediate'), slot)
  }

  async commit(): Promise<void> {
    const { writer, busyRetry, afterWriting } = this.#engine
    await busyRetry(() => writer.database.exec('commit'), this.#slot)
    afterWriting()
  }

  /**
   * Never fails, because the caller reports the error that caused the rollback. SQLite may have
   * rolled back already.
   */
  async rollback(): Promise<void> {
    const { database } = this.#engine.writer
    try {
      if (database.isTransaction) database.exec('rollback')
    } catch {
      // `begin` rolls back again before the next transaction.
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
