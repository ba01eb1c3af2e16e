/** Where the keys lead in the chain. A place is a contract: its row and its side. */
import type { ChainRow } from '#contract/responses/chain.ts'
import { legTypes, type LegType } from '#contract/responses/income.ts'

export type Place = { readonly row: number; readonly leg: LegType }

/**
 * The place that a key leads to from `at`; undefined for any other key. Where nothing is listed on a side is no place: the
 * next one is. `side`: the leg on the side that the right arrow goes to; null where only one leg is shown.
 */
export function nextPlace(
  rows: readonly ChainRow[],
  { row, leg }: Place,
  { key, page, toTheRight }: { key: string; page: number; toTheRight: LegType | null },
): Place | undefined {
  const last = rows.length - 1
  /** The listed contract nearest to `from` on the way `step` goes, else the nearest on the way back. */
  const seek = (from: number, step: 1 | -1): Place => {
    for (const way of [step, -step])
      for (let index = Math.max(0, Math.min(last, from)); index >= 0 && index <= last; index += way)
        if (rows[index]![leg]) return { row: index, leg }
    return { row, leg }
  }
  switch (key) {
    case 'ArrowDown':
      return seek(row + 1, 1)
    case 'ArrowUp':
      return seek(row - 1, -1)
    case 'PageDown':
      return seek(row + page, 1)
    case 'PageUp':
      return seek(row - page, -1)
    case 'Home':
      return seek(0, 1)
    case 'End':
      return seek(last, -1)
    case 'ArrowLeft':
    case 'ArrowRight': {
      if (!toTheRight) return undefined
      const toTheLeft = legTypes.find((each) => each !== toTheRight)!
      const side = key === 'ArrowRight' ? toTheRight : toTheLeft
      return { row, leg: rows[row]?.[side] ? side : leg }
    }
    default:
      return undefined
  }
}

/** How many strikes lie below the price of the underlying: the line at the money stands before the row of that index. */
export const rowsBelow = (rows: readonly ChainRow[], price: number | null): number =>
  price === null ? 0 : rows.filter(({ strike }) => strike <= price).length

/** Whether exercise would pay at that price of the underlying. */
export const isInTheMoney = (strike: number, leg: LegType, price: number | null): boolean =>
  price !== null && (leg === 'call' ? strike < price : strike > price)

/** The listed contract of a leg whose strike is nearest to the price; the first one where none is known. */
export function placeAtTheMoney(
  rows: readonly ChainRow[],
  leg: LegType,
  price: number | null,
): Place | undefined {
  const listed = rows.flatMap((row, index) => (row[leg] ? [{ index, strike: row.strike }] : []))
  const away = ({ strike }: { strike: number }) => Math.abs(strike - (price ?? 0))
  const nearest = listed.toSorted((a, b) => away(a) - away(b))[0]
  return nearest && { row: nearest.index, leg }
}

/** Where a contract stands; undefined where it is not among these rows. */
export function placeOf(rows: readonly ChainRow[], id: string | null | undefined): Place | undefined {
  for (const [row, each] of rows.entries())
    for (const leg of legTypes) if (id && each[leg]?.id === id) return { row, leg }
  return undefined
}
