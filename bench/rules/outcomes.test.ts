import { expect, test } from 'vitest'
import { outcomeOf, peersOf, type Series } from './outcomes.ts'

const series = (...close: number[]): Series => ({
  close: Float64Array.from(close),
  dayOf: close.map((_, day) => day),
})
/** Two stocks: one doubles in two days, then stands; the other stands. */
const all = [series(1, 2, 2, 2, 2), series(5, 5, 5, 5, 5)]

test('peers are the mean of all that have a return of that day', () => {
  expect([...peersOf(all, 0, 1)]).toEqual([
    [0, 0.5],
    [1, 0],
    [2, 0],
    [3, 0],
  ])
  expect([...peersOf(all, 2, 1).keys()]).toEqual([2, 3])
})

test('an outcome is told against the peers of its day, and only where its end is known', () => {
  const firings = [
    { series: 0, at: 0 },
    { series: 1, at: 0 },
    { series: 1, at: 3 },
    { series: 0, at: 4 },
  ]
  const outcome = outcomeOf(firings, all, peersOf(all, 0, 1), { reach: 1, side: 1 })
  expect(outcome).toMatchObject({ fired: 4, known: 3 })
  expect(outcome.mean).toBeCloseTo(1 / 3)
  expect(outcome.excess).toBeCloseTo(0)
  expect(outcome.hits).toBeCloseTo(1 / 3)
})

test('firings of one block count as one observation of their sum', () => {
  // Peers return nothing; each of four stocks returns 1 % in the first block and -1 % in the second.
  const moving = Array.from({ length: 4 }, () => series(100, 101, 101, 99.99, 99.99))
  const peers = new Map([0, 1, 2, 3].map((day) => [day, 0]))
  const firings = moving.flatMap((_, at) => [
    { series: at, at: 0 },
    { series: at, at: 2 },
  ])
  const outcome = outcomeOf(firings, moving, peers, { reach: 2, side: 1 })
  expect(outcome.excess).toBeCloseTo(0, 10)
  // Two clusters, each with a sum of 4 x 1 %: sqrt(2 x 0.04^2 x 2) / 8.
  expect(outcome.error).toBeCloseTo(Math.sqrt(2 * 0.04 ** 2 * 2) / 8, 4)
})
