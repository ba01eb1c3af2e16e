/**
 * The window of visible sessions: zooming, panning, and revealing a bar. Pure functions. A bar, and a session
 * after the last bar, is identified by its index.
 */

/** Range of indexes on the time axis, inclusive. Panning and zooming lead to fractional indexes. */
export type BarWindow = { readonly from: number; readonly to: number }

/**
 * Indexes of the time axis: the last bar, and the last session, which is after the last bar if the axis
 * continues to an expiry. The first bar has the index 0.
 */
export type AxisExtent = { readonly last: number; readonly end: number }

/** Input of the chart's controls: the extent of its axis, and the window without pan and zoom. */
export type ChartBounds = { extent: AxisExtent; initial: BarWindow }

/** A request to show the bar of a day. `id` distinguishes repeated requests for the same day. */
export type BarRequest = { day: string; id: number }

/** Factor by which one zoom step changes the number of visible bars. */
export const zoomStep = 1.5

/** Minimum number of visible sessions, unless the axis is shorter. */
const minSessions = 10
/** Number of bars that stay visible when the user pans into the future. */
const minBarsLeft = 3

/** Returns the window of all bars and all future sessions of the axis. */
export const fullWindow = ({ end }: AxisExtent): BarWindow => ({ from: 0, to: end })

/** Returns whether the window contains the whole axis. */
export const isFullWindow = ({ from, to }: BarWindow, { end }: AxisExtent): boolean =>
  from <= 1e-6 && to >= end - 1e-6

/** Moves a window into the axis. Its width does not change, unless it exceeds the axis. */
export function clampWindow({ from, to }: BarWindow, { last, end }: AxisExtent): BarWindow {
  const width = Math.min(to - from, end)
  const latestStart = Math.min(end - width, Math.max(0, last + 1 - minBarsLeft))
  const start = Math.min(Math.max(0, from), latestStart)
  return { from: start, to: start + width }
}

/**
 * Returns a window of `factor` times as many sessions, at least ten and at most all. The session `anchor`
 * keeps its position in the window, unless the window reaches an end of the axis.
 */
export function zoomWindow(
  { from, to }: BarWindow,
  extent: AxisExtent,
  factor: number,
  anchor: number,
): BarWindow {
  const { end } = extent
  const oldWidth = Math.max(to - from, 1e-9)
  const width = Math.min(end, Math.max(Math.min(minSessions - 1, end), oldWidth * factor))
  const fixedBar = Math.min(to, Math.max(from, anchor))
  const start = fixedBar - ((fixedBar - from) / oldWidth) * width
  return clampWindow({ from: start, to: start + width }, extent)
}

/** Moves a window by a number of sessions (positive = later), up to an end of the axis. */
export const moveWindow = ({ from, to }: BarWindow, extent: AxisExtent, sessions: number): BarWindow =>
  clampWindow({ from: from + sessions, to: to + sessions }, extent)

/** Moves a window by the minimum that makes a bar visible, with a margin of up to two bars. */
export function revealBar(window: BarWindow, extent: AxisExtent, index: number): BarWindow {
  const { from, to } = window
  const margin = Math.min(2, (to - from) / 4)
  if (index >= from && index <= to) return window
  return moveWindow(window, extent, index < from ? index - margin - from : index + margin - to)
}

/**
 * Returns a window that contains a bar: a quarter of a year wide, or as wide as `window` if that is
 * narrower.
 */
export function zoomToBar(window: BarWindow, extent: AxisExtent, index: number): BarWindow {
  const width = Math.min(62, window.to - window.from)
  return clampWindow({ from: index - width * 0.7, to: index + width * 0.3 }, extent)
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
