import { expect, test } from 'vitest'
import { meanReturnsByDay, outcomeOf, type Series } from './outcomes.ts'

const createSeries = (...close: number[]): Series => ({
  close: Float64Array.from(close),
  dayOf: close.map((_, day) => day),
})
/** Two stocks: one doubles on the first day and then does not move; the other never moves. */
const allSeries = [createSeries(1, 2, 2, 2, 2), createSeries(5, 5, 5, 5, 5)]

test('averages the returns of all series by day, and skips days whose horizon is not over', () => {
  expect([...meanReturnsByDay(allSeries, 0, 1)]).toEqual([
    [0, 0.5],
    [1, 0],
    [2, 0],
    [3, 0],
  ])
  expect([...meanReturnsByDay(allSeries, 2, 1).keys()]).toEqual([2, 3])
})

test('compares each return with the mean of its day, and ignores firings whose horizon is not over', () => {
  const firings = [
    { seriesIndex: 0, bar: 0 },
    { seriesIndex: 1, bar: 0 },
    { seriesIndex: 1, bar: 3 },
    { seriesIndex: 0, bar: 4 },
  ]
  const outcome = outcomeOf(firings, allSeries, meanReturnsByDay(allSeries, 0, 1), {
    horizon: 1,
    direction: 1,
  })
  expect(outcome).toMatchObject({ firings: 4, knownReturns: 3 })
  expect(outcome.meanReturn).toBeCloseTo(1 / 3)
  expect(outcome.meanExcess).toBeCloseTo(0)
  expect(outcome.hitRate).toBeCloseTo(1 / 3)
})

test('counts all firings of one block of sessions as one observation', () => {
  // The mean of all symbols is zero; each of four stocks returns 1 % in the first block and -1 % in the second.
  const movingSeries = Array.from({ length: 4 }, () => createSeries(100, 101, 101, 99.99, 99.99))
  const peerReturns = new Map([0, 1, 2, 3].map((day) => [day, 0]))
  const firings = movingSeries.flatMap((_, index) => [
    { seriesIndex: index, bar: 0 },
    { seriesIndex: index, bar: 2 },
  ])
  const outcome = outcomeOf(firings, movingSeries, peerReturns, { horizon: 2, direction: 1 })
  expect(outcome.meanExcess).toBeCloseTo(0, 10)
  // Two clusters, each with a sum of 4 x 1 %: sqrt(2 x 0.04^2 x 2) / 8.
  expect(outcome.standardError).toBeCloseTo(Math.sqrt(2 * 0.04 ** 2 * 2) / 8, 4)
})
