import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createWriteQueue } from './write-queue.ts'
import type { WriteQueue } from './write-queue.ts'

let turns: WriteQueue
beforeEach(() => {
  vi.useFakeTimers()
  turns = createWriteQueue()
})
afterEach(() => {
  vi.useRealTimers()
})
const probe = { timeoutMs: 1000, isFirst: true }

test('first in, first out, each with the time left until its own deadline', async () => {
  const now = performance.now()
  const first = await turns.enqueue()
  const [second, third] = [turns.enqueue(), turns.enqueue()]
  vi.advanceTimersByTime(4000)
  first.release()
  expect((await second).deadline).toBe(now + 5000)
  ;(await second).release()
  expect((await third).deadline).toBe(now + 5000)
})

test('a waiting write times out with the reason that blocks the head of the queue', async () => {
  const first = await turns.enqueue()
  const waiting = Promise.allSettled([turns.enqueue(), turns.enqueue()])
  first.onBusy('locked')
  vi.advanceTimersByTime(5000)
  expect(await waiting).toEqual([
    { status: 'rejected', reason: 'locked' },
    { status: 'rejected', reason: 'locked' },
  ])
  const next = turns.enqueue()
  first.release()
  ;(await next).release()
  const slow = await turns.enqueue()
  const behind = expect(turns.enqueue()).rejects.toThrow('the writes before this one take too long')
  vi.advanceTimersByTime(5000)
  await behind
  slow.release()
  await turns.enqueue()
})

test('a thousand may wait; a health check goes to the front, closing to the end', async () => {
  const first = await turns.enqueue()
  const order: number[] = []
  for (let at = 0; at < 1000; at++)
    void turns.enqueue().then((turn) => {
      order.push(at)
      turn.release()
    })
  await expect(turns.enqueue()).rejects.toMatchObject({
    name: 'StoreError',
    message: 'too many writes wait for their turn',
  })
  const closing = turns.enqueueLast()
  const probing = turns.enqueue(probe)
  first.release()
  ;(await probing).release()
  await closing
  expect(order).toEqual(Array.from({ length: 1000 }, (_, at) => at))
})
