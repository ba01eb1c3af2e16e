/** The latest recorded price of a symbol. */
import type { Quote } from '#contract/feed.ts'
import { removeSplits, tailOf } from '#service/analysis/bars/splits.ts'
import { previousTradingDay, sessionClose } from '#service/markets/calendar.ts'
import { quoteOfTrade } from '#service/markets/kit/last-trade.ts'
import type { Bars, Day } from '#service/markets/market.ts'
import type { RecordedData } from './recorded-data.ts'

/** The latest known price of a symbol; prices in dollars per share, volume in shares. */
export type LastPrice = {
  readonly last: number
  readonly day: Day
  /** The close of the session before `day`, on the same scale; null if unknown. */
  readonly previousClose: number | null
  readonly volume: number | null
}

/**
 * The price of the bar of the last recorded day; otherwise of the chain if it is newer than the
 * bars; otherwise of the last bar. `undefined` without bars and chain.
 */
export async function lastPriceOf(data: RecordedData, symbol: string): Promise<LastPrice | undefined> {
  const bar = lastBarOf(data.bars(symbol))
  if (bar?.day === data.today) return bar
  const chain = await data.chain(symbol)
  if (!chain || (bar && bar.day >= data.chainDay)) return bar
  const previousClose = bar?.day === previousTradingDay(data.chainDay) ? bar.last : null
  return { last: chain.underlyingPrice, day: data.chainDay, previousClose, volume: null }
}

function lastBarOf(bars: Bars | undefined): LastPrice | undefined {
  const index = (bars?.date.length ?? 0) - 1
  const day = bars?.date[index]
  const last = bars?.close[index]
  if (!bars || day === undefined || last === undefined) return undefined
  return { last, day, previousClose: previousCloseOf(bars), volume: bars.volume[index] ?? null }
}

/** Number of bars needed to detect a split on the last day. */
const splitCheckBars = 30

/** The close before the last, on the scale of the last; null if unknown. */
function previousCloseOf(bars: Bars): number | null {
  const adjusted = removeSplits(tailOf(bars, Math.max(0, bars.close.length - splitCheckBars)))
  return adjusted?.bars.close.at(-2) ?? null
}

/** Converts a price to a quote of the feed, at the close of its day. */
export function quoteOf(symbol: string, { last, day, previousClose, volume }: LastPrice): Quote {
  const close = sessionClose(day)
  return quoteOfTrade(symbol, { last, previousClose, volume, timeMs: close.getTime() }, close)
}
