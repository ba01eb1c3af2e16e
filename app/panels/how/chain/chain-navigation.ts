/**
 * Keyboard navigation in the chain, and its at-the-money line. A position is the row and the leg of
 * a contract.
 */
import type { WireChainRow } from '#contract/responses/chain.ts'
import { legTypes, type LegType } from '#contract/responses/income.ts'

export type ChainPosition = { readonly row: number; readonly leg: LegType }

/**
 * Returns the position that a key moves to; undefined for other keys. Contracts that are not listed are skipped.
 *
 * @param legAtRight the leg that the right arrow moves to; null if only one leg is shown
 */
export function nextPosition(
  rows: readonly WireChainRow[],
  { row, leg }: ChainPosition,
  { key, pageRows, legAtRight }: { key: string; pageRows: number; legAtRight: LegType | null },
): ChainPosition | undefined {
  const lastRow = rows.length - 1
  /** Finds the listed contract nearest to `from` in the direction of `step`, otherwise in the other direction. */
  const findListed = (from: number, step: 1 | -1): ChainPosition => {
    for (const direction of [step, -step])
      for (
        let index = Math.max(0, Math.min(lastRow, from));
        index >= 0 && index <= lastRow;
        index += direction
      )
        if (rows[index]![leg]) return { row: index, leg }
    return { row, leg }
  }
  switch (key) {
    case 'ArrowDown':
      return findListed(row + 1, 1)
    case 'ArrowUp':
      return findListed(row - 1, -1)
    case 'PageDown':
      return findListed(row + pageRows, 1)
    case 'PageUp':
      return findListed(row - pageRows, -1)
    case 'Home':
      return findListed(0, 1)
    case 'End':
      return findListed(lastRow, -1)
    case 'ArrowLeft':
    case 'ArrowRight': {
      if (!legAtRight) return undefined
      const legAtLeft = legTypes.find((legType) => legType !== legAtRight)!
      const target = key === 'ArrowRight' ? legAtRight : legAtLeft
      return { row, leg: rows[row]?.[target] ? target : leg }
    }
    default:
      return undefined
  }
}

/**
 * Returns the number of strikes up to the price of the underlying. It is also the index of the row
 * after the at-the-money line.
 */
export const countStrikesUpTo = (rows: readonly WireChainRow[], price: number | null): number =>
  price === null ? 0 : rows.filter(({ strike }) => strike <= price).length

/**
 * Returns whether a contract is in the money at this price of the underlying; false if the price is
 * unknown.
 */
export const isInTheMoney = (strike: number, leg: LegType, price: number | null): boolean =>
  price !== null && (leg === 'call' ? strike < price : strike > price)

/**
 * Returns the listed contract of a leg with the strike nearest to the price; the lowest strike if the price is unknown.
 */
export function positionAtTheMoney(
  rows: readonly WireChainRow[],
  leg: LegType,
  price: number | null,
): ChainPosition | undefined {
  const listed = rows.flatMap((row, index) => (row[leg] ? [{ index, strike: row.strike }] : []))
  const distance = ({ strike }: { strike: number }) => Math.abs(strike - (price ?? 0))
  const nearest = listed.toSorted((a, b) => distance(a) - distance(b))[0]
  return nearest && { row: nearest.index, leg }
}

/** Returns the position of a contract; undefined if it is not in these rows. */
export function positionOf(
  rows: readonly WireChainRow[],
  id: string | null | undefined,
): ChainPosition | undefined {
  for (const [index, row] of rows.entries())
    for (const leg of legTypes) if (id && row[leg]?.id === id) return { row: index, leg }
  return undefined
}
