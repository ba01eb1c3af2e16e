/** Yielding to the event loop, with web-standard APIs. */
export const nextEventLoopTurn = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 0))

/** Maximum length of a slice of divisible work, milliseconds. */
const stretchMs = 10
/** Number of items between two clock readings. */
const betweenLooks = 16

/**
 * Runs `work` for each item and yields to the event loop between slices. Items that leave the set meanwhile
 * are skipped. `elapsed`: monotonic milliseconds.
 */
export async function forEachYielding<T>(
  all: Iterable<T>,
  elapsed: () => number,
  work: (one: T) => void,
): Promise<void> {
  let begun = elapsed()
  let count = 0
  for (const one of all) {
    work(one)
    if (++count % betweenLooks !== 0 || elapsed() - begun < stretchMs) continue
    await nextEventLoopTurn()
    begun = elapsed()
  }
}
