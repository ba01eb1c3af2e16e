/** What the chart shows beside the line of closes: candles, trend bands, the expected-move cone, events. Pure functions. */
import type { History } from '#contract/responses/resources.ts'
import type { BarWindow } from './bar-window.ts'
import { daysPerYear } from '#contract/responses/conventions.ts'
import { dayNumber, type TimeScale } from './scales.ts'

/** Prices in dollars, volume in shares; `at` is the middle of the bars it is made of, by index. */
export type Candle = {
  at: number
  open: number
  high: number
  low: number
  close: number
  volume: number
}

/** Pixels from bar to bar below which a candle is no longer one: its body and the air beside it. */
const leastStep = 2.4

/** Whether candles of so many pixels from bar to bar are of weeks. */
export const isWeekly = (step: number): boolean => step < leastStep

/** 1970-01-05 was a Monday. */
const weekOf = (day: number): number => Math.floor((day - 4) / 7)

function joined(history: History, from: number, to: number): Candle {
  const part = (column: readonly number[]) => column.slice(from, to + 1)
  return {
    at: (from + to) / 2,
    open: history.open[from]!,
    high: Math.max(...part(history.high)),
    low: Math.min(...part(history.low)),
    close: history.close[to]!,
    volume: part(history.volume).reduce((sum, one) => sum + one, 0),
  }
}

/** The candles of the bars shown, the cut ones at both ends among them. `days`: those of the history, days since 1970. */
export function candlesOf(
  history: History,
  days: readonly number[],
  window: BarWindow,
  weekly: boolean,
): Candle[] {
  let first = Math.max(0, Math.floor(window.from))
  let last = Math.min(history.date.length - 1, Math.ceil(window.to))
  if (!weekly)
    return Array.from({ length: last - first + 1 }, (_, i) => joined(history, first + i, first + i))
  // Weeks are shown completely or not at all: otherwise a candle would change while the chart moves.
  const week = (i: number): number => weekOf(days[i]!)
  while (first > 0 && week(first - 1) === week(first)) first--
  while (last < days.length - 1 && week(last + 1) === week(last)) last++
  const candles: Candle[] = []
  for (let i = first, from = first; i <= last; i++)
    if (i === last || week(i + 1) !== week(i)) {
      candles.push(joined(history, from, i))
      from = i + 1
    }
  return candles
}

/** Whether it closed at its opening or above: drawn hollow. */
export const isRising = ({ open, close }: Candle): boolean => close >= open

/** Two ends of the line by bar index, prices in dollars, and how far the band reaches on either side. */
export type TrendBand = { from: number; to: number; start: number; end: number; deviation: number }

/** Trading days of the one- and the six-month trend. */
export const trendBars = { oneMonth: 21, sixMonth: 126 } as const

/** Band over the last `bars` closes; null where fewer than three are there. */
export function trendBand(closes: readonly number[], bars: number): TrendBand | null {
  const from = Math.max(0, closes.length - bars)
  const part = closes.slice(from)
  const n = part.length
  if (n < 3) return null
  const meanX = (n - 1) / 2
  const meanY = part.reduce((sum, y) => sum + y, 0) / n
  let above = 0
  let below = 0
  part.forEach((y, x) => {
    above += (x - meanX) * (y - meanY)
    below += (x - meanX) ** 2
  })
  const slope = above / below
  const at = (x: number) => meanY + slope * (x - meanX)
  const squares = part.reduce((sum, y, x) => sum + (y - at(x)) ** 2, 0)
  return { from, to: closes.length - 1, start: at(0), end: at(n - 1), deviation: Math.sqrt(squares / n) }
}

/** Where the price is expected to be on a day, one standard deviation either way; dollars. */
export type ExpectedRange = {
  /** `YYYY-MM-DD`. */
  day: string
  low: number
  high: number
  /** Half of it as a part of the price, a decimal. */
  deviation: number
}

/** One cut through the cone: prices in dollars at a day (days since 1970). */
export type ConePoint = { day: number; low: number; high: number }

/**
 * Size of one standard deviation of the price over some calendar days, as a decimal: volatility x sqrt(days / 365).
 * `volatility` is annual, a decimal.
 */
export const expectedMove = (volatility: number, days: number): number =>
  volatility * Math.sqrt(Math.max(0, days) / daysPerYear)

/**
 * The cone from `price` on `day` to the two edges that are expected on a later day. Empty where nothing is expected, or that day is over. The lower edge stops at zero.
 */
export function expectedCone(
  from: { day: number; price: number },
  until: { day: number; low: number; high: number } | null,
): ConePoint[] {
  if (!until) return []
  if (until.day <= from.day) return []
  const steps = 16
  return Array.from({ length: steps + 1 }, (_, i) => {
    // Closer together at the beginning, where the curve bends most.
    const days = (until.day - from.day) * (i / steps) ** 2
    const share = Math.sqrt(days / (until.day - from.day))
    const edge = (at: number): number => from.price + (at - from.price) * share
    return { day: from.day + days, low: Math.max(0, edge(until.low)), high: edge(until.high) }
  })
}

/** An event: its position and that of its badge; pixels. */
export type ChartEvent = { kind: 'earnings' | 'dividend'; x: number; badge: number }

type Edges = { left: number; right: number }

const badgeWidth = 30

/** Those inside the plot. */
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
    const at = day ? x.of(dayNumber(day)) : Number.NaN
    return at >= left && at <= right ? [{ kind, x: at, badge: at }] : []
  })
  return spread(events, left, right, badgeWidth * zoom)
}

/** Badges stay inside the plot, those of neighbouring days side by side. */
function spread(events: readonly ChartEvent[], left: number, right: number, width: number): ChartEvent[] {
  let room = right - width / 2
  return events
    .toSorted((a, b) => b.x - a.x)
    .map((event) => {
      const badge = Math.max(left + width / 2, Math.min(event.x, room))
      room = badge - width
      return { ...event, badge }
    })
}
