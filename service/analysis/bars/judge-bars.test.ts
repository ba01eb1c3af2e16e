import { describe, expect, test } from 'vitest'
import { tradingDaysUpTo } from '#service/markets/calendar.ts'
import type { Bars, Chain, Day } from '#service/markets/market.ts'
import { chainOf } from '#service/analysis/reference/synthetic-market.fixture.ts'
import { judgeBars } from './judge-bars.ts'
import { yearRange } from './year-range.ts'
import { unadjusted, walk } from './walk.fixture.ts'

const lastSession = '2026-08-21'
const closeOf = (bars: Bars): number => bars.close.at(-1)!
/** A chain with strikes around one price and an underlying quoted at another. */
const chainListedAround = (
  strikesAround: number,
  underlyingPrice: number,
  today: Day = lastSession,
): Chain => ({
  ...chainOf({ spot: strikesAround, today, days: [30], volatility: () => 0.3 }),
  underlyingPrice,
})

describe('judgeBars', () => {
  test('returns good bars unchanged', () => {
    const bars = walk(1)
    const judged = judgeBars(bars, { lastSession })
    expect(judged).toEqual({
      ...bars,
      reason: null,
      lastDay: lastSession,
      lastClose: closeOf(bars),
      splits: [],
    })
  })

  test.each([
    ['no-bars', undefined, null],
    ['no-bars', walk(1, 0), null],
    ['old-bars', walk(1, 300, undefined, '2026-08-20'), '2026-08-20'],
    ['old-bars', walk(1, 300, undefined, '2026-02-27'), '2026-02-27'],
    ['too-few-bars', walk(1, 49), lastSession],
    ['flat-bars', { ...walk(1), close: walk(1).close.fill(50, 280) }, lastSession],
    ['unresolved-split', { ...unadjusted(walk(1), 30, 4), volume: walk(1).volume.fill(1e6) }, lastSession],
  ] as const)('%s: every column is empty and the last day is returned', (reason, bars, lastDay) => {
    expect(judgeBars(bars, { lastSession })).toEqual({
      date: [],
      open: new Float64Array(),
      high: new Float64Array(),
      low: new Float64Array(),
      close: new Float64Array(),
      volume: new Float64Array(),
      reason,
      lastDay,
      lastClose: bars?.close.at(-1) ?? null,
      splits: [],
    })
  })

  test('fifty bars are enough, and a close that moved once in twenty days is not flat', () => {
    expect(judgeBars(walk(1, 50), { lastSession }).reason).toBeNull()
    const bars = walk(1)
    bars.close.fill(bars.close[281]!, 281)
    expect(judgeBars(bars, { lastSession }).reason).toBeNull()
  })

  test('the bar of a running session is current; the previous bar is old once that session has closed', () => {
    const bars = walk(1)
    expect(judgeBars(bars, { lastSession: '2026-08-20' }).reason).toBeNull()
    expect(judgeBars(bars, { lastSession: '2026-08-24' })).toMatchObject({
      reason: 'old-bars',
      lastDay: lastSession,
    })
  })
})

describe('a split between bars and chain', () => {
  const bars = walk(3)
  const close = closeOf(bars)
  const monday = '2026-08-24'
  const judge = (chain: Chain, price?: number) => judgeBars(bars, { lastSession, chain, price })

  test.each([10, 4, 2, 0.1])('%d for 1 since the last bar is applied to all bars', (factor) => {
    const newPrice = (close / factor) * 1.02
    const judged = judge(chainListedAround(newPrice, newPrice, monday), newPrice)
    expect(judged.reason).toBeNull()
    expect(judged.splits).toEqual([{ day: monday, factor }])
    expect(judged.lastClose).toBeCloseTo(close / factor, 9)
    expect(judged.close.at(-1)).toBeCloseTo(close / factor, 9)
    expect(judged.high[0]).toBeCloseTo(bars.high[0]! / factor, 9)
    expect(judged.volume[7]).toBeCloseTo(bars.volume[7]! * factor, 3)
  })

  test('on the day of the last bar, with a price that confirms the bars, is unresolved', () => {
    expect(judge(chainListedAround(close / 10, close / 10), close).reason).toBe('unresolved-split')
  })

  test('a ratio that is not in the list is unresolved', () => {
    expect(judge(chainListedAround(close / 4.58, close / 4.58, monday)).reason).toBe('unresolved-split')
  })

  test('a crash since the last bar leaves the strikes around the old price: nothing is scaled', () => {
    const judged = judge(chainListedAround(close, close / 2, monday), close / 2)
    expect(judged).toMatchObject({ reason: null, splits: [], lastClose: close })
    expect(judged.close).toBe(bars.close)
  })

  test('a wrong price in the chain changes nothing if the last price confirms the bars', () => {
    expect(judge(chainListedAround(close, close / 10), close)).toMatchObject({ reason: null, splits: [] })
    expect(judge(chainListedAround(close, close / 10)).reason).toBe('unresolved-split')
  })

  test('a chain older than the bars is ignored', () => {
    expect(judge(chainListedAround(close / 10, close / 10, '2026-08-14'))).toMatchObject({
      reason: null,
      splits: [],
    })
  })

  test('an ordinary move and a chain without contracts are ignored', () => {
    expect(judge(chainListedAround(close, close * 1.3, monday), close * 1.3)).toMatchObject({
      reason: null,
      splits: [],
    })
    expect(judge({ ...chainListedAround(close / 10, close / 10, monday), contracts: [] })).toMatchObject({
      reason: null,
    })
  })
})

describe('yearRange', () => {
  test('covers 52 calendar weeks, however many bars they contain', () => {
    const days = tradingDaysUpTo(lastSession, 270)
    const bars = walk(1, 270)
    const yearStart = days.findIndex((day) => day >= '2025-08-22')
    bars.high[yearStart - 1] = 1000
    bars.low[yearStart] = 1
    expect(yearRange(bars, undefined)).toEqual({ low: 1, high: Math.max(...bars.high.subarray(yearStart)) })
    // With every second bar missing, the range covers the same weeks with fewer bars.
    const everySecond = (values: Float64Array) => values.filter((_, i) => (i - yearStart) % 2 === 0)
    const sparse = {
      date: days.filter((_, i) => (i - yearStart) % 2 === 0),
      open: everySecond(bars.open),
      high: everySecond(bars.high),
      low: everySecond(bars.low),
      close: everySecond(bars.close),
      volume: everySecond(bars.volume),
    }
    expect(yearRange(sparse, undefined)?.low).toBe(1)
    expect(yearRange(sparse, undefined)?.high).toBeLessThan(1000)
  })

  test('is the range of the source if it is of the same day and scale, since bars may be adjusted for dividends', () => {
    const bars = walk(1)
    const barRange = yearRange(bars, undefined)!
    const sourceRange = { low: barRange.low * 1.03, high: barRange.high * 1.001, day: lastSession }
    expect(yearRange(bars, undefined, sourceRange)).toEqual({ low: sourceRange.low, high: sourceRange.high })
    expect(yearRange(bars, sourceRange.high + 1, sourceRange)?.high).toBe(sourceRange.high + 1)
    for (const unusable of [
      { ...sourceRange, day: '2026-08-20' },
      { ...sourceRange, day: '2026-08-24' },
      { ...sourceRange, low: sourceRange.low * 4, high: sourceRange.high * 4 },
      { ...sourceRange, low: barRange.low * 0.9 },
    ])
      expect(yearRange(bars, undefined, unusable)).toEqual(barRange)
  })

  test('includes the last price, and is undefined without bars', () => {
    expect(yearRange(walk(1), 1e4)?.high).toBe(1e4)
    expect(yearRange(walk(1), 0.5)?.low).toBe(0.5)
    expect(yearRange(walk(1, 0), 5)).toBeUndefined()
  })

  test('is on the scale of the last bar after a split', () => {
    const adjusted = walk(1)
    const judged = judgeBars(unadjusted(adjusted, 100, 4), { lastSession })
    expect(yearRange(judged, undefined)?.high).toBeCloseTo(yearRange(adjusted, undefined)!.high, 9)
    expect(yearRange(judged, undefined)?.low).toBeCloseTo(yearRange(adjusted, undefined)!.low, 9)
  })
})
