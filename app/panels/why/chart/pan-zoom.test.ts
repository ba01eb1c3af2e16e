import { describe, expect, test } from 'vitest'
import type { ChartModel } from './chart-model.ts'
import { windowAfterKey, windowAfterWheel } from './pan-zoom.ts'

/** A chart of the bars 100 to 200 of 504, four pixels each; the pointer stands over the bar 150. */
const modelOf = (from = 100, to = 200): ChartModel =>
  ({
    window: { from, to },
    days: Array.from({ length: 504 }, (_, i) => i),
    x: { step: 4, index: () => 150 },
  }) as unknown as ChartModel
const wheel = (change: Partial<WheelEvent>): WheelEvent =>
  ({ deltaX: 0, deltaY: 0, deltaMode: 0, clientX: 0, ...change }) as WheelEvent
const turn = (change: Partial<WheelEvent>, { focused = false, model = modelOf() } = {}) =>
  windowAfterWheel(wheel(change), model, focused, 0)

describe('the wheel', () => {
  test('upright over a chart without the focus is the page’s', () => {
    expect(turn({ deltaY: 120 })).toBeNull()
  })
  test('zooms a chart that has the focus, until there is no further to zoom: then it is the page’s again', () => {
    const next = turn({ deltaY: -120 }, { focused: true })!
    expect(next.to - next.from).toBeLessThan(100)
    expect(turn({ deltaY: 120 }, { focused: true, model: modelOf(0, 503) })).toBeNull()
    expect(turn({ deltaY: -120 }, { focused: true, model: modelOf(146, 155) })).toBeNull()
  })
  test('with Ctrl, as a pinch on a touchpad, zooms at the pointer without the focus; at an end the page does not zoom in its place', () => {
    expect(turn({ deltaY: -60, ctrlKey: true })!.from).toBeGreaterThan(100)
    expect(turn({ deltaY: 60, ctrlKey: true }, { model: modelOf(0, 503) })).toEqual({ from: 0, to: 503 })
  })
  test('sideways, or with Shift, moves by as many pixels; at an end it is the page’s', () => {
    expect(turn({ deltaX: 40 })).toEqual({ from: 110, to: 210 })
    expect(turn({ deltaY: -40, shiftKey: true })).toEqual({ from: 90, to: 190 })
    expect(turn({ deltaX: 40 }, { model: modelOf(403, 503) })).toBeNull()
  })
})

describe('the keys', () => {
  const key = (name: string, shiftKey = false) => windowAfterKey({ key: name, shiftKey }, modelOf(), 150)
  test('plus and minus zoom at the bar that is read, zero shows all, Shift with an arrow moves', () => {
    const near = key('+')!
    expect((near.from + near.to) / 2).toBeCloseTo(150, 9)
    expect(near.to - near.from).toBeCloseTo(100 / 1.5, 9)
    expect(key('-')!.to - key('-')!.from).toBeCloseTo(150, 9)
    expect(key('0')).toEqual({ from: 0, to: 503 })
    expect(key('ArrowRight', true)).toEqual({ from: 120, to: 220 })
    expect(key('ArrowLeft', true)).toEqual({ from: 80, to: 180 })
  })
  test('all others are the crosshair’s', () => {
    for (const name of ['ArrowLeft', 'ArrowRight', 'Home', 'End', 'a']) expect(key(name)).toBeNull()
  })
})
