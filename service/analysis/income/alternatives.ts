/** Selects the alternative for an empty cell, with the reason why it does not fill the cell. */
import type { Message } from '#contract/responses/lists/ideas.ts'
import { config } from '../config.ts'
import { flawReason, outOfBandReason, outOfWindowReason } from '../text/alternative-reason.ts'
import type { Candidate, Cell } from './candidate.ts'
import {
  minBy,
  isInBand,
  isInTimeframe,
  distanceToTarget,
  daysOutsideTimeframe,
  type CandidateEntry,
} from './entry.ts'

/**
 * Whether the probability is within the cell's band, extended by `alternativeReach` at both ends.
 */
const isNearBand = ({ probability }: Candidate, { riskProfile }: Cell): boolean => {
  const { low, high } = config.income.profiles[riskProfile]
  const { alternativeReach } = config.income
  return probability >= low - alternativeReach && probability <= high + alternativeReach
}

/**
 * Returns the best alternative, in this order: a flawless contract of the time frame near the band;
 * a flawless contract of the band near the time frame; a contract of the cell with flaws. In each
 * group, a strike at or above the cost of the shares is preferred to a strike below it. `undefined`
 * if there is none.
 */
export const findAlternative = (
  entries: readonly CandidateEntry[],
  cell: Cell,
): { readonly candidate: Candidate; readonly reason: Message } | undefined => {
  const flawless = entries.filter(({ flaws }) => flaws.length === 0)
  const belowCostPenalty = ({ isBelowCost }: CandidateEntry): number => (isBelowCost ? 1000 : 0)
  const nearBand = minBy(
    flawless.filter(({ candidate }) => isInTimeframe(candidate, cell) && isNearBand(candidate, cell)),
    (entry) => distanceToTarget(entry.candidate, cell) + belowCostPenalty(entry),
  )
  if (nearBand) {
    const { candidate } = nearBand
    return { candidate, reason: outOfBandReason(candidate, config.income.profiles[cell.riskProfile]) }
  }
  const nearTimeframe = minBy(
    flawless.filter(
      ({ candidate }) =>
        isInBand(candidate, cell) && daysOutsideTimeframe(candidate, cell) <= config.income.alternativeDays,
    ),
    (entry) =>
      daysOutsideTimeframe(entry.candidate, cell) +
      distanceToTarget(entry.candidate, cell) +
      belowCostPenalty(entry),
  )
  if (nearTimeframe) {
    const { candidate } = nearTimeframe
    return { candidate, reason: outOfWindowReason(candidate, config.income.timeframes[cell.timeframe]) }
  }
  const flawed = minBy(
    entries.filter(({ candidate }) => isInTimeframe(candidate, cell) && isInBand(candidate, cell)),
    (entry) =>
      entry.flaws.length +
      entry.candidate.spread +
      distanceToTarget(entry.candidate, cell) +
      belowCostPenalty(entry),
  )
  return flawed && { candidate: flawed.candidate, reason: flawReason(flawed.candidate, flawed.flaws[0]) }
}
