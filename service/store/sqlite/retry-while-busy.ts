/** Waits for another process's lock without blocking the event loop, unlike SQLite's own busy handler. */
import { setTimeout as pause } from 'node:timers/promises'
import { isBusy } from './sqlite-errors.ts'

/** Timeout of a blocked call, counted from the call. Milliseconds. */
export const busyTimeoutMs = 5000
/** Pauses between attempts grow to this, so that a released lock is noticed soon. Milliseconds. */
const maxPauseMs = 25

export type LockWait = {
  /** When to give up, by `performance.now()`; the first attempt is made in any case. */
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

/** `isClosing`: no call should wait any longer, because the store is closing. */
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
