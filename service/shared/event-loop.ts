/** Resolves in a later turn of the event loop. Uses a timer, which every platform has. */
export const nextEventLoopTurn = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 0))

/** Minimum length of a slice before it yields, milliseconds. */
const sliceMs = 10
/** Number of items between two clock readings. */
const itemsPerClockReading = 16

/**
 * Runs `work` for each item, in slices of about 10 ms, and yields to the event loop between them. Items
 * that are deleted from `items` meanwhile are skipped. `elapsed`: monotonic milliseconds.
 */
export async function forEachYielding<T>(
  items: Iterable<T>,
  elapsed: () => number,
  work: (item: T) => void,
): Promise<void> {
  let sliceStart = elapsed()
  let count = 0
  for (const item of items) {
    work(item)
    if (++count % itemsPerClockReading !== 0 || elapsed() - sliceStart < sliceMs) continue
    await nextEventLoopTurn()
    sliceStart = elapsed()
  }
}
