/** The 3 × 3 grid of How: the contract of each cell, and the selected cell. */
import type {
  Alternative,
  Income,
  IncomeOption,
  LegType,
  RiskProfile,
  Timeframe,
} from '#contract/responses/income.ts'

/** Rows, nearest expiry first. */
export const rows = ['short', 'medium', 'long'] as const satisfies readonly Timeframe[]
/** Columns, most careful first. */
export const columns = ['conservative', 'optimal', 'aggressive'] as const satisfies readonly RiskProfile[]

/** A cell's contract. `alternative` is set if nothing fits the cell: the next best contract, with the reason. */
export type Cell = {
  timeframe: Timeframe
  riskProfile: RiskProfile
  option?: IncomeOption
  alternative?: Alternative
}

/** All nine cells of one leg type, row by row. */
export function cellsOf(income: Income, leg: LegType): Cell[] {
  const [optimals, alternatives] =
    leg === 'call'
      ? [income.callOptimals, income.callAlternatives]
      : [income.putOptimals, income.putAlternatives]
  return rows.flatMap((timeframe) =>
    columns.map((riskProfile): Cell => {
      const isInCell = (option: IncomeOption) =>
        option.timeframe === timeframe && option.riskProfile === riskProfile
      const option = optimals.find(isInCell)
      const alternative = option ? undefined : alternatives.find(isInCell)
      return {
        timeframe,
        riskProfile,
        ...(option && { option }),
        ...(alternative && { option: alternative, alternative }),
      }
    }),
  )
}

/** The common expiry day of the cells' contracts; undefined if they differ or the cells are empty. */
export function expiryOf(cells: readonly Cell[]): string | undefined {
  const days = new Set(cells.flatMap(({ option }) => (option ? [option.expiryDate] : [])))
  return days.size === 1 ? [...days][0] : undefined
}

/** The chosen cell if it has a contract, otherwise the nearest filled cell (same row first), otherwise undefined. */
export function chosenCell(
  cells: readonly Cell[],
  timeframe: Timeframe,
  riskProfile: RiskProfile,
): Cell | undefined {
  const distance = (cell: Cell) =>
    Math.abs(columns.indexOf(cell.riskProfile) - columns.indexOf(riskProfile)) +
    3 * Math.abs(rows.indexOf(cell.timeframe) - rows.indexOf(timeframe)) +
    (cell.alternative ? 0.5 : 0)
  const exact = cells.find((cell) => cell.timeframe === timeframe && cell.riskProfile === riskProfile)
  if (exact?.option) return exact
  return cells.filter((cell) => cell.option).toSorted((a, b) => distance(a) - distance(b))[0]
}

/** The user's selection: the chosen listed contract, once loaded, or the grid's cell. */
export function selectedCell(
  income: Income,
  view: { leg: LegType; timeframe: Timeframe; riskProfile: RiskProfile; contract: string | null },
): Cell | undefined {
  const cells = cellsOf(income, view.leg)
  if (view.contract === null) return chosenCell(cells, view.timeframe, view.riskProfile)
  // A contract of the grid is displayed as its cell.
  const cell = cells.find(({ option }) => option?.id === view.contract)
  if (cell) return cell
  const { contract: option } = income
  if (option?.id !== view.contract) return chosenCell(cells, view.timeframe, view.riskProfile)
  return { timeframe: option.timeframe, riskProfile: option.riskProfile, option }
}
