import { expect, test } from 'vitest'
import { forEachYielding } from './event-loop.ts'

/** A clock that advances by `step` milliseconds at every reading. */
const clockOf = (step: number) => {
  let now = 0
  return () => (now += step)
}

test('completes short work synchronously', () => {
  const done: number[] = []
  void forEachYielding(Array.from({ length: 1000 }).keys(), clockOf(0.01), (one) => done.push(one))
  expect(done).toHaveLength(1000)
})

test('splits long work into slices, yields in between, and skips items that leave meanwhile', async () => {
  const members = new Set(Array.from({ length: 200 }).keys())
  const done: number[] = []
  const all = forEachYielding(members, clockOf(6), (one) => done.push(one))
  const first = done.length
  expect(first).toBeGreaterThan(0)
  expect(first).toBeLessThan(100)
  members.delete(199)
  setTimeout(() => done.push(-1), 0)
  await all
  expect(done).toHaveLength(200)
  expect(done.indexOf(-1), 'somebody else was let in').toBeLessThan(199)
  expect(done).not.toContain(199)
})
