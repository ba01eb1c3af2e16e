/** The direction of a stock and of the market, where bars tell one. */
import type { Trend } from '#contract/responses/resources.ts'
import { whyUnknown, type UnknownField, type UnknownReason } from '#contract/responses/unknown.ts'
import type { Day } from '#service/markets/market.ts'
import type { JudgedBars } from '../bars/judge-bars.ts'
import { trendsOf, type Trends } from '#service/analysis/technicals/trend.ts'

/** Trends; every null has its reason. */
export type StockTrends = Omit<Trends, 'reason'> & {
  readonly reason: UnknownReason | null
  /** The day of the last bar, good or not; null without bars. */
  readonly asOf: Day | null
}

/** Trends at the last bar. */
export const stockTrendsOf = (bars: JudgedBars): StockTrends => ({ ...trendsOf(bars), asOf: bars.lastDay })

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
