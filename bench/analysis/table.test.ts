import { expect, test } from 'vitest'
import { type MeasuredRow, missedBarLines, table } from './table.ts'

const rows: MeasuredRow[] = [
  { label: 'prices', unit: 'M/s', bar: { minimum: 8 }, figure: 9.114, npm: { name: 'slow', figure: 0.05 } },
  { label: 'waiting', unit: 'ms', bar: { maximum: 10 }, figure: 4.5, quantlib: 1234, note: 'second round' },
  { label: 'memory', unit: 'MB', figure: 1999 },
]

test('shows our figure, its bar and the figures of other libraries in each row', () => {
  expect(table(rows).split('\n')).toEqual([
    '| what    |     ours |        bar |       npm’s | QuantLib |              |',
    '| ------- | -------: | ---------: | ----------: | -------: | ------------ |',
    '| prices  | 9.11 M/s | at least 8 | 0.05 (slow) |        – |              |',
    '| waiting |   4.5 ms | at most 10 |           – |    1,234 | second round |',
    '| memory  | 1,999 MB |            |           – |        – |              |',
  ])
})

test('lists rows that miss their bar, and rows whose figure is NaN', () => {
  expect(missedBarLines(rows)).toEqual([])
  expect(missedBarLines([{ ...rows[0]!, figure: 7.9 }])).toEqual(['prices: 7.9 M/s, at least 8'])
  expect(missedBarLines([{ ...rows[1]!, figure: 10.1 }])).toEqual(['waiting: 10.1 ms, at most 10'])
  expect(missedBarLines([{ ...rows[1]!, figure: Number.NaN }])).toHaveLength(1)
})
