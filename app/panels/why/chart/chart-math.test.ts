import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  axisTicks,
  dayAtSession,
  dayNumber,
  dayText,
  linearScale,
  priceDomain,
  priceTicks,
  sessionIndexOf,
  timeTicks,
} from './scales.ts'
import { declutter } from './price-tags.tsx'
import { coneBetween, expectedCone, expectedMove, isWeekRunning, trendBand } from './series.ts'

const price = fc.double({ min: 0.01, max: 5000, noNaN: true })

describe('the linear scale', () => {
  test('maps the ends of the domain to the ends of the range and back', () => {
    fc.assert(
      fc.property(price, price, fc.integer({ min: 1, max: 2000 }), (low, span, size) => {
        const y = linearScale([low, low + span], [size, 0])
        expect(y(low)).toBeCloseTo(size, 6)
        expect(y(low + span)).toBeCloseTo(0, 6)
        expect(y.invert(y(low + span / 3))).toBeCloseTo(low + span / 3, 6)
      }),
    )
  })
  test('maps an empty domain to the middle', () => expect(linearScale([5, 5], [0, 100])(5)).toBe(50))
})

describe('the price range', () => {
  const near = (optional: readonly number[]) => ({ preferred: [], optional, isCurrent: true })

  test('contains all closes, with a margin', () => {
    fc.assert(
      fc.property(
        fc.array(price, { minLength: 1, maxLength: 50 }),
        fc.array(price, { maxLength: 4 }),
        (closes, levels) => {
          const [low, high] = priceDomain(closes, near(levels))
          expect(low).toBeLessThanOrEqual(Math.min(...closes))
          expect(high).toBeGreaterThanOrEqual(Math.max(...closes))
          expect(high).toBeGreaterThan(low)
          expect(low).toBeGreaterThanOrEqual(0)
        },
      ),
    )
  })
  test('includes a near level, but no distant level, which would flatten the line', () => {
    expect(priceDomain([100, 110], near([112]))[1]).toBeGreaterThan(112)
    expect(priceDomain([100, 110], near([300]))[1]).toBeLessThan(112)
  })
  test('includes a strike far from the price, but hardly widens for one while the price is not visible', () => {
    const near = { preferred: [122], optional: [], isCurrent: true }
    expect(priceDomain([100, 110], near)[1]).toBeGreaterThan(122)
    expect(priceDomain([100, 110], { ...near, isCurrent: false })[1]).toBeLessThan(112)
  })
  test('has at least four labels in any plot of 120 px or more, with room for each text', () => {
    fc.assert(
      fc.property(
        price,
        fc.double({ min: 0.002, max: 2, noNaN: true }),
        fc.integer({ min: 120, max: 500 }),
        (low, share, height) => {
          const domain = [low, low * (1 + share)] as const
          const ticks = axisTicks(domain, height, 1)
          expect(ticks.length).toBeGreaterThanOrEqual(4)
          const y = linearScale(domain, [height, 0])
          expect(y(ticks[0]!) - y(ticks[1]!)).toBeGreaterThan(12)
        },
      ),
    )
  })
  test('has round ticks inside the range', () => {
    expect(priceTicks([98.3, 117.2], 5)).toEqual([100, 105, 110, 115])
    expect(priceTicks([0.111, 0.152], 4)).toEqual([0.12, 0.14])
    expect(priceTicks([5, 5], 4)).toEqual([])
  })
})

describe('the time axis', () => {
  test('labels the Mondays of a month, and the first days of the months of a year', () => {
    const month = timeTicks(dayNumber('2026-10-14'), dayNumber('2026-11-12'), 400)
    expect(month.unit).toBe('day')
    expect(month.days.map(dayText)).toEqual(['2026-10-19', '2026-10-26', '2026-11-02', '2026-11-09'])
    const year = timeTicks(dayNumber('2025-11-12'), dayNumber('2026-12-12'), 320)
    expect(year.unit).toBe('month')
    expect(year.days.map(dayText)).toEqual([
      '2026-01-01',
      '2026-03-01',
      '2026-05-01',
      '2026-07-01',
      '2026-09-01',
      '2026-11-01',
    ])
  })
  test('labels every second Monday if not every Monday fits', () => {
    const { days, unit } = timeTicks(dayNumber('2026-10-01'), dayNumber('2026-12-31'), 460)
    expect([unit, days.length]).toEqual(['day', 6])
    expect(new Set(days.slice(1).map((day, i) => day - days[i]!))).toEqual(new Set([14]))
  })
  test('gives each weekday after the last bar the width of a bar, and no width to weekends', () => {
    // Thursday and Friday.
    const days = ['2026-11-12', '2026-11-13'].map(dayNumber)
    const indexes = ['2026-11-12', '2026-11-13', '2026-11-16', '2026-11-20', '2026-11-23', '2026-12-11']
    expect(indexes.map((day) => sessionIndexOf(days, dayNumber(day)))).toEqual([0, 1, 2, 6, 7, 21])
    expect(sessionIndexOf(days, dayNumber('2026-11-21'))).toBe(7)
    for (const index of [0, 1, 2, 6, 7, 21])
      expect(sessionIndexOf(days, dayAtSession(days, index))).toBe(index)
  })
  test('has space for each label, and no label outside the visible time', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 10_000, max: 25_000 }),
        fc.integer({ min: 1, max: 500 }),
        fc.integer({ min: 100, max: 900 }),
        (from, span, width) => {
          const { days, unit } = timeTicks(from, from + span, width)
          expect(days.length * (unit === 'day' ? 58 : 44)).toBeLessThanOrEqual(width + 44)
          for (const day of days) expect(day >= from && day <= from + span).toBe(true)
        },
      ),
    )
  })
})

describe('the expected move', () => {
  test('is one standard deviation: for 20 % volatility 20 % in a year and 10 % in a quarter', () => {
    expect(expectedMove(0.2, 365)).toBeCloseTo(0.2, 12)
    expect(expectedMove(0.2, 365 / 4)).toBeCloseTo(0.1, 12)
  })
  test('starts at the last close, ends at the expiry, and grows with the square root of time', () => {
    const move = 50 * expectedMove(0.3, 65)
    const cone = expectedCone({ index: 100, price: 50 }, { index: 145, low: 50 - move, high: 50 + move })
    expect(cone[0]).toEqual({ index: 100, low: 50, high: 50 })
    expect(cone.at(-1)!.index).toBe(145)
    for (const { index, low, high } of cone) {
      expect(high - 50).toBeCloseTo(move * Math.sqrt((index - 100) / 45), 9)
      expect(50 - low).toBeCloseTo(high - 50, 9)
    }
  })
  test('is empty without a later range, and never below zero', () => {
    expect(expectedCone({ index: 0, price: 50 }, null)).toEqual([])
    expect(expectedCone({ index: 30, price: 50 }, { index: 30, low: 40, high: 60 })).toEqual([])
    const coneBelowZero = expectedCone({ index: 0, price: 50 }, { index: 365, low: -100, high: 200 })
    expect(Math.min(...coneBelowZero.map(({ low }) => low))).toBe(0)
  })
  test('ends exactly at the given range, even if that was computed from a price other than the last close', () => {
    const end = expectedCone({ index: 0, price: 51 }, { index: 49, low: 44, high: 56 }).at(-1)!
    expect(end).toEqual({ index: 49, low: 44, high: 56 })
  })
  test('is cut at the edges of the visible time', () => {
    const cone = expectedCone({ index: 0, price: 50 }, { index: 100, low: 40, high: 60 })
    const visible = coneBetween(cone, -20, 25)
    expect(visible[0]).toEqual({ index: 0, low: 50, high: 50 })
    expect(visible.at(-1)).toEqual({ index: 25, low: 45, high: 55 })
    expect(coneBetween(cone, -40, -1)).toEqual([])
    expect(coneBetween(cone, 25, 100)[0]!.low).toBe(45)
  })
})

describe('the trend band', () => {
  test('has no width for closes on a straight line', () => {
    const band = trendBand([9, 9, 1, 2, 3, 4, 5], 5)!
    expect(band).toMatchObject({ from: 2, to: 6 })
    expect(band.start).toBeCloseTo(1, 12)
    expect(band.end).toBeCloseTo(5, 12)
    expect(band.deviation).toBeCloseTo(0, 12)
  })
  test('is the least-squares line: no other line has a smaller squared error', () => {
    fc.assert(
      fc.property(
        fc.array(price, { minLength: 3, maxLength: 60 }),
        fc.double({ min: -5, max: 5, noNaN: true }),
        fc.double({ min: -5, max: 5, noNaN: true }),
        (closes, a, b) => {
          const band = trendBand(closes, 126)!
          const n = closes.length
          const error = (start: number, end: number) =>
            closes.reduce((sum, close, i) => sum + (close - (start + ((end - start) * i) / (n - 1))) ** 2, 0)
          expect(error(band.start, band.end)).toBeLessThanOrEqual(
            error(band.start + a, band.end + b) * (1 + 1e-9) + 1e-6,
          )
          expect(band.deviation).toBeCloseTo(Math.sqrt(error(band.start, band.end) / n), 4)
        },
      ),
    )
  })
  test('is null for two closes', () => expect(trendBand([1, 2], 21)).toBeNull())
})

describe('price tags at the edge', () => {
  const tag = fc.record({
    y: fc.double({ min: -50, max: 400, noNaN: true }),
    kind: fc.constantFrom('R', 'S', 'now'),
    weight: fc.constantFrom(1, 8),
  })
  const gap = 18

  test('never overlap, stay inside the chart, keep their order, and are all placed', () => {
    fc.assert(
      fc.property(
        fc.array(tag, { maxLength: 14 }),
        fc.integer({ min: 0, max: 30 }),
        fc.integer({ min: 0, max: 300 }),
        (tags, top, height) => {
          const placed = declutter(tags, top, top + height, gap)
          placed.forEach(({ center }, i) => {
            expect(center).toBeGreaterThanOrEqual(top - 1e-6)
            expect(center).toBeLessThanOrEqual(top + height + 1e-6)
            if (i > 0) expect(center - placed[i - 1]!.center).toBeGreaterThanOrEqual(gap - 1e-6)
          })
          expect(placed.flatMap((group) => group.tags)).toEqual(tags.toSorted((a, b) => a.y - b.y))
        },
      ),
    )
  })
  test('keep their positions if they are far enough apart', () => {
    const tags = [40, 60, 100].map((y) => ({ y, kind: 'R' }))
    expect(declutter(tags, 0, 200, gap).map(({ center }) => center)).toEqual([40, 60, 100])
  })
  test('move apart evenly if they have the same price; a tag with a higher weight moves less', () => {
    expect(
      declutter(
        [
          { y: 50, kind: 'R' },
          { y: 50, kind: 'S' },
        ],
        0,
        200,
        gap,
      ).map(({ center }) => center),
    ).toEqual([41, 59])
    const [light, heavy] = declutter(
      [
        { y: 50, kind: 'R' },
        { y: 50, kind: 'now', weight: 8 },
      ],
      0,
      200,
      gap,
    )
    expect(heavy!.center).toBeCloseTo(52, 6)
    expect(light!.center).toBeCloseTo(34, 6)
  })
  test('are merged with the nearest tag of the same kind if they do not all fit', () => {
    const tags = [
      { y: 0, kind: 'R' },
      { y: 4, kind: 'S' },
      { y: 20, kind: 'S' },
    ]
    expect(declutter(tags, 0, 18, gap).map(({ tags: merged }) => merged.length)).toEqual([1, 2])
  })
})

test('a week runs from its first bar until Friday’s bar, Saturday or the next week', () => {
  const isRunning = (lastBar: string, today: string) => isWeekRunning(dayNumber(lastBar), dayNumber(today))
  expect(isRunning('2026-11-16', '2026-11-16')).toBe(true)
  expect(isRunning('2026-11-19', '2026-11-20')).toBe(true)
  expect(isRunning('2026-11-20', '2026-11-20')).toBe(false)
  // Good Friday has no bar.
  expect(isRunning('2026-04-02', '2026-04-04')).toBe(false)
  // On Monday, before its bar, the last bar is of the week before.
  expect(isRunning('2026-11-19', '2026-11-23')).toBe(false)
})
