import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { sampleOption } from '#app/testing/income.ts'
import {
  areaPath,
  payoffGeometry,
  payoffRange,
  priceAtSigma,
  profitAtExpiry,
  profitTicks,
  sliderStep,
  snap,
} from './payoff.ts'

const box = { left: 0, top: 20, width: 360, height: 110 }
const call = { ...sampleOption(), stockPrice: 231.42 }

describe('the payoff of a covered call', () => {
  test('is zero at break-even, the maximum reward from the strike upwards, and the maximum risk at a price of 0', () => {
    expect(profitAtExpiry(call, call.breakeven)).toBe(0)
    expect(profitAtExpiry(call, 240)).toBeCloseTo(call.maxReward, 6)
    expect(profitAtExpiry(call, 400)).toBeCloseTo(call.maxReward, 6)
    expect(profitAtExpiry(call, 0)).toBeCloseTo(-call.maxRisk, 6)
    expect(profitAtExpiry(call, 235)).toBeCloseTo(738, 6)
  })

  test('scales with the number of contracts', () => {
    expect(profitAtExpiry({ ...call, contracts: 3 }, 235)).toBeCloseTo(2214, 6)
  })

  test('has no gain area if the break-even is above the strike', () => {
    const losingCall = { ...call, strike: 220, breakeven: 226, costBasis: 229 }
    const { gain, loss, range } = payoffGeometry(losingCall, box)
    expect(gain).toEqual([])
    expect(areaPath(gain, 0)).toBe('')
    expect(loss).toHaveLength(3)
    expect(range.top).toBeGreaterThan(0)
  })
})

describe('the axes', () => {
  const input = fc.record({
    stockPrice: fc.double({ min: 0.5, max: 5000, noNaN: true }),
    strikeRatio: fc.double({ min: 0.4, max: 2, noNaN: true }),
    premiumRatio: fc.double({ min: 0.0005, max: 0.3, noNaN: true }),
    moveRatio: fc.double({ min: 0.005, max: 0.95, noNaN: true }),
    contracts: fc.integer({ min: 1, max: 500 }),
    basisRatio: fc.option(fc.double({ min: 0.1, max: 4, noNaN: true })),
  })

  test('contain expected move, strike, break-even, cost basis and the zero line for any contract', () => {
    fc.assert(
      fc.property(input, ({ stockPrice, strikeRatio, premiumRatio, moveRatio, basisRatio, contracts }) => {
        const strike = stockPrice * strikeRatio
        const costBasis = basisRatio === null ? null : stockPrice * basisRatio
        const breakeven = (costBasis ?? stockPrice) * (1 - premiumRatio)
        const deviation = stockPrice * moveRatio
        const expectedMove = { low: stockPrice - deviation, high: stockPrice + deviation, deviation }
        const payoffInput = { contracts, expectedMove, stockPrice, strike, breakeven, costBasis }
        const range = payoffRange(payoffInput)
        for (const price of [
          strike,
          breakeven,
          stockPrice,
          costBasis ?? strike,
          expectedMove.low,
          expectedMove.high,
          priceAtSigma(expectedMove, 2),
        ]) {
          expect(range.low).toBeLessThan(price)
          expect(range.high).toBeGreaterThan(price)
        }
        expect(range.low).toBeLessThanOrEqual(priceAtSigma(expectedMove, -2))
        const { x, y, zero } = payoffGeometry(payoffInput, box)
        expect(zero).toBeGreaterThan(box.top)
        expect(zero).toBeLessThan(box.top + box.height)
        for (const price of [range.low, strike, breakeven, range.high]) {
          expect(x(price)).toBeGreaterThanOrEqual(-1e-6)
          expect(x(price)).toBeLessThanOrEqual(box.width + 1e-6)
          const height = y(profitAtExpiry(payoffInput, price))
          expect(height).toBeGreaterThanOrEqual(box.top - 1e-6)
          expect(height).toBeLessThanOrEqual(box.top + box.height + 1e-6)
        }
        const step = sliderStep(range)
        const price = snap(stockPrice, range, step)
        expect(price).toBeGreaterThanOrEqual(range.low - step)
        expect(price).toBeLessThanOrEqual(range.high + step)
      }),
    )
  })

  test('label at least three profits including zero, on each side that has the room, with space for each text', () => {
    fc.assert(
      fc.property(input, ({ stockPrice, strikeRatio, premiumRatio, moveRatio, basisRatio, contracts }) => {
        const deviation = stockPrice * moveRatio
        const range = payoffRange({
          contracts,
          stockPrice,
          strike: stockPrice * strikeRatio,
          breakeven: stockPrice * (basisRatio ?? 1) * (1 - premiumRatio),
          expectedMove: { low: stockPrice - deviation, high: stockPrice + deviation, deviation },
        })
        const ticks = profitTicks(range)
        expect(ticks).toContain(0)
        expect(ticks.length).toBeGreaterThanOrEqual(3)
        const span = range.top - range.bottom
        expect(ticks.some((profit) => profit > 0) || range.top < span / 3).toBe(true)
        expect(ticks.some((profit) => profit < 0) || -range.bottom < span / 3).toBe(true)
        expect(ticks[1]! - ticks[0]!).toBeGreaterThanOrEqual(span / 8 - 1e-9)
        for (const profit of ticks) expect(profit >= range.bottom && profit <= range.top).toBe(true)
      }),
    )
    expect(profitTicks({ bottom: -9000, top: 3500 })).toEqual([-8000, -6000, -4000, -2000, 0, 2000])
    // Before expiry the losses may be much larger than the gain.
    expect(profitTicks({ bottom: -9000, top: 100 })).toEqual([-8000, -6000, -4000, -2000, 0])
  })

  test('the shaded prices are one and two standard deviations of the expected move, never below zero', () => {
    const move = { low: 80, high: 120, deviation: 20 }
    expect([-2, -1, -0.5, 0, 1, 1.5, 2].map((sigmas) => priceAtSigma(move, sigmas))).toEqual([
      60, 80, 90, 100, 120, 130, 140,
    ])
    expect(priceAtSigma({ low: 10, high: 90, deviation: 40 }, -2)).toBe(0)
  })

  test('the lines of loss and gain meet on the zero line', () => {
    const { loss, gain, zero } = payoffGeometry(call, box)
    expect(loss.at(-1)!.y).toBeCloseTo(zero, 9)
    expect(gain[0]!.y).toBeCloseTo(zero, 9)
    expect(gain.at(-1)!.y).toBeCloseTo(gain[1]!.y, 9)
  })

  test('the step of the slider is a round number, and prices are rounded to a step', () => {
    expect(sliderStep({ low: 180, high: 290, bottom: 0, top: 1 })).toBe(2)
    expect(sliderStep({ low: 4, high: 6, bottom: 0, top: 1 })).toBeCloseTo(0.02, 9)
    expect(snap(231.42, { low: 180, high: 290, bottom: 0, top: 1 }, 2)).toBe(232)
  })
})
