/** Unauthenticated connections: limited in number and time. */
import { closeCodes } from '#contract/feed.ts'

/** A connection that waits. */
export type UnauthenticatedConnection = {
  /** Closes it with a code of the contract, which also removes it. */
  close(code: number, reason: string): void
}

export type UnauthenticatedConnections = {
  /** Adds a connection. Above the maximum the one that has waited longest is closed. */
  add(waiter: UnauthenticatedConnection): void
  /** Removes a connection that has authenticated or closed. */
  remove(waiter: UnauthenticatedConnection): void
}

/** Unauthenticated connections are closed after this delay. Milliseconds. */
const waitAtMostMs = 5000
const lookEveryMs = 250

/**
 * `most`: maximum number of connections. `elapsed`: monotonic milliseconds. The timer runs while there is
 * one.
 */
export function createUnauthenticatedConnections(
  most: number,
  elapsed: () => number,
): UnauthenticatedConnections {
  // In order of arrival.
  const waiters = new Map<UnauthenticatedConnection, number>()
  let timer: ReturnType<typeof setInterval> | undefined

  const dropLate = () => {
    const now = elapsed()
    for (const [waiter, since] of waiters) {
      if (now - since < waitAtMostMs) return
      waiter.close(closeCodes.unauthenticated, 'not authenticated in time')
    }
  }
  return {
    add(waiter) {
      const [longest] = waiters.keys()
      if (waiters.size >= most)
        longest?.close(closeCodes.overloaded, 'too many connections wait to be authenticated')
      waiters.set(waiter, elapsed())
      timer ??= setInterval(dropLate, lookEveryMs)
    },
    remove(waiter) {
      waiters.delete(waiter)
      if (waiters.size > 0) return
      clearInterval(timer)
      timer = undefined
    },
  }
}
