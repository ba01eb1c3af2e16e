/** The visible bars of a history: zooming, moving, and showing a bar. Pure; a bar is identified by its index. */

/** From one bar to another, both shown; between two bars while it moves. */
export type BarWindow = { readonly from: number; readonly to: number }

/** A request to show a bar: `time` distinguishes repeated requests for the same bar. */
export type BarWish = { day: string; time: number }

/** Minimum number of bars in a chart. */
const least = 10

/** All bars there are. */
export const wholeWindow = (count: number): BarWindow => ({ from: 0, to: Math.max(0, count - 1) })

/** Whether all bars are shown. */
export const isWhole = ({ from, to }: BarWindow, count: number): boolean =>
  from <= 1e-6 && to >= count - 1 - 1e-6

/** The same width, moved to where there are bars. */
function within({ from, to }: BarWindow, count: number): BarWindow {
  const end = Math.max(0, count - 1)
  const width = Math.min(to - from, end)
  const start = Math.min(Math.max(0, from), end - width)
  return { from: start, to: start + width }
}

/**
 * Shows `factor` times as many bars, never fewer than ten nor more than there are; the bar at `around` stays where it is as
 * far as there are bars on both sides.
 */
export function zoomed({ from, to }: BarWindow, count: number, factor: number, around: number): BarWindow {
  const end = Math.max(0, count - 1)
  const before = Math.max(to - from, 1e-9)
  const width = Math.min(end, Math.max(Math.min(least - 1, end), before * factor))
  const fixed = Math.min(to, Math.max(from, around))
  const start = fixed - ((fixed - from) / before) * width
  return within({ from: start, to: start + width }, count)
}

/** Moves by so many bars towards the later ones, as far as there are any. */
export const moved = ({ from, to }: BarWindow, count: number, bars: number): BarWindow =>
  within({ from: from + bars, to: to + bars }, count)

/** Moves as little as it takes to show a bar, with a little air beside it. */
export function revealing(window: BarWindow, count: number, index: number): BarWindow {
  const { from, to } = window
  const air = Math.min(2, (to - from) / 4)
  if (index >= from && index <= to) return window
  return moved(window, count, index < from ? index - air - from : index + air - to)
}

/** The range around a bar that shows it clearly: a quarter of a year, less if less is shown already. */
export function closeTo(window: BarWindow, count: number, index: number): BarWindow {
  const width = Math.min(62, window.to - window.from)
  return within({ from: index - width * 0.7, to: index + width * 0.3 }, count)
}

/** Whether two windows show the same. */
export const sameWindow = (a: BarWindow, b: BarWindow): boolean => a.from === b.from && a.to === b.to

/** The texts of the ranges a chart can have. */
export const rangeKeys = {
  '1M': 'chart.oneMonth',
  '3M': 'chart.threeMonths',
  '6M': 'chart.sixMonths',
  '1Y': 'chart.oneYear',
  '2Y': 'chart.twoYears',
} as const
