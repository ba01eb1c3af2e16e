/** Connections to Postgres: bounded in number and time; they neither end the process nor keep it alive. */
import { Socket } from 'node:net'
import type { PostgresPool, PostgresPoolClient } from 'kysely'
import { DatabaseError, Pool, types } from 'pg'
import type { PoolClient } from 'pg'
import { withTimeout } from '#service/shared/with-timeout.ts'

/** Milliseconds. A setting in the address (`?statement_timeout=…`) has precedence. */
const limits = {
  /** Waiting for a free or new connection. */
  connectionTimeoutMillis: 3_000,
  /** The server cancels a longer statement. */
  statement_timeout: 8_000,
  /** The server cancels a statement that waits longer for a lock. */
  lock_timeout: 4_000,
  /** The server ends a transaction whose node has stopped responding. */
  idle_in_transaction_session_timeout: 15_000,
  /** If the server itself does not respond, the connection is closed. */
  query_timeout: 10_000,
  idleTimeoutMillis: 30_000,
}

/** For long statements: an index on a large table, a store that is read or filled as a whole. Only locks time out. */
const maintenanceLimits = {
  ...limits,
  statement_timeout: 0,
  lock_timeout: 60_000,
  idle_in_transaction_session_timeout: 0,
  query_timeout: 0,
}

/**
 * The pool closes when no connection is in use. A caller that waits for a silent server is not awaited longer
 * than this: the process has its own shutdown deadline. Milliseconds.
 */
const endTimeoutMs = 750

/** Maximum age of a connection: a failover or a change of addresses takes effect by then. Seconds. */
const lifetimeSeconds = 1_800

/**
 * Acknowledged writes are on the server's disk, and each statement sees what was committed before it,
 * whatever the server's defaults.
 */
const session = '-c synchronous_commit=on -c default_transaction_isolation=read\\ committed'

const int8 = 20

export type PoolOptions = {
  /** `postgres://user:password@host:port/database?sslmode=…` */
  readonly url: string
  /** Maximum number of connections. */
  readonly maxConnections: number
  /** Whether statements have no timeout. */
  readonly isUnlimited: boolean
  /** Called with errors of idle connections. */
  readonly onLost: (error: Error) => void
}

/** The pool in Kysely's interface. A connection that failed for another reason than its statement is not reused. */
export function postgresPool({ url, maxConnections, isUnlimited, onLost }: PoolOptions): PostgresPool {
  const sockets = new Set<Socket>()
  const pool = new Pool({
    stream() {
      const socket = new Socket()
      sockets.add(socket)
      return socket.once('close', () => sockets.delete(socket))
    },
    connectionString: url,
    application_name: 'options-analysis-service',
    max: maxConnections,
    maxLifetimeSeconds: lifetimeSeconds,
    keepAlive: true,
    options: session,
    ...(isUnlimited ? maintenanceLimits : limits),
    // Times in milliseconds and counts are far below 2^53, so they can be JavaScript numbers.
    types: {
      getTypeParser: ((oid: number, format?: 'text') =>
        oid === int8 ? Number : types.getTypeParser(oid, format)) as typeof types.getTypeParser,
    },
  })
  // An unhandled `error` event would end the process, for idle and for used connections.
  pool.on('error', onLost)
  pool.on('connect', (client) => client.on('error', () => {}))
  return {
    options: pool.options,
    connect: async () => pooledConnection(await pool.connect()),
    async end() {
      const ended = pool.end()
      await withTimeout(endTimeoutMs, ended, () => new Error('still in use')).catch(() => {
        for (const socket of sockets) socket.destroy()
      })
    },
  }
}

/** A connection that is checked out of the pool. */
function pooledConnection(client: PoolClient): PostgresPoolClient {
  let broken = false
  const query = async (sql: string, parameters: readonly unknown[]) => {
    try {
      return await client.query(sql, parameters as unknown[])
    } catch (error) {
      if (!isRefusal(error)) broken = true
      // The server rolls back the transaction of a lost connection; the caller's own error has the cause.
      if (sql === 'rollback') return { command: 'ROLLBACK', rowCount: 0, rows: [] }
      throw error
    }
  }
  return {
    query: query as unknown as PostgresPoolClient['query'],
    release: (destroy) => client.release(broken || destroy),
  }
}

/** Whether the server rejected the statement, so that the connection is still usable. */
const isRefusal = (error: unknown) => error instanceof DatabaseError && error.severity === 'ERROR'
