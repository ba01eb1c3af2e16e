/** Market tone: the trends of the S&P 500 proxy. Additive to the spec. */
import type { DataStatus, Tone } from '#contract/responses/resources.ts'
import type { JudgedBars } from '#service/analysis/bars/judge-bars.ts'
import { trendsOf } from './trend.ts'
import { createUnknowns } from '#service/analysis/unknown.ts'

export type ToneInput = {
  readonly symbol: string
  readonly bars: JudgedBars
  readonly dataStatus: DataStatus
}

/** Trends of the benchmark at its last bar; null if its bars do not say. */
export const analyseTone = ({ symbol, bars, dataStatus }: ToneInput): Tone => {
  const { oneMonthTrend, sixMonthTrend, reason } = trendsOf(bars)
  const { fields, known } = createUnknowns()
  const trend = { reason: reason ?? 'no-bars', asOf: bars.lastDay } as const
  return {
    symbol,
    oneMonthTrend: known('oneMonthTrend', oneMonthTrend, trend.reason, trend.asOf),
    sixMonthTrend: known('sixMonthTrend', sixMonthTrend, trend.reason, trend.asOf),
    unknown: fields,
    dataStatus,
  }
}
