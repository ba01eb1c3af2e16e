/** What of a chain the grid can be filled from. */
import type { LegType } from '#contract/income.ts'
import { config } from '../config.ts'
import { candidateOf, type Candidate } from './candidate.ts'
import type { ReadChain } from './chain.ts'
import { doubtsAbout } from './doubt.ts'
import type { Refusals } from './refusals.ts'

/** One side's contracts that can be sold, of expiries in reach of the grid; counts those that cannot. */
export const reachOf = (
  { expiries, price }: ReadChain,
  refusals: Refusals,
): ((right: LegType) => Candidate[]) => {
  const { timeframes, alternativeDays, minDays } = config.income
  const from = Math.max(minDays, timeframes.short.from - alternativeDays)
  const to = timeframes.long.to + alternativeDays
  const reached = expiries.filter(({ days }) => days >= from && days <= to)
  const doubts = doubtsAbout(reached)
  return (right) => {
    const found: Candidate[] = []
    for (const expiry of reached) {
      for (const { contract, reason } of expiry.refused) if (contract.right === right) refusals.add(reason)
      const doubt = doubts.get(expiry)
      for (const contract of expiry.contracts) {
        if (contract.right !== right) continue
        const read = candidateOf(contract, expiry, price)
        if (typeof read === 'string') refusals.add(read)
        else if (doubt !== undefined) refusals.add(doubt)
        else if (read) found.push(read)
      }
    }
    return found
  }
}
