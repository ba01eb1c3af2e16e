import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { dayNumber, dayText, linearScale, priceDomain, priceTicks, timeTicks } from './scales.ts'
import { declutter } from './price-tags.tsx'
import { expectedCone, expectedMove, trendBand } from './series.ts'

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
  test('a flat price stands in the middle', () => expect(linearScale([5, 5], [0, 100])(5)).toBe(50))
})

describe('the price range', () => {
  test('shows all closes, with air', () => {
    fc.assert(
      fc.property(
        fc.array(price, { minLength: 1, maxLength: 50 }),
        fc.array(price, { maxLength: 4 }),
        (closes, levels) => {
          const [low, high] = priceDomain(closes, levels)
          expect(low).toBeLessThanOrEqual(Math.min(...closes))
          expect(high).toBeGreaterThanOrEqual(Math.max(...closes))
          expect(high).toBeGreaterThan(low)
          expect(low).toBeGreaterThanOrEqual(0)
        },
      ),
    )
  })
  test('takes in a near level but does not let a far one flatten the line', () => {
    expect(priceDomain([100, 110], [112])[1]).toBeGreaterThan(112)
    expect(priceDomain([100, 110], [300])[1]).toBeLessThan(112)
  })
  test('ticks are round and inside', () => {
    expect(priceTicks([98.3, 117.2], 5)).toEqual([100, 105, 110, 115])
    expect(priceTicks([0.111, 0.152], 4)).toEqual([0.12, 0.14])
    expect(priceTicks([5, 5], 4)).toEqual([])
  })
})

describe('the time axis', () => {
  test('labels Mondays of a month and firsts of the months of a year', () => {
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
  test('has room for every label, and all of them are in the time shown', () => {
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
  test('is one standard deviation: 20 % volatility over a year is 20 %, over a quarter of it 10 %', () => {
    expect(expectedMove(0.2, 365)).toBeCloseTo(0.2, 12)
    expect(expectedMove(0.2, 365 / 4)).toBeCloseTo(0.1, 12)
  })
  test('starts at the last close, ends at the expiry and grows with the root of time', () => {
    const move = 50 * expectedMove(0.3, 65)
    const cone = expectedCone({ day: 100, price: 50 }, { day: 165, low: 50 - move, high: 50 + move })
    expect(cone[0]).toEqual({ day: 100, low: 50, high: 50 })
    expect(cone.at(-1)!.day).toBe(165)
    for (const { day, low, high } of cone) {
      expect(high - 50).toBeCloseTo(50 * 0.3 * Math.sqrt((day - 100) / 365), 9)
      expect(50 - low).toBeCloseTo(high - 50, 9)
    }
  })
  test('says nothing without volatility or future, and never goes under zero', () => {
    expect(expectedCone({ day: 0, price: 50 }, null)).toEqual([])
    expect(expectedCone({ day: 30, price: 50 }, { day: 30, low: 40, high: 60 })).toEqual([])
    const deep = expectedCone({ day: 0, price: 50 }, { day: 365, low: -100, high: 200 })
    expect(Math.min(...deep.map(({ low }) => low))).toBe(0)
  })
  test('reaches the very edges that the card shows, also where the last close is not the price they were worked out at', () => {
    const end = expectedCone({ day: 0, price: 51 }, { day: 49, low: 44, high: 56 }).at(-1)!
    expect(end).toEqual({ day: 49, low: 44, high: 56 })
  })
})

describe('the trend band', () => {
  test('a straight line has no width', () => {
    const band = trendBand([9, 9, 1, 2, 3, 4, 5], 5)!
    expect(band).toMatchObject({ from: 2, to: 6 })
    expect(band.start).toBeCloseTo(1, 12)
    expect(band.end).toBeCloseTo(5, 12)
    expect(band.deviation).toBeCloseTo(0, 12)
  })
  test('is the least-squares line: no other line through the closes is nearer', () => {
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
  test('two closes make no trend', () => expect(trendBand([1, 2], 21)).toBeNull())
})

describe('price tags at the edge', () => {
  const tag = fc.record({
    y: fc.double({ min: -50, max: 400, noNaN: true }),
    kind: fc.constantFrom('R', 'S', 'now'),
    weight: fc.constantFrom(1, 8),
  })
  const gap = 18

  test('never lie over each other, never leave the chart, keep their order and none is lost', () => {
    fc.assert(
      fc.property(
        fc.array(tag, { maxLength: 14 }),
        fc.integer({ min: 0, max: 30 }),
        fc.integer({ min: 0, max: 300 }),
        (tags, top, height) => {
          const placed = declutter(tags, top, top + height, gap)
          placed.forEach(({ at }, i) => {
            expect(at).toBeGreaterThanOrEqual(top - 1e-6)
            expect(at).toBeLessThanOrEqual(top + height + 1e-6)
            if (i > 0) expect(at - placed[i - 1]!.at).toBeGreaterThanOrEqual(gap - 1e-6)
          })
          expect(placed.flatMap((place) => place.tags)).toEqual(tags.toSorted((a, b) => a.y - b.y))
        },
      ),
    )
  })
  test('stay where they are when they are far enough apart', () => {
    const tags = [40, 60, 100].map((y) => ({ y, kind: 'R' }))
    expect(declutter(tags, 0, 200, gap).map(({ at }) => at)).toEqual([40, 60, 100])
  })
  test('two at one price move apart evenly; the heavy one hardly moves', () => {
    expect(
      declutter(
        [
          { y: 50, kind: 'R' },
          { y: 50, kind: 'S' },
        ],
        0,
        200,
        gap,
      ).map(({ at }) => at),
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
    expect(heavy!.at).toBeCloseTo(52, 6)
    expect(light!.at).toBeCloseTo(34, 6)
  })
  test('with no room for all, the nearest of one kind are merged', () => {
    const tags = [
      { y: 0, kind: 'R' },
      { y: 4, kind: 'S' },
      { y: 20, kind: 'S' },
    ]
    expect(declutter(tags, 0, 18, gap).map(({ tags: merged }) => merged.length)).toEqual([1, 2])
  })
})
