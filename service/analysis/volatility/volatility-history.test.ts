import { describe, expect, test } from 'vitest'
import type { DataStatus } from '#contract/responses/resources.ts'
import type { JudgedBars } from '#service/analysis/bars/judge-bars.ts'
import { noBars } from '#service/markets/no-bars.ts'
import type { Day } from '#service/markets/market.ts'
import { volatilityHistoryOf } from './volatility-history.ts'

const dataStatus = {} as DataStatus
const dayAt = (index: number): Day => new Date(Date.UTC(2025, 0, 1 + index)).toISOString().slice(0, 10)

/** Closes whose daily log return alternates between +move and -move. */
function zigzag(count: number, move: number): JudgedBars {
  const close = Float64Array.from({ length: count }, (_, index) => 100 * Math.exp(index % 2 ? move : 0))
  const date = Array.from({ length: count }, (_, index) => dayAt(index))
  const columns = { open: close, high: close, low: close, close, volume: close }
  return {
    ...noBars,
    ...columns,
    date,
    reason: null,
    lastDay: date.at(-1)!,
    lastClose: close.at(-1)!,
    splits: [],
  }
}
const input = { symbol: 'AAPL', stored: [], iv30: undefined, today: dayAt(299), dataStatus }

describe('realised volatility', () => {
  test('is the sample deviation of 20 daily log returns, over 252 sessions a year', () => {
    const { date, realized, unknown } = volatilityHistoryOf({ ...input, bars: zigzag(300, 0.01) })
    expect(date).toHaveLength(252)
    expect(date.at(-1)).toBe(dayAt(299))
    // 20 returns of +1 % and -1 %: mean 0, sample variance 20 / 19 of 0.01 squared.
    const expected = Math.sqrt((20 / 19) * 0.0001 * 252)
    for (const value of realized) expect(value).toBeCloseTo(expected, 4)
    expect(unknown).toEqual([{ field: 'implied', reason: 'not-given', asOf: null }])
  })
  test('is null for the first 20 bars of a new listing', () => {
    const { date, realized } = volatilityHistoryOf({ ...input, bars: zigzag(30, 0.01) })
    expect(date).toHaveLength(30)
    expect(realized.map((value) => value === null)).toEqual(Array.from({ length: 30 }, (_, i) => i < 20))
  })
  test('is unknown with the reason if the bars are refused', () => {
    const bars = { ...noBars, reason: 'old-bars', lastDay: dayAt(10), lastClose: 1, splits: [] } as JudgedBars
    const { date, unknown } = volatilityHistoryOf({ ...input, bars })
    expect(date).toEqual([])
    expect(unknown).toContainEqual({ field: 'realized', reason: 'old-bars', asOf: dayAt(10) })
  })
})

describe('implied volatility', () => {
  const stored = [
    { day: dayAt(290), iv30: 0.31 },
    { day: dayAt(295), iv30: 0.35 },
  ]
  test('is what was stored, and null between: nothing is interpolated', () => {
    const { date, implied } = volatilityHistoryOf({ ...input, stored, bars: zigzag(300, 0.01) })
    expect(implied.filter((value) => value !== null)).toEqual([0.31, 0.35])
    expect(implied[date.indexOf(dayAt(295))]).toBe(0.35)
    expect(implied[date.indexOf(dayAt(292))]).toBeNull()
  })
  test('has a value of today before the day has a bar', () => {
    const history = volatilityHistoryOf({ ...input, today: dayAt(300), iv30: 0.4, bars: zigzag(300, 0.01) })
    expect([history.date.at(-1), history.implied.at(-1), history.realized.at(-1)]).toEqual([
      dayAt(300),
      0.4,
      null,
    ])
    expect(history.unknown).toEqual([])
  })
  test('is kept without bars', () => {
    const history = volatilityHistoryOf({
      ...input,
      stored,
      bars: { ...zigzag(0, 0.01), reason: 'no-bars', lastDay: null },
    })
    expect(history.date).toEqual([dayAt(290), dayAt(295)])
    expect(history.unknown).toEqual([{ field: 'realized', reason: 'no-bars', asOf: null }])
  })
})
