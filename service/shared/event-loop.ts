/** Yielding to the event loop, with web-standard APIs. */
export const nextEventLoopTurn = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 0))

/** Maximum length of a slice of divisible work, milliseconds. */
const sliceMs = 10
/** Number of items between two clock readings. */
const itemsPerClockReading = 16

/**
 * Runs `work` for each item and yields to the event loop between slices. Items that leave the set meanwhile
 * are skipped. `elapsed`: monotonic milliseconds.
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
