/** Computes the metrics of a visit, and the medians of several visits. */
import { sessionPath } from '#contract/api/first-paths.ts'
import type { Visit } from './visit.ts'

/**
 * Metrics of a visit. A time without a start in its description counts from `load()`, or from the
 * opening of the web view in a native app. A metric is null if its event was not observed.
 */
export type VisitMetrics = {
  /**
   * Paint of the first milestone: the ideas, or the card of How's first contract in the series `strategies`.
   */
  ideasMs: number
  /** End of the response that opens the session. */
  sessionMs: number | null
  /** Paint of the last milestone. */
  panelsMs: number
  /** First contentful paint of the frame. */
  firstPaintMs: number | null
  /** From the end of the response with the first milestone's content to its paint. */
  responseToPaintMs: number | null
  /** Cumulative layout shift in the frame, without a unit. */
  layoutShift: number
  /**
   * Long tasks (50 ms or longer) that end before the first milestone's paint: number, and duration
   * of the longest.
   */
  longTasksBefore: number
  longestTaskBeforeMs: number
  /** Long tasks that end after the first milestone's paint. */
  longTasksAfter: number
  longestTaskAfterMs: number
  /** Duration of the longest task that starts after the first contentful paint. */
  longestTaskAfterFirstPaintMs: number
  /** Number of all requests to the service. */
  requests: number
  /** Number of requests for scripts and styles until the last milestone's paint. */
  codeRequests: number
  /** Number of TCP connections to the service. */
  connections: number
  /** Bytes over the wire, both directions. */
  bytes: number
}

const isCode = (type: string) => /(java|ecma)script|text\/css/.test(type)
const longestMs = (tasks: readonly { ms: number }[]) => Math.max(0, ...tasks.map(({ ms }) => ms))

/**
 * Computes the metrics of a visit.
 *
 * @param responsePath path of the response with the first milestone's content
 * @throws Error if the first milestone was not painted
 */
export function visitMetrics(
  { startedAt, firstMilestone, frame, lineTraffic }: Visit,
  responsePath: string,
): VisitMetrics {
  const ideasPaintedAt = frame.paintedAt[firstMilestone]
  if (ideasPaintedAt === undefined) throw new Error(`the milestone "${firstMilestone}" was not painted`)
  const panelsPaintedAt = Math.max(...Object.values(frame.paintedAt))
  const respondedAt = frame.respondedAt[responsePath]
  const sessionOpenedAt = frame.respondedAt[sessionPath]
  const { firstPaintAt } = frame
  const tasksBefore = frame.longTasks.filter(({ startedAt, ms }) => startedAt + ms <= ideasPaintedAt)
  const tasksAfter = frame.longTasks.filter(({ startedAt, ms }) => startedAt + ms > ideasPaintedAt)
  return {
    ideasMs: ideasPaintedAt - startedAt,
    sessionMs: sessionOpenedAt === undefined ? null : sessionOpenedAt - startedAt,
    panelsMs: panelsPaintedAt - startedAt,
    firstPaintMs: firstPaintAt === null ? null : firstPaintAt - startedAt,
    responseToPaintMs: respondedAt === undefined ? null : ideasPaintedAt - respondedAt,
    layoutShift: frame.layoutShift,
    longTasksBefore: tasksBefore.length,
    longestTaskBeforeMs: longestMs(tasksBefore),
    longTasksAfter: tasksAfter.length,
    longestTaskAfterMs: longestMs(tasksAfter),
    longestTaskAfterFirstPaintMs: longestMs(
      frame.longTasks.filter(({ startedAt }) => startedAt >= (firstPaintAt ?? 0)),
    ),
    requests: lineTraffic.requests.length,
    codeRequests: lineTraffic.requests.filter(
      ({ type, receivedAt }) => isCode(type) && receivedAt <= panelsPaintedAt,
    ).length,
    connections: lineTraffic.traffic.connections,
    bytes: lineTraffic.traffic.up + lineTraffic.traffic.down,
  }
}

/**
 * Middle value; the mean of the two middle values if the count is even.
 *
 * @throws Error if there are no values
 */
export function median(values: readonly number[]): number {
  if (values.length === 0) throw new Error('cannot compute the median of an empty list')
  const sorted = values.toSorted((a, b) => a - b)
  const middle = sorted.length >> 1
  return sorted.length % 2 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2
}

/** Median of each metric; null if it is null in any visit. */
export function medianMetrics(visits: readonly VisitMetrics[]): VisitMetrics {
  const names = Object.keys(visits[0] ?? {}) as (keyof VisitMetrics)[]
  const medians = names.map((name) => {
    const values = visits.map((metrics) => metrics[name])
    return [name, values.includes(null) ? null : median(values as number[])] as const
  })
  return Object.fromEntries(medians) as unknown as VisitMetrics
}
