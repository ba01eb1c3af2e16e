/** Markdown tables of the measurements. */
import type { FeedFigures } from './feed-run.ts'
import { type LooksFigures, maxLookMs } from './looks-run.ts'
import type { VisitMetrics } from './visit-metrics.ts'
import { lines } from './line/lines.ts'
import { maxThreadMs } from './bars.ts'
import type { ThreadFigures } from './page-thread.ts'
import type { SeriesMedians } from './series.ts'
import { markdownTable } from '../markdown-table.ts'

/** A rounded number; a dash for null. */
const formatInteger = (value: number | null) =>
  value === null ? '–' : Math.round(value).toLocaleString('en')
/** A ratio with its maximum, if there is one. */
const formatRatio = (value: number, maximum?: number) =>
  `${value.toFixed(2)}${maximum ? ` of ${maximum}` : ''}`

/**
 * Waiting times of ours and bare, milliseconds. Omits the panels' columns if no panel is awaited
 * after the ideas.
 */
export function waitingTable(seriesMedians: readonly SeriesMedians[]): string {
  const hasPanels = seriesMedians.some(({ ours }) => ours.panelsMs > ours.ideasMs)
  const rows = seriesMedians.map(({ series, line, bare, ours }) => {
    const { name, maxIdeasRatio, maxPanelsRatio } = lines[line]
    const hasBars = series === 'ideas'
    return [
      name,
      formatInteger(bare.ideasMs),
      formatInteger(ours.ideasMs),
      formatRatio(ours.ideasMs / bare.ideasMs, hasBars ? maxIdeasRatio : undefined),
      ...(hasPanels
        ? [
            formatInteger(ours.panelsMs),
            formatRatio(ours.panelsMs / bare.ideasMs, hasBars ? maxPanelsRatio : undefined),
          ]
        : []),
    ]
  })
  const header = ['line', 'bare', 'ideas', '÷ bare', ...(hasPanels ? ['all panels', '÷ bare'] : [])]
  return markdownTable(header, rows)
}

const formatTasks = (count: number, longestMs: number) =>
  count ? `${formatInteger(count)}, ${formatInteger(longestMs)} ms` : '0'

const weightRow = (name: string, metrics: VisitMetrics): string[] => [
  name,
  formatInteger(metrics.firstPaintMs),
  formatInteger(metrics.responseToPaintMs),
  formatTasks(metrics.longTasksBefore, metrics.longestTaskBeforeMs),
  formatTasks(metrics.longTasksAfter, metrics.longestTaskAfterMs),
  formatInteger(metrics.requests),
  formatInteger(metrics.codeRequests),
  formatInteger(metrics.connections),
  formatInteger(metrics.bytes / 1000),
  metrics.layoutShift.toFixed(4),
]

/** Paints, long tasks, requests and bytes: bare and ours on each line. */
export const weightTable = (seriesMedians: readonly SeriesMedians[]): string =>
  markdownTable(
    [
      'line',
      'first paint',
      'answer to paint',
      'long tasks before',
      'after',
      'requests',
      'for code',
      'connections',
      'kB',
      'shift',
    ],
    seriesMedians.flatMap(({ line, bare, ours }) => [
      weightRow(`${lines[line].name}, bare`, bare),
      weightRow(`${lines[line].name}, ours`, ours),
    ]),
  )

/** Main-thread time of the partner's page, milliseconds, and its maximum. */
export const threadTable = ({ ours, bare }: ThreadFigures): string =>
  markdownTable(
    ['the page’s own thread', 'by hand', 'ours', 'at most'],
    [['ms from load() to READY', bare.toFixed(1), ours.toFixed(1), String(maxThreadMs)]],
  )

/** Milliseconds until a changed look is painted, and the maximum. */
export const looksTable = (figures: LooksFigures): string =>
  markdownTable(
    ['changed look', 'ms', 'at most'],
    Object.entries(figures).map(([name, ms]) => [`\`${name}\``, formatInteger(ms), String(maxLookMs)]),
  )

/** Work of an open widget under a fast feed. */
export const feedTable = (feed: FeedFigures): string =>
  markdownTable(
    ['feed', 'quotes a second', 'commits a second', 'long tasks', 'longest', 'main thread at work'],
    [
      [
        `${feed.seconds.toFixed(0)} s`,
        formatInteger(feed.quotesPerSecond),
        feed.commitsPerSecond.toFixed(1),
        formatInteger(feed.longTaskCount),
        feed.longTaskCount ? `${formatInteger(feed.longestTaskMs)} ms` : '–',
        `${(feed.mainThreadShare * 100).toFixed(1)} %`,
      ],
    ],
  )
