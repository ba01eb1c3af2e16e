import type * as v from 'valibot'
import {
  averageSessions,
  type Average,
  type History,
  type HistoryRange,
} from '#contract/responses/resources.ts'
import type { dataRoutes } from '#contract/api/routes.ts'
import { removeSplits, type Split } from '#service/analysis/bars/splits.ts'
import { sma } from '#service/analysis/technicals/indicators.ts'
import { money } from '#service/analysis/rounding.ts'
import type { ValidatedBars } from '#service/analysis/bars/validate-bars.ts'
import type { Bars } from '#service/markets/market.ts'

const monthsByRange: Record<HistoryRange, number> = { '1M': 1, '3M': 3, '6M': 6, '1Y': 12, '2Y': 24 }

export type HistoryQuery = v.InferOutput<typeof dataRoutes.history.query>

/** Moving averages of the closes from the bar `firstIndex` on, which also use earlier closes. */
const averagesFrom = (close: Float64Array, firstIndex: number): Average[] =>
  averageSessions.map((sessions) => {
    const values = Array.from(sma(close, sessions).subarray(firstIndex), (value) =>
      Number.isFinite(value) ? money(value) : null,
    )
    return { sessions, close: values, unknown: values.includes(null) ? 'too-few-bars' : null }
  })

/** The splits, and the bars adjusted for them. Ignores other faults of the bars. */
const adjustForSplits = (
  sourceBars: Bars,
  validatedBars: ValidatedBars,
): { bars: Bars; splits: readonly Split[] } =>
  validatedBars.reason === null
    ? { bars: validatedBars, splits: validatedBars.splits }
    : (removeSplits(sourceBars) ?? { bars: sourceBars, splits: [] })

/**
 * The daily bars of a range that ends with the last bar, however old that is. Prices are adjusted
 * for splits, as in the analysis, so that its price levels match the chart.
 */
export function historyOf(
  symbol: string,
  { range, averages }: HistoryQuery,
  sourceBars: Bars,
  validatedBars: ValidatedBars,
): History {
  const { bars, splits } = adjustForSplits(sourceBars, validatedBars)
  const lastDay = bars.date.at(-1)
  let firstIndex = 0
  if (lastDay !== undefined) {
    const [year = 0, month = 1, day = 1] = lastDay.split('-').map(Number)
    const startDay = new Date(Date.UTC(year, month - 1 - monthsByRange[range], day))
      .toISOString()
      .slice(0, 10)
    firstIndex = bars.date.findIndex((date) => date > startDay)
  }
  const column = (values: Float64Array) => Array.from(values.subarray(firstIndex))
  return {
    symbol,
    range,
    date: bars.date.slice(firstIndex),
    open: column(bars.open),
    high: column(bars.high),
    low: column(bars.low),
    close: column(bars.close),
    volume: column(bars.volume),
    splits: splits.map(({ day, factor }) => ({ date: day, factor })),
    ...(averages === 'all' && { averages: averagesFrom(bars.close, firstIndex) }),
  }
}
