import type { History, HistoryRange } from '#contract/resources.ts'
import type { Bars } from '#service/market/market.ts'

const months: Record<HistoryRange, number> = { '1M': 1, '6M': 6, '1Y': 12 }

/** The daily bars of the last so many months, counted back from the last bar. */
export function historyOf(symbol: string, range: HistoryRange, bars: Bars): History {
  const last = bars.date.at(-1)
  let from = 0
  if (last !== undefined) {
    const [year = 0, month = 1, day = 1] = last.split('-').map(Number)
    const first = new Date(Date.UTC(year, month - 1 - months[range], day)).toISOString().slice(0, 10)
    from = bars.date.findIndex((date) => date > first)
  }
  const column = (values: Float64Array) => Array.from(values.subarray(from))
  return {
    symbol,
    range,
    date: bars.date.slice(from),
    open: column(bars.open),
    high: column(bars.high),
    low: column(bars.low),
    close: column(bars.close),
    volume: column(bars.volume),
  }
}
