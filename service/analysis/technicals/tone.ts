/** Market tone: the trends of the S&P 500 proxy. Not in the original specification. */
import type { DataStatus, Tone } from '#contract/responses/resources.ts'
import type { JudgedBars } from '#service/analysis/bars/judge-bars.ts'
import { trendsOf } from './trend.ts'
import { createUnknowns } from '#service/analysis/unknown.ts'

export type ToneInput = {
  readonly symbol: string
  readonly bars: JudgedBars
  readonly dataStatus: DataStatus
}

/** Trends of the benchmark at its last bar; null if its bars are refused or too few. */
export const analyseTone = ({ symbol, bars, dataStatus }: ToneInput): Tone => {
  const { oneMonthTrend, sixMonthTrend, reason } = trendsOf(bars)
  const { fields, valueOrUnknown } = createUnknowns()
  const whyUnknown = { reason: reason ?? 'no-bars', asOf: bars.lastDay } as const
  return {
    symbol,
    oneMonthTrend: valueOrUnknown('oneMonthTrend', oneMonthTrend, whyUnknown.reason, whyUnknown.asOf),
    sixMonthTrend: valueOrUnknown('sixMonthTrend', sixMonthTrend, whyUnknown.reason, whyUnknown.asOf),
    unknown: fields,
    dataStatus,
  }
}
