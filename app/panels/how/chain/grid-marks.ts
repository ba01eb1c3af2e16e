/**
 * Marks contracts of the chain that fill cells of the displayed grid. The service's marks in the chain response
 * ignore the user's position, on which the displayed grid depends.
 */
import type { ChainOption, ChainRow } from '#contract/responses/chain.ts'
import type { Income } from '#contract/responses/income.ts'

/** Grid cells by the OSI symbol of their contract; alternatives do not fill a cell. */
export type CellsByContract = ReadonlyMap<string, NonNullable<ChainOption['cell']>>

export const cellsByContract = ({ callOptimals, putOptimals }: Income): CellsByContract =>
  new Map(
    [...callOptimals, ...putOptimals].map(({ id, timeframe, riskProfile }) => [
      id,
      { timeframe, riskProfile },
    ]),
  )

/** Returns the rows with their grid cells. Unchanged rows keep their identity, so that they do not render again. */
export function markGridCells(rows: readonly ChainRow[], cells: CellsByContract): ChainRow[] {
  const mark = (option: ChainOption | null) => {
    const cell = (option && cells.get(option.id)) ?? null
    const isSame =
      cell?.timeframe === option?.cell?.timeframe && cell?.riskProfile === option?.cell?.riskProfile
    return option && !isSame ? { ...option, cell } : option
  }
  return rows.map((row) => {
    const [call, put] = [mark(row.call), mark(row.put)]
    return call === row.call && put === row.put ? row : { ...row, call, put }
  })
}
