/** Connections to Postgres: bounded in number and in time, and never a reason for the process to end, or not to. */
import { Socket } from 'node:net'
import type { PostgresPool, PostgresPoolClient } from 'kysely'
import { DatabaseError, Pool, types } from 'pg'
import type { PoolClient } from 'pg'
import { within } from '#service/shared/with-timeout.ts'

/** Milliseconds. What is set in the address (`?statement_timeout=…`) counts instead. */
const limits = {
  /** For a connection, a free one or a new one. */
  connectionTimeoutMillis: 3_000,
  /** The server ends a statement that takes longer; */
  statement_timeout: 8_000,
  /** …one that waits that long for another's lock; */
  lock_timeout: 4_000,
  /** …a transaction whose node has gone silent. */
  idle_in_transaction_session_timeout: 15_000,
  /** A server that has gone silent itself: the connection is given up. */
  query_timeout: 10_000,
  idleTimeoutMillis: 30_000,
}

/** For what takes its time: an index on a large table, a whole store read or filled. A lock is waited for, not for ever. */
const patientLimits = {
  ...limits,
  statement_timeout: 0,
  lock_timeout: 60_000,
  idle_in_transaction_session_timeout: 0,
  query_timeout: 0,
}

/**
 * The pool ends when nobody has a connection any more. Who waits for a server that has gone silent is not waited for longer than
 * this: whoever stops the process has his own deadline. Milliseconds.
 */
const endPatienceMs = 750

/** How long one connection is used: after that long a failover or a change of addresses has been followed. Seconds. */
const lifetimeSeconds = 1_800

/** What is acknowledged is on the server's disk, and each statement sees what was committed before it, whatever the server's defaults. */
const session = '-c synchronous_commit=on -c default_transaction_isolation=read\\ committed'

const int8 = 20

export type PoolOptions = {
  /** `postgres://user:password@host:port/database?sslmode=…` */
  readonly url: string
  /** Connections at most. */
  readonly most: number
  /** Whether a statement may take as long as it takes. */
  readonly isPatient: boolean
  /** Hears of connections that broke while nobody used them. */
  readonly onLost: (error: Error) => void
}

/** The pool in the shape Kysely takes. A connection that failed for another reason than its statement is not used again. */
export function postgresPool({ url, most, isPatient, onLost }: PoolOptions): PostgresPool {
  const sockets = new Set<Socket>()
  const pool = new Pool({
    stream() {
      const socket = new Socket()
      sockets.add(socket)
      return socket.once('close', () => sockets.delete(socket))
    },
    connectionString: url,
    application_name: 'options-analysis-service',
    max: most,
    maxLifetimeSeconds: lifetimeSeconds,
    keepAlive: true,
    options: session,
    ...(isPatient ? patientLimits : limits),
    // Times in milliseconds and counts are numbers in JavaScript, too: far below 2 to the 53rd.
    types: {
      getTypeParser: ((oid: number, format?: 'text') =>
        oid === int8 ? Number : types.getTypeParser(oid, format)) as typeof types.getTypeParser,
    },
  })
  // An error nobody listens for ends the process, be the connection idle or in somebody's hands.
  pool.on('error', onLost)
  pool.on('connect', (client) => client.on('error', () => {}))
  return {
    options: pool.options,
    connect: async () => lent(await pool.connect()),
    async end() {
      const ended = pool.end()
      await within(endPatienceMs, ended, () => new Error('still in use')).catch(() => {
        for (const socket of sockets) socket.destroy()
      })
    },
  }
}

/** The connection for as long as it is lent. */
function lent(client: PoolClient): PostgresPoolClient {
  let broken = false
  const query = async (sql: string, parameters: readonly unknown[]) => {
    try {
      return await client.query(sql, parameters as unknown[])
    } catch (error) {
      if (!isRefusal(error)) broken = true
      // The server rolls back what a lost connection had begun; the caller's own error is the one that says why.
      if (sql === 'rollback') return { command: 'ROLLBACK', rowCount: 0, rows: [] }
      throw error
    }
  }
  return {
    query: query as unknown as PostgresPoolClient['query'],
    release: (destroy) => client.release(broken || destroy),
  }
}

/** Whether the server refused the statement and goes on listening. */
const isRefusal = (error: unknown) => error instanceof DatabaseError && error.severity === 'ERROR'
