/** What: the ideas of the latest scan. */
import { byStrength } from '#contract/ideas.ts'
import type { WholeTradeIdea, WholeTradeIdeas } from '#contract/whole-ideas.ts'
import { newYorkDay, tradingDaysBetween } from '#service/market/calendar.ts'
import type { Day, Market } from '#service/market/market.ts'
import type { Batch, PublishedBatches } from '#service/store/batches.ts'

export type IdeaLookups = {
  /**
   * Reads the latest batch at every call. The answer is the same object for as long as the batch and the day in New York
   * are the same. Before the first scan it has no ideas, and null where a day or a time would stand.
   */
  tradeIdeas(): Promise<WholeTradeIdeas>
  /** The symbol of the strongest idea, with which the widget's list begins; null where there are no ideas. */
  firstSymbol(): Promise<string | null>
}

/** Both reject as the store does. */
export function createIdeaLookups(market: Market, batches: PublishedBatches): IdeaLookups {
  let last:
    | { batch: Batch | undefined; day: Day; answer: WholeTradeIdeas; firstSymbol: string | null }
    | undefined
  const latest = async () => {
    const batch = await batches.latest()
    const day = newYorkDay(market.now())
    if (!last || last.batch !== batch || last.day !== day) {
      const answer = ideasOf(batch, day)
      const firstSymbol = answer.tradeIdeas.toSorted(byStrength)[0]?.symbol ?? null
      last = { batch, day, answer, firstSymbol }
    }
    return last
  }
  return {
    tradeIdeas: async () => (await latest()).answer,
    firstSymbol: async () => (await latest()).firstSymbol,
  }
}

const ideasOf = (batch: Batch | undefined, today: Day): WholeTradeIdeas => ({
  tradeIdeas: (batch?.ideas ?? []).map(completed),
  dateOfScan: batch?.dateOfScan ?? null,
  tradingDay: batch?.tradingDay ?? null,
  tradingDaysOld: batch ? tradingDaysBetween(batch.tradingDay, today) : null,
  universeSize: batch?.universeSize ?? 0,
})

/** The fields that ideas of the first versions did not have, and that nobody can know of them any more. */
const unknownFields = [
  'callYield',
  'callScore',
  'putYield',
  'putScore',
  'daysToEarnings',
  'spreadClass',
] as const

/**
 * An idea as the contract has it now. A batch that an older version wrote stands until this one's first scan is done: of
 * its ideas the technical rank alone says how strong they are.
 */
const completed = (idea: WholeTradeIdea | OldIdea): WholeTradeIdea => {
  if ('strength' in idea) return idea
  const { sentiment, technicalRank } = idea
  const rank = (sentiment === 'Bullish' ? technicalRank : 11 - technicalRank) / 10
  return {
    ...idea,
    strength: 20 * rank,
    strengthParts: { signals: null, rank, liquidity: null, volatility: null, income: null },
    signalAge: 0,
    callYield: null,
    callScore: null,
    putYield: null,
    putScore: null,
    daysToEarnings: null,
    spreadClass: null,
    toneSentence: null,
    toneMessage: null,
    unknown: unknownFields.map((field) => ({ field, reason: 'not-given', asOf: null })),
  }
}

type OldIdea = Omit<
  WholeTradeIdea,
  | (typeof unknownFields)[number]
  | 'technicalRank'
  | 'strength'
  | 'strengthParts'
  | 'signalAge'
  | 'toneSentence'
  | 'toneMessage'
  | 'unknown'
> & { readonly technicalRank: number }
