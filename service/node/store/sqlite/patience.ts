/** Waiting for another process's lock without stopping the event loop, as SQLite's own waiting does. */
import { setTimeout as pause } from 'node:timers/promises'
import { isBusy } from './faults.ts'

/** A call fails that has been kept out for so long. Milliseconds. */
const patienceMs = 5000
/** Pauses grow to this: a lock that is free is noticed that soon. Milliseconds. */
const longestPauseMs = 25

export type Patience = {
  /** What `attempt` gives, tried again while it is kept out; rejects with the last failure. */
  <Answer>(attempt: () => Answer): Promise<Answer>
}

/** `isOver`: nobody waits any longer, because the store is closing. */
export function createPatience(isOver: () => boolean, mostMs = patienceMs): Patience {
  return async (attempt) => {
    const began = performance.now()
    for (let wait = 1; ; wait = Math.min(wait * 2, longestPauseMs)) {
      try {
        return attempt()
      } catch (error) {
        if (!isBusy(error) || isOver() || performance.now() - began >= mostMs) throw error
      }
      await pause(wait)
    }
  }
}
