/**
 * Marks the contracts of the chain that fill cells of the displayed grid. The chain response has
 * such marks too, but computes them without the user's position, on which the displayed grid
 * depends. Also displays the figures of How's contract, so that they equal those on its card.
 */
import type { WireChainOption, WireChainRow } from '#contract/responses/chain.ts'
import type { WireIncome, WireIncomeOption } from '#contract/responses/income.ts'

/**
 * Grid cells by the OSI symbol of the contract that fills them; an alternative does not fill its
 * cell.
 */
export type CellsByContract = ReadonlyMap<string, NonNullable<WireChainOption['cell']>>

export const cellsByContract = ({ callOptimals, putOptimals }: WireIncome): CellsByContract =>
  new Map(
    [...callOptimals, ...putOptimals].map(({ id, timeframe, riskProfile }) => [
      id,
      { timeframe, riskProfile },
    ]),
  )

/**
 * Returns the rows with the given cells. An unchanged row is the same object, so that it does not
 * render again.
 */
export function markGridCells(rows: readonly WireChainRow[], cells: CellsByContract): WireChainRow[] {
  const withCell = (option: WireChainOption | null) => {
    const cell = (option && cells.get(option.id)) ?? null
    const isSame =
      cell?.timeframe === option?.cell?.timeframe && cell?.riskProfile === option?.cell?.riskProfile
    return option && !isSame ? { ...option, cell } : option
  }
  return rows.map((row) => {
    const [call, put] = [withCell(row.call), withCell(row.put)]
    return call === row.call && put === row.put ? row : { ...row, call, put }
  })
}

/** Returns the rows with the figures of How's snapshot for its contract; the same array if it is not in them. */
export function quoteContract(rows: WireChainRow[], option: WireIncomeOption | undefined): WireChainRow[] {
  const leg = option?.legType === 'Call' ? 'call' : 'put'
  const index = rows.findIndex((row) => option !== undefined && row[leg]?.id === option.id)
  const row = rows[index]
  const listed = row?.[leg]
  if (!option || !row || !listed) return rows
  const { bid, ask, probability, delta, impliedVolatility, openInterest, volume } = option
  const quoted = {
    bid,
    ask,
    return: option.return,
    probability,
    delta,
    impliedVolatility,
    openInterest,
    volume,
  }
  return rows.with(index, { ...row, [leg]: { ...listed, ...quoted } })
}
