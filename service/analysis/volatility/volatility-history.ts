/** The 30-day implied volatility of a symbol beside its realised volatility, over the last year. */
import type { DataStatus } from '#contract/responses/resources.ts'
import type { VolatilityHistory } from '#contract/responses/volatility.ts'
import type { JudgedBars } from '#service/analysis/bars/judge-bars.ts'
import { config } from '#service/analysis/config.ts'
import { round } from '#service/analysis/rounding.ts'
import { historicalVolatility } from '#service/analysis/technicals/indicators.ts'
import { createUnknowns } from '#service/analysis/unknown.ts'
import type { Day, VolatilityPoint } from '#service/markets/market.ts'

export type VolatilityHistoryInput = {
  readonly symbol: string
  /** Stored implied volatilities, oldest first. */
  readonly stored: readonly VolatilityPoint[]
  /** Today's 30-day implied volatility, yearly decimal; undefined without usable quotes of today. */
  readonly iv30: number | undefined
  readonly today: Day
  readonly bars: JudgedBars
  readonly dataStatus: DataStatus
}

/**
 * The last 252 days that have a bar or a stored implied volatility. Nothing is interpolated: a day without a value has
 * null.
 */
export const volatilityHistoryOf = (input: VolatilityHistoryInput): VolatilityHistory => {
  const { symbol, stored, iv30, today, bars, dataStatus } = input
  const { window, historicalPeriod } = config.volatilityRank
  const implied = new Map(stored.map((point) => [point.day, point.iv30]))
  if (iv30 !== undefined) implied.set(today, iv30)
  const values = historicalVolatility(bars.close.subarray(-(window + historicalPeriod)), historicalPeriod)
  const days = bars.date.slice(-values.length)
  const realized = new Map(
    days.flatMap((day, index) => (Number.isFinite(values[index]) ? [[day, values[index]!] as const] : [])),
  )
  const date = [...new Set([...days.slice(-window), ...implied.keys()])].toSorted().slice(-window)
  const column = (known: ReadonlyMap<Day, number>) =>
    date.map((day) => {
      const value = known.get(day)
      return value === undefined ? null : round(value, 4)
    })
  const columns = { implied: column(implied), realized: column(realized) }
  const { fields, known } = createUnknowns()
  const first = (values: readonly (number | null)[]) => values.find((value) => value !== null)
  known('implied', first(columns.implied), 'not-given')
  known('realized', first(columns.realized), bars.reason ?? 'too-few-bars', bars.lastDay)
  return { symbol, date, ...columns, unknown: fields, dataStatus }
}
