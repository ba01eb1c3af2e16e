/**
 * Selects the contracts of one row of the grid, that is the three risk profiles of one time frame.
 */
import { nthWeekday, tradingDayOnOrBefore } from '#service/markets/calendar.ts'
import type { Day } from '#service/markets/market.ts'
import { config } from '../config.ts'
import type { Candidate, Cell } from './candidate.ts'
import { minBy, isInBand, isInTimeframe, isOnTarget, distanceToTarget, type CandidateEntry } from './entry.ts'
import type { ContractValue } from './value.ts'

export type FilledCell = Cell & { readonly entry: CandidateEntry }

/** Comparator for descending order. An unknown value equals every value. */
const compareDescending = (a: number | null, b: number | null): number =>
  a === null || b === null ? 0 : b - a

/** A contract that may fill a cell, and its value. */
type Choice = { readonly entry: CandidateEntry; readonly value: ContractValue }

/**
 * Sort order, best first: the lower bound of the expected profit. Only ties are decided by the return
 * at the fill price, the narrower spread, open interest, volume.
 */
const byValue = (
  { entry: { candidate: a }, value: valueA }: Choice,
  { entry: { candidate: b }, value: valueB }: Choice,
): number =>
  valueB.lowerBound() - valueA.lowerBound() ||
  b.fillReturn - a.fillReturn ||
  a.spread - b.spread ||
  compareDescending(a.contract.openInterest, b.contract.openInterest) ||
  compareDescending(a.contract.volume, b.contract.volume)

/** Returns the best choice, the first of equals; `undefined` without choices. Values that cannot be the best are not computed. */
const bestOf = (choices: readonly Choice[]): Choice | undefined => {
  let best: Choice | undefined
  for (const choice of choices) if (!best || choice.value.limit > best.value.limit) best = choice
  const reached = best?.value.lowerBound() ?? 0
  const contenders = choices.filter(({ value }) => value.limit >= reached)
  return contenders.toSorted(byValue)[0]
}

/** The best choice of each expiry. */
const bestByDayOf = (choices: readonly Choice[]): ReadonlyMap<Day, Choice> => {
  const best = new Map<Day, Choice>()
  for (const [day, ofDay] of Map.groupBy(choices, ({ entry }) => entry.candidate.expiry.day))
    best.set(day, bestOf(ofDay)!)
  return best
}

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
  /** Sum of the lower bounds of the expected profits. */
  readonly totalValue: number
}

/** A cell with the best contracts that may fill it: of each expiry, and of all. */
type FillableCell = {
  readonly cell: Cell
  readonly bestByDay: ReadonlyMap<Day, Choice>
  readonly best: Choice
}

/**
 * Uses each cell's best choice of the expiry `day` if its value is at most a share of the premium
 * lower, otherwise the cell's best choice of all expiries.
 */
const alignRow = (day: Day, fillable: readonly FillableCell[]): AlignedRow => {
  let alignedCount = 0
  let totalValue = 0
  const row = fillable.map(({ cell, bestByDay, best }): FilledCell => {
    const bestAtDay = bestByDay.get(day)
    const isAligned =
      bestAtDay !== undefined &&
      bestAtDay.value.lowerBound() >= best.value.lowerBound() - config.income.row.loss * best.value.premium
    if (isAligned) alignedCount++
    const selected = isAligned ? bestAtDay : best
    totalValue += selected.value.lowerBound()
    return { ...cell, entry: selected.entry }
  })
  return { day, row, alignedCount, totalValue }
}

/**
 * Fills the cells of one row. As many cells as possible share an expiry, so that they are
 * comparable, but no cell loses more than a share of its premium. Of the expiries with equally many
 * cells, the one with the highest total value is used, or a monthly expiry whose total value is
 * nearly as high.
 */
export const fillRow = (
  entries: readonly CandidateEntry[],
  cells: readonly Cell[],
  valueOf: (candidate: Candidate) => ContractValue,
): readonly FilledCell[] => {
  const fillable = cells.flatMap((cell): FillableCell[] => {
    const choices = choicesFor(entries, cell).map((entry) => ({ entry, value: valueOf(entry.candidate) }))
    const bestByDay = bestByDayOf(choices)
    const best = bestOf([...bestByDay.values()])
    return best ? [{ cell, bestByDay, best }] : []
  })
  const days = new Set(fillable.flatMap(({ bestByDay }) => [...bestByDay.keys()]))
  const rows = [...days].map((day) => alignRow(day, fillable))
  const maxAligned = Math.max(0, ...rows.map(({ alignedCount }) => alignedCount))
  const mostAligned = rows.filter(({ alignedCount }) => alignedCount === maxAligned)
  const highestValue = Math.max(...mostAligned.map(({ totalValue }) => totalValue))
  const totalPremium = fillable.reduce((sum, { best }) => sum + best.value.premium, 0)
  const nearlyBest = mostAligned.filter(
    ({ totalValue }) => totalValue >= highestValue - config.income.row.tie * totalPremium,
  )
  const monthly = nearlyBest.filter(({ day }) => isMonthly(day))
  const [best] = (monthly.length > 0 ? monthly : nearlyBest).toSorted((a, b) => b.totalValue - a.totalValue)
  return best?.row ?? []
}
