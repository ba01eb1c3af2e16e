/** Connections that have not authenticated yet. They are limited in number and time. */
import { closeCodes } from '#contract/feed.ts'

export type UnauthenticatedConnection = {
  /** Closes it with a code of the contract, which also removes it. */
  close(code: number, reason: string): void
}

export type UnauthenticatedConnections = {
  /** Adds a connection. If there is already the maximum number, closes the oldest one. */
  add(connection: UnauthenticatedConnection): void
  /** Removes a connection that has authenticated or closed. */
  remove(connection: UnauthenticatedConnection): void
}

/** A connection that has not authenticated after this time is closed. Milliseconds. */
const authenticationTimeoutMs = 5000
const checkIntervalMs = 250

/**
 * Creates an empty set. Its timer runs only while the set has connections.
 *
 * @param elapsed returns monotonic milliseconds
 */
export function createUnauthenticatedConnections(
  maxConnections: number,
  elapsed: () => number,
): UnauthenticatedConnections {
  /** Arrival time of each connection, monotonic milliseconds; oldest first. */
  const connections = new Map<UnauthenticatedConnection, number>()
  let timer: ReturnType<typeof setInterval> | undefined

  const closeOverdue = () => {
    const now = elapsed()
    for (const [connection, arrivedAt] of connections) {
      if (now - arrivedAt < authenticationTimeoutMs) return
      connection.close(closeCodes.unauthenticated, 'not authenticated in time')
    }
  }
  return {
    add(connection) {
      const [oldest] = connections.keys()
      if (connections.size >= maxConnections)
        oldest?.close(closeCodes.overloaded, 'too many connections wait to be authenticated')
      connections.set(connection, elapsed())
      timer ??= setInterval(closeOverdue, checkIntervalMs)
    },
    remove(connection) {
      connections.delete(connection)
      if (connections.size > 0) return
      clearInterval(timer)
      timer = undefined
    },
  }
}
