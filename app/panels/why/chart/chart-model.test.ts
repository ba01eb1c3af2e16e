import { describe, expect, test } from 'vitest'
import type { History } from '#contract/responses/resources.ts'
import { fullWindow } from './bar-window.ts'
import { barAt, chartModel, type ChartInput, type ChartModel } from './chart-model.ts'
import { chartPaths } from './chart-drawing.tsx'
import { dayNumber, dayText } from './scales.ts'

/** `count` trading days up to Sep 15, 2026, with closes that rise in waves to about 232. */
const history = (range: History['range'] = '6M', count = 127): History => {
  const days: number[] = []
  for (let day = dayNumber('2026-09-15'); days.length < count; day--)
    if (![0, 6].includes(new Date(day * 86_400_000).getUTCDay())) days.unshift(day)
  const close = days.map((_, i) => 232 - (count - 1 - i) * 0.05 + 3 * Math.sin(i / 5))
  return {
    symbol: 'AAPL',
    range,
    date: days.map(dayText),
    open: close.map((price, i) => price + (i % 2 ? 0.5 : -0.5)),
    high: close.map((price) => price + 1),
    low: close.map((price) => price - 1),
    close,
    volume: close.map((_, i) => 1000 + i),
  }
}
const sampleLevel = (value: number) => ({ value, date: '2026-08-01T20:00:00Z', touches: 2, strength: 1 })
const expectedRangeOn = (day: string, deviation = 0.13) => ({
  day,
  low: 232 * (1 - deviation),
  high: 232 * (1 + deviation),
  deviation,
})
const input: ChartInput = {
  history: history(),
  window: fullWindow(127),
  levels: {
    support: [sampleLevel(224), sampleLevel(212), sampleLevel(190)],
    resistance: [sampleLevel(238), sampleLevel(246), sampleLevel(260)],
  },
  last: 232,
  expected: expectedRangeOn('2026-10-16', 0.04),
  contract: null,
  signals: [],
  earnings: '2026-10-01',
  exDividend: null,
  showCandles: false,
  showVolume: true,
  showTrend: true,
}
const size = { width: 480, height: 240, gutter: 70, isGutterLeft: false, textScale: 1 }
const modelOf = (change: Partial<ChartInput> = {}): ChartModel => chartModel({ ...input, ...change }, size)!
const historyOf = (range: History['range'], count: number) => ({
  history: history(range, count),
  window: fullWindow(count),
})
/** Returns the points of an SVG path in order. */
const pointsOf = (d: string): [number, number][] =>
  [...d.matchAll(/[ML]([-\d.]+) ([-\d.]+)/g)].map(([, x, y]) => [Number(x), Number(y)])

test('bars, cone and earnings badge are inside the plot', () => {
  const model = modelOf()
  expect(model.x.atBar(0)).toBeGreaterThanOrEqual(model.plot.left)
  for (const { day, low, high } of model.cone) {
    expect(model.x.atDay(day)).toBeLessThanOrEqual(model.plot.right + 1e-6)
    for (const price of [low, high])
      expect(price >= model.priceDomain[0] && price <= model.priceDomain[1]).toBe(true)
  }
  expect(model.cone.at(-1)!.day).toBe(dayNumber('2026-10-16'))
  const x = model.x.atDay(dayNumber('2026-10-01'))
  expect(model.events).toEqual([{ kind: 'earnings', x, badgeX: x }])
})

test('the model contains the two nearest levels of each kind', () => {
  expect(modelOf().levels.map(({ kind, value }) => kind + value)).toEqual(['R238', 'R246', 'S224', 'S212'])
})

describe('the cone until the expiry', () => {
  test.each(['2026-09-18', '2026-10-16', '2027-01-15', '2028-12-15'])(
    'is visible for the expiry %s',
    (expiry) => {
      for (const window of [fullWindow(127), { from: 110, to: 126 }, { from: 20, to: 60 }]) {
        const model = modelOf({ window, expected: expectedRangeOn(expiry, 0.2) })
        expect(model.cone.at(-1)!.day).toBe(dayNumber(expiry))
        expect(model.x.atDay(dayNumber(expiry))).toBeLessThanOrEqual(model.plot.right + 1e-6)
        for (const [x, y] of pointsOf(chartPaths(model, []).cone)) {
          expect(x >= model.plot.left && x <= model.plot.right + 0.1).toBe(true)
          expect(y >= model.plot.top - 0.1 && y <= model.plot.base + 0.1).toBe(true)
        }
        // The bars keep most of the width for any expiry.
        expect(model.x.barsEnd - model.plot.left).toBeGreaterThan((model.plot.right - model.plot.left) * 0.6)
      }
    },
  )

  test('has the expected move of the contract in its label', () => {
    expect(modelOf({ expected: expectedRangeOn('2028-12-15', 0.27) }).expectedMove).toBe(0.27)
  })

  test('starts after a gap in the axis if the last bar is not visible', () => {
    const model = modelOf({ window: { from: 20, to: 60 } })
    expect(model.showsLastBar).toBe(false)
    expect(model.x.gapEnd).toBeGreaterThan(model.x.barsEnd)
    expect(pointsOf(chartPaths(model, []).cone)[0]![0]).toBeCloseTo(model.x.gapEnd!, 0)
    expect(modelOf().x.gapEnd).toBeNull()
  })

  test('and its label are omitted without an expected move', () => {
    const model = modelOf({ expected: null })
    expect(model.expectedMove).toBeNull()
    expect(model.cone).toEqual([])
  })
})

describe('the trend bands', () => {
  test('are one band for up to three months, and two bands for half a year', () => {
    const bands = (range: History['range'], count: number, trend: boolean) => {
      const paths = chartPaths(modelOf({ ...historyOf(range, count), showTrend: trend }), [])
      return [paths.oneMonth !== '', paths.sixMonth !== '']
    }
    expect(bands('1M', 22, true)).toEqual([true, false])
    expect(bands('3M', 64, true)).toEqual([true, false])
    expect(bands('6M', 127, true)).toEqual([true, true])
    expect(bands('6M', 127, false)).toEqual([false, false])
  })

  test.each(['1M', '6M'] as const)('are straight across weekends in a chart of %s', (range) => {
    const model = modelOf(historyOf(range, range === '1M' ? 22 : 127))
    const band = model.bands.oneMonth!
    const path = chartPaths(model, []).oneMonth
    const corners = pointsOf(path)
    // The path has only the four corners.
    expect(corners).toHaveLength(4)
    const [start, end] = corners as [[number, number], [number, number]]
    // The regression values of all bars are on the line between two corners.
    for (let i = band.from; i <= band.to; i++) {
      const share = (i - band.from) / (band.to - band.from)
      const price = band.start + (band.end - band.start) * share + band.deviation
      expect(start[0] + (end[0] - start[0]) * share).toBeCloseTo(model.x.atBar(i), 0)
      expect(start[1] + (end[1] - start[1]) * share).toBeCloseTo(model.y(price), 0)
    }
    const steps = model.days.slice(1).map((_, i) => model.x.atBar(i + 1) - model.x.atBar(i))
    expect(Math.max(...steps) - Math.min(...steps)).toBeLessThan(1e-9)
  })
})

describe('candles', () => {
  test('are daily if they fit, otherwise weekly', () => {
    const daily = modelOf({ ...historyOf('3M', 64), showCandles: true })
    expect([daily.areCandlesWeekly, daily.candles.length]).toEqual([false, 64])
    const weekly = modelOf({ ...historyOf('2Y', 504), showCandles: true })
    expect(weekly.areCandlesWeekly).toBe(true)
    expect(weekly.candles.length).toBeGreaterThanOrEqual(101)
    expect(weekly.candles.length).toBeLessThanOrEqual(102)
    const { history: twoYears } = historyOf('2Y', 504)
    const volume = weekly.candles.reduce((sum, candle) => sum + candle.volume, 0)
    expect(volume).toBe(twoYears.volume.reduce((sum, candle) => sum + candle, 0))
    expect(Math.max(...weekly.candles.map(({ high }) => high))).toBe(Math.max(...twoYears.high))
    expect(weekly.candles.at(-1)!.close).toBe(twoYears.close.at(-1))
  })

  test('do not change for a week that is partly visible', () => {
    const base = { history: history('2Y', 504), showCandles: true }
    const original = modelOf({ ...base, window: { from: 100, to: 503 } }).candles
    const shifted = modelOf({ ...base, window: { from: 101.5, to: 503 } }).candles
    expect(shifted.slice(1)).toEqual(original.slice(-shifted.length + 1))
  })

  test('have their wicks inside the price range, and volumes below the prices', () => {
    const model = modelOf({ showCandles: true })
    expect(model.priceDomain[1]).toBeGreaterThan(Math.max(...input.history.high))
    expect(model.plot.base).toBeLessThan(model.plot.bottom)
    expect(modelOf({ showVolume: false }).plot.base).toBe(model.plot.bottom)
    const paths = chartPaths(model, [])
    expect([paths.line, paths.rising !== '', paths.falling !== '']).toEqual(['', true, true])
    expect(chartPaths(modelOf(), []).rising).toBe('')
  })
})

test('the line of an average starts at the first bar with a value', () => {
  const close = input.history.close.map((price, i) => (i < 40 ? null : price))
  const d = chartPaths(modelOf(), [{ sessions: 50, close, unknown: 'too-few-bars' }]).averages[0]!.d
  expect(pointsOf(d)).toHaveLength(87)
  expect(d.match(/M/g)).toHaveLength(1)
  expect(pointsOf(d)[0]![0]).toBeCloseTo(modelOf().x.atBar(40), 0)
})

test('the price range includes strike and break-even near the prices, but not distant ones', () => {
  const [low, high] = modelOf({ contract: { strike: 250, breakeven: 221 } }).priceDomain
  expect(low).toBeLessThan(221)
  expect(high).toBeGreaterThan(250)
  const distantContract = modelOf({ contract: { strike: 500, breakeven: 480 } })
  expect(distantContract.priceDomain[1]).toBeLessThan(300)
})

test('a signal is marked at its bar if that bar is visible', () => {
  const signals = [{ day: history().date[100]!, isBullish: true }]
  const [mark] = modelOf({ signals }).signals
  expect(mark!.x).toBeCloseTo(modelOf().x.atBar(100), 6)
  expect(mark!.y).toBeCloseTo(modelOf().y(history().close[100]!), 6)
  expect(modelOf({ signals, showCandles: true }).signals[0]!.y).toBeGreaterThan(0)
  expect(modelOf({ signals, window: { from: 0, to: 50 } }).signals).toEqual([])
  expect(modelOf({ signals: [{ day: '2020-01-02', isBullish: true }] }).signals).toEqual([])
})

test('the labels of the time axis do not overlap, including those of future days', () => {
  for (const [range, count] of [
    ['1M', 22],
    ['6M', 127],
    ['2Y', 504],
  ] as const) {
    const { dayTicks } = modelOf({ ...historyOf(range, count), expected: expectedRangeOn('2027-03-19', 0.2) })
    expect(dayTicks.length).toBeGreaterThan(2)
    dayTicks.slice(1).forEach(({ x }, i) => expect(x - dayTicks[i]!.x).toBeGreaterThan(30))
  }
})

test('the price labels are at the left in right-to-left languages; time still runs to the right', () => {
  const model = chartModel(input, { ...size, isGutterLeft: true })!
  expect(model.plot.left).toBe(70)
  expect(model.x.atBar(1)).toBeGreaterThan(model.x.atBar(0))
})

test('the badges of earnings and ex-dividend on the same day do not overlap', () => {
  const [earnings, dividend] = modelOf({ exDividend: '2026-10-01' }).events
  expect(Math.abs(dividend!.badgeX - earnings!.badgeX)).toBeGreaterThanOrEqual(30)
})

test('a badge at the end of the visible time does not overlap the price labels', () => {
  const model = modelOf({
    expected: expectedRangeOn('2026-09-20', 0.01),
    earnings: '2026-10-20',
    exDividend: '2026-10-19',
  })
  expect(model.events).toHaveLength(2)
  for (const { badgeX } of model.events) expect(badgeX).toBeLessThanOrEqual(model.plot.right - 15)
})

test('the pointer selects the nearest visible bar; there is no chart without bars, and one for a single bar', () => {
  const model = modelOf()
  expect(barAt(model, -50)).toBe(0)
  expect(barAt(model, model.x.atBar(40) + 0.2)).toBe(40)
  expect(barAt(model, 1e4)).toBe(126)
  expect(barAt(modelOf({ window: { from: 20.4, to: 60.4 } }), -50)).toBe(21)
  expect(chartModel({ ...input, ...historyOf('6M', 0) }, size)).toBeNull()
  expect(pointsOf(chartPaths(modelOf(historyOf('6M', 1)), []).line)).toHaveLength(2)
})
