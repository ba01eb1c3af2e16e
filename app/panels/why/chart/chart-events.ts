/** The days that matter on the chart's time axis, earnings and ex-dividend, and where their badges have room. */
import { dayNumber } from './chart-scale.ts'
import type { TimeScale } from './time-scale.ts'

/** An event: its position and that of its badge; pixels. */
export type ChartEvent = { kind: 'earnings' | 'dividend'; x: number; badge: number }

type Edges = { left: number; right: number }

const badgeWidth = 30

/** Those inside the plot. */
export function eventsOf(
  { earnings, exDividend }: { earnings: string | null; exDividend: string | null },
  x: TimeScale,
  { left, right }: Edges,
  zoom: number,
): ChartEvent[] {
  const events = (
    [
      ['earnings', earnings],
      ['dividend', exDividend],
    ] as const
  ).flatMap(([kind, day]): ChartEvent[] => {
    const at = day ? x.of(dayNumber(day)) : Number.NaN
    return at >= left && at <= right ? [{ kind, x: at, badge: at }] : []
  })
  return spread(events, left, right, badgeWidth * zoom)
}

/** Badges stay inside the plot, those of neighbouring days side by side. */
function spread(events: readonly ChartEvent[], left: number, right: number, width: number): ChartEvent[] {
  let room = right - width / 2
  return events
    .toSorted((a, b) => b.x - a.x)
    .map((event) => {
      const badge = Math.max(left + width / 2, Math.min(event.x, room))
      room = badge - width
      return { ...event, badge }
    })
}
