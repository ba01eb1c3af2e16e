/**
 * Cooperative scheduling of long computations on the main thread: slices of work, one per event-loop turn,
 * for all running computations together.
 */
import { nextEventLoopTurn as turnOfAnyPlace } from './event-loop.ts'

/**
 * To be called between two steps of work. Nothing comes back where the stretch may go on; else what resolves when it is the
 * caller's turn again, those who wait taking turns.
 */
export type EventLoopYield = () => Promise<void> | undefined

export type EventLoopYieldParts = {
  /** Monotonic milliseconds. */
  readonly elapsed: () => number
  /** Resolves when the event loop has let in all that waited. */
  readonly turn?: (() => Promise<unknown>) | undefined
  /** A stretch ends with the step in which it gets as old as this, milliseconds. */
  readonly stretchMs?: number
}

/** With the step in which it ends, a stretch takes hardly a millisecond. */
const usualStretchMs = 0.5

export function createEventLoopYield({
  elapsed,
  turn = turnOfAnyPlace,
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
