/**
 * Conditions for a level: pivots at similar prices, not crossed recently, not too far from the
 * price.
 */
import { describe, expect, test } from 'vitest'
import type { Bars } from '#service/markets/market.ts'
import { config } from '#service/analysis/config.ts'
import { levelsAround, type PriceLevel } from './levels.ts'
import { barsOf } from '#service/analysis/reference/synthetic-inputs.fixture.ts'
import { hasRecorded, recordedBars } from '#service/analysis/reference/oracle-data.fixture.ts'

/** Bars whose closes move in a straight line to each corner, over its number of days. */
const zigzag = (...corners: readonly (readonly [days: number, price: number])[]): Bars => {
  const closes: number[] = []
  let startPrice = corners[0]![1]
  for (const [days, endPrice] of corners) {
    for (let i = 1; i <= days; i++) closes.push(startPrice + ((endPrice - startPrice) * i) / days)
    startPrice = endPrice
  }
  return barsOf(closes)
}
const findNear = (levels: readonly PriceLevel[], value: number, tolerance = 1): PriceLevel | undefined =>
  levels.find((level) => Math.abs(level.value - value) <= tolerance)

describe('a level', () => {
  test('counts each pivot once and has the day of the last one', () => {
    const bars = zigzag([60, 100], [20, 90], [20, 100], [20, 90], [20, 104], [20, 90], [10, 97])
    const support = findNear(levelsAround(bars, 97).support, 90 * 0.995)!
    expect(support.touches).toBe(3)
    expect(support.day).toBe(bars.date.at(-11))
  })

  test('is stronger with more touches, later touches and more volume', () => {
    const strengthOf = (bars: Bars) => findNear(levelsAround(bars, 97, 0.3).support, 90 * 0.995)!.strength
    const twice = zigzag([60, 100], [20, 90], [20, 100], [20, 90], [10, 97])
    const once = zigzag([60, 100], [20, 95], [20, 100], [20, 90], [10, 97])
    const twiceEarlier = zigzag([20, 100], [20, 90], [20, 100], [20, 90], [50, 97])
    const heavy = { ...twice, volume: twice.volume.map((shares, i) => (i === 119 ? shares * 5 : shares)) }
    expect(strengthOf(twice)).toBeGreaterThan(strengthOf(once))
    expect(strengthOf(twice)).toBeGreaterThan(strengthOf(twiceEarlier))
    expect(strengthOf(heavy)).toBeGreaterThan(strengthOf(twice))
  })

  test('is kept if the price crossed it long ago, and dropped if the price crossed it recently', () => {
    // Up and down through 100 six times, then a double bottom on it.
    const crossings = Array.from({ length: 6 }, (_, i) => [14, i % 2 ? 92 : 108] as const)
    const crossedLongAgo = zigzag(
      [10, 92],
      ...crossings,
      [40, 120],
      [12, 100],
      [12, 112],
      [12, 100],
      [8, 110],
    )
    expect(findNear(levelsAround(crossedLongAgo, 110).support, 100 * 0.995)?.touches).toBe(2)
    const crossedRecently = zigzag(
      [100, 100],
      [5, 96],
      ...crossings.map(([, price]) => [8, price] as const),
      [4, 101],
    )
    expect(findNear(levelsAround(crossedRecently, 101).support, 100, 1.5)).toBeUndefined()
  })

  test('is not crossed by closes within its band', () => {
    /** Two pivots at 98, then closes that alternate `step` dollars above and below it, then a rise. */
    const barsAroundLevel = (step: number): Bars => {
      const tail = Array.from({ length: 16 }, (_, i) => 98 + (i % 2 ? step : -step))
      const bars = barsOf([
        ...zigzag([10, 90], [50, 120], [20, 100], [10, 112], [10, 100]).close,
        ...tail,
        ...Array.from({ length: 20 }, (_, i) => 100 + i / 2),
      ])
      const isTail = (i: number) => i >= 100 && i < 116
      return {
        ...bars,
        high: bars.close.map((value, i) => value + (isTail(i) ? 0 : 2)),
        low: bars.close.map((value, i) => (isTail(i) ? Math.max(value, 98) : value - 2)),
      }
    }
    expect(
      findNear(levelsAround(barsAroundLevel(0.8), 109.5, 0.4).support, 98)?.touches,
    ).toBeGreaterThanOrEqual(2)
    expect(findNear(levelsAround(barsAroundLevel(4), 109.5, 0.4).support, 98)).toBeUndefined()
  })

  test('is at most three expected 60-day moves away, by implied and by realised volatility', () => {
    const bars = zigzag([40, 150], [40, 100], [120, 101], [20, 100], [20, 101])
    const { maxMoves, moveDays, daysPerYear } = { ...config.levels, ...config }
    const maxDistance = (volatility: number) =>
      maxMoves * 101 * volatility * Math.sqrt(moveDays / daysPerYear)
    expect(maxDistance(0.45)).toBeGreaterThan(50)
    expect(findNear(levelsAround(bars, 101, 0.45).resistance, 150)).toBeDefined()
    expect(
      levelsAround(bars, 101, 0.3).resistance.filter(({ value }) => value > 101 + maxDistance(0.3)),
    ).toEqual([])
    expect(findNear(levelsAround(bars, 101, 0.3).resistance, 150)).toBeUndefined()
    // The realised volatility of the quiet days allows even less.
    expect(findNear(levelsAround(bars, 101).resistance, 150)).toBeUndefined()
  })

  test('is also the high and the low of the window, with the number and last day of touches', () => {
    const bars = zigzag([100, 130], [20, 110], [20, 129.9], [20, 105], [20, 118])
    const { support, resistance } = levelsAround(bars, 118, 0.4)
    const top = resistance.at(-1)!
    expect(top.value).toBeCloseTo(130 * 1.005, 9)
    expect(top.touches).toBe(2)
    expect(top.day).toBe(bars.date[139])
    expect(support.at(-1)!.value).toBeLessThanOrEqual(105)
  })
})

const folder = 'bars-2025-08-22_2026-08-21'
describe.skipIf(!hasRecorded(folder))(`recorded bars (need ../shared/market-data/${folder})`, () => {
  test.each([
    ['HOOD', 'resistance', 118, 121, 3],
    ['NVDA', 'support', 189, 190.5, 2],
    ['TSLA', 'resistance', 409, 446, 3],
    ['META', 'resistance', 605, 686, 3],
  ] as const)('%s has the known level of %s from %d to %d', (symbol, side, lower, upper, touches) => {
    const bars = recordedBars(symbol)
    const levels = levelsAround(bars, bars.close.at(-1)!)[side]
    const levelsInRange = levels.filter(({ value }) => value >= lower && value <= upper)
    expect(levelsInRange.length, levels.map(({ value }) => value.toFixed(1)).join(' ')).toBeGreaterThan(0)
    expect(Math.max(...levelsInRange.map((level) => level.touches))).toBeGreaterThanOrEqual(touches)
  })
})
