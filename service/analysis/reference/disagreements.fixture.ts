/** Maximum number of reported disagreements. */

const most = 15

/** A line for each of `among` that `look` finds something wrong with, no more than can be read. The tests want none. */
export const disagreementsAmong = <T>(
  among: readonly T[],
  nameOf: (one: T) => string,
  look: (one: T) => string | undefined | false,
): string[] => {
  const found = among.flatMap((one) => {
    const wrong = look(one)
    return wrong ? [`${nameOf(one)}: ${wrong}`] : []
  })
  return found.length > most
    ? [...found.slice(0, most), `and ${found.length - most} of ${among.length} more`]
    : found
}
