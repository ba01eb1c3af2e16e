/** Markdown tables of the measurements. */
import type { FeedFigures } from './feed-run.ts'
import type { VisitMetrics } from './figures.ts'
import { lines } from './line/lines.ts'
import { maxThreadMs } from './bars.ts'
import type { ThreadFigures } from './page-thread.ts'
import type { SeriesMedians } from './series.ts'
import { markdownTable } from '../markdown-table.ts'

const ms = (value: number | null) => (value === null ? '–' : Math.round(value).toLocaleString('en'))
const ratio = (value: number, maximum?: number) => `${value.toFixed(2)}${maximum ? ` of ${maximum}` : ''}`

/** Waiting times of ours and bare, milliseconds. The panels' columns are omitted if the panels are behind tabs. */
export function waitingTable(measured: readonly SeriesMedians[]): string {
  const hasPanels = measured.some(({ ours }) => ours.panels > ours.ideas)
  const rows = measured.map(({ series, line, bare, ours }) => {
    const { name, maxIdeasRatio, maxPanelsRatio } = lines[line]
    const hasBars = series === 'ideas'
    return [
      name,
      ms(bare.ideas),
      ms(ours.ideas),
      ratio(ours.ideas / bare.ideas, hasBars ? maxIdeasRatio : undefined),
      ...(hasPanels
        ? [ms(ours.panels), ratio(ours.panels / bare.ideas, hasBars ? maxPanelsRatio : undefined)]
        : []),
    ]
  })
  const header = ['line', 'bare', 'ideas', '÷ bare', ...(hasPanels ? ['all panels', '÷ bare'] : [])]
  return markdownTable(header, rows)
}

const tasks = (count: number, longest: number) => (count ? `${ms(count)}, ${ms(longest)} ms` : '0')

const weightRow = (name: string, timings: VisitMetrics): string[] => [
  name,
  ms(timings.firstPaint),
  ms(timings.responseToPaint),
  tasks(timings.longTasksBefore, timings.longestBefore),
  tasks(timings.longTasksAfter, timings.longestAfter),
  ms(timings.requests),
  ms(timings.codeRequests),
  ms(timings.connections),
  ms(timings.bytes / 1000),
  timings.layoutShift.toFixed(4),
]

/** Components of the waiting time: bare and ours on each line. */
export const weightTable = (measured: readonly SeriesMedians[]): string =>
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
    measured.flatMap(({ line, bare, ours }) => [
      weightRow(`${lines[line].name}, bare`, bare),
      weightRow(`${lines[line].name}, ours`, ours),
    ]),
  )

/** Milliseconds of the page's main thread and their bars. */
export const threadTable = ({ ours, bare }: ThreadFigures): string =>
  markdownTable(
    ['the page’s own thread', 'by hand', 'ours', 'at most'],
    [['ms from load() to READY', bare.toFixed(1), ours.toFixed(1), String(maxThreadMs)]],
  )

export const feedTable = (feed: FeedFigures): string =>
  markdownTable(
    ['feed', 'quotes a second', 'commits a second', 'long tasks', 'longest', 'main thread at work'],
    [
      [
        `${feed.seconds.toFixed(0)} s`,
        ms(feed.quotes),
        feed.commits.toFixed(1),
        ms(feed.longTasks),
        feed.longTasks ? `${ms(feed.longestTask)} ms` : '–',
        `${(feed.mainThread * 100).toFixed(1)} %`,
      ],
    ],
  )
