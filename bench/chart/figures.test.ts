import { expect, test } from 'vitest'
import { frameStatistics, holds } from './figures.ts'

const framesOf = (works: readonly number[], gap = 16.7) => works.map((work) => ({ work, gap }))

test('computes median, 95th percentile and the share of frames that took too long', () => {
  const statistics = frameStatistics(framesOf([...Array<number>(95).fill(4), ...Array<number>(5).fill(20)]))
  expect(statistics).toEqual({ median: 4, p95: 20, overFrame: 0.05, missedShare: 0 })
  expect(holds(statistics)).toBe(false)
  expect(holds(frameStatistics(framesOf([...Array<number>(97).fill(4), 20, 20, 20])))).toBe(true)
})

test('counts a gap of two frames as one missed frame', () => {
  expect(frameStatistics([...framesOf([1, 1, 1]), ...framesOf([1], 33.4)]).missedShare).toBeCloseTo(1 / 5, 9)
})
