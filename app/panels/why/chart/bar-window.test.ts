import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { zoomToBar, isFullWindow, moveWindow, revealBar, fullWindow, zoomWindow } from './bar-window.ts'

const barCount = fc.integer({ min: 1, max: 600 })
const fraction = fc.double({ min: 0, max: 1, noNaN: true })
/** An arbitrary window, and the number of bars. */
const arbitraryWindow = fc.tuple(barCount, fraction, fraction).map(([count, a, b]) => {
  const end = count - 1
  const width = Math.min(end, Math.max(Math.min(9, end), a * end))
  const from = b * (end - width)
  return { count, window: { from, to: from + width } }
})

describe('zooming', () => {
  test('shows at least ten bars, or all bars of a shorter history, and stays inside the history', () => {
    fc.assert(
      fc.property(
        arbitraryWindow,
        fc.double({ min: 0.05, max: 20, noNaN: true }),
        fraction,
        ({ count, window }, factor, share) => {
          const result = zoomWindow(window, count, factor, share * (count - 1))
          expect(result.from).toBeGreaterThanOrEqual(-1e-6)
          expect(result.to).toBeLessThanOrEqual(count - 1 + 1e-6)
          expect(result.to - result.from).toBeGreaterThanOrEqual(Math.min(9, count - 1) - 1e-6)
        },
      ),
    )
  })
  test('keeps the position of the anchor bar', () => {
    const window = { from: 100, to: 300 }
    const result = zoomWindow(window, 504, 0.5, 150)
    expect(result).toEqual({ from: 125, to: 225 })
    expect(zoomWindow(result, 504, 2, 150)).toEqual(window)
  })
  test('keeps the last bar as anchor at the right edge, and shows all bars after zooming out far', () => {
    const zoomedIn = zoomWindow(fullWindow(504), 504, 0.25, 503)
    expect(zoomedIn.to).toBe(503)
    expect(zoomedIn.to - zoomedIn.from).toBeCloseTo(503 / 4, 9)
    expect(isFullWindow(zoomWindow(zoomedIn, 504, 100, 400), 504)).toBe(true)
  })
})

describe('moving the window', () => {
  test('keeps the width and stops at both ends', () => {
    fc.assert(
      fc.property(arbitraryWindow, fc.integer({ min: -900, max: 900 }), ({ count, window }, bars) => {
        const result = moveWindow(window, count, bars)
        expect(result.to - result.from).toBeCloseTo(window.to - window.from, 6)
        expect(result.from).toBeGreaterThanOrEqual(0)
        expect(result.to).toBeLessThanOrEqual(count - 1 + 1e-6)
      }),
    )
  })
  test('reveals a bar with a margin of two bars, and does not move if the bar is visible', () => {
    const window = { from: 100, to: 140 }
    expect(revealBar(window, 504, 120)).toBe(window)
    expect(revealBar(window, 504, 60)).toEqual({ from: 58, to: 98 })
    expect(revealBar(window, 504, 503)).toEqual({ from: 463, to: 503 })
  })
  test('zooms to a bar from any window, and shows at most a quarter of a year', () => {
    fc.assert(
      fc.property(arbitraryWindow, fraction, ({ count, window }, share) => {
        const index = Math.round(share * (count - 1))
        const result = zoomToBar(window, count, index)
        expect(result.from - 1e-6 <= index && index <= result.to + 1e-6).toBe(true)
        expect(result.to - result.from).toBeLessThanOrEqual(Math.min(62, window.to - window.from) + 1e-6)
      }),
    )
  })
})
