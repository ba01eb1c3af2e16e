/** Trends of a stock and of the market. */
import type { Trend } from '#contract/responses/resources.ts'
import { whyUnknown, type UnknownField, type UnknownReason } from '#contract/responses/unknown.ts'
import type { Day } from '#service/markets/market.ts'
import type { JudgedBars } from '../bars/judge-bars.ts'
import { trendsOf, type Trends } from '#service/analysis/technicals/trend.ts'

/** Trends; every null has a reason. */
export type StockTrends = Omit<Trends, 'reason'> & {
  readonly reason: UnknownReason | null
  /** The day of the last bar, even if the bars are refused; null without bars. */
  readonly asOf: Day | null
}

/** Trends at the last bar. */
export const stockTrendsOf = (bars: JudgedBars): StockTrends => ({ ...trendsOf(bars), asOf: bars.lastDay })

/** Trends of the market as in the tone resource. */
export type ToneTrends = {
  readonly symbol: string
  readonly oneMonthTrend: Trend | null
  readonly sixMonthTrend: Trend | null
  readonly unknown: readonly UnknownField[]
}

/** Trends of the tone; all null without a tone. */
export const trendsOfTone = (tone: ToneTrends | undefined): StockTrends => {
  const { oneMonthTrend = null, sixMonthTrend = null } = tone ?? {}
  const isComplete = oneMonthTrend !== null && sixMonthTrend !== null
  const missing =
    tone && !isComplete ? (whyUnknown(tone, 'oneMonthTrend') ?? whyUnknown(tone, 'sixMonthTrend')) : undefined
  return {
    sentiment: null,
    oneMonthTrend,
    sixMonthTrend,
    reason: tone ? (missing?.reason ?? null) : 'no-bars',
    asOf: missing?.asOf ?? null,
  }
}
