/**
 * Cooperative scheduling of long computations on the main thread: slices of work, one per event-loop turn,
 * for all running computations together.
 */
import { nextEventLoopTurn as turnOfAnyPlace } from './event-loop.ts'

/**
 * Call it between two steps of work. Returns undefined if the slice may continue, otherwise a promise that resolves at the
 * caller's next slice (round-robin).
 */
export type EventLoopYield = () => Promise<void> | undefined

export type EventLoopYieldParts = {
  /** Monotonic milliseconds. */
  readonly elapsed: () => number
  /** Resolves after the event loop has run all pending work. */
  readonly nextTurn?: (() => Promise<unknown>) | undefined
  /** A slice ends with the step in which it reaches this length, milliseconds. */
  readonly stretchMs?: number
}

/** Including its last step, a slice takes less than about a millisecond. */
const usualStretchMs = 0.5

export function createEventLoopYield({
  elapsed,
  nextTurn: turn = turnOfAnyPlace,
  stretchMs = usualStretchMs,
}: EventLoopYieldParts): EventLoopYield {
  const waiting: (() => void)[] = []
  let begun = elapsed()
  const letIn = async () => {
    while (waiting.length > 0) {
      await turn()
      begun = elapsed()
      waiting.shift()!()
    }
  }
  return () => {
    if (elapsed() - begun < stretchMs) return undefined
    return new Promise((resolve) => {
      waiting.push(resolve)
      if (waiting.length === 1) void letIn()
    })
  }
}
