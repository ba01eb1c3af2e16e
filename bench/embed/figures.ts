/** Computes the timings of a visit, and medians of several visits. */
import type { Visit } from './visit.ts'

/**
 * Measurements of a visit. Times are milliseconds since `load()`, or since an app opened its web view; null if the
 * event was not observed.
 */
export type VisitMetrics = {
  /** The first awaited content has been painted. */
  ideas: number
  /** All awaited content has been painted. */
  panels: number
  firstPaint: number | null
  /** Milliseconds from the end of the response with the first content to the paint of that content. */
  responseToPaint: number | null
  /** Cumulative layout shift in the frame, without a unit. */
  layoutShift: number
  /** Number of tasks of 50 ms or longer that end before the first content is painted. */
  longTasksBefore: number
  longestBefore: number
  longTasksAfter: number
  longestAfter: number
  /** Longest task that starts after the first contentful paint, milliseconds. */
  longestAfterFirstPaint: number
  requests: number
  /** Requests for scripts and styles until all panels are shown. */
  codeRequests: number
  connections: number
  /** Over the wire, both directions. */
  bytes: number
}

const isCode = (type: string) => /(java|ecma)script|text\/css/.test(type)
const longestOf = (tasks: readonly { ms: number }[]) => Math.max(0, ...tasks.map(({ ms }) => ms))

/** @param responsePath path of the response with the first content */
export function visitTimings(
  { startedAt, first: firstMilestone, frame, lineTraffic: networkTraffic }: Visit,
  responsePath: string,
): VisitMetrics {
  const ideasPaintedAt = frame.paintedAt[firstMilestone]
  if (ideasPaintedAt === undefined) throw new Error(`${firstMilestone} was never painted`)
  const panelsPaintedAt = Math.max(...Object.values(frame.paintedAt))
  const respondedAt = frame.respondedAt[responsePath]
  const { firstPaintAt } = frame
  const tasksBefore = frame.longTasks.filter(({ startedAt, ms }) => startedAt + ms <= ideasPaintedAt)
  const tasksAfter = frame.longTasks.filter(({ startedAt, ms }) => startedAt + ms > ideasPaintedAt)
  return {
    ideas: ideasPaintedAt - startedAt,
    panels: panelsPaintedAt - startedAt,
    firstPaint: firstPaintAt === null ? null : firstPaintAt - startedAt,
    responseToPaint: respondedAt === undefined ? null : ideasPaintedAt - respondedAt,
    layoutShift: frame.layoutShift,
    longTasksBefore: tasksBefore.length,
    longestBefore: longestOf(tasksBefore),
    longTasksAfter: tasksAfter.length,
    longestAfter: longestOf(tasksAfter),
    longestAfterFirstPaint: longestOf(
      frame.longTasks.filter(({ startedAt }) => startedAt >= (firstPaintAt ?? 0)),
    ),
    requests: networkTraffic.requests.length,
    codeRequests: networkTraffic.requests.filter(
      ({ type, receivedAt }) => isCode(type) && receivedAt <= panelsPaintedAt,
    ).length,
    connections: networkTraffic.traffic.connections,
    bytes: networkTraffic.traffic.up + networkTraffic.traffic.down,
  }
}

/** Middle value; the mean of the two middle values if their number is even. */
export function median(values: readonly number[]): number {
  if (values.length === 0) throw new Error('an empty list has no median')
  const sorted = values.toSorted((a, b) => a - b)
  const middle = sorted.length >> 1
  return sorted.length % 2 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2
}

/** Median of each timing; null if any visit has no value. */
export function mediansOf(visits: readonly VisitMetrics[]): VisitMetrics {
  const names = Object.keys(visits[0] ?? {}) as (keyof VisitMetrics)[]
  const medians = names.map((name) => {
    const values = visits.map((timings) => timings[name])
    return [name, values.includes(null) ? null : median(values as number[])] as const
  })
  return Object.fromEntries(medians) as unknown as VisitMetrics
}
