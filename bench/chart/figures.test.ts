import { expect, test } from 'vitest'
import { figuresOf, holds } from './figures.ts'

const framesOf = (works: readonly number[], gap = 16.7) => works.map((work) => ({ work, gap }))

test('median, 95th percentile, and the frames that took too long', () => {
  const figures = figuresOf(framesOf([...Array<number>(95).fill(4), ...Array<number>(5).fill(20)]))
  expect(figures).toEqual({ median: 4, p95: 20, over: 0.05, missed: 0 })
  expect(holds(figures)).toBe(false)
  expect(holds(figuresOf(framesOf([...Array<number>(97).fill(4), 20, 20, 20])))).toBe(true)
})

test('a gap of two frames is one that was missed', () => {
  expect(figuresOf([...framesOf([1, 1, 1]), ...framesOf([1], 33.4)]).missed).toBeCloseTo(1 / 5, 9)
})
