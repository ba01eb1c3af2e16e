/**
 * Series of the chart in addition to the line of closes: candles, trend bands, the cone of the expected
 * move, and events. Pure functions.
 */
import type { History } from '#contract/responses/resources.ts'
import type { BarWindow } from './bar-window.ts'
import { daysPerYear } from '#contract/responses/conventions.ts'
import { dayNumber, type TimeScale } from './scales.ts'

/** Candle of a day or of a week. Prices in dollars, volume in shares; `index` is the middle of its bars. */
export type Candle = {
  index: number
  open: number
  high: number
  low: number
  close: number
  volume: number
  /** The candle is of a week that is not over: more sessions will add to its volume. Never of a day. */
  isSoFar: boolean
}

/** Minimum distance between bars for daily candles, pixels: a body and its margin. */
const minCandleStep = 2.4

/** Returns whether candles are weekly, because the distance between bars (`step`, pixels) is too small. */
export const areCandlesWeekly = (step: number): boolean => step < minCandleStep

/** Returns the number of the week since 1970. 1970-01-05, day 4, was a Monday. */
const weekOf = (day: number): number => Math.floor((day - 4) / 7)

/** Returns the candle of one bar. */
const candleOf = ({ open, high, low, close, volume }: History, index: number): Candle => ({
  index,
  open: open[index]!,
  high: high[index]!,
  low: low[index]!,
  close: close[index]!,
  volume: volume[index]!,
  isSoFar: false,
})

/** Last weekday of a week of sessions, Friday; Monday is 0. */
const lastWeekday = 4

/** Returns the weekday of a day since 1970; Monday is 0. */
const weekdayOf = (day: number): number => (((day - 4) % 7) + 7) % 7

/**
 * Returns whether the week of the last bar is not over on the current day, both as days since 1970: sessions are to come.
 * Holidays are not known, so a week that ends early is over on Saturday.
 */
export const isWeekRunning = (lastBarDay: number, today: number): boolean =>
  weekOf(today) === weekOf(lastBarDay) &&
  weekdayOf(lastBarDay) < lastWeekday &&
  weekdayOf(today) <= lastWeekday

/** Merges the bars `from` to `to` (inclusive) into one candle. */
function mergeBars(history: History, from: number, to: number, isSoFar: boolean): Candle {
  const slice = (column: readonly number[]) => column.slice(from, to + 1)
  return {
    index: (from + to) / 2,
    open: history.open[from]!,
    high: Math.max(...slice(history.high)),
    low: Math.min(...slice(history.low)),
    close: history.close[to]!,
    volume: slice(history.volume).reduce((sum, volume) => sum + volume, 0),
    isSoFar,
  }
}

/**
 * Returns the candles of the visible bars, including partly visible ones. `days`: days of the bars since
 * 1970. `today`: the current day in New York.
 */
export function candlesOf(
  history: History,
  days: readonly number[],
  window: BarWindow,
  { areWeekly, today }: { areWeekly: boolean; today: number },
): Candle[] {
  let first = Math.max(0, Math.floor(window.from))
  let last = Math.min(history.date.length - 1, Math.ceil(window.to))
  if (!areWeekly) return Array.from({ length: last - first + 1 }, (_, i) => candleOf(history, first + i))
  // Extended to complete weeks: otherwise the first and the last candle would change during panning.
  const week = (i: number): number => weekOf(days[i]!)
  while (first > 0 && week(first - 1) === week(first)) first--
  while (last < days.length - 1 && week(last + 1) === week(last)) last++
  const candles: Candle[] = []
  for (let i = first, from = first; i <= last; i++)
    if (i === last || week(i + 1) !== week(i)) {
      candles.push(mergeBars(history, from, i, i === days.length - 1 && isWeekRunning(days[i]!, today)))
      from = i + 1
    }
  return candles
}

/** Returns whether a candle closed at or above its open. */
export const isRising = ({ open, close }: Candle): boolean => close >= open

/**
 * Regression line from the price `start` at bar `from` to the price `end` at bar `to`, and its standard
 * deviation; prices in dollars.
 */
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

/** Expected price range of one standard deviation on a day, dollars. */
export type ExpectedRange = {
  /** `YYYY-MM-DD`. */
  day: string
  low: number
  high: number
  /** One standard deviation relative to the price, decimal. */
  deviation: number
}

/** Edges of the cone at an index of the time axis; prices in dollars. */
export type ConePoint = { index: number; low: number; high: number }

/**
 * Returns one standard deviation of the price over calendar days, decimal: volatility x sqrt(days / 365).
 *
 * @param volatility per year, decimal
 */
export const expectedMove = (volatility: number, days: number): number =>
  volatility * Math.sqrt(Math.max(0, days) / daysPerYear)

/**
 * Returns the cone from the price at `start` to the range at `end`. Empty if `end` is null or not later
 * than `start`. The lower edge is at least zero.
 */
export function expectedCone(start: { index: number; price: number }, end: ConePoint | null): ConePoint[] {
  if (!end || end.index <= start.index) return []
  const steps = 16
  return Array.from({ length: steps + 1 }, (_, i) => {
    // Points are closer together at the start, where the curve bends most: the square root of time.
    const fraction = i / steps
    const priceTowards = (edgePrice: number): number => start.price + (edgePrice - start.price) * fraction
    const index = start.index + (end.index - start.index) * fraction ** 2
    return { index, low: Math.max(0, priceTowards(end.low)), high: priceTowards(end.high) }
  })
}

/** Returns the part of the cone between two indexes of the time axis, with its edges at both ends. */
export function coneBetween(cone: readonly ConePoint[], from: number, to: number): ConePoint[] {
  const edgeAt = (index: number): ConePoint[] => {
    const next = cone.findIndex((point) => point.index >= index)
    const [a, b] = [cone[next - 1], cone[next]]
    if (!a || !b) return []
    const fraction = (index - a.index) / (b.index - a.index)
    return [{ index, low: a.low + (b.low - a.low) * fraction, high: a.high + (b.high - a.high) * fraction }]
  }
  return [...edgeAt(from), ...cone.filter(({ index }) => index >= from && index <= to), ...edgeAt(to)]
}

/** An event. `x` is the position of its day, pixels. `row` counts the badges below it, which are near the same day. */
export type ChartEvent = { kind: 'earnings' | 'dividend'; x: number; row: number }

/** Width of the widest badge with its margin, at a root font size of 16 px; pixels. */
const badgeWidth = 30

/** Returns the events inside the plot. `textScale`: root font size divided by 16 px. */
export function eventsOf(
  { earnings, exDividend }: { earnings: string | null; exDividend: string | null },
  x: TimeScale,
  { left, right }: { left: number; right: number },
  textScale: number,
): ChartEvent[] {
  const events = (
    [
      ['earnings', earnings],
      ['dividend', exDividend],
    ] as const
  ).flatMap(([kind, day]): ChartEvent[] => {
    const position = day ? x.atDay(dayNumber(day)) : Number.NaN
    return position >= left && position <= right ? [{ kind, x: position, row: 0 }] : []
  })
  const [first, second] = events
  return first && second && Math.abs(first.x - second.x) < badgeWidth * textScale
    ? [first, { ...second, row: 1 }]
    : events
}
