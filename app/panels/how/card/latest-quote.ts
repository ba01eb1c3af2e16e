/** Selects the newer of two quotes of an option: from the response, or pushed by the feed. */
import type { IncomeOption } from '#contract/responses/income.ts'
import type { OptionQuote } from '#contract/feed.ts'

/** Dollars per share; 0 without a bid or ask. `time` ISO 8601, null if unknown. */
export type ShownQuote = { bid: number; ask: number; time: string | null }

/** Returns the newer quote. A pushed quote has the time of its last change, so a later response replaces it. */
export function latestQuote(
  option: Pick<IncomeOption, 'bid' | 'ask'>,
  asOf: string | null,
  pushed: OptionQuote | undefined,
): ShownQuote {
  const isNewer = pushed && (asOf === null || Date.parse(pushed.time) >= Date.parse(asOf))
  return isNewer ? pushed : { bid: option.bid, ask: option.ask, time: asOf }
}

/** Smallest tick of any option, dollars, plus a tolerance for binary fractions. */
const minTick = 0.01 + 5e-5

/** Returns whether bid or ask differs by more than a tick from the quote behind the figures. */
export const hasMoved = (option: Pick<IncomeOption, 'bid' | 'ask'>, quote: ShownQuote): boolean =>
  Math.abs(quote.bid - option.bid) > minTick || Math.abs(quote.ask - option.ask) > minTick
