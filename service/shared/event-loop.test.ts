import { expect, test } from 'vitest'
import { forEachYielding } from './event-loop.ts'

/** A clock that advances by `step` milliseconds at every reading. */
const clockOf = (step: number) => {
  let now = 0
  return () => (now += step)
}

test('completes short work synchronously', () => {
  const processed: number[] = []
  void forEachYielding(Array.from({ length: 1000 }).keys(), clockOf(0.01), (item) => processed.push(item))
  expect(processed).toHaveLength(1000)
})

test('splits long work into slices, yields in between, and skips items that leave meanwhile', async () => {
  const members = new Set(Array.from({ length: 200 }).keys())
  const processed: number[] = []
  const run = forEachYielding(members, clockOf(6), (item) => processed.push(item))
  const first = processed.length
  expect(first).toBeGreaterThan(0)
  expect(first).toBeLessThan(100)
  members.delete(199)
  setTimeout(() => processed.push(-1), 0)
  await run
  expect(processed).toHaveLength(200)
  expect(processed.indexOf(-1), 'other work ran in between').toBeLessThan(199)
  expect(processed).not.toContain(199)
})
