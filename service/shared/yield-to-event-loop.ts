/**
 * Cooperative scheduling of long computations on the main thread: slices of work, one per event-loop turn,
 * for all running computations together.
 */
import { nextEventLoopTurn } from './event-loop.ts'

/**
 * Call it between two steps of work. Returns undefined if the slice may continue, otherwise a promise that
 * resolves at the caller's next slice (round-robin).
 */
export type EventLoopYield = () => Promise<void> | undefined

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
  const waiters: (() => void)[] = []
  let sliceStart = elapsed()
  const resumeWaiters = async () => {
    while (waiters.length > 0) {
      await nextTurn()
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
