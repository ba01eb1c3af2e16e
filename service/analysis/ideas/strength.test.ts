import { describe, expect, test } from 'vitest'
import { config } from '#service/analysis/config.ts'
import { normalCdf } from '#service/analysis/pricing/normal.ts'
import type { Liquidity } from '#service/analysis/liquidity.ts'
import {
  incomePart,
  liquidityPart,
  partStatisticsOf,
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
  test('weights add up to 1', () => {
    expect(Object.values(config.strength.weights).reduce((sum, weight) => sum + weight, 0)).toBeCloseTo(1, 12)
  })

  // Each part has the mean 0.5 and the standard deviation 0.1.
  const statistics = partStatisticsOf([everyPart(0.4), everyPart(0.6)])
  const squares = Object.values(config.strength.weights).reduce((sum, weight) => sum + weight ** 2, 0)

  test('of the average idea is 50; a part a standard deviation higher counts with its weight', () => {
    expect(strengthOf(everyPart(0.5), statistics)).toBeCloseTo(50, 10)
    for (const [name, weight] of Object.entries(config.strength.weights))
      expect(strengthOf({ ...everyPart(0.5), [name]: 0.6 }, statistics), name).toBeCloseTo(
        100 * normalCdf(weight / Math.sqrt(squares)),
        8,
      )
  })

  test('does not depend on the spread of a part: a narrow one counts as much as a wide one', () => {
    const narrow = partStatisticsOf([
      { ...everyPart(0.5), signals: 0.49, liquidity: 0.1 },
      { ...everyPart(0.5), signals: 0.51, liquidity: 0.9 },
    ])
    const strengths = [
      { ...everyPart(0.5), signals: 0.51 },
      { ...everyPart(0.5), liquidity: 0.9 },
    ].map((parts) => strengthOf(parts, narrow))
    expect(strengths[0]).toBeCloseTo(100 * normalCdf(0.35 / Math.sqrt(squares)), 8)
    expect(strengths[1]).toBeCloseTo(100 * normalCdf(0.15 / Math.sqrt(squares)), 8)
  })

  test('ranges from 0 to 100: a part counts at most three standard deviations', () => {
    const highest = strengthOf(everyPart(1), statistics)
    expect(highest).toBeCloseTo(strengthOf(everyPart(0.8), statistics), 10)
    expect(highest).toBeLessThan(100)
    expect(strengthOf(everyPart(0), statistics)).toBeCloseTo(100 - highest, 8)
  })

  test('an unknown part counts as the mean, but no trade as the lowest income', () => {
    const parts = { ...everyPart(0.5), signals: 0.6 }
    const strength = strengthOf(parts, statistics)
    for (const name of ['rank', 'volatility'] as const)
      expect(strengthOf({ ...parts, [name]: null }, statistics), name).toBeCloseTo(strength, 10)
    expect(strengthOf({ ...parts, income: null }, statistics)).toBeCloseTo(
      strengthOf({ ...parts, income: 0 }, statistics),
      10,
    )
    expect(partStatisticsOf([everyPart(0.4), everyPart(0.6), everyPart(null)]).rank).toEqual(statistics.rank)
  })

  test('of the only idea, and of equal ones, is 50', () => {
    expect(strengthOf(everyPart(0.3), partStatisticsOf([everyPart(0.3)]))).toBeCloseTo(50, 10)
    const equal = Array.from({ length: 3 }, () => everyPart(0.1))
    expect(strengthOf(everyPart(0.1), partStatisticsOf(equal))).toBeCloseTo(50, 10)
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
