/** Contracts of the table of rolls that an open option can be rolled into. */
import type { Roll, RollCandidate, RollContract, RollExpiry } from '#contract/responses/roll.ts'

/** A contract that can be sold while the open option is bought back. */
export type RollTarget = Omit<RollCandidate, 'kind' | 'annualizedReturn'>

/** Returns the improvement of the strike for the seller, dollars; negative = it becomes worse. */
export const strikeGainOf = (roll: Pick<Roll, 'legType' | 'strike'>, strike: number): number =>
  roll.legType === 'Call' ? strike - roll.strike : roll.strike - strike

/** Returns a contract of an expiry as a target; undefined if it is not offered. */
function targetFrom(
  roll: Roll,
  { expiryDate, daysUntilExpiry, daysAdded }: RollExpiry,
  { id, strike, bid, ask, credit, probability, warnings }: RollContract,
): RollTarget | undefined {
  if (credit === null || probability === null) return undefined
  return {
    id,
    expiryDate,
    daysUntilExpiry,
    daysAdded,
    strike,
    bid,
    ask,
    credit,
    probability,
    warnings,
    strikeGain: strikeGainOf(roll, strike),
  }
}

/** Returns the target with an OSI symbol; undefined if the table does not contain it, or if it is not offered. */
export function rollTargetOf(roll: Roll, id: string | null): RollTarget | undefined {
  for (const expiry of roll.expiries)
    for (const contract of expiry.contracts) if (contract.id === id) return targetFrom(roll, expiry, contract)
  return undefined
}

/** Returns the roll that is chosen first: the first suggestion that brings a credit, otherwise the first one. */
export const firstSuggestion = ({ candidates }: Pick<Roll, 'candidates'>): RollCandidate | undefined =>
  candidates.find(({ credit }) => credit > 0) ?? candidates[0]
