/** Selects the expiries and contracts of a chain that can fill the grid. */
import type { LegType, RefusalReason } from '#contract/responses/income.ts'
import { config } from '../config.ts'
import { candidateOf, type Candidate } from './candidate.ts'
import type { EvaluatedChain } from './evaluated-chain.ts'
import { refusedExpiries } from './refused-expiries.ts'
import type { Refusals } from './refusals.ts'
import type { PricedExpiry } from '../surface.ts'
import { lazy } from '../surface/lazy.ts'

/** The expiries in which a trade may be opened, in input order (nearest first). */
export const tradableExpiries = (expiries: readonly PricedExpiry[]): PricedExpiry[] => {
  const { timeframes, alternativeDays, minDays } = config.income
  const minExpiryDays = Math.max(minDays, timeframes.short.from - alternativeDays)
  const maxExpiryDays = timeframes.long.to + alternativeDays
  return expiries.filter(({ days }) => days >= minExpiryDays && days <= maxExpiryDays)
}

/**
 * Returns a function that returns the reason why no contract of an expiry may be sold, or
 * `undefined` if contracts may be sold. An expiry outside the grid is compared with the expiries of
 * the grid, but does not affect their result.
 */
export const expiryRefusalOf = (
  expiries: readonly PricedExpiry[],
): ((expiry: PricedExpiry) => RefusalReason | undefined) => {
  const tradable = tradableExpiries(expiries)
  const refusedTradable = lazy(() => refusedExpiries(tradable))
  return (expiry) =>
    (tradable.includes(expiry) ? refusedTradable() : refusedExpiries([...tradable, expiry])).get(expiry)
}

/**
 * Returns a function that returns the candidates of one side from the expiries of the grid. Each
 * call adds the refused contracts of that side to `refusals`.
 */
export const tradableCandidatesOf = (
  { expiries, price }: EvaluatedChain,
  refusals: Refusals,
): ((right: LegType) => Candidate[]) => {
  const tradable = tradableExpiries(expiries)
  const refusedByExpiry = refusedExpiries(tradable)
  return (right) => {
    const candidates: Candidate[] = []
    for (const expiry of tradable) {
      for (const { contract, reason } of expiry.refused) if (contract.right === right) refusals.add(reason)
      const expiryRefusal = refusedByExpiry.get(expiry)
      for (const contract of expiry.contracts) {
        if (contract.right !== right) continue
        const candidate = candidateOf(contract, expiry, price)
        if (typeof candidate === 'string') refusals.add(candidate)
        else if (expiryRefusal !== undefined) refusals.add(expiryRefusal)
        else if (candidate) candidates.push(candidate)
      }
    }
    return candidates
  }
}
