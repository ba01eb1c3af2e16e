/** A queue that is fair to callers: round-robin by caller; first in, first out for each caller. */

export type FairQueue<Item> = {
  /** Number of items. */
  readonly length: number
  /** Number of items of a caller. */
  lengthOf(caller: string): number
  push(caller: string, item: Item): void
  /**
   * Removes the next item, and moves its caller to the end. Undefined if no caller has one.
   *
   * @param isEligible callers that it rejects are skipped and keep their places; by default none
   */
  shift(isEligible?: (caller: string) => boolean): Item | undefined
  /** Number of items of the caller with the most; 0 if the queue is empty. Reads all callers. */
  longestLength(): number
  /** Removes the last item of the caller with the most. Undefined if the queue is empty. */
  popLongest(): Item | undefined
}

/** Creates an empty queue. */
export function createFairQueue<Item>(): FairQueue<Item> {
  /** Items by caller, in the order in which the callers are served. */
  const itemsByCaller = new Map<string, Item[]>()
  let length = 0
  const longest = () => {
    let longest: readonly [string, Item[]] | undefined
    for (const entry of itemsByCaller) if (entry[1].length > (longest?.[1].length ?? 0)) longest = entry
    return longest
  }
  return {
    get length() {
      return length
    },
    lengthOf: (caller) => itemsByCaller.get(caller)?.length ?? 0,
    push(caller, item) {
      const items = itemsByCaller.get(caller)
      if (items) items.push(item)
      else itemsByCaller.set(caller, [item])
      length++
    },
    shift(isEligible = () => true) {
      for (const [caller, items] of itemsByCaller) {
        if (!isEligible(caller)) continue
        itemsByCaller.delete(caller)
        const item = items.shift()
        if (items.length > 0) itemsByCaller.set(caller, items)
        length--
        return item
      }
      return undefined
    },
    longestLength: () => longest()?.[1].length ?? 0,
    popLongest() {
      const [caller, items] = longest() ?? []
      if (caller === undefined || !items) return undefined
      const item = items.pop()
      if (items.length === 0) itemsByCaller.delete(caller)
      length--
      return item
    },
  }
}
