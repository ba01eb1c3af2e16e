/** The direction of a stock, where its bars tell one. */
import type { Sentiment } from '#contract/ideas.ts'
import type { Trend } from '#contract/resources.ts'
import { whyUnknown, type UnknownField, type UnknownReason } from '#contract/unknown.ts'
import type { Day } from '#service/market/market.ts'
import type { JudgedBars } from '../bars/judge-bars.ts'
import { trendsOf } from '../trend.ts'

/** Trends of a stock or of the market; null where `reason` says why nothing is known. */
export type StockTrends = {
  readonly sentiment: Sentiment | null
  readonly oneMonthTrend: Trend | null
  readonly sixMonthTrend: Trend | null
  readonly reason: UnknownReason | null
  /** The day of the last bar; null without bars. */
  readonly asOf: Day | null
}

/** Trends at the last bar, where the bars say any. */
export const stockTrendsOf = (bars: JudgedBars): StockTrends => {
  const { reason, ...trends } = trendsOf(bars)
  return { ...trends, reason: trends.sentiment === null ? reason : null, asOf: bars.lastDay }
}

/** Trends of the market as the tone's resource has them. */
export type ToneTrends = {
  readonly symbol: string
  readonly oneMonthTrend: Trend | null
  readonly sixMonthTrend: Trend | null
  readonly unknown: readonly UnknownField[]
}

/** The same, or nothing where there is no tone. */
export const trendsOfTone = (tone: ToneTrends | undefined): StockTrends => {
  const { oneMonthTrend = null, sixMonthTrend = null } = tone ?? {}
  const isWhole = oneMonthTrend !== null && sixMonthTrend !== null
  const why =
    tone && !isWhole ? (whyUnknown(tone, 'oneMonthTrend') ?? whyUnknown(tone, 'sixMonthTrend')) : undefined
  return {
    sentiment: null,
    oneMonthTrend,
    sixMonthTrend,
    reason: tone ? (why?.reason ?? null) : 'no-bars',
    asOf: why?.asOf ?? null,
  }
}
