/** Cells of the table of rolls, strikes by expiries. */
import type { Roll, RollContract } from '#contract/responses/roll.ts'

/** A cell: the open option, a listed contract, or null if the strike is not listed for the expiry. */
export type RollCell = 'open' | RollContract | null

export type RollRow = { readonly strike: number; readonly cells: readonly RollCell[] }

/** Returns the rows of the table, lowest strike first. Each has a cell per expiry of the response. */
export function rollRows({ expiries, strike: openStrike }: Roll): RollRow[] {
  const hasOpenExpiry = expiries.some(({ daysAdded }) => daysAdded === 0)
  const strikes = new Set(expiries.flatMap(({ contracts }) => contracts.map(({ strike }) => strike)))
  if (hasOpenExpiry) strikes.add(openStrike)
  return [...strikes]
    .toSorted((a, b) => a - b)
    .map((strike) => ({
      strike,
      cells: expiries.map(({ daysAdded, contracts }) =>
        daysAdded === 0 && strike === openStrike
          ? 'open'
          : (contracts.find((contract) => contract.strike === strike) ?? null),
      ),
    }))
}

/** Returns the index of the cell with the first of these contracts that the table contains; -1 if it has none. */
export function cellIndexOf(cells: readonly RollCell[], ids: readonly (string | null | undefined)[]): number {
  for (const id of ids) {
    const index = cells.findIndex((cell) => cell !== null && cell !== 'open' && cell.id === id)
    if (index >= 0) return index
  }
  return -1
}
