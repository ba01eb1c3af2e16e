import { describe, expect, it } from 'vitest'
import { tradingDaysUpTo } from '#service/markets/calendar.ts'
import type { Bars } from '#service/markets/market.ts'
import { joinBars } from './join-bars.ts'

describe('joining two sets of bars', () => {
  const days = tradingDaysUpTo('2026-08-21', 120)
  const makeBars = (from: number, to: number, scale: (i: number) => number): Bars => {
    const column = () => Float64Array.from(days.slice(from, to), (_, i) => (100 + from + i) * scale(from + i))
    return {
      date: days.slice(from, to),
      open: column(),
      high: column(),
      low: column(),
      close: column(),
      volume: new Float64Array(to - from).fill(7),
    }
  }

  it('scales older bars to remove a dividend adjustment, and leaves the newer prices unchanged', () => {
    const joined = joinBars(
      makeBars(50, 120, () => 1),
      makeBars(0, 80, () => 1.01),
    )
    expect(joined.date).toEqual(days)
    expect(joined.close[0]).toBeCloseTo(100, 10)
    expect(joined.close[119]).toBe(219)
  })

  it.each([
    ['a split', () => 4],
    ['unrelated prices', (i: number) => 1 + (i % 7) / 100],
  ])('does not join if the two sets differ by %s', (_, scale) => {
    const newer = makeBars(50, 120, () => 1)
    expect(joinBars(newer, makeBars(0, 80, scale))).toBe(newer)
  })

  it('does not join if fewer than twenty days are common', () => {
    const newer = makeBars(50, 120, () => 1)
    expect(
      joinBars(
        newer,
        makeBars(0, 60, () => 1),
      ),
    ).toBe(newer)
    expect(
      joinBars(
        newer,
        makeBars(0, 50, () => 1),
      ),
    ).toBe(newer)
  })
})
