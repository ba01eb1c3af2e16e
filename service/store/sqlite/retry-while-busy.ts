/** Waiting for another process's lock without stopping the event loop, as SQLite's own waiting does. */
import { setTimeout as pause } from 'node:timers/promises'
import { isBusy } from './sqlite-errors.ts'

/** A call fails that has been kept out for so long, counted from when it was made. Milliseconds. */
export const patienceMs = 5000
/** Pauses grow to this: a lock that is free is noticed that soon. Milliseconds. */
const longestPauseMs = 25

export type Waiting = {
  /** When who is kept out gives up, by `performance.now()`; the first attempt is made whenever it is. */
  readonly until: number
  /** Hears why each attempt failed that was kept out. */
  readonly keptOut?: (why: unknown) => void
}

export type Patience = {
  /** What `attempt` gives, tried again while it is kept out, for `patienceMs` unless told otherwise; rejects with the last failure. */
  <Answer>(attempt: () => Answer, waiting?: Waiting): Promise<Answer>
}

/** `isOver`: nobody waits any longer, because the store is closing. */
export function createPatience(isOver: () => boolean): Patience {
  return async (attempt, { until, keptOut } = { until: performance.now() + patienceMs }) => {
    for (let wait = 1; ; wait = Math.min(wait * 2, longestPauseMs)) {
      try {
        return attempt()
      } catch (error) {
        if (!isBusy(error)) throw error
        keptOut?.(error)
        if (isOver() || performance.now() >= until) throw error
      }
      await pause(wait)
    }
  }
}
