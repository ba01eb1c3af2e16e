import { describe, expect, test } from 'vitest'
import { tradingDaysUpTo } from '#service/markets/calendar.ts'
import type { Bars, Earnings } from '#service/markets/market.ts'
import { expectedVolatility } from './expected-volatility.ts'
import { reportSessionsOf } from './report-sessions.ts'

const today = '2026-08-21'
const count = 200

/** Bars with overnight moves of 0.5 % up and down, except for `jumps` by index. */
const barsWith = (jumps: Readonly<Record<number, number>>): Bars => {
  const [open, high, low, close] = [0, 0, 0, 0].map(() => new Float64Array(count))
  let price = 100
  for (let i = 0; i < count; i++) {
    price *= Math.exp(jumps[i] ?? (i % 2 === 0 ? 0.005 : -0.005))
    open![i] = price
    price *= i % 3 === 0 ? 1.004 : 0.998
    close![i] = price
    high![i] = Math.max(open![i]!, price) * 1.003
    low![i] = Math.min(open![i]!, price) * 0.997
  }
  return {
    date: tradingDaysUpTo(today, count),
    open: open!,
    high: high!,
    low: low!,
    close: close!,
    volume: new Float64Array(count).fill(1e6),
  }
}
const dayAt = (index: number) => tradingDaysUpTo(today, count)[index]!
const next = (change: Partial<Earnings> = {}): Earnings => ({
  day: '2026-11-20',
  time: 'Unknown',
  estimated: true,
  ...change,
})

describe('the sessions of a known report', () => {
  test.each([
    ['BeforeOpen', [150]],
    ['AfterClose', [151]],
    ['Unknown', [150, 151]],
  ] as const)('are by its time: %s', (time, expected) => {
    const { indices, moves } = reportSessionsOf(barsWith({}), next({ past: [{ day: dayAt(150), time }] }))
    expect([...indices]).toEqual(expected)
    expect(moves).toHaveLength(1)
  })

  test('have the move from the close before to the close after', () => {
    const bars = barsWith({ 151: 0.08 })
    const { moves } = reportSessionsOf(bars, next({ past: [{ day: dayAt(150), time: 'Unknown' }] }))
    expect(moves).toEqual([Math.log(bars.close[151]! / bars.close[149]!)])
  })

  test('are none for a report outside the bars', () => {
    const past = [
      { day: '2020-01-02', time: 'Unknown' },
      { day: '2026-09-15', time: 'Unknown' },
    ] as const
    expect(reportSessionsOf(barsWith({}), next({ past })).indices.size).toBe(0)
  })
})

describe('without a known report', () => {
  test('a large overnight move counts as one, and a second one in its quarter does not', () => {
    expect([...reportSessionsOf(barsWith({ 150: 0.09, 165: -0.05, 90: -0.07 }), null).indices]).toEqual([
      90, 150,
    ])
  })

  test('a move in the quarter of a known report, past or next, does not', () => {
    const bars = barsWith({ 150: 0.09, 190: 0.06 })
    const past = [{ day: dayAt(120), time: 'BeforeOpen' }] as const
    expect([...reportSessionsOf(bars, next({ past })).indices]).toEqual([120, 190])
    expect([...reportSessionsOf(bars, next({ past, day: '2026-09-10' })).indices]).toEqual([120])
  })

  test('moves as usual do not', () => {
    expect(reportSessionsOf(barsWith({ 150: 0.015 }), null).indices.size).toBe(0)
  })
})

describe('the expected volatility', () => {
  const calm = expectedVolatility(barsWith({}), next(), 'stock')!

  test('is that of the other sessions, whether the report is known or inferred', () => {
    const bars = barsWith({ 180: 0.12 })
    const past = [{ day: dayAt(180), time: 'BeforeOpen' }] as const
    const known = expectedVolatility(bars, next({ past }), 'stock')!
    expect(known).toEqual(expectedVolatility(bars, next(), 'stock'))
    expect(known.withoutReports / calm.withoutReports).toBeCloseTo(1, 1)
    // A fund has no reports, so that its jump remains.
    expect(expectedVolatility(bars, null, 'etf')!.withoutReports).toBeGreaterThan(2 * calm.withoutReports)
  })

  test('has the variance of past reports, shrunk to that of a usual one; none for a fund', () => {
    const usual = (16 * calm.withoutReports ** 2) / 252
    expect(calm.reportVariance).toBeCloseTo(usual, 10)
    const bars = barsWith({ 180: 0.12 })
    const { reportVariance, withoutReports } = expectedVolatility(bars, next(), 'stock')!
    const move = Math.log(bars.close[180]! / bars.close[179]!)
    expect(reportVariance).toBeCloseTo((move ** 2 + (2 * 16 * withoutReports ** 2) / 252) / 3, 10)
    expect(expectedVolatility(bars, null, 'etf')!.reportVariance).toBe(0)
  })

  test('weighs windows of 5, 22 and 66 sessions', () => {
    const bars = barsWith({})
    // Only the last five sessions are of another size.
    for (let i = count - 5; i < count; i++) bars.high[i]! *= 1.02
    const changed = expectedVolatility(bars, null, 'etf')!.withoutReports
    expect(changed).toBeGreaterThan(calm.withoutReports)
    for (let i = count - 66; i < count - 22; i++) bars.high[i]! *= 1.02
    expect(expectedVolatility(bars, null, 'etf')!.withoutReports).toBeGreaterThan(changed)
    for (let i = 1; i < count - 66; i++) bars.high[i]! *= 2
    const same = expectedVolatility(bars, null, 'etf')!.withoutReports
    for (let i = 1; i < count - 66; i++) bars.high[i]! /= 2
    expect(expectedVolatility(bars, null, 'etf')!.withoutReports).toBe(same)
  })

  test('is undefined with fewer than 20 sessions', () => {
    const { date, ...columns } = barsWith({})
    const lastOf = (n: number): Bars => ({
      date: date.slice(-n),
      open: columns.open.slice(-n),
      high: columns.high.slice(-n),
      low: columns.low.slice(-n),
      close: columns.close.slice(-n),
      volume: columns.volume.slice(-n),
    })
    expect(expectedVolatility(lastOf(20), null, 'stock')).toBeUndefined()
    expect(expectedVolatility(lastOf(21), null, 'stock')).toBeDefined()
  })
})
