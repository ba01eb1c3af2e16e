/** The candidates of one side with what speaks against each, and where each stands to a cell. */
import { asPrinted, finestDigits } from '#contract/text/checklist-bands.ts'
import { config } from '../config.ts'
import type { Flaw } from '../text/alternative-reason.ts'
import type { Candidate, Cell } from './candidate.ts'

export type CandidateEntry = {
  readonly candidate: Candidate
  /** Why it does not fill a cell; empty for a sound one. The worst first. */
  readonly flaws: readonly Flaw[]
  /** A call that would give the shares away for less than they cost. */
  readonly isBelowCost: boolean
}

/** Flaws of a single contract; the worst first. */
export const flawsOf = (candidate: Candidate): Flaw[] => {
  const { contract, spread, annualizedReturn, fairValue } = candidate
  const { maxSpread, minOpenInterest, minAnnualizedReturn, minFairShare } = config.income
  const flaws: Flaw[] = []
  if (spread > maxSpread) flaws.push('spread')
  // Unknown open interest is not zero: the spread alone indicates the liquidity.
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
export const offWindow = ({ expiry }: Candidate, { timeframe }: Cell): number => {
  const { from, to } = config.income.timeframes[timeframe]
  return Math.max(from - expiry.days, expiry.days - to)
}
export const isInWindow = (candidate: Candidate, cell: Cell): boolean => offWindow(candidate, cell) <= 0

export const isInBand = ({ probability }: Candidate, { riskProfile }: Cell): boolean => {
  const { low, high } = config.income.profiles[riskProfile]
  return probability >= low && probability < high
}

export const offTarget = ({ probability }: Candidate, { riskProfile }: Cell): number =>
  Math.abs(probability - config.income.profiles[riskProfile].target)

/** Sums of decimals: 0.74 + 0.04 is a little more or less than 0.78. */
const hair = 1e-9

export const isOnTarget = (candidate: Candidate, cell: Cell): boolean =>
  offTarget(candidate, cell) <= config.income.targetReach + hair

/** Those with a wide spread where a neighbor as safe, of the same window, is quoted at half of it. */
const outclassed = (candidates: readonly Candidate[]): ReadonlySet<Candidate> => {
  const { targetReach, quality, timeframes } = config.income
  const found = new Set<Candidate>()
  for (const { from, to } of Object.values(timeframes)) {
    const window = candidates.filter(({ expiry: { days } }) => days >= from && days <= to)
    for (const wide of window) {
      if (!(wide.spread > quality.wide)) continue
      const most = quality.share * wide.spread
      const isBeaten = window.some(
        ({ spread, probability }) =>
          spread <= most && Math.abs(probability - wide.probability) <= targetReach + hair,
      )
      if (isBeaten) found.add(wide)
    }
  }
  return found
}

/** One side's candidates with their flaws; none is below cost without a cost basis. */
export const entriesOf = (candidates: readonly Candidate[]): CandidateEntry[] => {
  const beaten = outclassed(candidates)
  return candidates.map((candidate) => ({
    candidate,
    flaws: [...flawsOf(candidate), ...(beaten.has(candidate) ? (['better-quoted'] as const) : [])],
    isBelowCost: false,
  }))
}

/** Whether the contract would give the shares away for less than they cost. */
export const isBelowCost = ({ contract: { right, strike } }: Candidate, costBasis: number | undefined) =>
  right === 'call' && costBasis !== undefined && strike < costBasis

/** The entry that `cost` finds cheapest; ties go to the first. */
export const cheapest = (
  entries: readonly CandidateEntry[],
  cost: (entry: CandidateEntry) => number,
): CandidateEntry | undefined => {
  let best: CandidateEntry | undefined
  let least = Number.POSITIVE_INFINITY
  for (const entry of entries) {
    const value = cost(entry)
    if (value < least) {
      least = value
      best = entry
    }
  }
  return best
}
