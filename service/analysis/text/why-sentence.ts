/** The summary sentence of a symbol. docs/specification.md 2.3. */
import type { Message, Sentiment } from '#contract/responses/ideas.ts'
import type { MessageCode } from '#contract/text/messages.ts'
import type { Profile } from '#service/markets/market.ts'

/** Contents of the sentence. */
type Summary = {
  readonly sentiment: Sentiment
  /** 1 to 10; null if the symbol has no place in the ranking. */
  readonly rank: number | null
  /** Dollars, as the two nearest levels are; a level that is not there is left out. */
  readonly price: number
  readonly support: number | undefined
  readonly resistance: number | undefined
}

const levelsOf = ({ support, resistance }: Summary) => {
  if (support === undefined) return resistance === undefined ? 'no-levels' : 'resistance-only'
  return resistance === undefined ? 'support-only' : 'both-levels'
}

/** Direction, rank where there is one, price and nearest levels as a message. */
export const whySentenceOf = (
  { companyName, symbol }: Pick<Profile, 'companyName' | 'symbol'>,
  summary: Summary,
): Message => {
  const { sentiment, rank, price, support, resistance } = summary
  const direction = sentiment === 'Bullish' ? 'bullish' : sentiment === 'Bearish' ? 'bearish' : 'neutral'
  const whole = `why.${direction}.${levelsOf(summary)}` as const
  const code: MessageCode = rank === null ? `${whole}.unranked` : whole
  return {
    code,
    params: {
      company: companyName,
      symbol,
      price,
      ...(rank !== null && { rank }),
      ...(support !== undefined && { support }),
      ...(resistance !== undefined && { resistance }),
    },
  }
}
