/**
 * Selects the contracts of one row of the grid, that is the three risk profiles of one time frame.
 */
import { nthWeekday, tradingDayOnOrBefore } from '#service/markets/calendar.ts'
import type { Day } from '#service/markets/market.ts'
import { config } from '../config.ts'
import type { Cell } from './candidate.ts'
import { minBy, isInBand, isInTimeframe, isOnTarget, distanceToTarget, type CandidateEntry } from './entry.ts'

export type FilledCell = Cell & { readonly entry: CandidateEntry }

/** Comparator for descending order. An unknown value equals every value. */
const compareDescending = (a: number | null, b: number | null): number =>
  a === null || b === null ? 0 : b - a

/**
 * Sort order, best first: the return at the fill price, the narrower spread, open interest, volume.
 */
const byQuality = ({ candidate: a }: CandidateEntry, { candidate: b }: CandidateEntry): number =>
  b.fillReturn - a.fillReturn ||
  a.spread - b.spread ||
  compareDescending(a.contract.openInterest, b.contract.openInterest) ||
  compareDescending(a.contract.volume, b.contract.volume)

const bestOf = (entries: readonly CandidateEntry[]): CandidateEntry | undefined =>
  entries.toSorted(byQuality)[0]

/**
 * Returns the flawless contracts that may fill a cell: all contracts on target, otherwise the
 * contract of the band that is nearest to the target. Calls below the cost of the shares are
 * considered only if there are no others.
 */
const choicesFor = (entries: readonly CandidateEntry[], cell: Cell): readonly CandidateEntry[] => {
  const candidates = entries.filter(
    ({ candidate, flaws }) =>
      flaws.length === 0 && isInTimeframe(candidate, cell) && isInBand(candidate, cell),
  )
  const aboveCost = candidates.filter(({ isBelowCost }) => !isBelowCost)
  const eligible = aboveCost.length > 0 ? aboveCost : candidates
  const onTarget = eligible.filter(({ candidate }) => isOnTarget(candidate, cell))
  if (onTarget.length > 0) return onTarget
  const nearest = minBy(eligible, ({ candidate }) => distanceToTarget(candidate, cell))
  return nearest ? [nearest] : []
}

/**
 * Whether the day is a standard monthly expiry: the third Friday, or the session before it on a
 * holiday.
 */
const isMonthly = (day: Day): boolean =>
  day === tradingDayOnOrBefore(nthWeekday(Number(day.slice(0, 4)), Number(day.slice(5, 7)), 5, 3))

/** A row that uses one expiry for as many of its cells as possible. */
type AlignedRow = {
  /** The common expiry. */
  readonly day: Day
  readonly row: readonly FilledCell[]
  /** Number of cells with the common expiry. */
  readonly alignedCount: number
  /** Sum of the annualized returns at the fill price. */
  readonly totalReturn: number
}

/**
 * Uses each cell's best choice of the expiry `day` if that loses at most a tenth of the return,
 * otherwise the cell's best choice of all expiries.
 */
const alignRow = (
  day: Day,
  fillable: readonly (FilledCell & { readonly choices: readonly CandidateEntry[] })[],
): AlignedRow => {
  let alignedCount = 0
  let totalReturn = 0
  const row = fillable.map(({ choices, entry, ...cell }): FilledCell => {
    const bestAtDay = bestOf(choices.filter(({ candidate }) => candidate.expiry.day === day))
    const isAligned =
      bestAtDay !== undefined &&
      bestAtDay.candidate.fillReturn >= (1 - config.income.row.loss) * entry.candidate.fillReturn
    if (isAligned) alignedCount++
    const selected = isAligned ? bestAtDay : entry
    totalReturn += selected.candidate.fillReturn
    return { ...cell, entry: selected }
  })
  return { day, row, alignedCount, totalReturn }
}

/**
 * Fills the cells of one row. As many cells as possible share an expiry, so that they are
 * comparable, but no cell loses more than a tenth of its return. Of the expiries with equally many
 * cells, the one with the highest total return is used, or a monthly expiry whose total return is
 * nearly as high.
 */
export const fillRow = (
  entries: readonly CandidateEntry[],
  cells: readonly Cell[],
): readonly FilledCell[] => {
  const fillable = cells.flatMap((cell) => {
    const choices = choicesFor(entries, cell)
    const entry = bestOf(choices)
    return entry ? [{ ...cell, entry, choices }] : []
  })
  const days = new Set(
    fillable.flatMap(({ choices }) => choices.map(({ candidate }) => candidate.expiry.day)),
  )
  const rows = [...days].map((day) => alignRow(day, fillable))
  const maxAligned = Math.max(0, ...rows.map(({ alignedCount }) => alignedCount))
  const mostAligned = rows.filter(({ alignedCount }) => alignedCount === maxAligned)
  const highestReturn = Math.max(...mostAligned.map(({ totalReturn }) => totalReturn))
  const nearlyBest = mostAligned.filter(
    ({ totalReturn }) => totalReturn >= (1 - config.income.row.tie) * highestReturn,
  )
  const monthly = nearlyBest.filter(({ day }) => isMonthly(day))
  const [best] = (monthly.length > 0 ? monthly : nearlyBest).toSorted((a, b) => b.totalReturn - a.totalReturn)
  return best?.row ?? []
}
