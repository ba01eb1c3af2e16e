/**
 * The window of visible bars of a history: zooming, panning, and revealing a bar. Pure functions. A bar
 * is identified by its index.
 */

/** Range of bar indexes, inclusive. Panning and zooming lead to fractional indexes. */
export type BarWindow = { readonly from: number; readonly to: number }

/** A request to show the bar of a day. `id` distinguishes repeated requests for the same day. */
export type BarRequest = { day: string; id: number }

/** Factor by which one zoom step changes the number of visible bars. */
export const zoomStep = 1.5

/** Minimum number of visible bars, unless the history is shorter. */
const minBars = 10

/** Returns the window of all bars. */
export const fullWindow = (count: number): BarWindow => ({ from: 0, to: Math.max(0, count - 1) })

/** Returns whether the window contains all bars. */
export const isFullWindow = ({ from, to }: BarWindow, count: number): boolean =>
  from <= 1e-6 && to >= count - 1 - 1e-6

/** Moves a window into the range of existing bars. Its width does not change, unless it exceeds that range. */
function clampWindow({ from, to }: BarWindow, count: number): BarWindow {
  const lastIndex = Math.max(0, count - 1)
  const width = Math.min(to - from, lastIndex)
  const start = Math.min(Math.max(0, from), lastIndex - width)
  return { from: start, to: start + width }
}

/**
 * Returns a window of `factor` times as many bars, at least ten and at most all. The bar `anchor` keeps
 * its position in the window, unless the window reaches an end of the history.
 */
export function zoomWindow(
  { from, to }: BarWindow,
  count: number,
  factor: number,
  anchor: number,
): BarWindow {
  const lastIndex = Math.max(0, count - 1)
  const oldWidth = Math.max(to - from, 1e-9)
  const width = Math.min(lastIndex, Math.max(Math.min(minBars - 1, lastIndex), oldWidth * factor))
  const fixedBar = Math.min(to, Math.max(from, anchor))
  const start = fixedBar - ((fixedBar - from) / oldWidth) * width
  return clampWindow({ from: start, to: start + width }, count)
}

/** Moves a window by a number of bars (positive = later), up to the first or last bar. */
export const moveWindow = ({ from, to }: BarWindow, count: number, bars: number): BarWindow =>
  clampWindow({ from: from + bars, to: to + bars }, count)

/** Moves a window by the minimum that makes a bar visible, with a margin of up to two bars. */
export function revealBar(window: BarWindow, count: number, index: number): BarWindow {
  const { from, to } = window
  const margin = Math.min(2, (to - from) / 4)
  if (index >= from && index <= to) return window
  return moveWindow(window, count, index < from ? index - margin - from : index + margin - to)
}

/**
 * Returns a window that contains a bar: a quarter of a year wide, or as wide as `window` if that is
 * narrower.
 */
export function zoomToBar(window: BarWindow, count: number, index: number): BarWindow {
  const width = Math.min(62, window.to - window.from)
  return clampWindow({ from: index - width * 0.7, to: index + width * 0.3 }, count)
}

export const isSameWindow = (a: BarWindow, b: BarWindow): boolean => a.from === b.from && a.to === b.to

/** Text keys of the ranges. */
export const rangeKeys = {
  '1M': 'chart.oneMonth',
  '3M': 'chart.threeMonths',
  '6M': 'chart.sixMonths',
  '1Y': 'chart.oneYear',
  '2Y': 'chart.twoYears',
} as const
