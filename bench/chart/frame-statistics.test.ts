import { expect, test } from 'vitest'
import { frameStatistics, keeps60FramesPerSecond } from './frame-statistics.ts'

const framesOf = (workTimes: readonly number[], gapMs = 16.7) =>
  workTimes.map((workMs) => ({ workMs, gapMs }))

test('computes the median, the 95th percentile and the share of slow frames', () => {
  const statistics = frameStatistics(framesOf([...Array<number>(95).fill(4), ...Array<number>(5).fill(20)]))
  expect(statistics).toEqual({ medianMs: 4, p95Ms: 20, slowShare: 0.05, missedShare: 0 })
  expect(keeps60FramesPerSecond(statistics)).toBe(false)
  expect(keeps60FramesPerSecond(frameStatistics(framesOf([...Array<number>(97).fill(4), 20, 20, 20])))).toBe(
    true,
  )
})

test('counts a gap of two frames as one missed frame', () => {
  expect(frameStatistics([...framesOf([1, 1, 1]), ...framesOf([1], 33.4)]).missedShare).toBeCloseTo(1 / 5, 9)
})
