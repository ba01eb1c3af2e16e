/** Which of two quotes of an option holds: the answer's, or the one that was pushed. */
import type { IncomeOption } from '#contract/responses/income.ts'
import type { OptionQuote } from '#contract/feed.ts'

/** Dollars per share; 0 where nobody bids or asks. `time` ISO 8601, null where it is not known. */
export type ShownQuote = { bid: number; ask: number; time: string | null }

/** The later one. A pushed quote has the time of its last change: an answer that came after it knows better. */
export function latestQuote(
  option: Pick<IncomeOption, 'bid' | 'ask'>,
  asOf: string | null,
  pushed: OptionQuote | undefined,
): ShownQuote {
  const isNewer = pushed && (asOf === null || Date.parse(pushed.time) >= Date.parse(asOf))
  return isNewer ? pushed : { bid: option.bid, ask: option.ask, time: asOf }
}

/** The smallest step of any option's price; half a hundredth of a cent forgives how decimals are kept. */
const leastTick = 0.01 + 5e-5

/** Whether bid or ask has gone by more than a tick from what the figures are worked out at. */
export const hasMoved = (option: Pick<IncomeOption, 'bid' | 'ask'>, quote: ShownQuote): boolean =>
  Math.abs(quote.bid - option.bid) > leastTick || Math.abs(quote.ask - option.ask) > leastTick
