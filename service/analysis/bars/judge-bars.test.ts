import { describe, expect, test } from 'vitest'
import { tradingDaysUpTo } from '#service/markets/calendar.ts'
import type { Bars, Chain, Day } from '#service/markets/market.ts'
import { chainOf } from '#service/analysis/reference/synthetic-market.fixture.ts'
import { judgeBars } from './judge-bars.ts'
import { yearRange } from './year-range.ts'
import { unadjusted, walk } from './walk.fixture.ts'

const lastSession = '2026-08-21'
const closeOf = (bars: Bars): number => bars.close.at(-1)!
/** Options listed around one price, quoted at another. */
const listed = (strikesAround: number, underlyingPrice: number, today: Day = lastSession): Chain => ({
  ...chainOf({ spot: strikesAround, today, days: [30], volatility: () => 0.3 }),
  underlyingPrice,
})

describe('bars are judged', () => {
  test('good ones are given as they are', () => {
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
  ] as const)('%s: every column is empty, the last day is told', (reason, bars, lastDay) => {
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

  test('a bar of the running session is current, a bar of the session before it is old once that has closed', () => {
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

  test.each([10, 4, 2, 0.1])('%d for 1 since the last bar is taken out of all of them', (factor) => {
    const now = (close / factor) * 1.02
    const judged = judge(listed(now, now, monday), now)
    expect(judged.reason).toBeNull()
    expect(judged.splits).toEqual([{ day: monday, factor }])
    expect(judged.lastClose).toBeCloseTo(close / factor, 9)
    expect(judged.close.at(-1)).toBeCloseTo(close / factor, 9)
    expect(judged.high[0]).toBeCloseTo(bars.high[0]! / factor, 9)
    expect(judged.volume[7]).toBeCloseTo(bars.volume[7]! * factor, 3)
  })

  test('of one day, with a price that sides with the bars, nobody can tell who is right', () => {
    expect(judge(listed(close / 10, close / 10), close).reason).toBe('unresolved-split')
  })

  test('a ratio of no split is not believed', () => {
    expect(judge(listed(close / 4.58, close / 4.58, monday)).reason).toBe('unresolved-split')
  })

  test('a crash since the last bar leaves the strikes where they were: nothing is scaled', () => {
    const judged = judge(listed(close, close / 2, monday), close / 2)
    expect(judged).toMatchObject({ reason: null, splits: [], lastClose: close })
    expect(judged.close).toBe(bars.close)
  })

  test('a wrong price in the chain alone changes nothing', () => {
    expect(judge(listed(close, close / 10), close)).toMatchObject({ reason: null, splits: [] })
    expect(judge(listed(close, close / 10)).reason).toBe('unresolved-split')
  })

  test('a chain older than the bars says nothing about them', () => {
    expect(judge(listed(close / 10, close / 10, '2026-08-14'))).toMatchObject({ reason: null, splits: [] })
  })

  test('neither does an ordinary move, nor a chain without contracts', () => {
    expect(judge(listed(close, close * 1.3, monday), close * 1.3)).toMatchObject({ reason: null, splits: [] })
    expect(judge({ ...listed(close / 10, close / 10, monday), contracts: [] })).toMatchObject({
      reason: null,
    })
  })
})

describe('the range of the year', () => {
  test('goes by the calendar: 52 weeks, however many bars lie in them', () => {
    const days = tradingDaysUpTo(lastSession, 270)
    const bars = walk(1, 270)
    const before = days.findIndex((day) => day >= '2025-08-22')
    bars.high[before - 1] = 1000
    bars.low[before] = 1
    expect(yearRange(bars, undefined)).toEqual({ low: 1, high: Math.max(...bars.high.subarray(before)) })
    // Every second bar missing: as far back, with fewer bars.
    const half = (values: Float64Array) => values.filter((_, i) => (i - before) % 2 === 0)
    const thin = {
      date: days.filter((_, i) => (i - before) % 2 === 0),
      open: half(bars.open),
      high: half(bars.high),
      low: half(bars.low),
      close: half(bars.close),
      volume: half(bars.volume),
    }
    expect(yearRange(thin, undefined)?.low).toBe(1)
    expect(yearRange(thin, undefined)?.high).toBeLessThan(1000)
  })

  test('is the source’s own where it has one of that day on that scale: bars may be adjusted for dividends', () => {
    const bars = walk(1)
    const own = yearRange(bars, undefined)!
    const given = { low: own.low * 1.03, high: own.high * 1.001, day: lastSession }
    expect(yearRange(bars, undefined, given)).toEqual({ low: given.low, high: given.high })
    expect(yearRange(bars, given.high + 1, given)?.high).toBe(given.high + 1)
    for (const other of [
      { ...given, day: '2026-08-20' },
      { ...given, day: '2026-08-24' },
      { ...given, low: given.low * 4, high: given.high * 4 },
      { ...given, low: own.low * 0.9 },
    ])
      expect(yearRange(bars, undefined, other)).toEqual(own)
  })

  test('takes the last price in, and there is none without bars', () => {
    expect(yearRange(walk(1), 1e4)?.high).toBe(1e4)
    expect(yearRange(walk(1), 0.5)?.low).toBe(0.5)
    expect(yearRange(walk(1, 0), 5)).toBeUndefined()
  })

  test('is on the scale of the last bar where a split lay within', () => {
    const good = walk(1)
    const judged = judgeBars(unadjusted(good, 100, 4), { lastSession })
    expect(yearRange(judged, undefined)?.high).toBeCloseTo(yearRange(good, undefined)!.high, 9)
    expect(yearRange(judged, undefined)?.low).toBeCloseTo(yearRange(good, undefined)!.low, 9)
  })
})
