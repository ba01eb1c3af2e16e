/** Alternatives for an empty cell, and their reasons. */
import type { Message } from '#contract/responses/ideas.ts'
import { config } from '../config.ts'
import { flawReason, offBandReason, offWindowReason } from '../text/alternative-reason.ts'
import type { Candidate, Cell } from './candidate.ts'
import { cheapest, isInBand, isInWindow, offTarget, offWindow, type CandidateEntry } from './entry.ts'

/** The cell's band, as far beyond both ends as an alternative may lie. */
const isNearBand = ({ probability }: Candidate, { riskProfile }: Cell): boolean => {
  const { low, high } = config.income.profiles[riskProfile]
  const { alternativeReach } = config.income
  return probability >= low - alternativeReach && probability <= high + alternativeReach
}

/** A sound contract near the band, else one near the window, else one with flaws; above cost before below. */
export const alternativeFor = (
  entries: readonly CandidateEntry[],
  cell: Cell,
): { readonly candidate: Candidate; readonly reason: Message } | undefined => {
  const sound = entries.filter(({ flaws }) => flaws.length === 0)
  const belowCost = ({ isBelowCost }: CandidateEntry): number => (isBelowCost ? 1000 : 0)
  const nearBand = cheapest(
    sound.filter(({ candidate }) => isInWindow(candidate, cell) && isNearBand(candidate, cell)),
    (entry) => offTarget(entry.candidate, cell) + belowCost(entry),
  )
  if (nearBand) {
    const { candidate } = nearBand
    return { candidate, reason: offBandReason(candidate, config.income.profiles[cell.riskProfile]) }
  }
  const nearWindow = cheapest(
    sound.filter(
      ({ candidate }) =>
        isInBand(candidate, cell) && offWindow(candidate, cell) <= config.income.alternativeDays,
    ),
    (entry) => offWindow(entry.candidate, cell) + offTarget(entry.candidate, cell) + belowCost(entry),
  )
  if (nearWindow) {
    const { candidate } = nearWindow
    return { candidate, reason: offWindowReason(candidate, config.income.timeframes[cell.timeframe]) }
  }
  const flawed = cheapest(
    entries.filter(({ candidate }) => isInWindow(candidate, cell) && isInBand(candidate, cell)),
    (entry) =>
      entry.flaws.length + entry.candidate.spread + offTarget(entry.candidate, cell) + belowCost(entry),
  )
  return flawed && { candidate: flawed.candidate, reason: flawReason(flawed.candidate, flawed.flaws[0]) }
}
