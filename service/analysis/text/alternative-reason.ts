/** Why a trade that does not quite fit stands in for a cell that nothing fits. */
import { annualizedMark } from '#contract/annualized.ts'
import type { Message } from '#contract/ideas.ts'
import { message } from '#contract/messages.ts'
import type { DayRange } from '#contract/resources.ts'
import type { Candidate } from '../income-candidate.ts'
import { config } from '../config.ts'
import { round } from '../rounding.ts'

/** What may be wrong with a contract that fits otherwise. */
export type Flaw = 'spread' | 'open-interest' | 'return'

/** Nothing in the cell has a probability within its band, decimals. */
export const offBandReason = (
  candidate: Candidate,
  { low, high }: { readonly low: number; readonly high: number },
): Message => {
  const probability = round(candidate.probability, 4)
  const code = probability < low ? 'alternative.probability-low' : 'alternative.probability-high'
  return message(code, { low, high, probability })
}

/** Nothing suitable expires within the cell's days. */
export const offWindowReason = ({ expiry: { days } }: Candidate, { from, to }: DayRange): Message =>
  message(days < from ? 'alternative.expiry-early' : 'alternative.expiry-late', { from, to, days })

/** What fits the cell has a flaw; `flaw` is the worst of them. */
export const flawReason = (candidate: Candidate, flaw: Flaw | undefined): Message => {
  switch (flaw) {
    case 'spread':
      return message('alternative.spread', { spread: round(candidate.spread, 4) })
    case 'open-interest': {
      const { openInterest } = candidate.contract
      return openInterest === null
        ? message('alternative.open-interest-unknown', {})
        : message('alternative.open-interest', { openInterest })
    }
    default:
      return message('alternative.return', {
        least: config.income.minAnnualizedReturn,
        annualized: round(candidate.annualizedReturn, 6),
        mark: annualizedMark(candidate.expiry.days),
      })
  }
}
