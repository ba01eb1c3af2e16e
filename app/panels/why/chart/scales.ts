/**
 * Scales of the chart: the linear price scale, the time scale with equal distances between bars, and the
 * ticks of both axes.
 */
import type { BarWindow } from './bar-window.ts'

/** Maps a value to a pixel; `invert` maps a pixel to a value. The pixel range of a price axis is descending. */
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
 * @param required prices that the range always contains
 * @param optional support and resistance, which may widen the range to at most 1.5 times
 * @param preferred strike and break-even, which are included first and may widen the range to at most 2.5
 *   times
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

/** Expands a range to prices, as long as it is at most `maxFactor` times as wide as before. */
function expandToInclude(
  [low, high]: [number, number],
  prices: readonly number[],
  maxFactor: number,
): [number, number] {
  const span = spanOf([low, high])
  // The nearest price first, so that a distant price cannot exclude a nearer one.
  const distance = (price: number) => Math.max(low - price, price - high)
  for (const price of prices.toSorted((a, b) => distance(a) - distance(b))) {
    const wider: [number, number] = [Math.min(low, price), Math.max(high, price)]
    if (wider[1] - wider[0] <= span * maxFactor) [low, high] = wider
  }
  return [low, high]
}

/** Returns about `count` round prices inside the domain. */
export function priceTicks([low, high]: readonly [number, number], count: number): number[] {
  const minStep = (high - low) / Math.max(1, count)
  if (!(minStep > 0)) return []
  const power = 10 ** Math.floor(Math.log10(minStep))
  const step = [1, 2, 2.5, 5, 10].map((n) => n * power).find((n) => n >= minStep)!
  const first = Math.ceil(low / step - 1e-9)
  const last = Math.floor(high / step + 1e-9)
  return Array.from({ length: last - first + 1 }, (_, i) => Number(((first + i) * step).toPrecision(12)))
}

const msPerDay = 86_400_000

/** Converts `YYYY-MM-DD`, or the date part of an ISO date and time, to days since 1970. */
export const dayNumber = (day: string): number => Date.parse(`${day.slice(0, 10)}T00:00:00Z`) / msPerDay

/** Converts days since 1970 to `YYYY-MM-DD`. */
export const dayText = (day: number): string => new Date(day * msPerDay).toISOString().slice(0, 10)

/** Width to reserve for a label on the time axis, pixels: a day ("Nov 12", "26 de out.") or a month ("Nov"). */
export const labelWidth = { day: 58, month: 44 } as const

/**
 * Returns the days with a label on a time axis of `width` pixels: the Mondays if their labels fit,
 * otherwise the first days of every month, or of every second, third, sixth or twelfth month.
 */
export function timeTicks(
  from: number,
  to: number,
  width: number,
): { days: number[]; unit: 'day' | 'month' } {
  const maxLabels = (unit: 'day' | 'month') => Math.max(2, Math.floor(width / labelWidth[unit]))
  const mondays: number[] = []
  // 1970-01-05 was a Monday.
  for (let day = 4 + Math.ceil((from - 4) / 7) * 7; day <= to; day += 7) mondays.push(day)
  if (mondays.length <= maxLabels('day')) return { days: mondays, unit: 'day' }
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

/** Trading days per calendar day, on average. */
const tradingDaysPerDay = 5 / 7
/** Maximum share of the width for the days after the last bar. */
const maxFutureShare = 0.34
/** Minimum share of the width for the days after the last bar. */
const minFutureShare = 0.03
/** Width of the gap between the bars and the future if the last bar is not visible, pixels. */
const gapWidth = 12

export type TimeScale = {
  /** Position of a bar, pixels. The bar may be outside the window. */
  atBar(index: number): number
  /** Position of a day, pixels. The day may be between two bars or after the last bar. */
  atDay(day: number): number
  /** Index of the visible bar nearest to a pixel. */
  indexAt(pixel: number): number
  /** Distance between two bars, pixels. */
  step: number
  /** End of the section with the bars, pixels. */
  barsEnd: number
  /**
   * End of the gap after the bars, pixels, at which the future section starts; null without a gap, that
   * is if the last bar is visible.
   */
  gapEnd: number | null
}

/** Binary search: returns the index of the first of the ascending `days` that is not before `day`. */
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

/** Returns the index of a day among the days of the bars; a fractional index if it is between two bars. */
function fractionalIndexOf(days: readonly number[], day: number): number {
  const nextIndex = firstIndexFrom(days, day)
  if (nextIndex === 0 || days[nextIndex] === day) return nextIndex
  const [previousDay, nextDay] = [days[nextIndex - 1]!, days[nextIndex] ?? day]
  return nextIndex - 1 + (day - previousDay) / Math.max(1, nextDay - previousDay)
}

/**
 * Creates the time scale. Bars have equal distances; the days after the last bar share the remaining width.
 *
 * @param days days of the bars since 1970, ascending
 * @param window the visible bars
 * @param lastVisibleDay the last day of the axis, which is not before the last bar
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
  const futureBars = Math.max(0, lastVisibleDay - lastDay) * tradingDaysPerDay
  const share = Math.min(maxFutureShare, Math.max(minFutureShare, futureBars / (visibleBars + futureBars)))
  const barsEnd = right - (right - left) * share
  const step = (barsEnd - left) / visibleBars
  const atBar = (index: number): number => left + (index - window.from + 0.5) * step
  const hasGap = window.to < last - 0.5
  const gapEnd = hasGap ? barsEnd + Math.min(gapWidth, (right - barsEnd) / 3) : null
  // The future starts at the last bar if it is visible, otherwise after the gap.
  const futureStart = gapEnd ?? atBar(last)
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
    barsEnd,
    gapEnd,
  }
}

/** Label of the time axis: its day (days since 1970), its position (pixels), and the unit that it shows. */
export type DayTick = { day: number; x: number; unit: 'day' | 'month' }

type Edges = { left: number; right: number }

/** Returns the labels of the time axis. `textScale`: root font size divided by 16 px. */
export function dayTicks(
  days: readonly number[],
  window: BarWindow,
  x: TimeScale,
  { left, right }: Edges,
  textScale: number,
): DayTick[] {
  const firstDay = days[Math.max(0, Math.ceil(window.from))]!
  const lastBarInWindow = days[Math.min(days.length - 1, Math.floor(window.to))]!
  const lastDay = days.at(-1)!
  const futureStart = x.gapEnd ?? x.atDay(lastDay)
  const past = ticksOf(firstDay, lastBarInWindow, (x.barsEnd - left) / textScale, x)
  const lastFutureDay = lastDay + daysAhead(x, lastDay, right)
  const future = ticksOf(lastDay + 1, lastFutureDay, (right - futureStart) / textScale, x)
  // A future label that would overlap the previous label is omitted.
  const ticks = [...past]
  for (const tick of future) {
    const previous = ticks.at(-1)
    const minDistance = labelWidth[previous?.unit ?? 'month'] / 2 + labelWidth[tick.unit] / 2
    if (!previous || tick.x - previous.x >= minDistance * textScale) ticks.push(tick)
  }
  return ticks
}

function ticksOf(from: number, to: number, width: number, x: TimeScale): DayTick[] {
  if (to < from || width < labelWidth.month) return []
  const { days, unit } = timeTicks(from, to, width)
  return days.map((day) => ({ day, x: x.atDay(day), unit }))
}

/** Returns the number of days from the last bar to the end of the axis. */
function daysAhead(x: TimeScale, lastDay: number, right: number): number {
  const start = x.atDay(lastDay + 1e-6)
  const dayWidth = x.atDay(lastDay + 1) - start
  return dayWidth > 0 ? Math.floor((right - start) / dayWidth + 1e-6) : 0
}
