import { describe, expect, test } from 'vitest'
import { barsOf, validatedBarsOf } from '#service/analysis/reference/synthetic-inputs.fixture.ts'
import { historyOf } from './price-history.ts'

const closes = Array.from({ length: 960 }, (_, i) => 100 + i * 0.1 + Math.sin(i))
const allBars = barsOf(closes)
const historyWith = (query: Parameters<typeof historyOf>[1], count = closes.length) => {
  const bars = barsOf(closes.slice(-count))
  return historyOf('ACME', query, bars, validatedBarsOf(closes.slice(-count)))
}
const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length

describe('the ranges', () => {
  test('count months back from the last bar', () => {
    const firstDays = (['1M', '3M', '6M', '1Y', '2Y'] as const).map((range) => historyWith({ range }).date[0])
    expect(firstDays.map((day) => day!.slice(0, 7))).toEqual([
      '2026-07',
      '2026-05',
      '2026-02',
      '2025-08',
      '2024-08',
    ])
    expect(historyWith({ range: '2Y' }).date.at(-1)).toBe(allBars.date.at(-1))
  })
})

describe('the averages', () => {
  test('are absent unless requested', () => {
    expect(historyWith({ range: '6M' })).not.toHaveProperty('averages')
    expect(historyWith({ range: '6M', averages: 'none' })).not.toHaveProperty('averages')
  })

  test('are complete from the first bar of the range, using earlier bars', () => {
    const { averages, close } = historyWith({ range: '1M', averages: 'all' })
    expect(averages!.map(({ sessions }) => sessions)).toEqual([20, 50, 200])
    for (const { sessions, close: values, unknown } of averages!) {
      expect(unknown).toBeNull()
      expect(values).toHaveLength(close.length)
      const end = closes.length - close.length + 1
      expect(values[0]).toBeCloseTo(mean(closes.slice(end - sessions, end)), 2)
      expect(values.at(-1)).toBeCloseTo(mean(closes.slice(-sessions)), 2)
    }
  })

  test('are complete over two years if the source has earlier bars', () => {
    const { averages } = historyWith({ range: '2Y', averages: 'all' })
    expect(averages!.every(({ close, unknown }) => unknown === null && !close.includes(null))).toBe(true)
  })

  test('are unknown, with a reason, if there are too few bars', () => {
    const { averages } = historyWith({ range: '6M', averages: 'all' }, 100)
    const [twenty, , long] = averages!
    expect(long!.close.every((value) => value === null)).toBe(true)
    expect([twenty!.unknown, long!.unknown]).toEqual(['too-few-bars', 'too-few-bars'])
    expect(twenty!.close.indexOf(twenty!.close.find((value) => value !== null)!)).toBe(19)
  })
})
