/** Candidates of one side with their flaws, and their distances to a cell. */
import { asPrinted, finestDigits } from '#contract/text/checklist-bands.ts'
import { config } from '../config.ts'
import type { Flaw } from '../text/alternative-reason.ts'
import type { Candidate, Cell } from './candidate.ts'

export type CandidateEntry = {
  readonly candidate: Candidate
  /** Flaws that exclude it from a cell; the worst first. */
  readonly flaws: readonly Flaw[]
  /** A call whose assignment would sell the shares below their cost. */
  readonly isBelowCost: boolean
}

/** Flaws of a single contract; the worst first. */
export const flawsOf = (candidate: Candidate): Flaw[] => {
  const { contract, spread, annualizedReturn, fairValue } = candidate
  const { maxSpread, minOpenInterest, minAnnualizedReturn, minFairShare } = config.income
  const flaws: Flaw[] = []
  if (spread > maxSpread) flaws.push('spread')
  // Unknown open interest is not zero: liquidity is then judged by the spread only.
  if (contract.openInterest !== null && contract.openInterest < minOpenInterest) flaws.push('open-interest')
  // At display precision: a value that prints as the minimum is not below it.
  if (
    annualizedReturn < minAnnualizedReturn &&
    asPrinted(annualizedReturn, finestDigits) < minAnnualizedReturn
  )
    flaws.push('return')
  if (contract.bid < minFairShare * fairValue) flaws.push('fair-value')
  return flaws
}

/** Days from the cell's window of expiries; 0 or less within it. */
export const daysOffWindow = ({ expiry }: Candidate, { timeframe }: Cell): number => {
  const { from, to } = config.income.timeframes[timeframe]
  return Math.max(from - expiry.days, expiry.days - to)
}
export const isInWindow = (candidate: Candidate, cell: Cell): boolean => daysOffWindow(candidate, cell) <= 0

export const isInBand = ({ probability }: Candidate, { riskProfile }: Cell): boolean => {
  const { low, high } = config.income.profiles[riskProfile]
  return probability >= low && probability < high
}

export const distanceToTarget = ({ probability }: Candidate, { riskProfile }: Cell): number =>
  Math.abs(probability - config.income.profiles[riskProfile].target)

/** Tolerance for decimals: 0.74 + 0.04 is not exactly 0.78. */
const tolerance = 1e-9

export const isOnTarget = (candidate: Candidate, cell: Cell): boolean =>
  distanceToTarget(candidate, cell) <= config.income.targetReach + tolerance

/** Candidates with a wide spread for which an equally safe one in the same window has half the spread. */
const findBetterQuoted = (candidates: readonly Candidate[]): ReadonlySet<Candidate> => {
  const { targetReach, quality, timeframes } = config.income
  const outclassed = new Set<Candidate>()
  for (const { from, to } of Object.values(timeframes)) {
    const window = candidates.filter(({ expiry: { days } }) => days >= from && days <= to)
    for (const candidate of window) {
      if (!(candidate.spread > quality.wide)) continue
      const maxSpread = quality.share * candidate.spread
      const isBeaten = window.some(
        ({ spread, probability }) =>
          spread <= maxSpread && Math.abs(probability - candidate.probability) <= targetReach + tolerance,
      )
      if (isBeaten) outclassed.add(candidate)
    }
  }
  return outclassed
}

/** One side's candidates with their flaws; none is below cost without a cost basis. */
export const entriesOf = (candidates: readonly Candidate[]): CandidateEntry[] => {
  const outclassed = findBetterQuoted(candidates)
  return candidates.map((candidate) => ({
    candidate,
    flaws: [...flawsOf(candidate), ...(outclassed.has(candidate) ? (['better-quoted'] as const) : [])],
    isBelowCost: false,
  }))
}

/** Whether assignment would sell the shares below their cost. */
export const isBelowCost = ({ contract: { right, strike } }: Candidate, costBasis: number | undefined) =>
  right === 'call' && costBasis !== undefined && strike < costBasis

/** The entry with the lowest `cost`; the first one of a tie. */
export const cheapest = (
  entries: readonly CandidateEntry[],
  cost: (entry: CandidateEntry) => number,
): CandidateEntry | undefined => {
  let best: CandidateEntry | undefined
  let lowestCost = Number.POSITIVE_INFINITY
  for (const entry of entries) {
    const value = cost(entry)
    if (value < lowestCost) {
      lowestCost = value
      best = entry
    }
  }
  return best
}
