/** The scales of the chart: the linear price scale, the time scale with one step per trading day, and the ticks of both axes. */
import type { BarWindow } from './bar-window.ts'

/** Maps a value to a pixel and back. The range may run downwards, as a price axis does. */
export type Scale = { (value: number): number; invert(pixel: number): number }

/** A linear scale. A domain of no width maps everything to the middle of the range. */
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
 * The price range that shows every price of `must`; those of `keen` (a contract's strike and break-even) that do not squeeze
 * the line to under two fifths of its height; and those of `wish` (support, resistance) that leave it two thirds of what it
 * then has. With 6 % of air on both sides.
 */
export function priceDomain(
  must: readonly number[],
  wish: readonly number[],
  keen: readonly number[] = [],
): [number, number] {
  const [low, high] = takenIn(takenIn([Math.min(...must), Math.max(...must)], keen, 2.5), wish, 1.5)
  const air = spanOf([low, high]) * 0.06
  return [Math.max(0, low - air), high + air]
}

const spanOf = ([low, high]: readonly [number, number]): number => high - low || Math.abs(high) * 0.02 || 1

/** The range with those of the prices in it that do not make it more than `most` times as wide. */
function takenIn([low, high]: [number, number], prices: readonly number[], most: number): [number, number] {
  const span = spanOf([low, high])
  // Nearest first, so that a far level never takes the room of a near one.
  const reach = (price: number) => Math.max(low - price, price - high)
  for (const price of prices.toSorted((a, b) => reach(a) - reach(b))) {
    const wider: [number, number] = [Math.min(low, price), Math.max(high, price)]
    if (wider[1] - wider[0] <= span * most) [low, high] = wider
  }
  return [low, high]
}

/** Round prices inside the domain, about `count` of them. */
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

/** Days since 1970 of a calendar day `YYYY-MM-DD` (or of the day an ISO instant begins with). */
export const dayNumber = (day: string): number => Date.parse(`${day.slice(0, 10)}T00:00:00Z`) / msPerDay

/** `YYYY-MM-DD` of a day number. */
export const dayText = (day: number): string => new Date(day * msPerDay).toISOString().slice(0, 10)

/** Room a label of the time axis takes, pixels: a day ("Nov 12", "26 de out.") or a month ("Nov"). */
export const labelRoom = { day: 58, month: 44 } as const

/**
 * Days that get a label on a time axis `width` pixels wide: Mondays where few weeks are shown, else firsts of every
 * (second, third, sixth) month: the finest of these that there is room for.
 */
export function timeTicks(
  from: number,
  to: number,
  width: number,
): { days: number[]; unit: 'day' | 'month' } {
  const most = (unit: 'day' | 'month') => Math.max(2, Math.floor(width / labelRoom[unit]))
  const weeks: number[] = []
  // 1970-01-05 was a Monday.
  for (let day = 4 + Math.ceil((from - 4) / 7) * 7; day <= to; day += 7) weeks.push(day)
  if (weeks.length <= most('day')) return { days: weeks, unit: 'day' }
  for (const step of [1, 2, 3, 6, 12]) {
    const start = new Date(from * msPerDay)
    const days: number[] = []
    for (let month = start.getUTCMonth(); ; month++) {
      const day = Date.UTC(start.getUTCFullYear(), month, 1) / msPerDay
      if (day > to) break
      if (day >= from && month % step === 0) days.push(day)
    }
    if (days.length <= most('month') || step === 12) return { days, unit: 'month' }
  }
  return { days: [], unit: 'month' }
}

/** Trading days of an average calendar day. */
const tradingShare = 5 / 7
/** The most of the width that what is to come may take. */
const mostAhead = 0.34
/** Air after the last bar where nothing is to come, as a part of the width. */
const air = 0.03
/** Pixels of the cut. */
const cutWidth = 12

export type TimeScale = {
  /** Position of a bar by its index; also outside the visible range. */
  at(index: number): number
  /** Position of a day: of a bar, between two bars, or in the future. */
  of(day: number): number
  /** The nearest of the bars shown. */
  index(pixel: number): number
  /** Pixels from bar to bar. */
  step: number
  /** Where the part of the bars ends. */
  split: number
  /** Where the part of what is to come begins, in place of the bars that are not shown; null where all the latest are. */
  cut: number | null
}

/** Index of the first of the ascending days that is not before `day`. */
function indexFrom(days: readonly number[], day: number): number {
  let low = 0
  let high = days.length
  while (low < high) {
    const middle = (low + high) >> 1
    if (days[middle]! < day) low = middle + 1
    else high = middle
  }
  return low
}

/** Index of a day among the bars' days, fractional between two of them. */
function placeOf(days: readonly number[], day: number): number {
  const after = indexFrom(days, day)
  if (after === 0 || days[after] === day) return after
  const [before, next] = [days[after - 1]!, days[after] ?? day]
  return after - 1 + (day - before) / Math.max(1, next - before)
}

/**
 * @param days of the bars, ascending, days since 1970
 * @param window which of them are shown
 * @param until the last day to show; the last bar's where nothing is to come
 */
export function timeScale(
  days: readonly number[],
  window: BarWindow,
  until: number,
  [left, right]: readonly [number, number],
): TimeScale {
  const last = days.length - 1
  const lastDay = days[last]!
  const shown = window.to - window.from + 1
  const ahead = Math.max(0, until - lastDay) * tradingShare
  const share = Math.min(mostAhead, Math.max(air, ahead / (shown + ahead)))
  const split = right - (right - left) * share
  const step = (split - left) / shown
  const at = (index: number): number => left + (index - window.from + 0.5) * step
  const isCut = window.to < last - 0.5
  const cut = isCut ? split + Math.min(cutWidth, (right - split) / 3) : null
  // Today is the last bar where that is shown, else what follows the cut.
  const now = cut ?? at(last)
  return {
    at,
    of: (day) =>
      day <= lastDay
        ? at(placeOf(days, day))
        : now + ((day - lastDay) / Math.max(1, until - lastDay)) * (right - now),
    index: (pixel) => {
      const index = Math.round(window.from + (pixel - left) / step - 0.5)
      const [first, final] = [Math.max(0, Math.ceil(window.from - 1e-6)), Math.floor(window.to + 1e-6)]
      return Math.max(first, Math.min(final, index))
    },
    step,
    split,
    cut,
  }
}

/** A labelled day: days since 1970, position, and whether its month or the day itself is printed. */
export type DayTick = { day: number; x: number; unit: 'day' | 'month' }

type Edges = { left: number; right: number }

export function dayTicks(
  days: readonly number[],
  window: BarWindow,
  x: TimeScale,
  { left, right }: Edges,
  zoom: number,
): DayTick[] {
  const firstDay = days[Math.max(0, Math.ceil(window.from))]!
  const lastShown = days[Math.min(days.length - 1, Math.floor(window.to))]!
  const lastDay = days.at(-1)!
  const ahead = x.cut ?? x.of(lastDay)
  const past = ticksOf(firstDay, lastShown, (x.split - left) / zoom, x)
  const until = lastDay + daysAhead(x, lastDay, right)
  const future = ticksOf(lastDay + 1, until, (right - ahead) / zoom, x)
  // Of two that have no room beside each other the one to come goes: the bars' are where the reader reads.
  const kept = [...past]
  for (const tick of future) {
    const before = kept.at(-1)
    const room = labelRoom[before?.unit ?? 'month'] / 2 + labelRoom[tick.unit] / 2
    if (!before || tick.x - before.x >= room * zoom) kept.push(tick)
  }
  return kept
}

function ticksOf(from: number, to: number, width: number, x: TimeScale): DayTick[] {
  if (to < from || width < labelRoom.month) return []
  const { days, unit } = timeTicks(from, to, width)
  return days.map((day) => ({ day, x: x.of(day), unit }))
}

/** Days from the last bar to the end of the axis. */
function daysAhead(x: TimeScale, lastDay: number, right: number): number {
  const start = x.of(lastDay + 1e-6)
  const perDay = x.of(lastDay + 1) - start
  return perDay > 0 ? Math.floor((right - start) / perDay + 1e-6) : 0
}
