/** Labels of the chart's time axis, separately for bars and for the future: each part has its own step. */
import type { BarWindow } from './bar-window.ts'
import { labelRoom, timeTicks } from './chart-scale.ts'
import type { TimeScale } from './time-scale.ts'

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
