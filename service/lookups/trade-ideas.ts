/** What: the ideas of the latest scan. */
import { byStrength } from '#contract/responses/ideas.ts'
import type { FullTradeIdea, FullTradeIdeas } from '#contract/responses/full-ideas.ts'
import { newYorkDay, tradingDaysBetween } from '#service/markets/calendar.ts'
import type { Day, Market } from '#service/markets/market.ts'
import { thenOrNow } from '#service/shared/maybe-promise.ts'
import type { MaybePromise } from '#service/shared/maybe-promise.ts'
import type { Batch, PublishedBatches } from '#service/store/batches.ts'

export type IdeaLookups = {
  /**
   * Reads the latest batch at every call. Returns the same object until the batch or the day in New York changes. Before
   * the first scan it has no ideas, and its day and time are null.
   */
  tradeIdeas(): MaybePromise<FullTradeIdeas>
  /**
   * The symbol that the widget opens with: the strongest idea whose covered call of Medium · Optimal, the
   * cell that How opens with, is tradable; otherwise the strongest with any trade, then the strongest of all.
   * Null without ideas.
   */
  firstSymbol(): Promise<string | null>
}

/** Both fail if the store fails. */
export function createIdeaLookups(market: Market, batches: PublishedBatches): IdeaLookups {
  let cached:
    | { batch: Batch | undefined; day: Day; result: FullTradeIdeas; firstSymbol: string | null }
    | undefined
  const dayOf = createDayCache()
  const resultFor = (batch: Batch | undefined) => {
    const day = dayOf(market.now())
    if (!cached || cached.batch !== batch || cached.day !== day) {
      const result = ideasOf(batch, day)
      const firstSymbol = firstOf(result.tradeIdeas)
      cached = { batch, day, result, firstSymbol }
    }
    return cached
  }
  return {
    tradeIdeas: () => thenOrNow(batches.latest(), (batch) => resultFor(batch).result),
    firstSymbol: async () => resultFor(await batches.latest()).firstSymbol,
  }
}

/** The day in New York, computed once per minute: a day starts on a full minute. */
function createDayCache(): (now: Date) => Day {
  let cached: { readonly minute: number; readonly day: Day } | undefined
  return (now) => {
    const minute = Math.floor(now.getTime() / 60_000)
    if (cached?.minute !== minute) cached = { minute, day: newYorkDay(now) }
    return cached.day
  }
}

/** Criteria for the first symbol, most important first. Older batches only have whether any trade exists. */
const firstSymbolCriteria: readonly ((idea: FullTradeIdea) => boolean)[] = [
  ({ mediumOptimal }) => mediumOptimal?.includes('call') ?? false,
  ({ liquidityRank, callScore }) => liquidityRank !== 3 && callScore !== null,
  () => true,
]

const firstOf = (ideas: readonly FullTradeIdea[]): string | null => {
  const strongest = ideas.toSorted(byStrength)
  for (const criterion of firstSymbolCriteria) {
    const idea = strongest.find(criterion)
    if (idea) return idea.symbol
  }
  return null
}

const ideasOf = (batch: Batch | undefined, today: Day): FullTradeIdeas => ({
  tradeIdeas: (batch?.ideas ?? []).map(completeIdea),
  dateOfScan: batch?.dateOfScan ?? null,
  tradingDay: batch?.tradingDay ?? null,
  tradingDaysOld: batch ? tradingDaysBetween(batch.tradingDay, today) : null,
  universeSize: batch?.universeSize ?? 0,
})

/** Fields that ideas of the first versions did not have and that cannot be recovered. */
const missingInFirstVersions = [
  'callYield',
  'callScore',
  'putYield',
  'putScore',
  'daysToEarnings',
  'spreadClass',
] as const
/** Fields that ideas of the following versions did not have. */
const missingInSecondVersions = [
  'callDays',
  'putDays',
  'mediumOptimal',
  'impliedVolatility',
  'earningsDate',
  'earningsMove',
  'exDividendDate',
] as const
type MissingInFirst = (typeof missingInFirstVersions)[number]
type MissingInSecond = (typeof missingInSecondVersions)[number]

/** An idea in the contract's current form. A batch of an older version is served until this version's first scan ends. */
const completeIdea = (idea: FullTradeIdea | SecondIdea | FirstIdea): FullTradeIdea => {
  if ('mediumOptimal' in idea) return idea
  const second = 'strength' in idea ? idea : completeFirstIdea(idea)
  return {
    ...second,
    ...nullsFor(missingInSecondVersions),
    unknown: [...second.unknown, ...unknownOf(missingInSecondVersions)],
  }
}

/** Ideas of the first versions have only the technical rank as their strength. */
const completeFirstIdea = (idea: FirstIdea): SecondIdea => {
  const { sentiment, technicalRank } = idea
  const rank = (sentiment === 'Bullish' ? technicalRank : 11 - technicalRank) / 10
  return {
    ...idea,
    ...nullsFor(missingInFirstVersions),
    strength: 20 * rank,
    strengthParts: { signals: null, rank, liquidity: null, volatility: null, income: null },
    signalAge: 0,
    toneSentence: null,
    toneMessage: null,
    unknown: unknownOf(missingInFirstVersions),
  }
}

const nullsFor = <Field extends string>(fields: readonly Field[]): Record<Field, null> =>
  Object.fromEntries(fields.map((field) => [field, null])) as Record<Field, null>

const unknownOf = (fields: readonly string[]): FullTradeIdea['unknown'] =>
  fields.map((field) => ({ field, reason: 'not-given', asOf: null }))

type SecondIdea = Omit<FullTradeIdea, MissingInSecond>
type FirstIdea = Omit<
  SecondIdea,
  | MissingInFirst
  | 'technicalRank'
  | 'strength'
  | 'strengthParts'
  | 'signalAge'
  | 'toneSentence'
  | 'toneMessage'
  | 'unknown'
> & { readonly technicalRank: number }
