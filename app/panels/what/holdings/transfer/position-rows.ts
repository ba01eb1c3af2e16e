/** Writes holdings as rows of the file of positions. */
import type { Holding, OpenOption } from '#contract/bridge/holdings.ts'
import { readOsi, standardRoot } from '#contract/responses/osi.ts'
import type { CsvCell } from '#app/panels/what/csv/csv.ts'
import { columnNames, type PositionColumn, positionColumns } from './position-columns.ts'

type Cells = Partial<Record<PositionColumn, CsvCell>>

function optionCells(symbol: string, { id, quantity, price }: OpenOption): Cells {
  const option = readOsi(id)
  if (!option) return {}
  const root = id.slice(0, -15)
  return {
    right: option.legType,
    expiry: option.expiryDate,
    strike: option.strike,
    contracts: quantity,
    premium: price ?? null,
    root: root === standardRoot(symbol) ? null : root,
  }
}

/** One row for each option, or one row without an option. Only the first has the shares, so that a sum counts them once. */
const cellsOf = ({ symbol, shares, costBasis, openOptions = [] }: Holding): Cells[] => {
  const [first = {}, ...others] = openOptions.map((option) => optionCells(symbol, option))
  return [{ shares: shares ?? null, costBasis: costBasis ?? null, ...first }, ...others].map((cells) => ({
    symbol,
    ...cells,
  }))
}

/** Returns the header and the rows of the file. */
export const positionRows = (holdings: readonly Holding[]): CsvCell[][] => [
  columnNames.map((name) => positionColumns[name]),
  ...holdings.flatMap(cellsOf).map((cells) => columnNames.map((name) => cells[name] ?? null)),
]
