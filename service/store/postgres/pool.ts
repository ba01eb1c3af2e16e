/** Connection pool for Postgres, with limits and timeouts. Its errors do not end the process. */
import { Socket } from 'node:net'
import type { PostgresPool, PostgresPoolClient } from 'kysely'
import { DatabaseError, Pool, types } from 'pg'
import type { PoolClient } from 'pg'
import { withTimeout } from '#service/shared/with-timeout.ts'

/**
 * Timeouts of service calls, milliseconds. A setting in the URL (`?statement_timeout=…`) has
 * precedence.
 */
const limits = {
  /** Maximum wait for a free or new connection. */
  connectionTimeoutMillis: 3_000,
  /** The server cancels a longer statement. */
  statement_timeout: 8_000,
  /** The server cancels a statement that waits longer for a lock. */
  lock_timeout: 4_000,
  /** The server ends a transaction whose node has stopped responding. */
  idle_in_transaction_session_timeout: 15_000,
  /** The client closes the connection if the server does not respond to a query. */
  query_timeout: 10_000,
  idleTimeoutMillis: 30_000,
}

/**
 * Timeouts for long statements, such as indexing a large table or copying a database: only locks
 * time out.
 */
const maintenanceLimits = {
  ...limits,
  statement_timeout: 0,
  lock_timeout: 60_000,
  idle_in_transaction_session_timeout: 0,
  query_timeout: 0,
}

/**
 * Closing the pool waits for connections in use, at most this long: a server may be silent, and the
 * process has its own shutdown timeout. Milliseconds.
 */
const endTimeoutMs = 750

/**
 * Maximum age of a connection, so that a failover or a change of addresses takes effect. Seconds.
 */
const lifetimeSeconds = 1_800

/**
 * Settings of each session, which override defaults of the server: acknowledged writes are on the
 * disk, and each statement sees all earlier commits.
 */
const sessionOptions = '-c synchronous_commit=on -c default_transaction_isolation=read\\ committed'

/** Type id of `bigint`. */
const bigintOid = 20

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

/** Use of a pool at one moment. */
export type PoolUse = {
  /** Connections that a call uses or that are being opened. */
  readonly inUse: number
  readonly idle: number
  /** Calls that wait for a connection. */
  readonly waiting: number
}

/**
 * Creates a pool for Kysely. A connection is not reused after an error that is not an error of its
 * statement.
 */
export function postgresPool({ url, maxConnections, isUnlimited, onLost }: PoolOptions): PostgresPool & {
  readonly use: () => PoolUse
} {
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
    options: sessionOptions,
    ...(isUnlimited ? maintenanceLimits : limits),
    // `bigint` as a number: times in milliseconds and counts are far below 2^53.
    types: {
      getTypeParser: ((oid: number, format?: 'text') =>
        oid === bigintOid ? Number : types.getTypeParser(oid, format)) as typeof types.getTypeParser,
    },
  })
  // Without listeners, an `error` event of an idle or used connection would end the process.
  pool.on('error', onLost)
  pool.on('connect', (client) => client.on('error', () => {}))
  return {
    options: pool.options,
    use: () => ({
      inUse: pool.totalCount - pool.idleCount,
      idle: pool.idleCount,
      waiting: pool.waitingCount,
    }),
    connect: async () => pooledConnection(await pool.connect()),
    async end() {
      const poolEnd = pool.end()
      await withTimeout(endTimeoutMs, poolEnd, () => new Error('still in use')).catch(() => {
        for (const socket of sockets) socket.destroy()
      })
    },
  }
}

/** A connection that is checked out of the pool. */
function pooledConnection(client: PoolClient): PostgresPoolClient {
  let isBroken = false
  const query = async (sql: string, parameters: readonly unknown[]) => {
    try {
      return await client.query(sql, parameters as unknown[])
    } catch (error) {
      if (!isStatementError(error)) isBroken = true
      // The server rolls back the transaction of a lost connection. The error of the transaction has the cause.
      if (sql === 'rollback') return { command: 'ROLLBACK', rowCount: 0, rows: [] }
      throw error
    }
  }
  return {
    query: query as unknown as PostgresPoolClient['query'],
    release: (destroy) => client.release(isBroken || destroy),
  }
}

/** Whether the server rejected the statement, so that the connection is still usable. */
const isStatementError = (error: unknown) => error instanceof DatabaseError && error.severity === 'ERROR'
