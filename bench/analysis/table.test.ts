import { expect, test } from 'vitest'
import { type MeasuredRow, missed, table } from './table.ts'

const rows: MeasuredRow[] = [
  { what: 'prices', unit: 'M/s', bar: { least: 8 }, figure: 9.114, npm: { name: 'slow', figure: 0.05 } },
  { what: 'waiting', unit: 'ms', bar: { most: 10 }, figure: 4.5, quantlib: 1234, note: 'said beside it' },
  { what: 'memory', unit: 'MB', figure: 1999 },
]

test('a row says ours, its bar and how others do the same', () => {
  expect(table(rows).split('\n')).toEqual([
    '| what    |     ours |        bar |       npm’s | QuantLib |                |',
    '| ------- | -------: | ---------: | ----------: | -------: | -------------- |',
    '| prices  | 9.11 M/s | at least 8 | 0.05 (slow) |        – |                |',
    '| waiting |   4.5 ms | at most 10 |           – |    1,234 | said beside it |',
    '| memory  | 1,999 MB |            |           – |        – |                |',
  ])
})

test('what is below its bar is told, and what is no number', () => {
  expect(missed(rows)).toEqual([])
  expect(missed([{ ...rows[0]!, figure: 7.9 }])).toEqual(['prices: 7.9 M/s, at least 8'])
  expect(missed([{ ...rows[1]!, figure: 10.1 }])).toEqual(['waiting: 10.1 ms, at most 10'])
  expect(missed([{ ...rows[1]!, figure: Number.NaN }])).toHaveLength(1)
})
