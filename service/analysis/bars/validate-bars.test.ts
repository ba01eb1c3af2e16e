import { describe, expect, test } from 'vitest'
import { tradingDaysUpTo } from '#service/markets/calendar.ts'
import type { Bars, Chain, Day } from '#service/markets/market.ts'
import { chainOf } from '#service/analysis/reference/synthetic-inputs.fixture.ts'
import { validateBars } from './validate-bars.ts'
import { yearRange } from './year-range.ts'
import { withUnadjustedSplit, randomWalkBars } from './random-walk-bars.fixture.ts'

const lastSession = '2026-08-21'
const lastCloseOf = (bars: Bars): number => bars.close.at(-1)!
/** A chain with strikes around `strikesAround` and the underlying at `underlyingPrice`. */
const chainListedAround = (
  strikesAround: number,
  underlyingPrice: number,
  today: Day = lastSession,
): Chain => ({
  ...chainOf({ spot: strikesAround, today, days: [30], volatility: () => 0.3 }),
  underlyingPrice,
})

describe('validateBars', () => {
  test('returns valid bars unchanged', () => {
    const bars = randomWalkBars(1)
    const validatedBars = validateBars(bars, { lastSession })
    expect(validatedBars).toEqual({
      ...bars,
      reason: null,
      lastDay: lastSession,
      lastClose: lastCloseOf(bars),
      splits: [],
    })
  })

  test.each([
    ['no-bars', undefined, null],
    ['no-bars', randomWalkBars(1, 0), null],
    ['old-bars', randomWalkBars(1, 300, undefined, '2026-08-20'), '2026-08-20'],
    ['old-bars', randomWalkBars(1, 300, undefined, '2026-02-27'), '2026-02-27'],
    ['too-few-bars', randomWalkBars(1, 49), lastSession],
    ['flat-bars', { ...randomWalkBars(1), close: randomWalkBars(1).close.fill(50, 280) }, lastSession],
    [
      'unresolved-split',
      { ...withUnadjustedSplit(randomWalkBars(1), 30, 4), volume: randomWalkBars(1).volume.fill(1e6) },
      lastSession,
    ],
  ] as const)(
    '%s: returns empty columns, the reason, and day and close of the last bar',
    (reason, bars, lastDay) => {
      expect(validateBars(bars, { lastSession })).toEqual({
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
    },
  )

  test('accepts fifty bars, and closes that changed once in twenty days', () => {
    expect(validateBars(randomWalkBars(1, 50), { lastSession }).reason).toBeNull()
    const bars = randomWalkBars(1)
    bars.close.fill(bars.close[281]!, 281)
    expect(validateBars(bars, { lastSession }).reason).toBeNull()
  })

  test('accepts a last bar of the latest closed session or a later day, and refuses an earlier one as old', () => {
    const bars = randomWalkBars(1)
    expect(validateBars(bars, { lastSession: '2026-08-20' }).reason).toBeNull()
    expect(validateBars(bars, { lastSession: '2026-08-24' })).toMatchObject({
      reason: 'old-bars',
      lastDay: lastSession,
    })
  })
})

describe('a split between bars and chain', () => {
  const bars = randomWalkBars(3)
  const close = lastCloseOf(bars)
  const monday = '2026-08-24'
  const validate = (chain: Chain, price?: number) => validateBars(bars, { lastSession, chain, price })

  test.each([10, 4, 2, 0.1])('of %d for 1 after the last bar adjusts all bars', (factor) => {
    const newPrice = (close / factor) * 1.02
    const validatedBars = validate(chainListedAround(newPrice, newPrice, monday), newPrice)
    expect(validatedBars.reason).toBeNull()
    expect(validatedBars.splits).toEqual([{ day: monday, factor }])
    expect(validatedBars.lastClose).toBeCloseTo(close / factor, 9)
    expect(validatedBars.close.at(-1)).toBeCloseTo(close / factor, 9)
    expect(validatedBars.high[0]).toBeCloseTo(bars.high[0]! / factor, 9)
    expect(validatedBars.volume[7]).toBeCloseTo(bars.volume[7]! * factor, 3)
  })

  test('is unresolved if it is of the day of the last bar and the last price confirms the bars', () => {
    expect(validate(chainListedAround(close / 10, close / 10), close).reason).toBe('unresolved-split')
  })

  test('is unresolved if the ratio is not in the list', () => {
    expect(validate(chainListedAround(close / 4.58, close / 4.58, monday)).reason).toBe('unresolved-split')
  })

  test('is not detected in a crash, after which the strikes are still around the old price', () => {
    const validatedBars = validate(chainListedAround(close, close / 2, monday), close / 2)
    expect(validatedBars).toMatchObject({ reason: null, splits: [], lastClose: close })
    expect(validatedBars.close).toBe(bars.close)
  })

  test('is not detected from a wrong price in the chain, and unresolved if no last price confirms the bars', () => {
    expect(validate(chainListedAround(close, close / 10), close)).toMatchObject({ reason: null, splits: [] })
    expect(validate(chainListedAround(close, close / 10)).reason).toBe('unresolved-split')
  })

  test('is not detected from a chain older than the bars', () => {
    expect(validate(chainListedAround(close / 10, close / 10, '2026-08-14'))).toMatchObject({
      reason: null,
      splits: [],
    })
  })

  test('is not detected in an ordinary move, or from a chain without contracts', () => {
    expect(validate(chainListedAround(close, close * 1.3, monday), close * 1.3)).toMatchObject({
      reason: null,
      splits: [],
    })
    expect(validate({ ...chainListedAround(close / 10, close / 10, monday), contracts: [] })).toMatchObject({
      reason: null,
    })
  })
})

describe('yearRange', () => {
  test('covers 52 calendar weeks, however many bars they contain', () => {
    const days = tradingDaysUpTo(lastSession, 270)
    const bars = randomWalkBars(1, 270)
    const yearStart = days.findIndex((day) => day >= '2025-08-22')
    bars.high[yearStart - 1] = 1000
    bars.low[yearStart] = 1
    expect(yearRange(bars, undefined)).toEqual({ low: 1, high: Math.max(...bars.high.subarray(yearStart)) })
    // If every second bar is missing, the range covers the same weeks.
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

  test('is the source’s own range if that is of the same day and scale: bars may be adjusted for dividends', () => {
    const bars = randomWalkBars(1)
    const barRange = yearRange(bars, undefined)!
    const sourceRange = { low: barRange.low * 1.03, high: barRange.high * 1.001, day: lastSession }
    expect(yearRange(bars, undefined, sourceRange)).toEqual({ low: sourceRange.low, high: sourceRange.high })
    expect(yearRange(bars, sourceRange.high + 1, sourceRange)?.high).toBe(sourceRange.high + 1)
    for (const unusableRange of [
      { ...sourceRange, day: '2026-08-20' },
      { ...sourceRange, day: '2026-08-24' },
      { ...sourceRange, low: sourceRange.low * 4, high: sourceRange.high * 4 },
      { ...sourceRange, low: barRange.low * 0.9 },
    ])
      expect(yearRange(bars, undefined, unusableRange)).toEqual(barRange)
  })

  test('includes the last price, and is undefined without bars', () => {
    expect(yearRange(randomWalkBars(1), 1e4)?.high).toBe(1e4)
    expect(yearRange(randomWalkBars(1), 0.5)?.low).toBe(0.5)
    expect(yearRange(randomWalkBars(1, 0), 5)).toBeUndefined()
  })

  test('is on the scale of the last bar after a split', () => {
    const adjusted = randomWalkBars(1)
    const validatedBars = validateBars(withUnadjustedSplit(adjusted, 100, 4), { lastSession })
    expect(yearRange(validatedBars, undefined)?.high).toBeCloseTo(yearRange(adjusted, undefined)!.high, 9)
    expect(yearRange(validatedBars, undefined)?.low).toBeCloseTo(yearRange(adjusted, undefined)!.low, 9)
  })
})
