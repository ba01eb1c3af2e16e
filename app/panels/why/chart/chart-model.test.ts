import { describe, expect, test } from 'vitest'
import type { History } from '#contract/responses/resources.ts'
import { wholeWindow } from './bar-window.ts'
import { barAt, chartModel, type ChartInput, type ChartModel } from './chart-model.ts'
import { chartPaths } from './chart-drawing.tsx'
import { dayNumber, dayText } from './scales.ts'

/** So many trading days up to Sep 15, 2026: a wavy rise to about 232. */
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
const level = (value: number) => ({ value, date: '2026-08-01T20:00:00Z', touches: 2, strength: 1 })
const expectedBy = (day: string, deviation = 0.13) => ({
  day,
  low: 232 * (1 - deviation),
  high: 232 * (1 + deviation),
  deviation,
})
const input: ChartInput = {
  history: history(),
  window: wholeWindow(127),
  levels: { support: [level(224), level(212), level(190)], resistance: [level(238), level(246), level(260)] },
  last: 232,
  expected: expectedBy('2026-10-16', 0.04),
  contract: null,
  signals: [],
  earnings: '2026-10-01',
  exDividend: null,
  candles: false,
  volume: true,
  trend: true,
}
const size = { width: 480, height: 240, gutter: 70, gutterAtStart: false, zoom: 1 }
const modelOf = (change: Partial<ChartInput> = {}): ChartModel => chartModel({ ...input, ...change }, size)!
const of = (range: History['range'], count: number) => ({
  history: history(range, count),
  window: wholeWindow(count),
})
/** The points of a path, in the order they are drawn. */
const pointsOf = (d: string): [number, number][] =>
  [...d.matchAll(/[ML]([-\d.]+) ([-\d.]+)/g)].map(([, x, y]) => [Number(x), Number(y)])

test('the bars, the cone and the earnings badge are inside the plot', () => {
  const model = modelOf()
  expect(model.x.at(0)).toBeGreaterThanOrEqual(model.plot.left)
  for (const { day, low, high } of model.cone) {
    expect(model.x.of(day)).toBeLessThanOrEqual(model.plot.right + 1e-6)
    for (const price of [low, high])
      expect(price >= model.priceDomain[0] && price <= model.priceDomain[1]).toBe(true)
  }
  expect(model.cone.at(-1)!.day).toBe(dayNumber('2026-10-16'))
  const x = model.x.of(dayNumber('2026-10-01'))
  expect(model.events).toEqual([{ kind: 'earnings', x, badge: x }])
})

test('two nearest levels of each kind', () => {
  expect(modelOf().levels.map(({ kind, value }) => kind + value)).toEqual(['R238', 'R246', 'S224', 'S212'])
})

describe('the cone to the expiry is in view', () => {
  test.each(['2026-09-18', '2026-10-16', '2027-01-15', '2028-12-15'])('to %s', (expiry) => {
    for (const window of [wholeWindow(127), { from: 110, to: 126 }, { from: 20, to: 60 }]) {
      const model = modelOf({ window, expected: expectedBy(expiry, 0.2) })
      expect(model.cone.at(-1)!.day).toBe(dayNumber(expiry))
      expect(model.x.of(dayNumber(expiry))).toBeLessThanOrEqual(model.plot.right + 1e-6)
      for (const [x, y] of pointsOf(chartPaths(model, []).cone)) {
        expect(x >= model.plot.left && x <= model.plot.right + 0.1).toBe(true)
        expect(y >= model.plot.top - 0.1 && y <= model.plot.base + 0.1).toBe(true)
      }
      // However far it is, the bars keep most of the width.
      expect(model.x.split - model.plot.left).toBeGreaterThan((model.plot.right - model.plot.left) * 0.6)
    }
  })

  test('its label gives the whole move', () => {
    expect(modelOf({ expected: expectedBy('2028-12-15', 0.27) }).move).toBe(0.27)
  })

  test('where the bars shown end before the last one, the axis is cut between them and what is to come', () => {
    const model = modelOf({ window: { from: 20, to: 60 } })
    expect(model.upToLast).toBe(false)
    expect(model.x.cut).toBeGreaterThan(model.x.split)
    expect(pointsOf(chartPaths(model, []).cone)[0]![0]).toBeCloseTo(model.x.cut!, 0)
    expect(modelOf().x.cut).toBeNull()
  })

  test('without an expected move there is neither cone nor label', () => {
    const model = modelOf({ expected: null })
    expect(model.move).toBeNull()
    expect(model.cone).toEqual([])
  })
})

describe('the trend bands', () => {
  test('a month has its own only, half a year both', () => {
    const bands = (range: History['range'], count: number, trend: boolean) => {
      const paths = chartPaths(modelOf({ ...of(range, count), trend }), [])
      return [paths.oneMonth !== '', paths.sixMonth !== '']
    }
    expect(bands('1M', 22, true)).toEqual([true, false])
    expect(bands('3M', 64, true)).toEqual([true, false])
    expect(bands('6M', 127, true)).toEqual([true, true])
    expect(bands('6M', 127, false)).toEqual([false, false])
  })

  test.each(['1M', '6M'] as const)('are straight over weekends, in a chart of %s', (range) => {
    const model = modelOf(of(range, range === '1M' ? 22 : 127))
    const band = model.bands.oneMonth!
    const edge = chartPaths(model, []).oneMonth
    const corners = pointsOf(edge)
    // Four corners and nothing between them …
    expect(corners).toHaveLength(4)
    const [start, end] = corners as [[number, number], [number, number]]
    // … and the regression values of all bars lie on the line between the corners.
    for (let i = band.from; i <= band.to; i++) {
      const share = (i - band.from) / (band.to - band.from)
      const price = band.start + (band.end - band.start) * share + band.deviation
      expect(start[0] + (end[0] - start[0]) * share).toBeCloseTo(model.x.at(i), 0)
      expect(start[1] + (end[1] - start[1]) * share).toBeCloseTo(model.y(price), 0)
    }
    const steps = model.days.slice(1).map((_, i) => model.x.at(i + 1) - model.x.at(i))
    expect(Math.max(...steps) - Math.min(...steps)).toBeLessThan(1e-9)
  })
})

describe('candles', () => {
  test('stand one a day where there is room, one a week where there is not', () => {
    const day = modelOf({ ...of('3M', 64), candles: true })
    expect([day.weekly, day.candles.length]).toEqual([false, 64])
    const week = modelOf({ ...of('2Y', 504), candles: true })
    expect(week.weekly).toBe(true)
    expect(week.candles.length).toBeGreaterThanOrEqual(101)
    expect(week.candles.length).toBeLessThanOrEqual(102)
    const { history: all } = of('2Y', 504)
    const volume = week.candles.reduce((sum, one) => sum + one.volume, 0)
    expect(volume).toBe(all.volume.reduce((sum, one) => sum + one, 0))
    expect(Math.max(...week.candles.map(({ high }) => high))).toBe(Math.max(...all.high))
    expect(week.candles.at(-1)!.close).toBe(all.close.at(-1))
  })

  test('a week is the same candle wherever the chart is cut', () => {
    const some = { history: history('2Y', 504), candles: true }
    const one = modelOf({ ...some, window: { from: 100, to: 503 } }).candles
    const other = modelOf({ ...some, window: { from: 101.5, to: 503 } }).candles
    expect(other.slice(1)).toEqual(one.slice(-other.length + 1))
  })

  test('their wicks are inside the prices shown, their volumes below them', () => {
    const model = modelOf({ candles: true })
    expect(model.priceDomain[1]).toBeGreaterThan(Math.max(...input.history.high))
    expect(model.plot.base).toBeLessThan(model.plot.bottom)
    expect(modelOf({ volume: false }).plot.base).toBe(model.plot.bottom)
    const paths = chartPaths(model, [])
    expect([paths.line, paths.rising !== '', paths.falling !== '']).toEqual(['', true, true])
    expect(chartPaths(modelOf(), []).rising).toBe('')
  })
})

test('an average is drawn from the first bar that has one', () => {
  const close = input.history.close.map((price, i) => (i < 40 ? null : price))
  const d = chartPaths(modelOf(), [{ sessions: 50, close, unknown: 'too-few-bars' }]).averages[0]!.d
  expect(pointsOf(d)).toHaveLength(87)
  expect(d.match(/M/g)).toHaveLength(1)
  expect(pointsOf(d)[0]![0]).toBeCloseTo(modelOf().x.at(40), 0)
})

test('a contract that is not far is in view, and one far away does not flatten the prices', () => {
  const [low, high] = modelOf({ contract: { strike: 250, breakeven: 221 } }).priceDomain
  expect(low).toBeLessThan(221)
  expect(high).toBeGreaterThan(250)
  const far = modelOf({ contract: { strike: 500, breakeven: 480 } })
  expect(far.priceDomain[1]).toBeLessThan(300)
})

test('a signal is marked at its bar, and not where that bar is not shown', () => {
  const signals = [{ day: history().date[100]!, rising: true }]
  const [mark] = modelOf({ signals }).signals
  expect(mark!.x).toBeCloseTo(modelOf().x.at(100), 6)
  expect(mark!.y).toBeCloseTo(modelOf().y(history().close[100]!), 6)
  expect(modelOf({ signals, candles: true }).signals[0]!.y).toBeGreaterThan(0)
  expect(modelOf({ signals, window: { from: 0, to: 50 } }).signals).toEqual([])
  expect(modelOf({ signals: [{ day: '2020-01-02', rising: true }] }).signals).toEqual([])
})

test('the labels of the time axis have room, those to come among them', () => {
  for (const [range, count] of [
    ['1M', 22],
    ['6M', 127],
    ['2Y', 504],
  ] as const) {
    const { times } = modelOf({ ...of(range, count), expected: expectedBy('2027-03-19', 0.2) })
    expect(times.length).toBeGreaterThan(2)
    times.slice(1).forEach(({ x }, i) => expect(x - times[i]!.x).toBeGreaterThan(30))
  }
})

test('the prices stand at the left where text runs from the right, time still runs to the right', () => {
  const model = chartModel(input, { ...size, gutterAtStart: true })!
  expect(model.plot.left).toBe(70)
  expect(model.x.at(1)).toBeGreaterThan(model.x.at(0))
})

test('earnings and ex-dividend on one day stand side by side', () => {
  const [one, other] = modelOf({ exDividend: '2026-10-01' }).events
  expect(Math.abs(other!.badge - one!.badge)).toBeGreaterThanOrEqual(30)
})

test('a badge at the end of the time shown stays clear of the prices', () => {
  const model = modelOf({
    expected: expectedBy('2026-09-20', 0.01),
    earnings: '2026-10-20',
    exDividend: '2026-10-19',
  })
  expect(model.events).toHaveLength(2)
  for (const { badge } of model.events) expect(badge).toBeLessThanOrEqual(model.plot.right - 15)
})

test('the pointer finds its bar; no bars, no chart; one bar is a chart', () => {
  const model = modelOf()
  expect(barAt(model, -50)).toBe(0)
  expect(barAt(model, model.x.at(40) + 0.2)).toBe(40)
  expect(barAt(model, 1e4)).toBe(126)
  expect(barAt(modelOf({ window: { from: 20.4, to: 60.4 } }), -50)).toBe(21)
  expect(chartModel({ ...input, ...of('6M', 0) }, size)).toBeNull()
  expect(pointsOf(chartPaths(modelOf(of('6M', 1)), []).line)).toHaveLength(2)
})
