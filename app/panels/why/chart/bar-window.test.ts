import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { closeTo, isWhole, moved, revealing, wholeWindow, zoomed } from './bar-window.ts'

const counts = fc.integer({ min: 1, max: 600 })
const shares = fc.double({ min: 0, max: 1, noNaN: true })
/** An arbitrary window, with the number of bars. */
const windows = fc.tuple(counts, shares, shares).map(([count, a, b]) => {
  const end = count - 1
  const width = Math.min(end, Math.max(Math.min(9, end), a * end))
  const from = b * (end - width)
  return { count, window: { from, to: from + width } }
})

describe('zooming', () => {
  test('never shows fewer than ten bars or what is not there', () => {
    fc.assert(
      fc.property(
        windows,
        fc.double({ min: 0.05, max: 20, noNaN: true }),
        shares,
        ({ count, window }, factor, at) => {
          const next = zoomed(window, count, factor, at * (count - 1))
          expect(next.from).toBeGreaterThanOrEqual(-1e-6)
          expect(next.to).toBeLessThanOrEqual(count - 1 + 1e-6)
          expect(next.to - next.from).toBeGreaterThanOrEqual(Math.min(9, count - 1) - 1e-6)
        },
      ),
    )
  })
  test('keeps the bar under the pointer where it is', () => {
    const window = { from: 100, to: 300 }
    const next = zoomed(window, 504, 0.5, 150)
    expect(next).toEqual({ from: 125, to: 225 })
    expect(zoomed(next, 504, 2, 150)).toEqual(window)
  })
  test('at the last bar keeps the last bar; out again shows all', () => {
    const near = zoomed(wholeWindow(504), 504, 0.25, 503)
    expect(near.to).toBe(503)
    expect(near.to - near.from).toBeCloseTo(503 / 4, 9)
    expect(isWhole(zoomed(near, 504, 100, 400), 504)).toBe(true)
  })
})

describe('moving', () => {
  test('keeps the width and stops at both ends', () => {
    fc.assert(
      fc.property(windows, fc.integer({ min: -900, max: 900 }), ({ count, window }, bars) => {
        const next = moved(window, count, bars)
        expect(next.to - next.from).toBeCloseTo(window.to - window.from, 6)
        expect(next.from).toBeGreaterThanOrEqual(0)
        expect(next.to).toBeLessThanOrEqual(count - 1 + 1e-6)
      }),
    )
  })
  test('to a bar as little as it takes, and not at all where it is shown', () => {
    const window = { from: 100, to: 140 }
    expect(revealing(window, 504, 120)).toBe(window)
    expect(revealing(window, 504, 60)).toEqual({ from: 58, to: 98 })
    expect(revealing(window, 504, 503)).toEqual({ from: 463, to: 503 })
  })
  test('close to a bar: it and what came before it, whatever was shown', () => {
    fc.assert(
      fc.property(windows, shares, ({ count, window }, at) => {
        const index = Math.round(at * (count - 1))
        const next = closeTo(window, count, index)
        expect(next.from - 1e-6 <= index && index <= next.to + 1e-6).toBe(true)
        expect(next.to - next.from).toBeLessThanOrEqual(Math.min(62, window.to - window.from) + 1e-6)
      }),
    )
  })
})
