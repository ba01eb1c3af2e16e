/** The visible bars of a history: zooming, moving, and showing a bar. Pure; a bar is identified by its index. */

/** From one bar to another, inclusive; fractions while it moves. */
export type BarWindow = { readonly from: number; readonly to: number }

/** A request to show a bar; `time` distinguishes repeated requests for the same bar. */
export type BarWish = { day: string; time: number }

/** Factor of the number of visible bars for one press of a zoom key or button. */
export const zoomStep = 1.5

/** Minimum number of bars in a chart. */
const least = 10

/** All bars. */
export const wholeWindow = (count: number): BarWindow => ({ from: 0, to: Math.max(0, count - 1) })

/** Whether all bars are shown. */
export const isWhole = ({ from, to }: BarWindow, count: number): boolean =>
  from <= 1e-6 && to >= count - 1 - 1e-6

/** The same width, moved inside the existing bars. */
function clamped({ from, to }: BarWindow, count: number): BarWindow {
  const end = Math.max(0, count - 1)
  const width = Math.min(to - from, end)
  const start = Math.min(Math.max(0, from), end - width)
  return { from: start, to: start + width }
}

/**
 * Shows `factor` times as many bars, at least ten and at most all. The bar at `around` keeps its position as far as
 * there are bars on both sides.
 */
export function zoomed({ from, to }: BarWindow, count: number, factor: number, around: number): BarWindow {
  const end = Math.max(0, count - 1)
  const before = Math.max(to - from, 1e-9)
  const width = Math.min(end, Math.max(Math.min(least - 1, end), before * factor))
  const fixed = Math.min(to, Math.max(from, around))
  const start = fixed - ((fixed - from) / before) * width
  return clamped({ from: start, to: start + width }, count)
}

/** Moves by a number of bars towards later ones, up to the last bar. */
export const moved = ({ from, to }: BarWindow, count: number, bars: number): BarWindow =>
  clamped({ from: from + bars, to: to + bars }, count)

/** Moves by the minimum that shows a bar, with a small margin. */
export function revealing(window: BarWindow, count: number, index: number): BarWindow {
  const { from, to } = window
  const air = Math.min(2, (to - from) / 4)
  if (index >= from && index <= to) return window
  return moved(window, count, index < from ? index - air - from : index + air - to)
}

/** The range around a bar that shows it clearly: a quarter of a year, less if less is shown already. */
export function closeTo(window: BarWindow, count: number, index: number): BarWindow {
  const width = Math.min(62, window.to - window.from)
  return clamped({ from: index - width * 0.7, to: index + width * 0.3 }, count)
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
