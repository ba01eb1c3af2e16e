/** The better trade of an idea's two strategies. */
import type { FullTradeIdea } from '#contract/responses/full-ideas.ts'
import { whyUnknown } from '#contract/responses/unknown.ts'

export type BestPay = {
  leg: 'call' | 'put'
  /** Annualised return of its best trade, decimal. */
  yield: number
  /** Calendar days until it expires; null in the results of older scans. */
  days: number | null
}

/**
 * Returns the trade with the higher score, or with the higher return if the scores are equal; undefined without trades.
 */
export function bestPay(idea: FullTradeIdea | undefined): BestPay | undefined {
  if (!idea) return undefined
  const call = payOf('call', idea.callYield, idea.callDays)
  const put = payOf('put', idea.putYield, idea.putDays)
  if (!call || !put) return call ?? put
  const putLead = (idea.putScore ?? 0) - (idea.callScore ?? 0)
  return putLead > 0 || (putLead === 0 && put.yield > call.yield) ? put : call
}

const payOf = (leg: BestPay['leg'], annualReturn: number | null, days: number | null): BestPay | undefined =>
  annualReturn === null ? undefined : { leg, yield: annualReturn, days }

/**
 * Returns whether the next earnings are known to follow the last day of the trade. Symbols that never report, such as
 * funds, count as clear.
 */
export function isClearOfEarnings(idea: FullTradeIdea | undefined, best: BestPay | undefined): boolean {
  if (!idea || !best || best.days === null) return false
  if (idea.daysToEarnings === null) return !whyUnknown(idea, 'daysToEarnings')
  return idea.daysToEarnings > best.days
}
