/**
 * Cooperative scheduling of long computations on the main thread: slices of work, one per event-loop turn,
 * for all running computations together.
 */
import { nextEventLoopTurn as timerTurn } from './event-loop.ts'

/**
 * Call it between two steps of work. Returns undefined if the slice may continue, otherwise a promise that
 * resolves at the caller's next slice (round-robin).
 */
export type EventLoopYield = () => Promise<void> | undefined

export type EventLoopYieldParts = {
  /** Monotonic milliseconds. */
  readonly elapsed: () => number
  /** Resolves after the event loop has run all pending work. */
  readonly nextTurn?: (() => Promise<unknown>) | undefined
  /** A slice ends with the step in which it reaches this length, milliseconds. */
  readonly sliceMs?: number
}

/** Including its last step, a slice takes less than about a millisecond. */
const defaultSliceMs = 0.5

export function createEventLoopYield({
  elapsed,
  nextTurn: waitForTurn = timerTurn,
  sliceMs = defaultSliceMs,
}: EventLoopYieldParts): EventLoopYield {
  const waiters: (() => void)[] = []
  let sliceStart = elapsed()
  const resumeWaiters = async () => {
    while (waiters.length > 0) {
      await waitForTurn()
      sliceStart = elapsed()
      waiters.shift()!()
    }
  }
  return () => {
    if (elapsed() - sliceStart < sliceMs) return undefined
    return new Promise((resolve) => {
      waiters.push(resolve)
      if (waiters.length === 1) void resumeWaiters()
    })
  }
}
