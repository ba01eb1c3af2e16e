import { describe, expect, test } from 'vitest'
import { chartPaths } from './chart-drawing.tsx'
import { history, expectedRangeOn, input, size, modelOf, historyOf, pointsOf } from './chart-model.fixture.ts'
import { barAt, chartModel } from './chart-model.ts'
import { isAfterLastBar } from './live-price-point.ts'
import { dayNumber } from './scales.ts'
import type { History } from '#contract/responses/resources.ts'

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

describe('the last price', () => {
  const lastIndex = history().date.length - 1

  test('after the close of the last bar is in the session after that bar, and the cone starts there', () => {
    const model = modelOf({ last: 236, isAfterLastBar: true })
    expect(model.lastPriceIndex).toBe(lastIndex + 1)
    expect(model.cone[0]).toEqual({ index: lastIndex + 1, low: 236, high: 236 })
    expect(model.x.atBar(model.lastPriceIndex)).toBeLessThanOrEqual(model.plot.right)
    expect(model.history.close[lastIndex]).toBe(232 + 3 * Math.sin(lastIndex / 5))
  })

  test('without a later trade is at the last bar', () => {
    const model = modelOf({ last: 236 })
    expect(model.lastPriceIndex).toBe(lastIndex)
    expect(modelOf({ last: null, isAfterLastBar: true }).lastPriceIndex).toBe(lastIndex)
  })

  test.each([
    ['2026-11-27T18:00:00Z', false],
    ['2026-11-27T18:00:01Z', true],
    ['2026-11-25T20:59:00Z', false],
  ])('of %s is after a bar that closed at 13:00 in New York: %s', (time, isAfter) => {
    const part = { state: 'current', asOf: '2026-11-27T18:00:00.000Z', reason: null } as const
    const parts = { price: part, options: part, bars: part, dividends: part, earnings: part }
    const dataStatus = { asOf: time, simulated: true, delayedSeconds: 0, parts }
    expect(isAfterLastBar({ dataStatus }, { time })).toBe(isAfter)
    expect(isAfterLastBar({ dataStatus }, undefined)).toBe(false)
    expect(isAfterLastBar({ dataStatus: { ...dataStatus, parts: undefined } }, { time })).toBe(false)
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

  test('of a week that is not over have their volume apart from those of whole weeks', () => {
    // The last bar is of a Tuesday.
    const weeklyOn = (today: string) =>
      modelOf({ ...historyOf('2Y', 504), showCandles: true, today: dayNumber(today) })
    const soFar = (today: string) => {
      const { volumeSoFar, volumeRising, volumeFalling } = chartPaths(weeklyOn(today), [])
      const count = (d: string) => d.match(/M/g)?.length ?? 0
      return [count(volumeSoFar.rising + volumeSoFar.falling), count(volumeRising + volumeFalling)]
    }
    const all = weeklyOn('2026-09-15').candles.length
    expect(soFar('2026-09-15')).toEqual([1, all - 1])
    expect(soFar('2026-09-18')).toEqual([1, all - 1])
    for (const later of ['2026-09-19', '2026-09-21']) expect(soFar(later)).toEqual([0, all])
    expect(chartPaths(modelOf({ ...historyOf('3M', 64), showCandles: true }), []).volumeSoFar).toEqual({
      rising: '',
      falling: '',
    })
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
