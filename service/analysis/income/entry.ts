/** Candidates of one side with their flaws, and their distances from a cell. */
import { asPrinted, finestDigits } from '#contract/text/checklist-bands.ts'
import type { RefusalReason } from '#contract/responses/income.ts'
import { config } from '../config.ts'
import { isWideExpiry } from '../surface/refused-expiries.ts'
import type { Flaw } from '../text/alternative-reason.ts'
import type { Candidate, Cell } from './candidate.ts'

export type CandidateEntry = {
  readonly candidate: Candidate
  /** Flaws that exclude the candidate from every cell, the worst first. */
  readonly flaws: readonly Flaw[]
  /** Whether assignment of the call would sell the shares below their cost; false for puts. */
  readonly isBelowCost: boolean
}

/** Returns the flaws that a contract has independently of other contracts, the worst first. */
const flawsOf = (candidate: Candidate): Flaw[] => {
  const { contract, expiry, spread, annualizedReturn, fairValue } = candidate
  const { maxSpread, minOpenInterest, minAnnualizedReturn, minFairShare } = config.income
  const flaws: Flaw[] = []
  if (spread > maxSpread) flaws.push('spread')
  if (isWideExpiry(expiry)) flaws.push('wide-expiry')
  // Unknown open interest is not zero: only the spread is checked then.
  if (contract.openInterest !== null && contract.openInterest < minOpenInterest) flaws.push('open-interest')
  // Rounded for display, because a value that is displayed as the minimum must not count as below it.
  if (
    annualizedReturn < minAnnualizedReturn &&
    asPrinted(annualizedReturn, finestDigits) < minAnnualizedReturn
  )
    flaws.push('return')
  if (contract.bid < minFairShare * fairValue) flaws.push('fair-value')
  return flaws
}

/** Number of days between the expiry and the cell's time frame; 0 or less within the time frame. */
export const daysOutsideTimeframe = ({ expiry }: Candidate, { timeframe }: Cell): number => {
  const { from, to } = config.income.timeframes[timeframe]
  return Math.max(from - expiry.days, expiry.days - to)
}
export const isInTimeframe = (candidate: Candidate, cell: Cell): boolean =>
  daysOutsideTimeframe(candidate, cell) <= 0

/**
 * Whether the probability is in the band of the cell's risk profile; the upper end is exclusive.
 */
export const isInBand = ({ probability }: Candidate, { riskProfile }: Cell): boolean => {
  const { low, high } = config.income.profiles[riskProfile]
  return probability >= low && probability < high
}

/** Distance of the probability from the target of the cell's risk profile. */
export const distanceToTarget = ({ probability }: Candidate, { riskProfile }: Cell): number =>
  Math.abs(probability - config.income.profiles[riskProfile].target)

/** Tolerance for rounding: 0.74 + 0.04 is not exactly 0.78. */
const tolerance = 1e-9

export const isOnTarget = (candidate: Candidate, cell: Cell): boolean =>
  distanceToTarget(candidate, cell) <= config.income.targetReach + tolerance

/**
 * Candidates with a wide spread, if an equally safe candidate of the same time frame has at most
 * half that spread.
 */
const findSpreadOutliers = (candidates: readonly Candidate[]): ReadonlySet<Candidate> => {
  const { targetReach, quality, timeframes } = config.income
  const outliers = new Set<Candidate>()
  for (const { from, to } of Object.values(timeframes)) {
    const sameTimeframe = candidates.filter(({ expiry: { days } }) => days >= from && days <= to)
    for (const candidate of sameTimeframe) {
      if (!(candidate.spread > quality.wide)) continue
      const maxSpread = quality.share * candidate.spread
      const hasTighterNeighbour = sameTimeframe.some(
        ({ spread, probability }) =>
          spread <= maxSpread && Math.abs(probability - candidate.probability) <= targetReach + tolerance,
      )
      if (hasTighterNeighbour) outliers.add(candidate)
    }
  }
  return outliers
}

/**
 * Returns one side's candidates with their flaws. `isBelowCost` is false, because there is no cost
 * basis here.
 */
export const entriesOf = (candidates: readonly Candidate[]): CandidateEntry[] => {
  const spreadOutliers = findSpreadOutliers(candidates)
  return candidates.map((candidate) => ({
    candidate,
    flaws: [...flawsOf(candidate), ...(spreadOutliers.has(candidate) ? (['better-quoted'] as const) : [])],
    isBelowCost: false,
  }))
}

/**
 * The reason if the flaws of a contract are those of its quote; `undefined` for other flaws. How, the
 * chain table and rolls refuse the contract for it.
 */
export const quoteRefusalOf = (
  flaws: readonly Flaw[],
): Extract<RefusalReason, 'wide-spread' | 'below-fair-value'> | undefined => {
  if (flaws.some((flaw) => flaw === 'wide-expiry' || flaw === 'spread' || flaw === 'better-quoted'))
    return 'wide-spread'
  return flaws.includes('fair-value') ? 'below-fair-value' : undefined
}

/**
 * Whether assignment of a call would sell the shares below their cost; false for puts and without a
 * cost basis.
 */
export const isBelowCost = ({ contract: { right, strike } }: Candidate, costBasis: number | undefined) =>
  right === 'call' && costBasis !== undefined && strike < costBasis

/**
 * Returns the entry with the lowest value of `valueOf`, the first one of equals; `undefined`
 * without entries.
 */
export const minBy = (
  entries: readonly CandidateEntry[],
  valueOf: (entry: CandidateEntry) => number,
): CandidateEntry | undefined => {
  let best: CandidateEntry | undefined
  let minValue = Number.POSITIVE_INFINITY
  for (const entry of entries) {
    const value = valueOf(entry)
    if (value < minValue) {
      minValue = value
      best = entry
    }
  }
  return best
}
