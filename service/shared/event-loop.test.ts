import { expect, test } from 'vitest'
import { forEachYielding } from './event-loop.ts'

/** A clock that advances by `step` milliseconds at every reading. */
const createSteppingClock = (step: number) => {
  let now = 0
  return () => (now += step)
}

test('processes all items synchronously if they take less than one slice', () => {
  const processed: number[] = []
  void forEachYielding(Array.from({ length: 1000 }).keys(), createSteppingClock(0.01), (item) =>
    processed.push(item),
  )
  expect(processed).toHaveLength(1000)
})

test('splits long work into slices, yields between them, and skips items that are deleted meanwhile', async () => {
  const items = new Set(Array.from({ length: 200 }).keys())
  const processed: number[] = []
  const completed = forEachYielding(items, createSteppingClock(6), (item) => processed.push(item))
  const countBeforeYield = processed.length
  expect(countBeforeYield).toBeGreaterThan(0)
  expect(countBeforeYield).toBeLessThan(100)
  items.delete(199)
  setTimeout(() => processed.push(-1), 0)
  await completed
  expect(processed).toHaveLength(200)
  expect(processed.indexOf(-1), 'other work ran in between').toBeLessThan(199)
  expect(processed).not.toContain(199)
})
