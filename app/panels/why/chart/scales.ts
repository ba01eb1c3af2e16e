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

/** Prices that the range of the chart contains if they are near enough; dollars. */
export type NearPrices = {
  /** Strike and break-even, which are included first. */
  preferred: readonly number[]
  /** Support, resistance and averages. */
  optional: readonly number[]
  /** Whether the current price is visible. */
  isCurrent: boolean
}

/**
 * Returns the price range of the chart, with a margin of 6 % on both sides. With the current price, the
 * preferred prices may widen it to 2.5 times and the optional ones to 1.5 times; otherwise to 1.25 times,
 * so that the visible bars keep most of the height.
 *
 * @param required prices that the range always contains
 */
export function priceDomain(
  required: readonly number[],
  { preferred, optional, isCurrent }: NearPrices,
): [number, number] {
  const base: [number, number] = [Math.min(...required), Math.max(...required)]
  const withPreferred = expandToInclude(base, preferred, isCurrent ? 2.5 : 1.25)
  const [low, high] = expandToInclude(withPreferred, optional, isCurrent ? 1.5 : 1.25)
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

/** Minimum number of labels of the price axis. */
const minPriceTicks = 4

/**
 * Returns the prices with a label: one for each 36 px of `height`, but at least four, so that the scale is
 * readable in a low plot too.
 */
export function axisTicks(domain: readonly [number, number], height: number, textScale: number): number[] {
  let ticks: number[] = []
  const start = Math.max(1, Math.floor(height / (36 * textScale)))
  for (let count = start; ticks.length < minPriceTicks && count < start + 12; count++)
    ticks = priceTicks(domain, count)
  return ticks
}

const msPerDay = 86_400_000

/** Converts `YYYY-MM-DD`, or the date part of an ISO date and time, to days since 1970. */
export const dayNumber = (day: string): number => Date.parse(`${day.slice(0, 10)}T00:00:00Z`) / msPerDay

/** Converts days since 1970 to `YYYY-MM-DD`. */
export const dayText = (day: number): string => new Date(day * msPerDay).toISOString().slice(0, 10)

/** Width to reserve for a label on the time axis, pixels: a day ("Nov 12", "26 de out.") or a month ("Nov"). */
export const labelWidth = { day: 58, month: 44 } as const

/**
 * Returns the days with a label on a time axis of `width` pixels: the Mondays, or every second Monday, if
 * their labels fit; otherwise the first days of every month, or of every second, third, sixth or twelfth
 * month.
 */
export function timeTicks(
  from: number,
  to: number,
  width: number,
): { days: number[]; unit: 'day' | 'month' } {
  const maxLabels = (unit: 'day' | 'month') => Math.max(2, Math.floor(width / labelWidth[unit]))
  for (const step of [7, 14]) {
    const mondays: number[] = []
    // 1970-01-05 was a Monday.
    for (let day = 4 + Math.ceil((from - 4) / step) * step; day <= to; day += step) mondays.push(day)
    if (mondays.length <= maxLabels('day')) return { days: mondays, unit: 'day' }
  }
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

export type TimeScale = {
  /** Position of a session, pixels: of a bar, or of a session after the last bar. May be outside the window. */
  atBar(index: number): number
  /** Position of a day, pixels. The day may be between two bars or after the last bar. */
  atDay(day: number): number
  /** Index of the visible bar nearest to a pixel. */
  indexAt(pixel: number): number
  /** Distance between two sessions, pixels. */
  step: number
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

/** Number of weekdays from a fixed Monday to a day. A Saturday and a Sunday count as the next Monday. */
function weekdayNumber(day: number): number {
  // 1970-01-05, day 4, was a Monday.
  const week = Math.floor((day - 4) / 7)
  return week * 5 + Math.min(5, day - 4 - week * 7)
}

/**
 * Returns the index of a day on the axis. After the last bar each weekday has the width of a bar, because
 * the app does not know the holidays of the exchange.
 */
export function sessionIndexOf(days: readonly number[], day: number): number {
  const last = days.length - 1
  const lastDay = days[last]!
  return day <= lastDay ? fractionalIndexOf(days, day) : last + weekdayNumber(day) - weekdayNumber(lastDay)
}

/** Returns the day at an index of the axis, which may be after the last bar. The inverse of `sessionIndexOf`. */
export function dayAtSession(days: readonly number[], index: number): number {
  const last = days.length - 1
  if (index <= last) return days[Math.max(0, index)]!
  const weekdays = weekdayNumber(days[last]!) + index - last
  return 4 + Math.floor(weekdays / 5) * 7 + (weekdays % 5)
}

/**
 * Creates the time scale. All sessions have equal distances: those with a bar, and those after the last
 * bar.
 *
 * @param days days of the bars since 1970, ascending
 * @param window the visible sessions
 */
export function timeScale(
  days: readonly number[],
  window: BarWindow,
  [left, right]: readonly [number, number],
): TimeScale {
  const step = (right - left) / (window.to - window.from + 1)
  const atBar = (index: number): number => left + (index - window.from + 0.5) * step
  return {
    atBar,
    atDay: (day) => atBar(sessionIndexOf(days, day)),
    indexAt: (pixel) => {
      const index = Math.round(window.from + (pixel - left) / step - 0.5)
      const first = Math.max(0, Math.ceil(window.from - 1e-6))
      const final = Math.min(days.length - 1, Math.floor(window.to + 1e-6))
      return Math.max(first, Math.min(final, index))
    },
    step,
  }
}

/** Label of the time axis: its day (days since 1970), its position (pixels), and the unit that it shows. */
export type DayTick = { day: number; x: number; unit: 'day' | 'month' }

/**
 * Returns the labels of the time axis, of bars and future sessions alike. `textScale`: root font size
 * divided by 16 px.
 */
export function dayTicks(
  days: readonly number[],
  window: BarWindow,
  x: TimeScale,
  { left, right }: { left: number; right: number },
  textScale: number,
): DayTick[] {
  const firstDay = dayAtSession(days, Math.ceil(window.from))
  const lastDay = dayAtSession(days, Math.floor(window.to))
  const { days: labelDays, unit } = timeTicks(firstDay, lastDay, (right - left) / textScale)
  return labelDays.map((day) => ({ day, x: x.atDay(day), unit }))
}
