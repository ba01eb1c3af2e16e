/** Trends of a stock and of the market. */
import type { Trend } from '#contract/responses/resources.ts'
import { whyUnknown, type UnknownField, type UnknownReason } from '#contract/responses/unknown.ts'
import type { Day } from '#service/markets/market.ts'
import type { ValidatedBars } from '../bars/validate-bars.ts'
import { trendsOf, type Trends } from '#service/analysis/technicals/trend.ts'

/** Trends, and the reason if a trend is null. */
export type StockTrends = Omit<Trends, 'reason'> & {
  readonly reason: UnknownReason | null
  /** Day of the last bar, even if the bars are refused; null without bars. */
  readonly asOf: Day | null
}

/** Trends of a stock at its last bar. */
export const stockTrendsOf = (bars: ValidatedBars): StockTrends => ({ ...trendsOf(bars), asOf: bars.lastDay })

/** Trends of the market, as in the tone response. */
export type ToneTrends = {
  readonly symbol: string
  readonly oneMonthTrend: Trend | null
  readonly sixMonthTrend: Trend | null
  readonly unknown: readonly UnknownField[]
}

/** Trends of the market; null without a tone. `sentiment` is always null. */
export const trendsOfTone = (tone: ToneTrends | undefined): StockTrends => {
  const { oneMonthTrend = null, sixMonthTrend = null } = tone ?? {}
  const isComplete = oneMonthTrend !== null && sixMonthTrend !== null
  const unknownTrend =
    tone && !isComplete ? (whyUnknown(tone, 'oneMonthTrend') ?? whyUnknown(tone, 'sixMonthTrend')) : undefined
  return {
    sentiment: null,
    oneMonthTrend,
    sixMonthTrend,
    reason: tone ? (unknownTrend?.reason ?? null) : 'no-bars',
    asOf: unknownTrend?.asOf ?? null,
  }
}
