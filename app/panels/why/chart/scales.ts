/**
 * Scales of the chart: the linear price scale, the time scale with one step per trading day, and the ticks of both
 * axes.
 */
import type { BarWindow } from './bar-window.ts'

/** Maps a value to a pixel and back. The range may be descending, as on a price axis. */
export type Scale = { (value: number): number; invert(pixel: number): number }

/** Creates a linear scale. An empty domain maps every value to the middle of the range. */
export function linearScale(
  [low, high]: readonly [number, number],
  [from, to]: readonly [number, number],
): Scale {
  const span = high - low
  const scale = (value: number) =>
    span === 0 ? (from + to) / 2 : from + ((value - low) / span) * (to - from)
  scale.invert = (pixel: number) => (from === to ? low : low + ((pixel - from) / (to - from)) * span)
  return scale
}

/**
 * Returns the price range of the chart, with a margin of 6 % on both sides.
 *
 * @param required prices that are always inside
 * @param optional included (support, resistance) unless they widen the range to more than 1.5 times
 * @param preferred included before them (strike, break-even of the contract), up to 2.5 times the required range
 */
export function priceDomain(
  required: readonly number[],
  optional: readonly number[],
  preferred: readonly number[] = [],
): [number, number] {
  const base: [number, number] = [Math.min(...required), Math.max(...required)]
  const [low, high] = expandToInclude(expandToInclude(base, preferred, 2.5), optional, 1.5)
  const margin = spanOf([low, high]) * 0.06
  return [Math.max(0, low - margin), high + margin]
}

const spanOf = ([low, high]: readonly [number, number]): number => high - low || Math.abs(high) * 0.02 || 1

/** Expands a range to include each price that does not make it more than `maxFactor` times as wide. */
function expandToInclude(
  [low, high]: [number, number],
  prices: readonly number[],
  maxFactor: number,
): [number, number] {
  const span = spanOf([low, high])
  // Nearest first, so that a distant price never displaces a near one.
  const distance = (price: number) => Math.max(low - price, price - high)
  for (const price of prices.toSorted((a, b) => distance(a) - distance(b))) {
    const wider: [number, number] = [Math.min(low, price), Math.max(high, price)]
    if (wider[1] - wider[0] <= span * maxFactor) [low, high] = wider
  }
  return [low, high]
}

/** Returns about `count` round prices inside the domain. */
export function priceTicks([low, high]: readonly [number, number], count: number): number[] {
  const rough = (high - low) / Math.max(1, count)
  if (!(rough > 0)) return []
  const power = 10 ** Math.floor(Math.log10(rough))
  const step = [1, 2, 2.5, 5, 10].map((n) => n * power).find((n) => n >= rough)!
  const first = Math.ceil(low / step - 1e-9)
  const last = Math.floor(high / step + 1e-9)
  return Array.from({ length: last - first + 1 }, (_, i) => Number(((first + i) * step).toPrecision(12)))
}

const msPerDay = 86_400_000

/** Converts a calendar day `YYYY-MM-DD` (or the date of an ISO instant) to days since 1970. */
export const dayNumber = (day: string): number => Date.parse(`${day.slice(0, 10)}T00:00:00Z`) / msPerDay

/** Converts days since 1970 to `YYYY-MM-DD`. */
export const dayText = (day: number): string => new Date(day * msPerDay).toISOString().slice(0, 10)

/** Width of a label on the time axis, pixels: a day ("Nov 12", "26 de out.") or a month ("Nov"). */
export const labelRoom = { day: 58, month: 44 } as const

/**
 * Returns the labelled days of a time axis that is `width` pixels wide: the Mondays if they fit, otherwise the first
 * day of every month, or of every second, third, sixth or twelfth month.
 */
export function timeTicks(
  from: number,
  to: number,
  width: number,
): { days: number[]; unit: 'day' | 'month' } {
  const maxLabels = (unit: 'day' | 'month') => Math.max(2, Math.floor(width / labelRoom[unit]))
  const weeks: number[] = []
  // 1970-01-05 was a Monday.
  for (let day = 4 + Math.ceil((from - 4) / 7) * 7; day <= to; day += 7) weeks.push(day)
  if (weeks.length <= maxLabels('day')) return { days: weeks, unit: 'day' }
  for (const step of [1, 2, 3, 6, 12]) {
    const start = new Date(from * msPerDay)
    const days: number[] = []
    for (let month = start.getUTCMonth(); ; month++) {
      const day = Date.UTC(start.getUTCFullYear(), month, 1) / msPerDay
      if (day > to) break
      if (day >= from && month % step === 0) days.push(day)
    }
    if (days.length <= maxLabels('month') || step === 12) return { days, unit: 'month' }
  }
  return { days: [], unit: 'month' }
}

/** Trading days of an average calendar day. */
const tradingShare = 5 / 7
/** Maximum share of the width for the days after the last bar. */
const maxFutureShare = 0.34
/** Share of the width after the last bar if no later day is shown. */
const emptyShare = 0.03
/** Width of the gap in a cut axis, pixels. */
const cutWidth = 12

export type TimeScale = {
  /** Position of a bar by its index; also outside the visible range. */
  atBar(index: number): number
  /** Position of a day: of a bar, between two bars, or in the future. */
  atDay(day: number): number
  /** Index of the visible bar nearest to a pixel. */
  indexAt(pixel: number): number
  /** Distance between two bars, pixels. */
  step: number
  /** End of the section with the bars, pixels. */
  split: number
  /** Start of the future section if later bars are hidden before it, pixels; null if the last bar is visible. */
  cut: number | null
}

/** Returns the index of the first day that is not before `day`, by binary search in ascending days. */
function firstIndexFrom(days: readonly number[], day: number): number {
  let low = 0
  let high = days.length
  while (low < high) {
    const middle = (low + high) >> 1
    if (days[middle]! < day) low = middle + 1
    else high = middle
  }
  return low
}

/** Returns the index of a day among the days of the bars; a fraction between two bars. */
function fractionalIndexOf(days: readonly number[], day: number): number {
  const after = firstIndexFrom(days, day)
  if (after === 0 || days[after] === day) return after
  const [before, next] = [days[after - 1]!, days[after] ?? day]
  return after - 1 + (day - before) / Math.max(1, next - before)
}

/**
 * Creates the time scale. Bars have equal distances; days after the last bar are compressed into the rest of the width.
 *
 * @param days of the bars, ascending, days since 1970
 * @param window the visible bars
 * @param lastVisibleDay the last day of the axis, at least the day of the last bar
 */
export function timeScale(
  days: readonly number[],
  window: BarWindow,
  lastVisibleDay: number,
  [left, right]: readonly [number, number],
): TimeScale {
  const last = days.length - 1
  const lastDay = days[last]!
  const visibleBars = window.to - window.from + 1
  const futureBars = Math.max(0, lastVisibleDay - lastDay) * tradingShare
  const share = Math.min(maxFutureShare, Math.max(emptyShare, futureBars / (visibleBars + futureBars)))
  const split = right - (right - left) * share
  const step = (split - left) / visibleBars
  const atBar = (index: number): number => left + (index - window.from + 0.5) * step
  const isCut = window.to < last - 0.5
  const cut = isCut ? split + Math.min(cutWidth, (right - split) / 3) : null
  // The future starts at the last bar if it is visible, otherwise after the gap.
  const futureStart = cut ?? atBar(last)
  return {
    atBar,
    atDay: (day) =>
      day <= lastDay
        ? atBar(fractionalIndexOf(days, day))
        : futureStart + ((day - lastDay) / Math.max(1, lastVisibleDay - lastDay)) * (right - futureStart),
    indexAt: (pixel) => {
      const index = Math.round(window.from + (pixel - left) / step - 0.5)
      const [first, final] = [Math.max(0, Math.ceil(window.from - 1e-6)), Math.floor(window.to + 1e-6)]
      return Math.max(first, Math.min(final, index))
    },
    step,
    split,
    cut,
  }
}

/** A labelled day: days since 1970, its position in pixels, and whether the label is the month or the day. */
export type DayTick = { day: number; x: number; unit: 'day' | 'month' }

type Edges = { left: number; right: number }

/** Returns the labels of the time axis, `zoom` = text size relative to the design. */
export function dayTicks(
  days: readonly number[],
  window: BarWindow,
  x: TimeScale,
  { left, right }: Edges,
  zoom: number,
): DayTick[] {
  const firstDay = days[Math.max(0, Math.ceil(window.from))]!
  const lastBarInWindow = days[Math.min(days.length - 1, Math.floor(window.to))]!
  const lastDay = days.at(-1)!
  const futureStart = x.cut ?? x.atDay(lastDay)
  const past = ticksOf(firstDay, lastBarInWindow, (x.split - left) / zoom, x)
  const until = lastDay + daysAhead(x, lastDay, right)
  const future = ticksOf(lastDay + 1, until, (right - futureStart) / zoom, x)
  // If two labels do not fit side by side, the future one is omitted.
  const ticks = [...past]
  for (const tick of future) {
    const previous = ticks.at(-1)
    const room = labelRoom[previous?.unit ?? 'month'] / 2 + labelRoom[tick.unit] / 2
    if (!previous || tick.x - previous.x >= room * zoom) ticks.push(tick)
  }
  return ticks
}

function ticksOf(from: number, to: number, width: number, x: TimeScale): DayTick[] {
  if (to < from || width < labelRoom.month) return []
  const { days, unit } = timeTicks(from, to, width)
  return days.map((day) => ({ day, x: x.atDay(day), unit }))
}

/** Returns the number of days from the last bar to the end of the axis. */
function daysAhead(x: TimeScale, lastDay: number, right: number): number {
  const start = x.atDay(lastDay + 1e-6)
  const perDay = x.atDay(lastDay + 1) - start
  return perDay > 0 ? Math.floor((right - start) / perDay + 1e-6) : 0
}
