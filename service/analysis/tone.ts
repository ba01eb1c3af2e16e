/** Market tone: the trends of the S&P 500 proxy. Additive to the spec. */
import type { DataStatus, Tone } from '#contract/resources.ts'
import type { Bars } from '#service/market/market.ts'
import { trendsOf } from './trend.ts'

export type ToneInput = { readonly symbol: string; readonly bars: Bars; readonly dataStatus: DataStatus }

/** Trends of the benchmark at its last bar. */
export const analyseTone = ({ symbol, bars, dataStatus }: ToneInput): Tone => {
  const { oneMonthTrend, sixMonthTrend } = trendsOf(bars.close)
  return { symbol, oneMonthTrend, sixMonthTrend, dataStatus }
}
