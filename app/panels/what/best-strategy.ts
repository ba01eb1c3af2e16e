/** The better of the two strategies of an idea: its best call or its best put. */
import type { WireFullTradeIdea } from '#contract/responses/lists/full-ideas.ts'
import { whyUnknown } from '#contract/responses/unknown.ts'

export type BestStrategy = {
  leg: 'call' | 'put'
  /** Annualised return of the trade, decimal; null if the partner may not show it. */
  yield: number | null
  /** Calendar days until the trade expires; null in the results of older scans. */
  days: number | null
}

/**
 * Returns the strategy with the higher score, or with the higher return if the scores are equal;
 * undefined if the idea has no trade.
 */
export function bestStrategy(idea: WireFullTradeIdea | undefined): BestStrategy | undefined {
  if (!idea) return undefined
  const call = strategyOf('call', idea)
  const put = strategyOf('put', idea)
  if (!call || !put) return call ?? put
  const scoreDifference = (idea.putScore ?? 0) - (idea.callScore ?? 0)
  return scoreDifference > 0 || (scoreDifference === 0 && (put.yield ?? 0) > (call.yield ?? 0)) ? put : call
}

function strategyOf(leg: BestStrategy['leg'], idea: WireFullTradeIdea): BestStrategy | undefined {
  const annualReturn = idea[`${leg}Yield`]
  return annualReturn === null && !isYieldHidden(idea, leg)
    ? undefined
    : { leg, yield: annualReturn, days: idea[`${leg}Days`] }
}

const isYieldHidden = (idea: WireFullTradeIdea, leg: BestStrategy['leg']): boolean =>
  whyUnknown(idea, `${leg}Yield`)?.reason === 'not-licensed'

/** Returns whether an idea has a trade whose return the partner may not show. */
export const hasHiddenYield = (idea: WireFullTradeIdea): boolean =>
  isYieldHidden(idea, 'call') || isYieldHidden(idea, 'put')

/**
 * Returns whether the next earnings are after the expiry of the trade. False if either date is unknown.
 * True for symbols without earnings, such as funds.
 */
export function isClearOfEarnings(
  idea: WireFullTradeIdea | undefined,
  best: BestStrategy | undefined,
): boolean {
  if (!idea || !best || best.days === null) return false
  if (idea.daysToEarnings === null) return !whyUnknown(idea, 'daysToEarnings')
  return idea.daysToEarnings > best.days
}
