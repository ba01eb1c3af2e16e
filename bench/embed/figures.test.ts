import { describe, expect, test } from 'vitest'
import { barsOf, holds, lineOf, threadBar } from './bars.ts'
import { type VisitTimings, figuresOf, median, mediansOf } from './figures.ts'
import { pageOfFigures } from './page-of-figures.ts'
import { threadFiguresOf } from './page-thread.ts'
import { seriesNames } from './series.ts'
import { waitingTable } from './tables.ts'
import { table } from '../markdown-table.ts'
import type { Visit } from './visit.ts'

const visit: Visit = {
  begunAt: 1000,
  first: 'ideas',
  frame: {
    begunAt: 1010,
    paintedAt: { ideas: 1400, why: 1900, how: 1800 },
    firstPaintAt: 1200,
    answeredAt: { '/ideas': 1330 },
    longTasks: [
      { at: 1100, ms: 60 },
      { at: 1350, ms: 70 },
      { at: 1500, ms: 55 },
    ],
    layoutShift: 0.01,
    width: 1280,
  },
  seen: {
    asked: [
      { path: '/widget', status: 200, type: 'text/html', at: 1020 },
      { path: '/a.js', status: 200, type: 'text/javascript', at: 1050 },
      { path: '/a.css', status: 200, type: 'text/css', at: 1890 },
      { path: '/later.js', status: 200, type: 'text/javascript', at: 1950 },
    ],
    traffic: { connections: 2, up: 100, down: 900 },
    quotes: 0,
  },
}
const figures = figuresOf(visit, '/ideas')
const measured = (ours: Partial<VisitTimings> = {}, bare: Partial<VisitTimings> = {}) =>
  ({
    series: 'ideas',
    line: 'direct',
    bare: { ...figures, ideas: 200, ...bare },
    ours: { ...figures, ideas: 300, panels: 600, answerToPaint: 70, longestAfterFirstPaint: 0, ...ours },
  }) as const

describe('a visit', () => {
  test('counts from load(), splits its long tasks by the first idea, its requests by the last panel', () => {
    expect(figures).toEqual({
      ideas: 400,
      panels: 900,
      firstPaint: 200,
      answerToPaint: 70,
      layoutShift: 0.01,
      longTasksBefore: 1,
      longestBefore: 60,
      // One that was still running when the idea was painted is after it.
      longTasksAfter: 2,
      longestAfter: 70,
      longestAfterFirstPaint: 70,
      requests: 4,
      codeRequests: 2,
      connections: 2,
      bytes: 1000,
    })
  })

  test('what the browser has not told of is unknown, not nothing', () => {
    const frame = { ...visit.frame, firstPaintAt: null, answeredAt: {} }
    expect(figuresOf({ ...visit, frame }, '/ideas')).toMatchObject({ firstPaint: null, answerToPaint: null })
  })

  test('without what is waited for first there is none', () => {
    const frame = { ...visit.frame, paintedAt: { why: 1 } }
    expect(() => figuresOf({ ...visit, frame }, '/ideas')).toThrow('ideas was never painted')
  })
})

describe('medians', () => {
  test('are the value in the middle, of an even number the mean of two', () => {
    expect(median([9, 1, 5])).toBe(5)
    expect(median([4, 1, 2, 100])).toBe(3)
    expect(() => median([])).toThrow('nothing')
  })

  test('are taken of each figure by itself; one that is unknown once is unknown', () => {
    const [one, two, three] = [
      { ...figures, ideas: 1, panels: 30 },
      { ...figures, ideas: 3, panels: 10, firstPaint: null },
      { ...figures, ideas: 2, panels: 20 },
    ]
    expect(mediansOf([one, two, three])).toEqual({ ...figures, ideas: 2, panels: 20, firstPaint: null })
  })
})

describe('bars', () => {
  const missed = (...given: Parameters<typeof measured>) =>
    barsOf(measured(...given))
      .filter((bar) => !holds(bar))
      .map(lineOf)

  test('hold where everything is in time', () => {
    expect(missed()).toEqual([])
  })

  test('name what is missed, with what was measured', () => {
    expect(missed({ ideas: 400, panels: 700, codeRequests: 13, answerToPaint: 81 })).toEqual([
      'ideas, direct: requests for code and styles: 13, at most 12',
      'ideas, direct: ideas ÷ bare: 2.00, at most 1.7',
      'ideas, direct: all panels ÷ bare: 3.50, at most 3',
      'ideas, direct: ms from the ideas’ answer to paint: 81, at most 80',
    ])
  })

  test('are missed by what was not seen', () => {
    expect(missed({ answerToPaint: null })).toEqual([
      'ideas, direct: ms from the ideas’ answer to paint: not seen, at most 80',
    ])
  })

  test('of time are the widget’s as partners embed it most; of requests everybody’s', () => {
    const slow = { ...measured({ ideas: 9999, codeRequests: 99 }), series: 'symbol' } as const
    expect(
      barsOf(slow)
        .filter((bar) => !holds(bar))
        .map(lineOf),
    ).toEqual(['symbol, direct: requests for code and styles: 99, at most 12'])
  })
})

describe('the page’s own thread', () => {
  const round = (ours: number, bare: number) => ({
    ours: { ms: ours, entries: 4 },
    bare: { ms: bare, entries: 3 },
  })

  test('is the median of what each visit took at least, of ours and of the frame made by hand', () => {
    const visits = [[round(4, 9), round(8, 2)], [round(3, 1)], [round(9, 4)]]
    expect(threadFiguresOf(visits)).toEqual({ ours: 4, bare: 2 })
  })

  test('has a bar of 5 ms', () => {
    expect(holds(threadBar(5))).toBe(true)
    expect(holds(threadBar(5.1))).toBe(false)
    expect(lineOf(threadBar(5.1))).toBe(
      'ms the page’s own thread is busy from load() to READY: 5.10, at most 5',
    )
  })
})

describe('tables', () => {
  test('have columns as wide as their widest cell', () => {
    expect(
      table(
        ['name', 'n'],
        [
          ['a', '1'],
          ['longer', '12,345'],
        ],
      ),
    ).toBe(
      ['| name   |      n |', '| ------ | -----: |', '| a      |      1 |', '| longer | 12,345 |'].join('\n'),
    )
  })

  test('show a ratio with what it may be', () => {
    expect(waitingTable([measured({ panels: 1234 })]).split('\n')[2]).toBe(
      '| direct |  200 |   300 | 1.50 of 1.7 |      1,234 | 6.17 of 3 |',
    )
  })

  test('have no column of panels where there are none', () => {
    expect(waitingTable([measured({ panels: 300 })]).split('\n')[0]).toBe(
      '| line   | bare | ideas |      ÷ bare |',
    )
  })
})

test('the page of figures has every section, and says first what is missed', () => {
  const all = seriesNames.map((series) => ({ ...measured({ codeRequests: 20 }), series }))
  const page = pageOfFigures({
    runs: 7,
    at: '2026-11-22T10:00:00Z',
    load: 0.25,
    browser: '156.0',
    measured: all,
    narrowShift: 0.001,
    thread: { ours: 6.25, bare: 3 },
    feed: { seconds: 30.01, quotes: 1000, commits: 40, longTasks: 0, longestTask: 0, mainThread: 0.2 },
  })
  expect(page.match(/^## .*/gm)).toHaveLength(seriesNames.length + 4)
  expect(page).toContain('5 of 9 bars are missed')
  expect(page).toContain('- native, direct: requests for code and styles: 20, at most 12')
  expect(page).toContain('- ms the page’s own thread is busy from load() to READY: 6.25, at most 5')
  expect(page).toContain('| ms from load() to READY |     3.0 |  6.3 |       5 |')
  expect(page).toContain('Chromium 156.0, load 0.3 when it began')
  expect(page).toContain(
    '| 30 s |           1,000 |             40.0 |          0 |       – |              20.0 % |',
  )
})
