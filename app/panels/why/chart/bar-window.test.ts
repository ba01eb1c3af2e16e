import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { zoomToBar, isFullWindow, moveWindow, revealBar, fullWindow, zoomWindow } from './bar-window.ts'

const fraction = fc.double({ min: 0, max: 1, noNaN: true })
/** An arbitrary axis, with up to 200 sessions after the last bar, and a window on it. */
const arbitraryWindow = fc
  .tuple(fc.integer({ min: 1, max: 600 }), fc.integer({ min: 0, max: 200 }), fraction, fraction)
  .map(([count, future, a, b]) => {
    const extent = { last: count - 1, end: count - 1 + future }
    const width = Math.min(extent.end, Math.max(Math.min(9, extent.end), a * extent.end))
    const from = b * Math.min(extent.end - width, Math.max(0, extent.last - 2))
    return { extent, window: { from, to: from + width } }
  })
/** An axis of 504 bars that ends with the last bar. */
const barsOnly = { last: 503, end: 503 }
/** The same bars, and 60 sessions to the expiry. */
const withFuture = { last: 503, end: 563 }

describe('zooming', () => {
  test('shows at least ten sessions, or all of a shorter axis, and stays inside the axis', () => {
    fc.assert(
      fc.property(
        arbitraryWindow,
        fc.double({ min: 0.05, max: 20, noNaN: true }),
        fraction,
        ({ extent, window }, factor, share) => {
          const result = zoomWindow(window, extent, factor, share * extent.end)
          expect(result.from).toBeGreaterThanOrEqual(-1e-6)
          expect(result.to).toBeLessThanOrEqual(extent.end + 1e-6)
          expect(result.to - result.from).toBeGreaterThanOrEqual(Math.min(9, extent.end) - 1e-6)
        },
      ),
    )
  })
  test('keeps the position of the anchor bar', () => {
    const window = { from: 100, to: 300 }
    const result = zoomWindow(window, barsOnly, 0.5, 150)
    expect(result).toEqual({ from: 125, to: 225 })
    expect(zoomWindow(result, barsOnly, 2, 150)).toEqual(window)
  })
  test('keeps the last bar as anchor at the right edge, and shows the whole axis after zooming out far', () => {
    const zoomedIn = zoomWindow(fullWindow(barsOnly), barsOnly, 0.25, 503)
    expect(zoomedIn.to).toBe(503)
    expect(zoomedIn.to - zoomedIn.from).toBeCloseTo(503 / 4, 9)
    expect(isFullWindow(zoomWindow(zoomedIn, barsOnly, 100, 400), barsOnly)).toBe(true)
  })
})

describe('moving the window', () => {
  test('keeps the width and stops at both ends', () => {
    fc.assert(
      fc.property(arbitraryWindow, fc.integer({ min: -900, max: 900 }), ({ extent, window }, bars) => {
        const result = moveWindow(window, extent, bars)
        expect(result.to - result.from).toBeCloseTo(window.to - window.from, 6)
        expect(result.from).toBeGreaterThanOrEqual(0)
        expect(result.to).toBeLessThanOrEqual(extent.end + 1e-6)
        // Some bars stay visible, also far in the future.
        expect(result.from).toBeLessThanOrEqual(Math.max(0, extent.last - 2))
      }),
    )
  })
  test('continues after the last bar, to the expiry', () => {
    expect(moveWindow({ from: 400, to: 500 }, withFuture, 40)).toEqual({ from: 440, to: 540 })
    expect(moveWindow({ from: 400, to: 500 }, withFuture, 900)).toEqual({ from: 463, to: 563 })
    expect(moveWindow({ from: 490, to: 500 }, withFuture, 900)).toEqual({ from: 501, to: 511 })
  })
  test('reveals a bar with a margin of two bars, and does not move if the bar is visible', () => {
    const window = { from: 100, to: 140 }
    expect(revealBar(window, barsOnly, 120)).toBe(window)
    expect(revealBar(window, barsOnly, 60)).toEqual({ from: 58, to: 98 })
    expect(revealBar(window, barsOnly, 503)).toEqual({ from: 463, to: 503 })
  })
  test('zooms to a bar from any window, and shows at most a quarter of a year', () => {
    fc.assert(
      fc.property(arbitraryWindow, fraction, ({ extent, window }, share) => {
        const index = Math.round(share * extent.last)
        const result = zoomToBar(window, extent, index)
        expect(result.from - 1e-6 <= index && index <= result.to + 1e-6).toBe(true)
        expect(result.to - result.from).toBeLessThanOrEqual(Math.min(62, window.to - window.from) + 1e-6)
      }),
    )
  })
})
