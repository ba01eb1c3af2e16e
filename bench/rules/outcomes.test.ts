import { expect, test } from 'vitest'
import { outcomeOf, peersOf, type Series } from './outcomes.ts'

const series = (...close: number[]): Series => ({
  close: Float64Array.from(close),
  dayOf: close.map((_, day) => day),
})
/** Two stocks: one doubles on the first day and then does not move; the other never moves. */
const allSeries = [series(1, 2, 2, 2, 2), series(5, 5, 5, 5, 5)]

test('averages the returns of all series that have one on that day', () => {
  expect([...peersOf(allSeries, 0, 1)]).toEqual([
    [0, 0.5],
    [1, 0],
    [2, 0],
    [3, 0],
  ])
  expect([...peersOf(allSeries, 2, 1).keys()]).toEqual([2, 3])
})

test('measures an outcome against the peers of its day, and only if the horizon is over', () => {
  const firings = [
    { series: 0, bar: 0 },
    { series: 1, bar: 0 },
    { series: 1, bar: 3 },
    { series: 0, bar: 4 },
  ]
  const outcome = outcomeOf(firings, allSeries, peersOf(allSeries, 0, 1), { reach: 1, side: 1 })
  expect(outcome).toMatchObject({ fired: 4, withOutcome: 3 })
  expect(outcome.mean).toBeCloseTo(1 / 3)
  expect(outcome.excess).toBeCloseTo(0)
  expect(outcome.hits).toBeCloseTo(1 / 3)
})

test('counts all firings of one block as one observation', () => {
  // Peers return nothing; each of four stocks returns 1 % in the first block and -1 % in the second.
  const movingSeries = Array.from({ length: 4 }, () => series(100, 101, 101, 99.99, 99.99))
  const peers = new Map([0, 1, 2, 3].map((day) => [day, 0]))
  const firings = movingSeries.flatMap((_, index) => [
    { series: index, bar: 0 },
    { series: index, bar: 2 },
  ])
  const outcome = outcomeOf(firings, movingSeries, peers, { reach: 2, side: 1 })
  expect(outcome.excess).toBeCloseTo(0, 10)
  // Two clusters, each with a sum of 4 x 1 %: sqrt(2 x 0.04^2 x 2) / 8.
  expect(outcome.error).toBeCloseTo(Math.sqrt(2 * 0.04 ** 2 * 2) / 8, 4)
})
