import { describe, expect, test } from 'vitest'
import type { History } from '#contract/responses/resources.ts'
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
  window: null,
  averages: [],
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
const size = {
  width: 600,
  height: 240,
  tagGutter: 70,
  scaleGutter: { whole: 30, cents: 45 },
  isGutterLeft: false,
  textScale: 1,
}
const modelOf = (change: Partial<ChartInput> = {}): ChartModel => chartModel({ ...input, ...change }, size)!
const historyOf = (range: History['range'], count: number) => ({
  history: history(range, count),
  window: null,
})
/** Returns the points of an SVG path in order. */
const pointsOf = (d: string): [number, number][] =>
  [...d.matchAll(/[ML]([-\d.]+) ([-\d.]+)/g)].map(([, x, y]) => [Number(x), Number(y)])

test('bars, cone and earnings badge are inside the plot', () => {
  const model = modelOf()
  expect(model.x.atBar(0)).toBeGreaterThanOrEqual(model.plot.left)
  for (const { index, low, high } of model.cone) {
    expect(model.x.atBar(index)).toBeLessThanOrEqual(model.plot.right + 1e-6)
    for (const price of [low, high])
      expect(price >= model.priceDomain[0] && price <= model.priceDomain[1]).toBe(true)
  }
  expect(model.x.atBar(model.cone.at(-1)!.index)).toBeCloseTo(model.x.atDay(dayNumber('2026-10-16')), 9)
  const x = model.x.atDay(dayNumber('2026-10-01'))
  expect(model.events).toEqual([{ kind: 'earnings', x, row: 0 }])
})

test('the model contains the two nearest levels of each kind', () => {
  expect(modelOf().levels.map(({ kind, value }) => kind + value)).toEqual(['R238', 'R246', 'S224', 'S212'])
})

describe('the time axis', () => {
  test.each(['2026-09-18', '2026-10-16', '2027-01-15', '2028-12-15'])(
    'has one step for each session, in history and future, for the expiry %s',
    (expiry) => {
      for (const window of [null, { from: 110, to: 126 }, { from: 100, to: 140 }, { from: 20, to: 60 }]) {
        const { x, days, cone } = modelOf({ window, expected: expectedRangeOn(expiry, 0.2) })
        for (let index = 1; index < 160; index++)
          expect(x.atBar(index) - x.atBar(index - 1)).toBeCloseTo(x.step, 9)
        expect(cone[0]!.index).toBe(days.length - 1)
        expect(x.atDay(dayNumber(expiry))).toBeCloseTo(x.atBar(cone.at(-1)!.index), 9)
      }
    },
  )

  test('moves the cone with the bars', () => {
    const coneStart = (from: number) =>
      pointsOf(chartPaths(modelOf({ window: { from, to: from + 60 } }), []).cone)[0]![0]
    const { step } = modelOf({ window: { from: 80, to: 140 } }).x
    expect(coneStart(80) - coneStart(85)).toBeCloseTo(5 * step, 0)
  })

  test('leaves the bars their share of the width without pan and zoom, for any expiry, and zooming out shows the expiry', () => {
    for (const width of [344, 382, 446, 600]) {
      const change = { expected: expectedRangeOn('2027-03-19', 0.2), earnings: null }
      const model = chartModel({ ...input, ...change }, { ...size, width })!
      const minShare = width < 420 ? 0.63 : 0.54
      expect((model.x.atBar(126) - model.x.atBar(0)) / width).toBeGreaterThan(minShare)
      expect(model.window.to).toBeGreaterThan(126)
      expect(model.bounds.extent.end).toBeGreaterThan(model.cone.at(-1)!.index)
      const whole = chartModel(
        { ...input, ...change, window: { from: 0, to: model.bounds.extent.end } },
        { ...size, width },
      )!
      expect(whole.x.atDay(dayNumber('2027-03-19'))).toBeLessThan(whole.plot.right)
    }
  })

  test('shows the expiry at once if it is near', () => {
    const model = modelOf()
    expect(model.x.atDay(dayNumber('2026-10-16'))).toBeLessThan(model.plot.right)
    expect(model.window).toEqual({ from: 0, to: model.bounds.extent.end })
  })
})

describe('the visible prices', () => {
  test('are those of the visible bars and of the visible part of the cone', () => {
    const far = { expected: expectedRangeOn('2027-03-19', 0.4), levels: null }
    const [low, high] = modelOf({ ...far, window: { from: 20, to: 60 } }).priceDomain
    const closes = input.history.close.slice(20, 61)
    expect(low).toBeGreaterThan(Math.min(...closes) - 1)
    expect(high).toBeLessThan(Math.max(...closes) + 1)
    const start = modelOf({ ...far, window: { from: 100, to: 130 } }).priceDomain
    const all = modelOf({ ...far, window: { from: 0, to: 300 } }).priceDomain
    expect(start[1] - start[0]).toBeLessThan((all[1] - all[0]) / 2)
  })

  test('contain every visible close of a line, although its bars would be too narrow for candles', () => {
    const model = modelOf({ ...historyOf('2Y', 504), levels: null, expected: null })
    expect(model.x.step).toBeLessThan(2.4)
    for (const [, y] of pointsOf(chartPaths(model, []).line)) {
      expect(y).toBeGreaterThan(model.plot.top)
      expect(y).toBeLessThan(model.plot.base)
    }
  })

  test('contain a near average, which is drawn too', () => {
    const close = input.history.close.map((price) => price - 8)
    const change = { levels: null, window: { from: 0, to: 60 } }
    const average = { sessions: 200 as const, close, unknown: null }
    const lowest = Math.min(...close.slice(0, 61))
    expect(modelOf(change).priceDomain[0]).toBeGreaterThan(lowest)
    expect(modelOf({ ...change, window: null, averages: [average] }).priceDomain[0]).toBeLessThan(lowest)
  })

  test('have at least four labels in every range', () => {
    for (const [range, count] of [
      ['1M', 22],
      ['6M', 127],
      ['2Y', 504],
    ] as const)
      for (const height of [200, 240, 300])
        expect(
          chartModel({ ...input, ...historyOf(range, count) }, { ...size, height })!.priceTicks.length,
        ).toBeGreaterThanOrEqual(4)
  })

  test('have labels with cents beside a wider scale if the steps are below a dollar', () => {
    const flat = { ...input.history, close: input.history.close.map((_, i) => 100 + (i % 2) * 0.5) }
    const change = { history: flat, levels: null, expected: null, last: 100 }
    const model = modelOf(change)
    expect(model.priceTicks.every(Number.isInteger)).toBe(false)
    expect(model.plot.left).toBe(45)
    expect(modelOf().plot.left).toBe(30)
  })
})

describe('the expected move', () => {
  test('of the contract is in the label', () => {
    expect(modelOf({ expected: expectedRangeOn('2028-12-15', 0.27) }).expectedMove).toBe(0.27)
  })

  test('is not drawn if it is unknown', () => {
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

  test('have volumes of their own period: daily under a line, weekly under weekly candles', () => {
    const bars = (showCandles: boolean) => {
      const paths = chartPaths(modelOf({ ...historyOf('2Y', 504), showCandles }), [])
      return `${paths.volumeRising}${paths.volumeFalling}`.match(/M/g)!.length
    }
    expect(bars(false)).toBe(504)
    expect(bars(true)).toBeLessThan(103)
  })

  test('are not cut at the start of the history, although its first week has fewer bars', () => {
    for (const count of [500, 501, 502, 503, 504]) {
      const model = modelOf({ ...historyOf('2Y', count), showCandles: true })
      const paths = chartPaths(model, [])
      for (const d of [paths.volumeRising, paths.volumeFalling])
        for (const [, x] of d.matchAll(/M([-\d.]+)/g))
          expect(Number(x)).toBeGreaterThanOrEqual(model.plot.left - 0.05)
    }
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
  expect([model.plot.left, model.plot.right]).toEqual([70, 570])
  expect(model.x.atBar(1)).toBeGreaterThan(model.x.atBar(0))
})

test('the badges of earnings and ex-dividend on near days are above each other, each at its own day', () => {
  const [earnings, dividend] = modelOf({ exDividend: '2026-10-02' }).events
  expect([earnings!.row, dividend!.row]).toEqual([0, 1])
  expect(dividend!.x - earnings!.x).toBeCloseTo(modelOf().x.step, 6)
  const [first, second] = modelOf({ exDividend: '2026-08-03' }).events
  expect([first!.row, second!.row]).toEqual([0, 0])
})

test('the pointer selects the nearest visible bar; there is no chart without bars, and one for a single bar', () => {
  const model = modelOf()
  expect(barAt(model, -50)).toBe(0)
  expect(barAt(model, model.x.atBar(40) + 0.2)).toBe(40)
  // After the last bar, too.
  expect(barAt(model, 1e4)).toBe(126)
  expect(barAt(modelOf({ window: { from: 20.4, to: 60.4 } }), -50)).toBe(21)
  expect(chartModel({ ...input, ...historyOf('6M', 0) }, size)).toBeNull()
  expect(pointsOf(chartPaths(modelOf(historyOf('6M', 1)), []).line)).toHaveLength(2)
})
