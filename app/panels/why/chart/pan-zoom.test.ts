import { describe, expect, test } from 'vitest'
import type { ChartModel } from './chart-model.ts'
import { windowAfterKey, windowAfterWheel } from './pan-zoom.ts'

/** A chart of 504 bars, of which 100 to 200 are visible, four pixels each. Its first pixel is at bar 150. */
const modelOf = (from = 100, to = 200): ChartModel =>
  ({
    window: { from, to },
    bounds: { extent: { last: 503, end: 503 } },
    plot: { left: (from - 150.5) * 4 },
    x: { step: 4 },
  }) as unknown as ChartModel
const wheel = (change: Partial<WheelEvent>): WheelEvent =>
  ({ deltaX: 0, deltaY: 0, deltaMode: 0, clientX: 0, ...change }) as WheelEvent
const windowAfter = (change: Partial<WheelEvent>, { isFocused = false, model = modelOf() } = {}) =>
  windowAfterWheel(wheel(change), model, isFocused, 0)

describe('the wheel', () => {
  test('scrolls the page if it is vertical and the chart does not have the focus', () => {
    expect(windowAfter({ deltaY: 120 })).toBeNull()
  })
  test('zooms a focused chart, and scrolls the page at the zoom limits', () => {
    const next = windowAfter({ deltaY: -120 }, { isFocused: true })!
    expect(next.to - next.from).toBeLessThan(100)
    expect(windowAfter({ deltaY: 120 }, { isFocused: true, model: modelOf(0, 503) })).toBeNull()
    expect(windowAfter({ deltaY: -120 }, { isFocused: true, model: modelOf(146, 155) })).toBeNull()
  })
  test('zooms the chart at the pointer with Ctrl (a touchpad pinch), also without focus, and never the page', () => {
    expect(windowAfter({ deltaY: -60, ctrlKey: true })!.from).toBeGreaterThan(100)
    expect(windowAfter({ deltaY: 60, ctrlKey: true }, { model: modelOf(0, 503) })).toEqual({
      from: 0,
      to: 503,
    })
  })
  test('pans by its pixels if it is horizontal or with Shift, and scrolls the page at the ends of the history', () => {
    expect(windowAfter({ deltaX: 40 })).toEqual({ from: 110, to: 210 })
    expect(windowAfter({ deltaY: -40, shiftKey: true })).toEqual({ from: 90, to: 190 })
    expect(windowAfter({ deltaX: 40 }, { model: modelOf(403, 503) })).toBeNull()
  })
})

describe('the keys', () => {
  const key = (name: string, shiftKey = false) => windowAfterKey({ key: name, shiftKey }, modelOf(), 150)
  test('plus and minus zoom with the selected bar as anchor, zero shows the whole axis, Shift with an arrow pans', () => {
    const zoomedIn = key('+')!
    expect((zoomedIn.from + zoomedIn.to) / 2).toBeCloseTo(150, 9)
    expect(zoomedIn.to - zoomedIn.from).toBeCloseTo(100 / 1.5, 9)
    expect(key('-')!.to - key('-')!.from).toBeCloseTo(150, 9)
    expect(key('0')).toEqual({ from: 0, to: 503 })
    expect(key('ArrowRight', true)).toEqual({ from: 120, to: 220 })
    expect(key('ArrowLeft', true)).toEqual({ from: 80, to: 180 })
  })
  test('other keys do not change the window', () => {
    for (const name of ['ArrowLeft', 'ArrowRight', 'Home', 'End', 'a']) expect(key(name)).toBeNull()
  })
})
