import { describe, expect, test } from 'vitest'
import { barsOf, barText, meetsBar, threadBar } from './bars.ts'
import { median, medianMetrics, type VisitMetrics, visitMetrics } from './visit-metrics.ts'
import { performancePage } from './performance-page.ts'
import { threadFiguresOf } from './page-thread.ts'
import { seriesNames } from './series.ts'
import { waitingTable } from './tables.ts'
import type { Visit } from './visit.ts'

const visit: Visit = {
  startedAt: 1000,
  firstMilestone: 'ideas',
  frame: {
    startedAt: 1010,
    paintedAt: { ideas: 1400, why: 1900, how: 1800 },
    firstPaintAt: 1200,
    respondedAt: { '/setCookie': 1250, '/ideas': 1330 },
    longTasks: [
      { startedAt: 1100, ms: 60 },
      { startedAt: 1350, ms: 70 },
      { startedAt: 1500, ms: 55 },
    ],
    layoutShift: 0.01,
    width: 1280,
  },
  lineTraffic: {
    requests: [
      { path: '/widget', status: 200, type: 'text/html', receivedAt: 1020 },
      { path: '/a.js', status: 200, type: 'text/javascript', receivedAt: 1050 },
      { path: '/a.css', status: 200, type: 'text/css', receivedAt: 1890 },
      { path: '/later.js', status: 200, type: 'text/javascript', receivedAt: 1950 },
    ],
    traffic: { connections: 2, up: 100, down: 900 },
    quotes: 0,
  },
}
const metrics = visitMetrics(visit, '/ideas')
const seriesMedians = (ours: Partial<VisitMetrics> = {}, bare: Partial<VisitMetrics> = {}) =>
  ({
    series: 'ideas',
    line: 'direct',
    bare: { ...metrics, ideasMs: 200, ...bare },
    ours: {
      ...metrics,
      ideasMs: 300,
      panelsMs: 600,
      responseToPaintMs: 40,
      longestTaskAfterFirstPaintMs: 0,
      ...ours,
    },
  }) as const

describe('a visit', () => {
  test('times count from load(), the first milestone splits long tasks, the last one ends code requests', () => {
    expect(metrics).toEqual({
      ideasMs: 400,
      sessionMs: 250,
      panelsMs: 900,
      firstPaintMs: 200,
      responseToPaintMs: 70,
      layoutShift: 0.01,
      longTasksBefore: 1,
      longestTaskBeforeMs: 60,
      // A task that was still running when the idea was painted counts as after it.
      longTasksAfter: 2,
      longestTaskAfterMs: 70,
      longestTaskAfterFirstPaintMs: 70,
      requests: 4,
      codeRequests: 2,
      connections: 2,
      bytes: 1000,
    })
  })

  test('reports null, not 0, for events that the browser did not report', () => {
    const frame = { ...visit.frame, firstPaintAt: null, respondedAt: {} }
    expect(visitMetrics({ ...visit, frame }, '/ideas')).toMatchObject({
      firstPaintMs: null,
      responseToPaintMs: null,
    })
  })

  test('throws if the first milestone was not painted', () => {
    const frame = { ...visit.frame, paintedAt: { why: 1 } }
    expect(() => visitMetrics({ ...visit, frame }, '/ideas')).toThrow('"ideas" was not painted')
  })
})

describe('medians', () => {
  test('are the middle value, or the mean of the two middle values', () => {
    expect(median([9, 1, 5])).toBe(5)
    expect(median([4, 1, 2, 100])).toBe(3)
    expect(() => median([])).toThrow('empty list')
  })

  test('are computed per metric, and are null if the metric is null in any visit', () => {
    const [first, second, third] = [
      { ...metrics, ideasMs: 1, panelsMs: 30 },
      { ...metrics, ideasMs: 3, panelsMs: 10, firstPaintMs: null },
      { ...metrics, ideasMs: 2, panelsMs: 20 },
    ]
    expect(medianMetrics([first, second, third])).toEqual({
      ...metrics,
      ideasMs: 2,
      panelsMs: 20,
      firstPaintMs: null,
    })
  })
})

describe('bars', () => {
  const missedBarTexts = (...args: Parameters<typeof seriesMedians>) =>
    barsOf(seriesMedians(...args))
      .filter((bar) => !meetsBar(bar))
      .map(barText)

  test('are met if no measurement exceeds its maximum', () => {
    expect(missedBarTexts()).toEqual([])
  })

  test('are listed with their measurements if they are missed', () => {
    expect(missedBarTexts({ ideasMs: 400, panelsMs: 800, codeRequests: 13, responseToPaintMs: 81 })).toEqual([
      'ideas, direct: requests for code and styles: 13, at most 12',
      'ideas, direct: ideas ÷ bare: 2.00, at most 1.6',
      'ideas, direct: all panels ÷ bare: 4.00, at most 3.5',
      'ideas, direct: ms from the ideas’ response to paint: 81, at most 45',
    ])
  })

  test('are missed if the event was not observed', () => {
    expect(missedBarTexts({ responseToPaintMs: null })).toEqual([
      'ideas, direct: ms from the ideas’ response to paint: not observed, at most 45',
    ])
  })

  test('limit times of the series `ideas` only, and code requests of every series', () => {
    const slowSymbol = {
      ...seriesMedians({ ideasMs: 9999, codeRequests: 99 }),
      series: 'symbol',
    } as const
    expect(
      barsOf(slowSymbol)
        .filter((bar) => !meetsBar(bar))
        .map(barText),
    ).toEqual(['symbol, direct: requests for code and styles: 99, at most 12'])
  })
})

describe('the main thread of the partner’s page', () => {
  const roundOf = (ours: number, bare: number) => ({
    ours: { ms: ours, entries: 4 },
    bare: { ms: bare, entries: 3 },
  })

  test('is the median of each visit’s minimum, for the widget and for the hand-written frame', () => {
    const visits = [[roundOf(4, 9), roundOf(8, 2)], [roundOf(3, 1)], [roundOf(9, 4)]]
    expect(threadFiguresOf(visits)).toEqual({ ours: 4, bare: 2 })
  })

  test('has a bar of 5 ms', () => {
    expect(meetsBar(threadBar(5))).toBe(true)
    expect(meetsBar(threadBar(5.1))).toBe(false)
    expect(barText(threadBar(5.1))).toBe(
      'ms the page’s own thread is busy from load() to READY: 5.10, at most 5',
    )
  })
})

describe('tables', () => {
  test('show a ratio with its maximum', () => {
    expect(waitingTable([seriesMedians({ panelsMs: 1234 })]).split('\n')[2]).toBe(
      '| direct |  200 |   300 | 1.50 of 1.6 |      1,234 | 6.17 of 3.5 |',
    )
  })

  test('omit the panels’ columns if no panel follows the ideas', () => {
    expect(waitingTable([seriesMedians({ panelsMs: 300 })]).split('\n')[0]).toBe(
      '| line   | bare | ideas |      ÷ bare |',
    )
  })
})

test('the report has every section and lists missed bars first', () => {
  const allSeries = seriesNames.map((series) => ({ ...seriesMedians({ codeRequests: 20 }), series }))
  const page = performancePage({
    runs: 7,
    measuredAt: '2026-11-22T10:00:00Z',
    load: 0.25,
    browser: '156.0',
    seriesMedians: allSeries,
    narrowShift: 0.001,
    thread: { ours: 6.25, bare: 3 },
    looks: { theme: 20, accentColor: 30, fontFamily: 62.4, radius: 20, density: 50 },
    feed: {
      seconds: 30.01,
      quotesPerSecond: 1000,
      commitsPerSecond: 40,
      longTaskCount: 0,
      longestTaskMs: 0,
      mainThreadShare: 0.2,
    },
  })
  expect(page.match(/^## .*/gm)).toHaveLength(seriesNames.length + 5)
  expect(page).toContain('7 of 17 bars are missed')
  expect(page).toContain('- native, direct: requests for code and styles: 20, at most 12')
  expect(page).toContain('- ms the page’s own thread is busy from load() to READY: 6.25, at most 5')
  expect(page).toContain('- ms from SET_THEME { fontFamily } to its paint: 62, at most 50')
  expect(page).toContain('| ms from load() to READY |     3.0 |  6.3 |       5 |')
  expect(page).toContain('Chromium 156.0, load 0.3 at the start')
  expect(page).toContain(
    '| 30 s |           1,000 |             40.0 |          0 |       – |              20.0 % |',
  )
})
