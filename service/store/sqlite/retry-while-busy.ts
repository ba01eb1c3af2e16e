/**
 * Retries while another process holds the lock. Unlike SQLite's own busy handler, it does not block
 * the event loop.
 */
import { setTimeout as pause } from 'node:timers/promises'
import { isBusy } from './sqlite-errors.ts'

/** Default timeout of a blocked call. Milliseconds. */
export const busyTimeoutMs = 5000
/** Maximum pause between attempts: pauses double up to this. Milliseconds. */
const maxPauseMs = 25

export type LockWait = {
  /** Time of the last attempt, by `performance.now()`. The first attempt is always made. */
  readonly deadline: number
  /** Called with the error of each blocked attempt. */
  readonly onBusy?: (error: unknown) => void
}

export type BusyRetry = {
  /**
   * Retries `attempt` while the database is locked, for `busyTimeoutMs` by default; rejects with the last
   * error.
   */
  <Result>(attempt: () => Result, wait?: LockWait): Promise<Result>
}

/** @param isClosing whether the store is closing: then a blocked call fails at once */
export function createBusyRetry(isClosing: () => boolean): BusyRetry {
  return async (attempt, { deadline, onBusy } = { deadline: performance.now() + busyTimeoutMs }) => {
    for (let pauseMs = 1; ; pauseMs = Math.min(pauseMs * 2, maxPauseMs)) {
      try {
        return attempt()
      } catch (error) {
        if (!isBusy(error)) throw error
        onBusy?.(error)
        if (isClosing() || performance.now() >= deadline) throw error
      }
      await pause(pauseMs)
    }
  }
}
