/** Selects the contracts of a chain that can fill the grid. */
import type { LegType } from '#contract/responses/income.ts'
import { candidateOf, type Candidate } from './candidate.ts'
import type { EvaluatedChain } from './evaluated-chain.ts'
import type { Refusals } from './refusals.ts'
import { expiryRefusalOf, tradableExpiries } from '../surface/refused-expiries.ts'

/**
 * Returns a function that returns the candidates of one side from the expiries of the grid. Each
 * call adds the refused contracts of that side to `refusals`.
 */
export const tradableCandidatesOf = (
  chain: EvaluatedChain,
  refusals: Refusals,
): ((right: LegType) => Candidate[]) => {
  const tradable = tradableExpiries(chain.expiries)
  const refusalOf = expiryRefusalOf(chain.expiries)
  return (right) => {
    const candidates: Candidate[] = []
    for (const expiry of tradable) {
      for (const { contract, reason } of expiry.refused) if (contract.right === right) refusals.add(reason)
      const expiryRefusal = refusalOf(expiry)
      for (const contract of expiry.contracts) {
        if (contract.right !== right) continue
        const candidate = candidateOf(contract, expiry, chain)
        if (typeof candidate === 'string') refusals.add(candidate)
        else if (expiryRefusal !== undefined) refusals.add(expiryRefusal)
        else if (candidate) candidates.push(candidate)
      }
    }
    return candidates
  }
}
