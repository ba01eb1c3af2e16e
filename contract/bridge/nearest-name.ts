/** Suggests the intended name for a misspelled one. */

/**
 * Damerau-Levenshtein distance: the minimum number of changed, inserted, deleted or swapped characters between
 * two words. Two swapped neighbours count `swapCost`.
 */
export function editDistance(a: string, b: string, swapCost = 1): number {
  let secondPreviousRow: number[] = []
  let previousRow = Array.from({ length: b.length + 1 }, (_, index) => index)
  for (let row = 1; row <= a.length; row++) {
    const currentRow = [row]
    for (let column = 1; column <= b.length; column++) {
      const isSame = a[row - 1] === b[column - 1]
      const isSwapped = a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1]
      currentRow[column] = Math.min(
        previousRow[column]! + 1,
        currentRow[column - 1]! + 1,
        previousRow[column - 1]! + (isSame ? 0 : 1),
        isSwapped ? secondPreviousRow[column - 2]! + swapCost : Infinity,
      )
    }
    secondPreviousRow = previousRow
    previousRow = currentRow
  }
  return previousRow[b.length]!
}

/** Names are compared without regard to case, blanks, dashes and underscores: `api_key` is `apiKey`. */
const normalize = (name: string) => name.toLowerCase().replaceAll(/[\s_-]/g, '')

/**
 * Returns the nearest name of a closed list; undefined if none is near. Up to a third of the
 * characters, but always two, may differ.
 */
export function nearestName(input: string, names: readonly string[]): string | undefined {
  const normalized = normalize(input.slice(0, 60))
  const maxDistance = Math.max(2, Math.floor(normalized.length / 3))
  const candidates = names
    .map((name) => ({ name, distance: editDistance(normalized, normalize(name)) }))
    // Any two-character word is within two changes of any other.
    .filter(
      ({ distance, name }) => distance <= maxDistance && distance < Math.min(normalized.length, name.length),
    )
  const minDistance = Math.min(...candidates.map(({ distance }) => distance))
  const nearest = candidates.find(({ distance }) => distance === minDistance)?.name
  // An unambiguous prefix of a long name, such as `TRADE_TICKET`.
  const prefixMatches = names.filter(
    (name) => normalized.length > 3 && normalize(name).startsWith(normalized),
  )
  return nearest ?? (prefixMatches.length === 1 ? prefixMatches[0] : undefined)
}

/** Returns a suggestion, `: did you mean theme?`, or an empty text if no name is near. */
export function didYouMean(input: unknown, names: readonly string[]): string {
  const suggestion = typeof input === 'string' && nearestName(input, names)
  return suggestion ? `: did you mean ${suggestion}?` : ''
}
