/** Results of the panel What: the ideas of the latest scan. */
import { byStrength } from '#contract/responses/lists/idea-order.ts'
import type { FullTradeIdea, FullTradeIdeas } from '#contract/responses/lists/full-ideas.ts'
import { newYorkDay, tradingDaysBetween } from '#service/markets/calendar.ts'
import type { Day, Market } from '#service/markets/market.ts'
import { thenOrNow } from '#service/shared/maybe-promise.ts'
import type { MaybePromise } from '#service/shared/maybe-promise.ts'
import type { Batch, PublishedBatches } from '#service/store/batches.ts'

export type IdeaLookups = {
  /**
   * Reads the latest batch on each call. Returns the same object until the batch or the day in New
   * York changes. Before the first scan, it has no ideas, and the day and time of the scan are
   * null.
   */
  tradeIdeas(): MaybePromise<FullTradeIdeas>
  /**
   * The symbol that the widget opens with: that of the strongest idea with a tradable covered call
   * of Medium · Optimal, which is the cell that How opens with; otherwise of the strongest idea
   * with any trade; otherwise of the strongest idea. Null without ideas.
   */
  firstSymbol(): Promise<string | null>
}

/** Creates the look-ups of ideas. Both reject if the store fails. */
export function createIdeaLookups(market: Market, batches: PublishedBatches): IdeaLookups {
  let cached:
    | { batch: Batch | undefined; day: Day; result: FullTradeIdeas; firstSymbol: string | null }
    | undefined
  const dayOf = createDayCache()
  const resultFor = (batch: Batch | undefined) => {
    const day = dayOf(market.now())
    if (!cached || cached.batch !== batch || cached.day !== day) {
      const result = ideasOf(batch, day)
      const firstSymbol = firstSymbolOf(result.tradeIdeas)
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

/**
 * Criteria for the first symbol, most important first. Batches of older versions have no data for
 * the first one.
 */
const firstSymbolCriteria: readonly ((idea: FullTradeIdea) => boolean)[] = [
  ({ mediumOptimal }) => mediumOptimal?.includes('call') ?? false,
  ({ liquidityRank, callScore }) => liquidityRank !== 3 && callScore !== null,
  () => true,
]

const firstSymbolOf = (ideas: readonly FullTradeIdea[]): string | null => {
  const strongest = ideas.toSorted(byStrength)
  for (const criterion of firstSymbolCriteria) {
    const idea = strongest.find(criterion)
    if (idea) return idea.symbol
  }
  return null
}

const ideasOf = (batch: Batch | undefined, today: Day): FullTradeIdeas => ({
  tradeIdeas: (batch?.ideas ?? []).map(upgradeIdea),
  dateOfScan: batch?.dateOfScan ?? null,
  tradingDay: batch?.tradingDay ?? null,
  tradingDaysOld: batch ? tradingDaysBetween(batch.tradingDay, today) : null,
  universeSize: batch?.universeSize ?? 0,
})

/** Fields that ideas of the first versions do not have and that cannot be computed later. */
const missingInFirstVersions = [
  'callYield',
  'callScore',
  'putYield',
  'putScore',
  'daysToEarnings',
  'spreadClass',
] as const
/** Fields that ideas of the next versions do not have. */
const missingInSecondVersions = [
  'callDays',
  'putDays',
  'mediumOptimal',
  'impliedVolatility',
  'earningsDate',
  'earningsMove',
  'exDividendDate',
] as const
/** Fields that ideas of the versions until 1.4 do not have. */
const missingInThirdVersions = ['impliedVolatilityPercentile', 'impliedToRealizedVolatility'] as const
type MissingInFirstVersion = (typeof missingInFirstVersions)[number]
type MissingInSecondVersion = (typeof missingInSecondVersions)[number]

/**
 * Converts an idea to the current form: a rank of realised volatility is unknown. A batch of an older version is served until the first scan
 * of this version ends.
 */
const upgradeIdea = (
  idea: FullTradeIdea | ThirdVersionIdea | SecondVersionIdea | FirstVersionIdea,
): FullTradeIdea => {
  if ('impliedToRealizedVolatility' in idea) return idea
  const thirdVersionIdea = 'mediumOptimal' in idea ? idea : upgradeSecondVersionIdea(idea)
  const isHistorical = thirdVersionIdea.impliedVolatilityRankBasis === 'historical'
  return {
    ...thirdVersionIdea,
    ...nullsFor(missingInThirdVersions),
    ...(isHistorical && nullsFor(['impliedVolatilityRank', 'impliedVolatilityRankBasis'])),
    unknown: [
      ...thirdVersionIdea.unknown,
      ...unknownOf(missingInThirdVersions),
      ...unknownOf(isHistorical ? ['impliedVolatilityRank'] : []),
    ],
  }
}

const upgradeSecondVersionIdea = (idea: SecondVersionIdea | FirstVersionIdea): ThirdVersionIdea => {
  const secondVersionIdea = 'strength' in idea ? idea : upgradeFirstVersionIdea(idea)
  return {
    ...secondVersionIdea,
    ...nullsFor(missingInSecondVersions),
    unknown: [...secondVersionIdea.unknown, ...unknownOf(missingInSecondVersions)],
  }
}

/**
 * Converts an idea of the first versions, which have only the technical rank to derive a strength
 * from.
 */
const upgradeFirstVersionIdea = (idea: FirstVersionIdea): SecondVersionIdea => {
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

type ThirdVersionIdea = Omit<FullTradeIdea, (typeof missingInThirdVersions)[number]>
type SecondVersionIdea = Omit<ThirdVersionIdea, MissingInSecondVersion>
type FirstVersionIdea = Omit<
  SecondVersionIdea,
  | MissingInFirstVersion
  | 'technicalRank'
  | 'strength'
  | 'strengthParts'
  | 'signalAge'
  | 'toneSentence'
  | 'toneMessage'
  | 'unknown'
> & { readonly technicalRank: number }
