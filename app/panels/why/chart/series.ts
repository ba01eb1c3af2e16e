/**
 * Series of the chart besides the line of closes: candles, trend bands, the expected-move cone, events. Pure functions.
 */
import type { History } from '#contract/responses/resources.ts'
import type { BarWindow } from './bar-window.ts'
import { daysPerYear } from '#contract/responses/conventions.ts'
import { dayNumber, type TimeScale } from './scales.ts'

/** Prices in dollars, volume in shares; `index` is the middle of the merged bars, a fraction for weeks. */
export type Candle = {
  index: number
  open: number
  high: number
  low: number
  close: number
  volume: number
}

/** Minimum distance between bars for daily candles, pixels: a body and its margin. */
const minCandleStep = 2.4

/** Returns whether bars at this distance in pixels are merged into weekly candles. */
export const isWeekly = (step: number): boolean => step < minCandleStep

/** Returns the number of the week; 1970-01-05 was a Monday. */
const weekOf = (day: number): number => Math.floor((day - 4) / 7)

/** Merges the bars `from` to `to` (inclusive) into one candle. */
function mergeBars(history: History, from: number, to: number): Candle {
  const slice = (column: readonly number[]) => column.slice(from, to + 1)
  return {
    index: (from + to) / 2,
    open: history.open[from]!,
    high: Math.max(...slice(history.high)),
    low: Math.min(...slice(history.low)),
    close: history.close[to]!,
    volume: slice(history.volume).reduce((sum, volume) => sum + volume, 0),
  }
}

/** Returns the candles of the visible bars, also partly visible ones. `days`: of the history, days since 1970. */
export function candlesOf(
  history: History,
  days: readonly number[],
  window: BarWindow,
  weekly: boolean,
): Candle[] {
  let first = Math.max(0, Math.floor(window.from))
  let last = Math.min(history.date.length - 1, Math.ceil(window.to))
  if (!weekly)
    return Array.from({ length: last - first + 1 }, (_, i) => mergeBars(history, first + i, first + i))
  // Whole weeks only: otherwise the first candle would change while the chart is panned.
  const week = (i: number): number => weekOf(days[i]!)
  while (first > 0 && week(first - 1) === week(first)) first--
  while (last < days.length - 1 && week(last + 1) === week(last)) last++
  const candles: Candle[] = []
  for (let i = first, from = first; i <= last; i++)
    if (i === last || week(i + 1) !== week(i)) {
      candles.push(mergeBars(history, from, i))
      from = i + 1
    }
  return candles
}

/** Returns whether a candle closed at or above its open; rising candles are hollow. */
export const isRising = ({ open, close }: Candle): boolean => close >= open

/** Regression line from bar `from` to bar `to`, and the standard deviation on both sides; prices in dollars. */
export type TrendBand = { from: number; to: number; start: number; end: number; deviation: number }

/** Number of bars of the one-month and six-month trends. */
export const trendBars = { oneMonth: 21, sixMonth: 126 } as const

/** Returns the trend band of the last `bars` closes (least squares); null for fewer than three closes. */
export function trendBand(closes: readonly number[], bars: number): TrendBand | null {
  const from = Math.max(0, closes.length - bars)
  const recent = closes.slice(from)
  const count = recent.length
  if (count < 3) return null
  const meanX = (count - 1) / 2
  const meanY = recent.reduce((sum, y) => sum + y, 0) / count
  let covariance = 0
  let variance = 0
  recent.forEach((y, x) => {
    covariance += (x - meanX) * (y - meanY)
    variance += (x - meanX) ** 2
  })
  const slope = covariance / variance
  const lineAt = (x: number) => meanY + slope * (x - meanX)
  const squares = recent.reduce((sum, y, x) => sum + (y - lineAt(x)) ** 2, 0)
  return {
    from,
    to: closes.length - 1,
    start: lineAt(0),
    end: lineAt(count - 1),
    deviation: Math.sqrt(squares / count),
  }
}

/** Price range of one standard deviation on a day; dollars. */
export type ExpectedRange = {
  /** `YYYY-MM-DD`. */
  day: string
  low: number
  high: number
  /** Half of the range relative to the price, decimal. */
  deviation: number
}

/** Cross-section of the cone on a day (days since 1970); prices in dollars. */
export type ConePoint = { day: number; low: number; high: number }

/**
 * Returns one standard deviation of the price over calendar days, decimal: volatility x sqrt(days / 365).
 *
 * @param volatility per year, decimal
 */
export const expectedMove = (volatility: number, days: number): number =>
  volatility * Math.sqrt(Math.max(0, days) / daysPerYear)

/**
 * Returns the cone from a price to the range that is expected on a later day; empty without a later day. The lower edge
 * is at least zero.
 */
export function expectedCone(
  start: { day: number; price: number },
  end: { day: number; low: number; high: number } | null,
): ConePoint[] {
  if (!end || end.day <= start.day) return []
  const steps = 16
  return Array.from({ length: steps + 1 }, (_, i) => {
    // Points are closer together at the start, where the curve bends most.
    const days = (end.day - start.day) * (i / steps) ** 2
    const share = Math.sqrt(days / (end.day - start.day))
    const towards = (edgePrice: number): number => start.price + (edgePrice - start.price) * share
    return { day: start.day + days, low: Math.max(0, towards(end.low)), high: towards(end.high) }
  })
}

/** An event with the positions of its day and of its badge, pixels. */
export type ChartEvent = { kind: 'earnings' | 'dividend'; x: number; badge: number }

type Edges = { left: number; right: number }

const badgeWidth = 30

/** Returns the events inside the plot. */
export function eventsOf(
  { earnings, exDividend }: { earnings: string | null; exDividend: string | null },
  x: TimeScale,
  { left, right }: Edges,
  zoom: number,
): ChartEvent[] {
  const events = (
    [
      ['earnings', earnings],
      ['dividend', exDividend],
    ] as const
  ).flatMap(([kind, day]): ChartEvent[] => {
    const position = day ? x.atDay(dayNumber(day)) : Number.NaN
    return position >= left && position <= right ? [{ kind, x: position, badge: position }] : []
  })
  return spreadBadges(events, left, right, badgeWidth * zoom)
}

/** Moves badges into the plot and beside each other. */
function spreadBadges(
  events: readonly ChartEvent[],
  left: number,
  right: number,
  width: number,
): ChartEvent[] {
  let maxCenter = right - width / 2
  return events
    .toSorted((a, b) => b.x - a.x)
    .map((event) => {
      const badge = Math.max(left + width / 2, Math.min(event.x, maxCenter))
      maxCenter = badge - width
      return { ...event, badge }
    })
}
