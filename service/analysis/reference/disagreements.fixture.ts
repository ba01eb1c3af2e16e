/** Compares items with their expected properties and lists the disagreements. */

/** Maximum number of listed disagreements. */
const maxShown = 15

/**
 * Returns one line per item for which `check` returns a disagreement, and the number of those
 * beyond the maximum. Tests expect an empty list.
 */
export const disagreementsAmong = <T>(
  items: readonly T[],
  nameOf: (item: T) => string,
  check: (item: T) => string | undefined | false,
): string[] => {
  const disagreements = items.flatMap((item) => {
    const disagreement = check(item)
    return disagreement ? [`${nameOf(item)}: ${disagreement}`] : []
  })
  return disagreements.length > maxShown
    ? [...disagreements.slice(0, maxShown), `and ${disagreements.length - maxShown} more of ${items.length}`]
    : disagreements
}
