/** Selects the contracts for the cells of the 3 x 3 grid, and alternatives for empty cells. */
import type { Message } from '#contract/responses/lists/ideas.ts'
import { riskProfiles, timeframes } from '#contract/responses/income.ts'
import type { IncomeQuery } from '#contract/api/routes.ts'
import { findAlternative } from './alternatives.ts'
import type { Candidate, Cell } from './candidate.ts'
import {
  entriesOf,
  isBelowCost,
  isInBand,
  isInTimeframe,
  quoteRefusalOf,
  type CandidateEntry,
} from './entry.ts'
import { fillRow } from './row.ts'
import type { ContractValue } from './value.ts'

export type Selection = {
  readonly optimals: readonly (Cell & { readonly candidate: Candidate })[]
  readonly alternatives: readonly (Cell & { readonly candidate: Candidate; readonly reason: Message })[]
  /**
   * Contracts within a cell's time frame and band that are excluded because of their quote, and the
   * reason.
   */
  readonly refused: ReadonlyMap<Candidate, 'wide-spread' | 'below-fair-value'>
}

const rows: readonly (readonly Cell[])[] = timeframes.map((timeframe) =>
  riskProfiles.map((riskProfile) => ({ timeframe, riskProfile })),
)
const cells = rows.flat()

const refusedOf = (entries: readonly CandidateEntry[]): Selection['refused'] => {
  const refused = new Map<Candidate, 'wide-spread' | 'below-fair-value'>()
  for (const { candidate, flaws } of entries) {
    if (!cells.some((cell) => isInTimeframe(candidate, cell) && isInBand(candidate, cell))) continue
    const reason = quoteRefusalOf(flaws)
    if (reason !== undefined) refused.set(candidate, reason)
  }
  return refused
}

/** Applies the query's filters to cells and alternatives; `refused` is unchanged. */
export const filterSelection = (
  { optimals, alternatives, refused }: Selection,
  { timeframe, riskprofile }: Pick<IncomeQuery, 'timeframe' | 'riskprofile'>,
): Selection => {
  const isRequested = (cell: Cell): boolean =>
    (timeframe ?? cell.timeframe) === cell.timeframe && (riskprofile ?? cell.riskProfile) === cell.riskProfile
  return { optimals: optimals.filter(isRequested), alternatives: alternatives.filter(isRequested), refused }
}

/**
 * Returns a function that fills all cells from one side's candidates. It ignores the query's
 * filters, so that a cell has the same contract if it is requested separately. A contract fills one
 * cell only. The selection depends on the cost basis only through the number of candidates below
 * it, so it is memoized by that number.
 */
export const createSelect = (
  candidates: readonly Candidate[],
  valueOf: (candidate: Candidate) => ContractValue,
): ((costBasis: number | undefined) => Selection) => {
  const baseEntries = entriesOf(candidates)
  const selectionByBelowCostCount = new Map<number, Selection>()
  return (costBasis) => {
    const belowCostCount = baseEntries.filter(({ candidate }) => isBelowCost(candidate, costBasis)).length
    let selection = selectionByBelowCostCount.get(belowCostCount)
    if (!selection) {
      const entries =
        belowCostCount === 0
          ? baseEntries
          : baseEntries.map((entry) => ({ ...entry, isBelowCost: isBelowCost(entry.candidate, costBasis) }))
      selectionByBelowCostCount.set(belowCostCount, (selection = selectionOf(entries, valueOf)))
    }
    return selection
  }
}

/** Fills the cells row by row, then finds alternatives for the empty cells. */
const selectionOf = (
  entries: readonly CandidateEntry[],
  valueOf: (candidate: Candidate) => ContractValue,
): Selection => {
  const filled = rows.flatMap((row) => fillRow(entries, row, valueOf))
  const optimals = filled.map(({ entry, ...cell }) => ({ ...cell, candidate: entry.candidate }))
  const used = new Set(optimals.map(({ candidate }) => candidate))
  const alternatives: Selection['alternatives'][number][] = []
  for (const cell of cells) {
    if (optimals.some((optimal) => isSameCell(optimal, cell))) continue
    const unused = entries.filter(({ candidate }) => !used.has(candidate))
    const alternative = findAlternative(unused, cell)
    if (!alternative) continue
    used.add(alternative.candidate)
    alternatives.push({ ...cell, ...alternative })
  }
  return { optimals, alternatives, refused: refusedOf(entries) }
}

/** Selects the contracts for a single query. */
export const select = (
  candidates: readonly Candidate[],
  valueOf: (candidate: Candidate) => ContractValue,
  query: Pick<IncomeQuery, 'costBasis' | 'timeframe' | 'riskprofile'>,
): Selection => filterSelection(createSelect(candidates, valueOf)(query.costBasis), query)

const isSameCell = (a: Cell, b: Cell): boolean =>
  a.timeframe === b.timeframe && a.riskProfile === b.riskProfile
