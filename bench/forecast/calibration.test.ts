import { expect, test } from 'vitest'
import { calibrate, casesOf, type ForecastCase } from './calibration.ts'
import { barsFrom, randomWalk } from '#service/analysis/reference/synthetic-market.fixture.ts'

const item = (change: Partial<ForecastCase>): ForecastCase => ({
  before: 0.04,
  after: 0.01,
  realized: 0.01,
  move: 0,
  isAfterReport: false,
  hasReport: false,
  ...change,
})

test('a perfect forecast has no loss and no bias', () => {
  expect(calibrate([item({}), item({})], 'after')).toMatchObject({ cases: 2, qlike: 0, bias: 1 })
  const { qlike, bias } = calibrate([item({})], 'before')
  expect(qlike).toBeCloseTo(0.25 - Math.log(0.25) - 1, 12)
  expect(bias).toBeCloseTo(4, 12)
})

test('coverage counts moves within the central ranges of the distribution', () => {
  // With a deviation of 0.1 the ranges end at 0.067 and 0.128 around the median of -0.005.
  const moves = [0, 0.06, 0.065, 0.12, 0.13, -0.07, -0.08, -0.14]
  const { within50, within80 } = calibrate(
    moves.map((move) => item({ move })),
    'after',
  )
  expect(within50).toBe(3 / 8)
  expect(within80).toBe(6 / 8)
})

test('cases cover the sessions after a year, and their forecasts use only earlier bars', () => {
  const closes = randomWalk({ sessions: 320 })
  const cases = casesOf(barsFrom(closes), 20, 10)
  expect(cases).toHaveLength(5)
  const changed = casesOf(barsFrom(closes.map((close, i) => (i > 270 ? close * 2 : close))), 20, 10)
  expect(changed[0]!.before).toBe(cases[0]!.before)
  expect(changed[0]!.after).toBe(cases[0]!.after)
  expect(changed[0]!.move).toBeCloseTo(cases[0]!.move + Math.log(2), 10)
})
