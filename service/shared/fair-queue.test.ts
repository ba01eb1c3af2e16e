import { expect, test } from 'vitest'
import { createFairQueue } from './fair-queue.ts'

function queueOf(...items: readonly string[]) {
  const queue = createFairQueue<string>()
  // The first letter of an item is its caller.
  for (const item of items) queue.push(item[0]!, item)
  return queue
}

test('serves callers in turn, and the items of each in order', () => {
  const queue = queueOf('a1', 'a2', 'a3', 'b1', 'c1')
  expect([queue.length, queue.lengthOf('a'), queue.lengthOf('d')]).toEqual([5, 3, 0])
  expect([queue.shift(), queue.shift()]).toEqual(['a1', 'b1'])
  queue.push('b', 'b2')
  expect(Array.from({ length: 5 }, () => queue.shift())).toEqual(['c1', 'a2', 'b2', 'a3', undefined])
  expect(queue.length).toBe(0)
})

test('skips callers that are not eligible, which keep their places', () => {
  const queue = queueOf('a1', 'b1', 'a2')
  expect(queue.shift((caller) => caller !== 'a')).toBe('b1')
  expect(queue.shift((caller) => caller !== 'a')).toBeUndefined()
  expect([queue.length, queue.shift(), queue.shift()]).toEqual([2, 'a1', 'a2'])
})

test('gives up the last item of the caller with the most', () => {
  const queue = queueOf('a1', 'b1', 'b2')
  expect([queue.longestLength(), queue.popLongest()]).toEqual([2, 'b2'])
  expect([queue.popLongest(), queue.popLongest(), queue.popLongest()]).toEqual(['a1', 'b1', undefined])
  expect([queue.longestLength(), queue.length]).toEqual([0, 0])
})
