/** Which contract fills which cell of the 3 x 3 grid, and what stands in where none does. */
import type { Message } from '#contract/responses/ideas.ts'
import { riskProfiles, timeframes } from '#contract/responses/income.ts'
import type { IncomeQuery } from '#contract/api/routes.ts'
import { alternativeFor } from './alternatives.ts'
import type { Candidate, Cell } from './candidate.ts'
import { entriesOf, isBelowCost, isInBand, isInWindow, type CandidateEntry } from './entry.ts'
import { fillRow } from './row.ts'

export type Selection = {
  readonly optimals: readonly (Cell & { readonly candidate: Candidate })[]
  readonly alternatives: readonly (Cell & { readonly candidate: Candidate; readonly reason: Message })[]
  /** Contracts on target that are excluded for the quality of their quote, and the flaw. */
  readonly refused: ReadonlyMap<Candidate, 'wide-spread' | 'below-fair-value'>
}

const rows: readonly (readonly Cell[])[] = timeframes.map((timeframe) =>
  riskProfiles.map((riskProfile) => ({ timeframe, riskProfile })),
)
const cells = rows.flat()

const refusedOf = (entries: readonly CandidateEntry[]): Selection['refused'] => {
  const refused = new Map<Candidate, 'wide-spread' | 'below-fair-value'>()
  for (const { candidate, flaws } of entries) {
    if (!cells.some((cell) => isInWindow(candidate, cell) && isInBand(candidate, cell))) continue
    if (flaws.includes('spread') || flaws.includes('better-quoted')) refused.set(candidate, 'wide-spread')
    else if (flaws.includes('fair-value')) refused.set(candidate, 'below-fair-value')
  }
  return refused
}

/** Filtered by the query. */
export const narrowed = (
  { optimals, alternatives, refused }: Selection,
  { timeframe, riskprofile }: Pick<IncomeQuery, 'timeframe' | 'riskprofile'>,
): Selection => {
  const isAsked = (cell: Cell): boolean =>
    (timeframe ?? cell.timeframe) === cell.timeframe && (riskprofile ?? cell.riskProfile) === cell.riskProfile
  return { optimals: optimals.filter(isAsked), alternatives: alternatives.filter(isAsked), refused }
}

/**
 * Fills all cells from one side's candidates, independent of the query's filters, so that a cell is the same
 * when requested alone. A contract fills one cell only. Of the cost basis it matters only which strikes lie
 * below it: each distinct selection is computed once.
 */
export const createSelect = (
  candidates: readonly Candidate[],
): ((costBasis: number | undefined) => Selection) => {
  const judged = entriesOf(candidates)
  const known = new Map<number, Selection>()
  return (costBasis) => {
    const below = judged.filter(({ candidate }) => isBelowCost(candidate, costBasis)).length
    let selection = known.get(below)
    if (!selection) {
      const entries =
        below === 0
          ? judged
          : judged.map((entry) => ({ ...entry, isBelowCost: isBelowCost(entry.candidate, costBasis) }))
      known.set(below, (selection = selectionOf(entries)))
    }
    return selection
  }
}

const selectionOf = (entries: readonly CandidateEntry[]): Selection => {
  const filled = rows.flatMap((row) => fillRow(entries, row))
  const optimals = filled.map(({ entry, ...cell }) => ({ ...cell, candidate: entry.candidate }))
  const taken = new Set(optimals.map(({ candidate }) => candidate))
  const alternatives: Selection['alternatives'][number][] = []
  for (const cell of cells) {
    if (optimals.some((each) => isSameCell(each, cell))) continue
    const free = entries.filter(({ candidate }) => !taken.has(candidate))
    const found = alternativeFor(free, cell)
    if (!found) continue
    taken.add(found.candidate)
    alternatives.push({ ...cell, ...found })
  }
  return { optimals, alternatives, refused: refusedOf(entries) }
}

/** The same for a single use. */
export const select = (
  candidates: readonly Candidate[],
  query: Pick<IncomeQuery, 'costBasis' | 'timeframe' | 'riskprofile'>,
): Selection => narrowed(createSelect(candidates)(query.costBasis), query)

const isSameCell = (a: Cell, b: Cell): boolean =>
  a.timeframe === b.timeframe && a.riskProfile === b.riskProfile
