/** How an idea stands to the market's trend, in words. */
import type { Message, Rule, Sentiment } from '#contract/responses/ideas.ts'
import { message } from '#contract/text/messages.ts'

/** The six-month trend of the market, by its benchmark; null if that is not known. */
export type MarketTrend = { readonly symbol: string; readonly sentiment: Sentiment | null }

/** Null if the market's trend is neutral or not known. */
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
