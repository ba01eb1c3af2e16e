/** Which contracts fill one row of the grid: the three risk profiles of one time frame. */
import { nthWeekday, tradingDayOnOrBefore } from '#service/markets/calendar.ts'
import type { Day } from '#service/markets/market.ts'
import { config } from '../config.ts'
import type { Cell } from './candidate.ts'
import { cheapest, isInBand, isInWindow, isOnTarget, offTarget, type CandidateEntry } from './entry.ts'

export type Filled = Cell & { readonly entry: CandidateEntry }

/** Unknown figures decide nothing. */
const moreOf = (a: number | null, b: number | null): number => (a === null || b === null ? 0 : b - a)

/** Better first: return at a realistic fill, then narrower spread, open interest, volume. */
const byQuality = ({ candidate: a }: CandidateEntry, { candidate: b }: CandidateEntry): number =>
  b.fillReturn - a.fillReturn ||
  a.spread - b.spread ||
  moreOf(a.contract.openInterest, b.contract.openInterest) ||
  moreOf(a.contract.volume, b.contract.volume)

const bestOf = (entries: readonly CandidateEntry[]): CandidateEntry | undefined =>
  entries.toSorted(byQuality)[0]

/**
 * Contracts without flaws for a cell: those on target, or the nearest one within the band. Calls below the
 * shares' cost are considered only if there are no others.
 */
const choicesFor = (entries: readonly CandidateEntry[], cell: Cell): readonly CandidateEntry[] => {
  const fitting = entries.filter(
    ({ candidate, flaws }) => flaws.length === 0 && isInWindow(candidate, cell) && isInBand(candidate, cell),
  )
  const covered = fitting.filter(({ isBelowCost }) => !isBelowCost)
  const eligible = covered.length > 0 ? covered : fitting
  const onTarget = eligible.filter(({ candidate }) => isOnTarget(candidate, cell))
  if (onTarget.length > 0) return onTarget
  const nearest = cheapest(eligible, ({ candidate }) => offTarget(candidate, cell))
  return nearest ? [nearest] : []
}

/** Standard options: the third Friday, or the session before it. */
const isMonthly = (day: Day): boolean =>
  day === tradingDayOnOrBefore(nthWeekday(Number(day.slice(0, 4)), Number(day.slice(5, 7)), 5, 3))

/** A row with as many of its cells as possible at one expiry. */
type Aligned = {
  readonly day: Day
  readonly row: readonly Filled[]
  readonly moved: number
  readonly total: number
}

/** Each cell at its best choice of the expiry where that costs no more than a tenth of its return, else at its best. */
const alignedAt = (
  day: Day,
  free: readonly (Filled & { readonly choices: readonly CandidateEntry[] })[],
): Aligned => {
  let moved = 0
  let total = 0
  const row = free.map(({ choices, entry, ...cell }): Filled => {
    const here = bestOf(choices.filter(({ candidate }) => candidate.expiry.day === day))
    const isGood =
      here !== undefined &&
      here.candidate.fillReturn >= (1 - config.income.row.loss) * entry.candidate.fillReturn
    if (isGood) moved++
    const chosen = isGood ? here : entry
    total += chosen.candidate.fillReturn
    return { ...cell, entry: chosen }
  })
  return { day, row, moved, total }
}

/**
 * Fills the cells of one row. As many as possible share an expiry, so that they compare like with like, as long as
 * none loses more than a tenth of its return by it. Among expiries that serve as many cells, a monthly goes first
 * where it is as good as the best, then the one with the highest returns.
 */
export const fillRow = (entries: readonly CandidateEntry[], cells: readonly Cell[]): readonly Filled[] => {
  const free = cells.flatMap((cell) => {
    const choices = choicesFor(entries, cell)
    const entry = bestOf(choices)
    return entry ? [{ ...cell, entry, choices }] : []
  })
  const days = new Set(free.flatMap(({ choices }) => choices.map(({ candidate }) => candidate.expiry.day)))
  const rows = [...days].map((day) => alignedAt(day, free))
  const most = Math.max(0, ...rows.map(({ moved }) => moved))
  const widest = rows.filter(({ moved }) => moved === most)
  const highest = Math.max(...widest.map(({ total }) => total))
  const asGood = widest.filter(({ total }) => total >= (1 - config.income.row.tie) * highest)
  const monthly = asGood.filter(({ day }) => isMonthly(day))
  const [best] = (monthly.length > 0 ? monthly : asGood).toSorted((a, b) => b.total - a.total)
  return best?.row ?? []
}
