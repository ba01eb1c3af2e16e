/** Which contracts of the chain fill the grid that the user sees, which follows what he holds; the chain's own does not. */
import type { ChainOption, ChainRow } from '#contract/responses/chain.ts'
import type { Income } from '#contract/responses/income.ts'

/** The cells by the OSI symbols of their contracts; a next best that stands in for one fills none. */
export type Filled = ReadonlyMap<string, NonNullable<ChainOption['cell']>>

export const filledIn = ({ callOptimals, putOptimals }: Income): Filled =>
  new Map(
    [...callOptimals, ...putOptimals].map(({ id, timeframe, riskProfile }) => [
      id,
      { timeframe, riskProfile },
    ]),
  )

/** The rows with the cells that are filled. What is as it was stays the same object, so that it is not drawn anew. */
export function markFilled(rows: readonly ChainRow[], filled: Filled): ChainRow[] {
  const mark = (option: ChainOption | null) => {
    const cell = (option && filled.get(option.id)) ?? null
    const isSame =
      cell?.timeframe === option?.cell?.timeframe && cell?.riskProfile === option?.cell?.riskProfile
    return option && !isSame ? { ...option, cell } : option
  }
  return rows.map((row) => {
    const [call, put] = [mark(row.call), mark(row.put)]
    return call === row.call && put === row.put ? row : { ...row, call, put }
  })
}
