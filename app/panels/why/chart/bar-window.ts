/**
 * The visible bars of a history: zooming, panning, and revealing a bar. Pure functions; a bar is identified by its
 * index.
 */

/** Range of bar indexes, inclusive; fractional while panning and zooming. */
export type BarWindow = { readonly from: number; readonly to: number }

/** A request to show the bar of a day; `time` is a counter that distinguishes repeated requests for the same day. */
export type BarRequest = { day: string; time: number }

/** Factor by which one zoom step changes the number of visible bars. */
export const zoomStep = 1.5

/** Minimum number of bars in a chart. */
const minBars = 10

/** Returns the window of all bars. */
export const fullWindow = (count: number): BarWindow => ({ from: 0, to: Math.max(0, count - 1) })

/** Returns whether the window contains all bars. */
export const isFullWindow = ({ from, to }: BarWindow, count: number): boolean =>
  from <= 1e-6 && to >= count - 1 - 1e-6

/** Moves a window inside the existing bars; its width stays. */
function clampWindow({ from, to }: BarWindow, count: number): BarWindow {
  const end = Math.max(0, count - 1)
  const width = Math.min(to - from, end)
  const start = Math.min(Math.max(0, from), end - width)
  return { from: start, to: start + width }
}

/**
 * Returns a window of `factor` times as many bars, at least ten and at most all. The bar at `around` keeps its position
 * unless the window reaches an end of the history.
 */
export function zoomWindow(
  { from, to }: BarWindow,
  count: number,
  factor: number,
  around: number,
): BarWindow {
  const end = Math.max(0, count - 1)
  const oldWidth = Math.max(to - from, 1e-9)
  const width = Math.min(end, Math.max(Math.min(minBars - 1, end), oldWidth * factor))
  const fixedBar = Math.min(to, Math.max(from, around))
  const start = fixedBar - ((fixedBar - from) / oldWidth) * width
  return clampWindow({ from: start, to: start + width }, count)
}

/** Moves a window by a number of bars (positive = later), up to the first or last bar. */
export const moveWindow = ({ from, to }: BarWindow, count: number, bars: number): BarWindow =>
  clampWindow({ from: from + bars, to: to + bars }, count)

/** Moves a window by the minimum that shows a bar, with a small margin. */
export function revealBar(window: BarWindow, count: number, index: number): BarWindow {
  const { from, to } = window
  const margin = Math.min(2, (to - from) / 4)
  if (index >= from && index <= to) return window
  return moveWindow(window, count, index < from ? index - margin - from : index + margin - to)
}

/** Returns the window around a bar: about a quarter of a year, or the current width if it is smaller. */
export function zoomToBar(window: BarWindow, count: number, index: number): BarWindow {
  const width = Math.min(62, window.to - window.from)
  return clampWindow({ from: index - width * 0.7, to: index + width * 0.3 }, count)
}

export const isSameWindow = (a: BarWindow, b: BarWindow): boolean => a.from === b.from && a.to === b.to

/** i18n keys of the ranges. */
export const rangeKeys = {
  '1M': 'chart.oneMonth',
  '3M': 'chart.threeMonths',
  '6M': 'chart.sixMonths',
  '1Y': 'chart.oneYear',
  '2Y': 'chart.twoYears',
} as const
