/** Suggests the name that a misspelled one was meant to be. */

/**
 * Damerau-Levenshtein distance: the least number of changed, inserted, deleted or swapped characters between
 * two words. Two swapped neighbours count `swapCost`.
 */
export function editDistance(one: string, other: string, swapCost = 1): number {
  let beforeLast: number[] = []
  let last = Array.from({ length: other.length + 1 }, (_, at) => at)
  for (let row = 1; row <= one.length; row++) {
    const now = [row]
    for (let at = 1; at <= other.length; at++) {
      const same = one[row - 1] === other[at - 1]
      const swapped = one[row - 1] === other[at - 2] && one[row - 2] === other[at - 1]
      now[at] = Math.min(
        last[at]! + 1,
        now[at - 1]! + 1,
        last[at - 1]! + (same ? 0 : 1),
        swapped ? beforeLast[at - 2]! + swapCost : Infinity,
      )
    }
    beforeLast = last
    last = now
  }
  return last[other.length]!
}

/** Names are compared without regard to case, blanks, dashes and underscores: `api_key` is `apiKey`. */
const plain = (name: string) => name.toLowerCase().replaceAll(/[\s_-]/g, '')

/** The nearest name of a closed list; undefined if none is near: up to a third of the characters, at least two, may differ. */
export function nearestName(written: string, names: readonly string[]): string | undefined {
  const wanted = plain(written.slice(0, 60))
  const most = Math.max(2, Math.floor(wanted.length / 3))
  const near = names
    .map((name) => ({ name, off: editDistance(wanted, plain(name)) }))
    // A word of two letters is two mistakes away from any other.
    .filter(({ off, name }) => off <= most && off < Math.min(wanted.length, name.length))
  const least = Math.min(...near.map(({ off }) => off))
  const nearest = near.find(({ off }) => off === least)?.name
  // `TRADE_TICKET`: half of a long name, and no other begins so.
  const begun = names.filter((name) => wanted.length > 3 && plain(name).startsWith(wanted))
  return nearest ?? (begun.length === 1 ? begun[0] : undefined)
}

/** `: did you mean theme?`, or nothing where no name is near. */
export function didYouMean(written: unknown, names: readonly string[]): string {
  const meant = typeof written === 'string' && nearestName(written, names)
  return meant ? `: did you mean ${meant}?` : ''
}
