/** Unauthenticated connections: limited in number and time. */
import { closeCodes } from '#contract/feed.ts'

/** A connection that waits. */
export type UnauthenticatedConnection = {
  /** Closes it with a code of the contract, which also removes it. */
  close(code: number, reason: string): void
}

export type UnauthenticatedConnections = {
  /** Adds a connection. Above the maximum the one that has waited longest is closed. */
  add(connection: UnauthenticatedConnection): void
  /** Removes a connection that has authenticated or closed. */
  remove(connection: UnauthenticatedConnection): void
}

/** Unauthenticated connections are closed after this delay. Milliseconds. */
const authenticationTimeoutMs = 5000
const checkEveryMs = 250

/**
 * The timer runs while there is a connection.
 *
 * @param elapsed monotonic milliseconds
 */
export function createUnauthenticatedConnections(
  maxConnections: number,
  elapsed: () => number,
): UnauthenticatedConnections {
  // In order of arrival.
  const connections = new Map<UnauthenticatedConnection, number>()
  let timer: ReturnType<typeof setInterval> | undefined

  const closeOverdue = () => {
    const now = elapsed()
    for (const [connection, since] of connections) {
      if (now - since < authenticationTimeoutMs) return
      connection.close(closeCodes.unauthenticated, 'not authenticated in time')
    }
  }
  return {
    add(connection) {
      const [oldest] = connections.keys()
      if (connections.size >= maxConnections)
        oldest?.close(closeCodes.overloaded, 'too many connections wait to be authenticated')
      connections.set(connection, elapsed())
      timer ??= setInterval(closeOverdue, checkEveryMs)
    },
    remove(connection) {
      connections.delete(connection)
      if (connections.size > 0) return
      clearInterval(timer)
      timer = undefined
    },
  }
}
