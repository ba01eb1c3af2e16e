/** The bars as candles: one a day, or one a week where a day has no room. */
import type { History } from '#contract/responses/resources.ts'
import type { BarWindow } from './bar-window.ts'

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
