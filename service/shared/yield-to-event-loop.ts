/**
 * Cooperative scheduling of long computations on the main thread: slices of work, one per event-loop turn,
 * for all running computations together.
 */
import { nextEventLoopTurn } from './event-loop.ts'
import { createFairQueue } from './fair-queue.ts'

/**
 * Call it between two steps of work. Returns undefined if the slice may continue, otherwise a promise that
 * resolves at the next slice of the computation. The slices are round-robin by caller, so that a caller with
 * many computations gets no more of the processor than one with a single computation.
 *
 * @param caller default: one that all computations without a caller share
 */
export type EventLoopYield = (caller?: string) => Promise<void> | undefined

export type EventLoopYieldParts = {
  /** Monotonic milliseconds. */
  readonly elapsed: () => number
  /** Resolves in a later turn of the event loop. Default: a timer. */
  readonly nextTurn?: (() => Promise<unknown>) | undefined
  /** A slice ends with the step in which it reaches this length, milliseconds. */
  readonly sliceMs?: number
}

/** Including its last step, a slice takes less than about a millisecond. */
const defaultSliceMs = 0.5

export function createEventLoopYield({
  elapsed,
  nextTurn = nextEventLoopTurn,
  sliceMs = defaultSliceMs,
}: EventLoopYieldParts): EventLoopYield {
  const waiters = createFairQueue<() => void>()
  let sliceStart = elapsed()
  const resumeWaiters = async () => {
    while (waiters.length > 0) {
      await nextTurn()
      sliceStart = elapsed()
      waiters.shift()!()
    }
  }
  return (caller = '') => {
    if (elapsed() - sliceStart < sliceMs) return undefined
    return new Promise((resolve) => {
      waiters.push(caller, resolve)
      if (waiters.length === 1) void resumeWaiters()
    })
  }
}
