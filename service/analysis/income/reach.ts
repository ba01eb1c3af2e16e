/** What of a chain the grid can be filled from. */
import type { LegType, RefusalReason } from '#contract/responses/income.ts'
import { config } from '../config.ts'
import { candidateOf, type Candidate } from './candidate.ts'
import type { ReadChain } from './chain.ts'
import { doubtsAbout } from './doubt.ts'
import type { Refusals } from './refusals.ts'
import type { PricedExpiry } from '../surface.ts'
import { lazily } from '../surface/lazily.ts'

/** Those of the expiries, nearest first, that a trade may be opened in. */
export const inReach = (expiries: readonly PricedExpiry[]): PricedExpiry[] => {
  const { timeframes, alternativeDays, minDays } = config.income
  const from = Math.max(minDays, timeframes.short.from - alternativeDays)
  const to = timeframes.long.to + alternativeDays
  return expiries.filter(({ days }) => days >= from && days <= to)
}

/**
 * What speaks against selling anything of an expiry. One that the grid does not reach is held against those it
 * reaches, by itself, so that it changes nothing there.
 */
export const doubtOf = (
  expiries: readonly PricedExpiry[],
): ((expiry: PricedExpiry) => RefusalReason | undefined) => {
  const reached = inReach(expiries)
  const doubts = lazily(() => doubtsAbout(reached))
  return (expiry) => (reached.includes(expiry) ? doubts() : doubtsAbout([...reached, expiry])).get(expiry)
}

/** One side's contracts that can be sold, of expiries in reach of the grid; counts those that cannot. */
export const reachOf = (
  { expiries, price }: ReadChain,
  refusals: Refusals,
): ((right: LegType) => Candidate[]) => {
  const reached = inReach(expiries)
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
