/** Alternatives for an empty cell, and their reasons. */
import type { Message } from '#contract/responses/ideas.ts'
import { config } from '../config.ts'
import { flawReason, outOfBandReason, outOfWindowReason } from '../text/alternative-reason.ts'
import type { Candidate, Cell } from './candidate.ts'
import {
  cheapest,
  isInBand,
  isInWindow,
  distanceToTarget,
  daysOffWindow,
  type CandidateEntry,
} from './entry.ts'

/** Whether the probability is within the cell's band, extended at both ends by the reach of alternatives. */
const isNearBand = ({ probability }: Candidate, { riskProfile }: Cell): boolean => {
  const { low, high } = config.income.profiles[riskProfile]
  const { alternativeReach } = config.income
  return probability >= low - alternativeReach && probability <= high + alternativeReach
}

/**
 * Prefers a flawless contract near the band, then one near the window, then one with flaws; strikes at or above the
 * shares' cost come before those below it.
 */
export const findAlternative = (
  entries: readonly CandidateEntry[],
  cell: Cell,
): { readonly candidate: Candidate; readonly reason: Message } | undefined => {
  const flawless = entries.filter(({ flaws }) => flaws.length === 0)
  const belowCostPenalty = ({ isBelowCost }: CandidateEntry): number => (isBelowCost ? 1000 : 0)
  const nearBand = cheapest(
    flawless.filter(({ candidate }) => isInWindow(candidate, cell) && isNearBand(candidate, cell)),
    (entry) => distanceToTarget(entry.candidate, cell) + belowCostPenalty(entry),
  )
  if (nearBand) {
    const { candidate } = nearBand
    return { candidate, reason: outOfBandReason(candidate, config.income.profiles[cell.riskProfile]) }
  }
  const nearWindow = cheapest(
    flawless.filter(
      ({ candidate }) =>
        isInBand(candidate, cell) && daysOffWindow(candidate, cell) <= config.income.alternativeDays,
    ),
    (entry) =>
      daysOffWindow(entry.candidate, cell) +
      distanceToTarget(entry.candidate, cell) +
      belowCostPenalty(entry),
  )
  if (nearWindow) {
    const { candidate } = nearWindow
    return { candidate, reason: outOfWindowReason(candidate, config.income.timeframes[cell.timeframe]) }
  }
  const flawed = cheapest(
    entries.filter(({ candidate }) => isInWindow(candidate, cell) && isInBand(candidate, cell)),
    (entry) =>
      entry.flaws.length +
      entry.candidate.spread +
      distanceToTarget(entry.candidate, cell) +
      belowCostPenalty(entry),
  )
  return flawed && { candidate: flawed.candidate, reason: flawReason(flawed.candidate, flawed.flaws[0]) }
}
