/**
 * Market tone: the trends of the benchmark, an S&P 500 fund. An extension of the original
 * specification.
 */
import type { DataStatus, Tone } from '#contract/responses/resources.ts'
import type { ValidatedBars } from '#service/analysis/bars/validate-bars.ts'
import { trendsOf } from './trend.ts'
import { createUnknowns } from '#service/analysis/unknown.ts'

export type ToneInput = {
  readonly symbol: string
  readonly bars: ValidatedBars
  readonly dataStatus: DataStatus
}

/** Returns the trends of the benchmark at its last bar; null if its bars are refused or too few. */
export const analyseTone = ({ symbol, bars, dataStatus }: ToneInput): Tone => {
  const { oneMonthTrend, sixMonthTrend, reason } = trendsOf(bars)
  const { fields, valueOrUnknown } = createUnknowns()
  const cause = { reason: reason ?? 'no-bars', asOf: bars.lastDay } as const
  return {
    symbol,
    oneMonthTrend: valueOrUnknown('oneMonthTrend', oneMonthTrend, cause.reason, cause.asOf),
    sixMonthTrend: valueOrUnknown('sixMonthTrend', sixMonthTrend, cause.reason, cause.asOf),
    unknown: fields,
    dataStatus,
  }
}
