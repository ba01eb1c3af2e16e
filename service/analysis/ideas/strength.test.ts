import { describe, expect, test } from 'vitest'
import { config } from '#service/analysis/config.ts'
import type { Liquidity } from '#service/analysis/liquidity.ts'
import {
  incomePart,
  liquidityPart,
  rankPart,
  signalsPart,
  strengthOf,
  volatilityPart,
  type StrengthParts,
} from './strength.ts'

const everyPart = (value: number | null): StrengthParts => ({
  signals: value,
  rank: value,
  liquidity: value,
  volatility: value,
  income: value,
})

describe('strength', () => {
  test('ranges from 0 to 100, and the weights add up to 1', () => {
    expect(strengthOf(everyPart(0))).toBe(0)
    expect(strengthOf(everyPart(1))).toBeCloseTo(100, 10)
    expect(Object.values(config.strength.weights).reduce((sum, weight) => sum + weight, 0)).toBeCloseTo(1, 12)
  })

  test('each part adds its weight, and an unknown part adds nothing', () => {
    for (const [name, weight] of Object.entries(config.strength.weights)) {
      expect(strengthOf({ ...everyPart(0), [name]: 1 }), name).toBeCloseTo(100 * weight, 10)
      expect(strengthOf({ ...everyPart(1), [name]: null }), name).toBeCloseTo(100 * (1 - weight), 10)
    }
  })
})

test('each unit of signal weight halves the distance to 1', () => {
  expect([0, 1, 2, 3].map(signalsPart)).toEqual([0, 0.5, 0.75, 0.875])
})

test('a rank counts in the direction of the idea', () => {
  expect(rankPart('Bullish', 0.9)).toBe(0.9)
  expect(rankPart('Bearish', 0.9)).toBeCloseTo(0.1, 12)
  expect(rankPart('Bearish', null)).toBeNull()
})

describe('liquidity', () => {
  const partOf = (spread: number | null, openInterest: number | null): number =>
    liquidityPart({ rank: 1, spreadClass: null, spread, openInterest } satisfies Liquidity)

  test('is the mean of tightness, which is linear, and depth, which is logarithmic', () => {
    expect(partOf(0, 100_000)).toBe(1)
    expect(partOf(0, 10_000)).toBeCloseTo(0.75, 10)
    expect(partOf(0.15, 100_000)).toBeCloseTo(0.75, 10)
    expect(partOf(0.3, 1000)).toBe(0)
    expect(partOf(0.9, 0)).toBe(0)
    expect(partOf(0, 5e6)).toBe(1)
  })

  test('without open interest it is the tightness; without a quote it is 0', () => {
    expect(partOf(0.15, null)).toBeCloseTo(0.5, 10)
    expect(partOf(null, 1e6)).toBe(0)
  })
})

test('the volatility rank is divided by 100; unknown stays unknown', () => {
  expect(volatilityPart(37)).toBe(0.37)
  expect(volatilityPart(null)).toBeNull()
})

describe('income', () => {
  const fair = { score: 95, yield: 0.12 }
  const better = { score: 130, yield: 0.24 }

  test('is half score, half return', () => {
    expect(incomePart('Bullish', { call: fair, put: undefined })).toBeCloseTo((0.5 + 0.5) / 2, 10)
    expect(incomePart('Bullish', { call: undefined, put: better })).toBeCloseTo((1 + 0.75) / 2, 10)
  })

  test('a bullish idea uses the better leg, a bearish one only the call', () => {
    expect(incomePart('Bullish', { call: fair, put: better })).toBeCloseTo(0.875, 10)
    expect(incomePart('Bearish', { call: fair, put: better })).toBeCloseTo(0.5, 10)
    expect(incomePart('Bearish', { call: undefined, put: better })).toBeNull()
  })
})
