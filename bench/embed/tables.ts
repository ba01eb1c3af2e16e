/** The figures as tables in Markdown. */
import type { FeedFigures } from './feed-run.ts'
import type { VisitTimings } from './figures.ts'
import { lines } from './line/lines.ts'
import { mostThreadMs } from './bars.ts'
import type { ThreadFigures } from './page-thread.ts'
import type { SeriesMedians } from './series.ts'
import { table } from '../markdown-table.ts'

const ms = (value: number | null) => (value === null ? '–' : Math.round(value).toLocaleString('en'))
const ratio = (value: number, most?: number) => `${value.toFixed(2)}${most ? ` of ${most}` : ''}`

/** Waiting: ours beside bare, milliseconds. Where the panels are behind tabs there is no column of them. */
export function waitingTable(measured: readonly SeriesMedians[]): string {
  const panels = measured.some(({ ours }) => ours.panels > ours.ideas)
  const rows = measured.map(({ series, line, bare, ours }) => {
    const { name, mostIdeas, mostPanels } = lines[line]
    const barred = series === 'ideas'
    return [
      name,
      ms(bare.ideas),
      ms(ours.ideas),
      ratio(ours.ideas / bare.ideas, barred ? mostIdeas : undefined),
      ...(panels ? [ms(ours.panels), ratio(ours.panels / bare.ideas, barred ? mostPanels : undefined)] : []),
    ]
  })
  const head = ['line', 'bare', 'ideas', '÷ bare', ...(panels ? ['all panels', '÷ bare'] : [])]
  return table(head, rows)
}

const tasks = (count: number, longest: number) => (count ? `${ms(count)}, ${ms(longest)} ms` : '0')

const weightRow = (name: string, figures: VisitTimings): string[] => [
  name,
  ms(figures.firstPaint),
  ms(figures.answerToPaint),
  tasks(figures.longTasksBefore, figures.longestBefore),
  tasks(figures.longTasksAfter, figures.longestAfter),
  ms(figures.requests),
  ms(figures.codeRequests),
  ms(figures.connections),
  ms(figures.bytes / 1000),
  figures.layoutShift.toFixed(4),
]

/** What waiting is made of: bare and ours on each line. */
export const weightTable = (measured: readonly SeriesMedians[]): string =>
  table(
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
  table(
    ['the page’s own thread', 'by hand', 'ours', 'at most'],
    [['ms from load() to READY', bare.toFixed(1), ours.toFixed(1), String(mostThreadMs)]],
  )

export const feedTable = (feed: FeedFigures): string =>
  table(
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
