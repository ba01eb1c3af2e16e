/** The sentence about an idea and the market's trend. */
import type { Message, Rule, Sentiment } from '#contract/responses/lists/ideas.ts'
import { message } from '#contract/text/messages.ts'

/** The six-month trend of the market, represented by its benchmark; null if unknown. */
export type MarketTrend = { readonly symbol: string; readonly sentiment: Sentiment | null }

/**
 * Message that an idea of this side is with or against the market; null if the market is neutral or
 * unknown.
 */
export const toneMessageOf = (
  side: Rule['sentiment'],
  { symbol, sentiment }: MarketTrend,
): Message | null => {
  if (sentiment === null || sentiment === 'Neutral') return null
  const params = { benchmark: symbol }
  if (side === 'Bullish')
    return message(sentiment === side ? 'tone.bullish-with' : 'tone.bullish-against', params)
  return message(sentiment === side ? 'tone.bearish-with' : 'tone.bearish-against', params)
}
