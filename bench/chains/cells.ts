/** Counts what How makes of a chain: cells that are filled, empty ones by reason, and refused contracts by reason. */
import type { Alternative, Income, IncomeOption } from '#contract/responses/income.ts'

/** The grid has nine cells for calls and nine for puts. */
const cellsOfGrid = 18

export type ChainCells = {
  readonly symbol: string
  readonly filled: number
  /** Numbers of empty cells by the code of the reason; `none` without any near contract. */
  readonly empty: Readonly<Record<string, number>>
  /** Numbers of refused contracts by reason. */
  readonly refused: Readonly<Record<string, number>>
  /** Fill over fair value of each pick. */
  readonly fillShares: readonly number[]
  /** Picks whose bid is more than three standard errors above their fair value. */
  readonly aboveFair: number
  /** Picks over an implied event without a warning. */
  readonly unwarned: number
}

export function cellsOf(income: Income): ChainCells {
  const { callOptimals, putOptimals, callAlternatives, putAlternatives, refused, underlying } = income
  const picks: readonly IncomeOption[] = [...callOptimals, ...putOptimals]
  const alternatives: readonly Alternative[] = [...callAlternatives, ...putAlternatives]
  const empty = countsOf(
    alternatives.map(({ reasonMessage }) => reasonMessage.code.replace('alternative.', '')),
  )
  const without = cellsOfGrid - picks.length - alternatives.length
  return {
    symbol: underlying,
    filled: picks.length,
    empty: without > 0 ? { ...empty, none: (empty['none'] ?? 0) + without } : empty,
    refused: Object.fromEntries(refused.map(({ reason, count }) => [reason, count])),
    fillShares: picks.map(({ bid, fairValue }) => bid / fairValue),
    aboveFair: picks.filter(({ bid, fairValue, fairValueError }) => bid > fairValue + 3 * fairValueError)
      .length,
    unwarned: picks.filter(
      ({ impliedEvent, warnings }) => impliedEvent && !warnings.includes('earnings-before-expiry'),
    ).length,
  }
}

const countsOf = (names: readonly string[]): Record<string, number> => {
  const counts: Record<string, number> = {}
  for (const name of names) counts[name] = (counts[name] ?? 0) + 1
  return counts
}

/** The sum of several counts, the largest first. */
export const sumOf = (
  counts: readonly Readonly<Record<string, number>>[],
): readonly (readonly [name: string, count: number])[] => {
  const sum: Record<string, number> = {}
  for (const count of counts)
    for (const [name, value] of Object.entries(count)) sum[name] = (sum[name] ?? 0) + value
  return Object.entries(sum).toSorted(([, a], [, b]) => b - a)
}
