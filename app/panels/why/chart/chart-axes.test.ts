import { describe, expect, test } from 'vitest'
import { chartPaths } from './chart-drawing.tsx'
import { expectedRangeOn, input, size, modelOf, historyOf, pointsOf } from './chart-model.fixture.ts'
import { chartModel } from './chart-model.ts'
import { dayNumber } from './scales.ts'

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
