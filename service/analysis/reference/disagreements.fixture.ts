/** Maximum number of reported disagreements. */

const maxShown = 15

/** One line per item for which `check` finds a disagreement, up to a readable number. Tests expect none. */
export const disagreementsAmong = <T>(
  among: readonly T[],
  nameOf: (item: T) => string,
  check: (item: T) => string | undefined | false,
): string[] => {
  const disagreements = among.flatMap((item) => {
    const disagreement = check(item)
    return disagreement ? [`${nameOf(item)}: ${disagreement}`] : []
  })
  return disagreements.length > maxShown
    ? [...disagreements.slice(0, maxShown), `and ${disagreements.length - maxShown} of ${among.length} more`]
    : disagreements
}
