/** Extent of the time axis, and the part of it that is visible without pan and zoom. */
import type { ChartBounds } from './bar-window.ts'
import { dayNumber, sessionIndexOf } from './scales.ts'
import type { ConePoint } from './series.ts'

/** Maximum distance from the last bar up to which events extend the time axis, relative to all bars. */
const maxEventDistance = 0.4
/**
 * Minimum share of the chart's width for the bars without pan and zoom. In a narrow chart the labels need
 * more of the width, so the future gets less.
 */
const minBarsShare = { narrow: 0.635, wide: 0.55 } as const
/** Width below which a chart is narrow, at a root font size of 16 px. */
const narrowWidth = 420

/**
 * Returns the extent of the time axis, which continues to the end of the cone and to near events, and the
 * window without pan and zoom: all bars, and as much of the future as leaves them their share of the width.
 *
 * @param days days of the bars since 1970, ascending
 * @param size widths of the chart and of its plot, pixels, and the root font size divided by 16 px
 */
export function boundsOf(
  { earnings, exDividend }: { earnings: string | null; exDividend: string | null },
  days: readonly number[],
  cone: readonly ConePoint[],
  { width, plotWidth, textScale }: { width: number; plotWidth: number; textScale: number },
): ChartBounds {
  const last = days.length - 1
  const events = [earnings, exDividend]
    .flatMap((day) => (day ? [sessionIndexOf(days, dayNumber(day))] : []))
    .filter((index) => index <= last + days.length * maxEventDistance)
  // One more session, so that the end of the cone and the last event are not at the edge.
  const end = Math.ceil(Math.max(last, cone.at(-1)?.index ?? last, ...events)) + 1
  const minShare = minBarsShare[width < narrowWidth * textScale ? 'narrow' : 'wide']
  const maxSessions = Math.floor((days.length * plotWidth) / Math.max(1, width * minShare))
  return {
    extent: { last, end },
    initial: { from: 0, to: Math.min(end, Math.max(last + 1, maxSessions - 1)) },
  }
}
