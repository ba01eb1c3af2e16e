/** What the better of an idea's two strategies pays. */
import type { WholeTradeIdea } from '#contract/responses/full-ideas.ts'
import { whyUnknown } from '#contract/responses/unknown.ts'

export type BestPay = {
  leg: 'call' | 'put'
  /** Yearly return of its best trade, decimal. */
  yield: number
  /** Calendar days until that expires; null where an older scan did not note it. */
  days: number | null
}

/** The trade with the higher score, then the higher return; undefined where there is none. */
export function bestPay(idea: WholeTradeIdea | undefined): BestPay | undefined {
  if (!idea) return undefined
  const call = payOf('call', idea.callYield, idea.callDays)
  const put = payOf('put', idea.putYield, idea.putDays)
  if (!call || !put) return call ?? put
  const lead = (idea.putScore ?? 0) - (idea.callScore ?? 0)
  return lead > 0 || (lead === 0 && put.yield > call.yield) ? put : call
}

const payOf = (leg: BestPay['leg'], pay: number | null, days: number | null): BestPay | undefined =>
  pay === null ? undefined : { leg, yield: pay, days }

/** Whether it is known that no earnings fall before the trade ends, its last day included. What reports none has none. */
export function isClearOfEarnings(idea: WholeTradeIdea | undefined, best: BestPay | undefined): boolean {
  if (!idea || !best || best.days === null) return false
  if (idea.daysToEarnings === null) return !whyUnknown(idea, 'daysToEarnings')
  return idea.daysToEarnings > best.days
}
