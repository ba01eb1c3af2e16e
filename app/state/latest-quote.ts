/** Selects the newer of two quotes of an option: from the response, or pushed by the feed. */
import type { IncomeOption } from '#contract/responses/income.ts'
import type { OptionQuote } from '#contract/feed.ts'
import { isOlderQuote } from './quote-age.ts'

/** Bid and ask in dollars per share; 0 = no bid or ask. `time` is ISO 8601; null if unknown. */
export type ShownQuote = { bid: number; ask: number; time: string | null }

/**
 * Returns the newer quote. A pushed quote has the time of its last change, so a later response
 * replaces it.
 *
 * @param asOf time of the quotes in the response, ISO 8601; null if unknown
 */
export function latestQuote(
  option: Pick<IncomeOption, 'bid' | 'ask'>,
  asOf: string | null,
  pushed: OptionQuote | undefined,
): ShownQuote {
  return pushed && !isOlderQuote(pushed.time, asOf)
    ? pushed
    : { bid: option.bid, ask: option.ask, time: asOf }
}

/**
 * A difference up to this is not a move: the smallest tick of any option plus a rounding tolerance,
 * dollars.
 */
const moveThreshold = 0.01 + 5e-5

/**
 * Returns whether bid or ask differ by more than one tick from the quote that the figures were
 * computed with.
 */
export const hasMoved = (option: Pick<IncomeOption, 'bid' | 'ask'>, quote: ShownQuote): boolean =>
  Math.abs(quote.bid - option.bid) > moveThreshold || Math.abs(quote.ask - option.ask) > moveThreshold

/**
 * Returns the bid-ask spread relative to mid as a decimal; null if there is neither a bid nor an
 * ask.
 */
export const spreadOf = ({ bid, ask }: Pick<IncomeOption, 'bid' | 'ask'>): number | null =>
  bid + ask > 0 ? (ask - bid) / ((ask + bid) / 2) : null
