/** What one visit comes to in numbers, and several in their medians. */
import type { Visit } from './visit.ts'

/** Milliseconds count from `load()`, or from where an app opens its web view. Null: there is no such moment. */
export type VisitTimings = {
  /** The first awaited content has been painted. */
  ideas: number
  /** All that is waited for is painted. */
  panels: number
  firstPaint: number | null
  /** From the response with the first content to its paint. */
  answerToPaint: number | null
  /** Cumulative, in the frame. */
  layoutShift: number
  /** Tasks of 50 ms or longer that end before the first idea is painted. */
  longTasksBefore: number
  longestBefore: number
  longTasksAfter: number
  longestAfter: number
  /** After the first contentful paint. */
  longestAfterFirstPaint: number
  requests: number
  /** Requests for scripts and styles until all panels stand. */
  codeRequests: number
  connections: number
  /** Over the wire, both directions. */
  bytes: number
}

const isCode = (type: string) => /(java|ecma)script|text\/css/.test(type)
const longestOf = (tasks: readonly { ms: number }[]) => Math.max(0, ...tasks.map(({ ms }) => ms))

/** @param answer path of the response with the first content */
export function figuresOf({ begunAt, first, frame, seen }: Visit, answer: string): VisitTimings {
  const ideas = frame.paintedAt[first]
  if (ideas === undefined) throw new Error(`${first} was never painted`)
  const panels = Math.max(...Object.values(frame.paintedAt))
  const answeredAt = frame.answeredAt[answer]
  const { firstPaintAt } = frame
  const before = frame.longTasks.filter(({ at, ms }) => at + ms <= ideas)
  const after = frame.longTasks.filter(({ at, ms }) => at + ms > ideas)
  return {
    ideas: ideas - begunAt,
    panels: panels - begunAt,
    firstPaint: firstPaintAt === null ? null : firstPaintAt - begunAt,
    answerToPaint: answeredAt === undefined ? null : ideas - answeredAt,
    layoutShift: frame.layoutShift,
    longTasksBefore: before.length,
    longestBefore: longestOf(before),
    longTasksAfter: after.length,
    longestAfter: longestOf(after),
    longestAfterFirstPaint: longestOf(frame.longTasks.filter(({ at }) => at >= (firstPaintAt ?? 0))),
    requests: seen.asked.length,
    codeRequests: seen.asked.filter(({ type, at }) => isCode(type) && at <= panels).length,
    connections: seen.traffic.connections,
    bytes: seen.traffic.up + seen.traffic.down,
  }
}

/** The value in the middle; of an even number the mean of the two. */
export function median(values: readonly number[]): number {
  if (values.length === 0) throw new Error('there is no median of nothing')
  const sorted = values.toSorted((one, other) => one - other)
  const middle = sorted.length >> 1
  return sorted.length % 2 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2
}

/** Each figure's median; null where one of the visits has none. */
export function mediansOf(all: readonly VisitTimings[]): VisitTimings {
  const names = Object.keys(all[0] ?? {}) as (keyof VisitTimings)[]
  const medians = names.map((name) => {
    const values = all.map((figures) => figures[name])
    return [name, values.includes(null) ? null : median(values as number[])] as const
  })
  return Object.fromEntries(medians) as unknown as VisitTimings
}
