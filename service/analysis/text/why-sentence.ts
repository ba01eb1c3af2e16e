/** The summary sentence of a symbol (docs/specification.md 2.3). */
import type { Message, Sentiment } from '#contract/responses/lists/ideas.ts'
import type { MessageCode } from '#contract/text/messages.ts'
import type { Profile } from '#service/markets/market.ts'

/** Contents of the sentence. */
type Summary = {
  readonly sentiment: Sentiment
  /** 1 to 10; null if the symbol is not ranked. */
  readonly rank: number | null
  /** Last price, dollars. */
  readonly price: number
  /** Nearest levels, dollars; `undefined` if the side has no level. */
  readonly support: number | undefined
  readonly resistance: number | undefined
}

const levelsVariant = ({ support, resistance }: Summary) => {
  if (support === undefined) return resistance === undefined ? 'no-levels' : 'resistance-only'
  return resistance === undefined ? 'support-only' : 'both-levels'
}

/** Returns the message about sentiment, rank if known, price and nearest levels. */
export const whySentenceOf = (
  { companyName, symbol }: Pick<Profile, 'companyName' | 'symbol'>,
  summary: Summary,
): Message => {
  const { sentiment, rank, price, support, resistance } = summary
  const direction = sentiment === 'Bullish' ? 'bullish' : sentiment === 'Bearish' ? 'bearish' : 'neutral'
  const baseCode = `why.${direction}.${levelsVariant(summary)}` as const
  const code: MessageCode = rank === null ? `${baseCode}.unranked` : baseCode
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
