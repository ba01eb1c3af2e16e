/** The direction of a stock, where its bars tell one. */
import type { Sentiment } from '#contract/ideas.ts'
import type { Trend } from '#contract/resources.ts'
import { whyUnknown, type UnknownField, type UnknownReason } from '#contract/unknown.ts'
import type { Bars, Day } from '#service/market/market.ts'
import { config } from '../config.ts'
import { isCurrent } from '../technicals.ts'
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

const reasonOf = (bars: Bars, today: Day): UnknownReason | null => {
  if (bars.close.length === 0) return 'no-bars'
  if (!isCurrent(bars, today)) return 'old-bars'
  return bars.close.length < config.trend.oneMonth.long ? 'too-few-bars' : null
}

/** Trends at the last bar, where it is of today. */
export const stockTrendsOf = (bars: Bars, today: Day): StockTrends => {
  const reason = reasonOf(bars, today)
  const asOf = bars.date.at(-1) ?? null
  return reason === null
    ? { ...trendsOf(bars.close), reason, asOf }
    : { sentiment: null, oneMonthTrend: null, sixMonthTrend: null, reason, asOf }
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
