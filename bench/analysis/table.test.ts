import { expect, test } from 'vitest'
import { type MeasuredRow, missedBarLines, table } from './table.ts'

const reference = 50e6
const rows: MeasuredRow[] = [
  {
    label: 'prices',
    unit: 'M/s',
    bar: { minimum: 0.16 },
    figure: 9.114,
    reference,
    npm: { name: 'slow', figure: 0.05 },
  },
  {
    label: 'waiting',
    unit: 'ms',
    bar: { maximum: 500 },
    figure: 4.5,
    reference,
    quantlib: 1234,
    note: 'second round',
  },
  { label: 'memory', unit: 'MB', figure: 1999, reference },
]

test('shows our figure, its relation to the reference, its bar and the figures of other libraries', () => {
  expect(table(rows).split('\n')).toEqual([
    '| what    |     ours | relative |           bar |       npm’s | QuantLib |              |',
    '| ------- | -------: | -------: | ------------: | ----------: | -------: | ------------ |',
    '| prices  | 9.11 M/s |    0.182 | at least 0.16 | 0.05 (slow) |        – |              |',
    '| waiting |   4.5 ms |      225 |   at most 500 |           – |    1,234 | second round |',
    '| memory  | 1,999 MB |          |               |           – |        – |              |',
  ])
})

test('lists rows that miss their bar relative to the reference, and rows whose figure is NaN', () => {
  expect(missedBarLines(rows)).toEqual([])
  expect(missedBarLines([{ ...rows[0]!, figure: 7.9 }])).toEqual(['prices: 0.158, at least 0.16'])
  // A machine half as fast takes twice as long for both.
  expect(missedBarLines([{ ...rows[1]!, figure: 9, reference: reference / 2 }])).toEqual([])
  expect(missedBarLines([{ ...rows[1]!, figure: 10.1 }])).toEqual(['waiting: 505, at most 500'])
  expect(missedBarLines([{ ...rows[1]!, figure: Number.NaN }])).toHaveLength(1)
})
