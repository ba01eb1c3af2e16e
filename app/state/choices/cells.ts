/** The 3 × 3 grid of How: the contract of each cell, and the selected cell. */
import type {
  Alternative,
  Income,
  IncomeOption,
  LegType,
  RiskProfile,
  Timeframe,
  WireAlternative,
  WireIncome,
  WireIncomeOption,
} from '#contract/responses/income.ts'
import { bestCell } from './best-cell.ts'

/** Rows, nearest expiry first. */
export const rows = ['short', 'medium', 'long'] as const satisfies readonly Timeframe[]
/** Columns, most conservative first. */
export const columns = ['conservative', 'optimal', 'aggressive'] as const satisfies readonly RiskProfile[]

type CellWith<Option, Replacement> = {
  timeframe: Timeframe
  riskProfile: RiskProfile
  /** The contract in the cell; absent if the cell is empty. */
  option?: Option
  /**
   * The next best contract, with the reason why it does not fit the cell. Present if no contract
   * fits; `option` is then the same contract.
   */
  alternative?: Replacement
}
export type Cell = CellWith<IncomeOption, Alternative>
/** A cell of a response that may lack prices (priced.ts). */
export type WireCell = CellWith<WireIncomeOption, WireAlternative>

/** All nine cells of one leg type, row by row. */
export function cellsOf(income: Income, leg: LegType): Cell[]
export function cellsOf(income: WireIncome, leg: LegType): WireCell[]
export function cellsOf(income: WireIncome, leg: LegType): WireCell[] {
  const [optimals, alternatives] =
    leg === 'call'
      ? [income.callOptimals, income.callAlternatives]
      : [income.putOptimals, income.putAlternatives]
  return rows.flatMap((timeframe) =>
    columns.map((riskProfile): WireCell => {
      const isInCell = (option: WireIncomeOption) =>
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

/**
 * Returns the expiry date that all contracts of the cells share; undefined if dates differ or all
 * cells are empty.
 */
export function commonExpiryOf(cells: readonly WireCell[]): string | undefined {
  const dates = new Set(cells.flatMap(({ option }) => (option ? [option.expiryDate] : [])))
  return dates.size === 1 ? [...dates][0] : undefined
}

/**
 * Returns the cell of a time frame and risk profile if it has a contract, otherwise the nearest
 * cell that has one. Cells of the same row are nearest. Undefined if all cells are empty.
 */
export function nearestFilledCell<C extends WireCell>(
  cells: readonly C[],
  timeframe: Timeframe,
  riskProfile: RiskProfile,
): C | undefined {
  const distance = (cell: C) =>
    Math.abs(columns.indexOf(cell.riskProfile) - columns.indexOf(riskProfile)) +
    3 * Math.abs(rows.indexOf(cell.timeframe) - rows.indexOf(timeframe)) +
    (cell.alternative ? 0.5 : 0)
  const exact = cells.find((cell) => cell.timeframe === timeframe && cell.riskProfile === riskProfile)
  if (exact?.option) return exact
  return cells.filter((cell) => cell.option).toSorted((a, b) => distance(a) - distance(b))[0]
}

/** Row and column of a cell of the grid. */
export type CellPlace = Pick<WireCell, 'timeframe' | 'riskProfile'>

/**
 * Returns the place of the chosen cell. If neither a time frame nor a risk profile is chosen, that of the cell with the
 * highest score. Otherwise, and if no score is the highest, `medium` and `optimal` stand for what is not chosen.
 */
export function chosenPlace(
  cells: readonly WireCell[],
  { timeframe, riskProfile }: Pick<Selection, 'timeframe' | 'riskProfile'>,
): CellPlace {
  const best = timeframe === null && riskProfile === null ? bestCell(cells) : undefined
  return best ?? { timeframe: timeframe ?? 'medium', riskProfile: riskProfile ?? 'optimal' }
}

/** Returns the cell that opens before a contract is chosen: the chosen cell, or the nearest one with a contract. */
export function openedCell<C extends WireCell>(
  cells: readonly C[],
  chosen: Pick<Selection, 'timeframe' | 'riskProfile'>,
): C | undefined {
  const place = chosenPlace(cells, chosen)
  return nearestFilledCell(cells, place.timeframe, place.riskProfile)
}

/** Returns a contract of a response: that of a cell, or the requested one; undefined if it has neither. */
export function optionById(income: Income, id: string): IncomeOption | undefined
export function optionById(income: WireIncome, id: string): WireIncomeOption | undefined
export function optionById(income: WireIncome, id: string): WireIncomeOption | undefined {
  const { callOptimals, callAlternatives, putOptimals, putAlternatives, contract } = income
  const options = [...callOptimals, ...callAlternatives, ...putOptimals, ...putAlternatives]
  return options.find((option) => option.id === id) ?? (contract?.id === id ? contract : undefined)
}

type Selection = {
  leg: LegType
  /** Null before one is chosen, as the risk profile. */
  timeframe: Timeframe | null
  riskProfile: RiskProfile | null
  /** OSI symbol of the chosen contract; null before a contract is chosen. */
  contract: string | null
}

/**
 * Returns the cell of the chosen contract. A contract outside the grid has a cell of its own. Before a contract is
 * chosen, returns the cell that opens (`openedCell`). Undefined if the response does not contain the chosen contract.
 */
export function selectedCell(income: Income, selection: Selection): Cell | undefined
export function selectedCell(income: WireIncome, selection: Selection): WireCell | undefined
export function selectedCell(
  income: WireIncome,
  { leg, contract: id, ...chosen }: Selection,
): WireCell | undefined {
  const cells = cellsOf(income, leg)
  if (id === null) return openedCell(cells, chosen)
  const cell = cells.find(({ option }) => option?.id === id)
  if (cell) return cell
  const option = optionById(income, id)
  return option && { timeframe: option.timeframe, riskProfile: option.riskProfile, option }
}
