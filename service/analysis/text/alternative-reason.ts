/** Reasons why a grid cell is empty and shows the next best contract instead. */
import { annualizedMark } from '#contract/responses/annualized.ts'
import { asPrinted, checklistBands } from '#contract/text/checklist-bands.ts'
import type { Message } from '#contract/responses/lists/ideas.ts'
import { message } from '#contract/text/messages.ts'
import type { DayRange } from '#contract/responses/income.ts'
import type { Candidate } from '../income/candidate.ts'
import { config } from '../config.ts'
import { money, round } from '../rounding.ts'

/**
 * Flaws of a contract that otherwise fits its cell. `wide-expiry`: the quotes at the money of its
 * expiry are too wide. `better-quoted`: a contract with a similar probability in the same time frame
 * has a much narrower bid-ask spread.
 */
export type Flaw = 'wide-expiry' | 'spread' | 'open-interest' | 'return' | 'fair-value' | 'better-quoted'

/**
 * Returns the reason for a contract whose probability is not within the cell's `low` to `high`
 * (decimals).
 */
export const outOfBandReason = (
  candidate: Candidate,
  { low, high }: { readonly low: number; readonly high: number },
): Message => {
  const probability = round(candidate.probability, 4)
  const displayedProbability = asPrinted(probability, 2)
  const isLow = probability < low
  // Omits a value that is displayed as a limit of the band: "not from 60% to 70%, but 70%" would contradict itself.
  if (displayedProbability === low || displayedProbability === high)
    return message(isLow ? 'alternative.probability-below' : 'alternative.probability-above', { low, high })
  const code = isLow ? 'alternative.probability-low' : 'alternative.probability-high'
  return message(code, { low, high, probability })
}

/** Returns the reason for a contract that does not expire within the cell's range of days. */
export const outOfWindowReason = ({ expiry: { days } }: Candidate, { from, to }: DayRange): Message =>
  message(days < from ? 'alternative.expiry-early' : 'alternative.expiry-late', { from, to, days })

/**
 * Returns the reason for a contract with flaws. `flaw` is the worst of them; the default is
 * `return`.
 */
export const flawReason = (candidate: Candidate, flaw: Flaw | undefined): Message => {
  const { contract, fairValue, annualizedReturn, expiry } = candidate
  const spread = round(candidate.spread, 4)
  switch (flaw) {
    case 'wide-expiry':
      return message('alternative.wide-expiry', { spread: round(expiry.widthAtTheMoney() ?? 0, 4) })
    case 'spread':
      return message('alternative.spread', { spread })
    case 'better-quoted':
      return message('alternative.better-quoted', { spread })
    case 'fair-value':
      return message('alternative.fair-value', { bid: money(contract.bid), fair: money(fairValue) })
    case 'open-interest':
      return message('alternative.open-interest', { openInterest: contract.openInterest ?? 0 })
    default: {
      const minReturn = config.income.minAnnualizedReturn
      const annualized = round(annualizedReturn, 6)
      const isDisplayedAsSufficient =
        asPrinted(annualized, checklistBands.annualizedReturn.digits) >= minReturn
      return message(isDisplayedAsSufficient ? 'alternative.return.edge' : 'alternative.return', {
        least: minReturn,
        annualized,
        mark: annualizedMark(expiry.days),
      })
    }
  }
}
