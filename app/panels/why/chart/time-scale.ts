/**
 * The chart's time axis: one step per trading day, so that weekends take no space and bar-to-bar lines are
 * straight. The future always occupies the right part, to its last day at any zoom: distant days are
 * compressed there, and if the visible bars end before the last one, the axis is broken in between.
 */
import type { BarWindow } from './bar-window.ts'

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
