/** Connections whose session is not known yet: so many at most, and none for long. */
import { closeCodes } from '#contract/feed.ts'

/** A connection that waits. */
export type Waiter = {
  /** Closes it with a code of the contract; it leaves by that. */
  close(code: number, reason: string): void
}

export type WaitingRoom = {
  /** One too many takes the place of the one that has waited longest. */
  add(waiter: Waiter): void
  /** It has said who it is, or is gone. */
  remove(waiter: Waiter): void
}

/** Who has not said who it is by then is dropped. */
const waitAtMostMs = 5000
const lookEveryMs = 250

/** `most`: connections that may wait. `elapsed`: monotonic milliseconds. The timer runs while somebody waits. */
export function createWaitingRoom(most: number, elapsed: () => number): WaitingRoom {
  // In the order they came.
  const waiters = new Map<Waiter, number>()
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
