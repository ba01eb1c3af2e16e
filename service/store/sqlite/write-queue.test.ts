import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createWriteQueue } from './write-queue.ts'
import type { WriteQueue } from './write-queue.ts'

let queue: WriteQueue
beforeEach(() => {
  vi.useFakeTimers()
  queue = createWriteQueue()
})
afterEach(() => {
  vi.useRealTimers()
})
const probe = { timeoutMs: 1000, isFirst: true }

test('admits writes in order, each with a deadline that counts from its call', async () => {
  const now = performance.now()
  const first = await queue.enqueue()
  const [second, third] = [queue.enqueue(), queue.enqueue()]
  vi.advanceTimersByTime(4000)
  first.release()
  expect((await second).deadline).toBe(now + 5000)
  ;(await second).release()
  expect((await third).deadline).toBe(now + 5000)
})

test('rejects a waiting write after its timeout with the error that blocks the current write', async () => {
  const first = await queue.enqueue()
  const waiting = Promise.allSettled([queue.enqueue(), queue.enqueue()])
  first.onBusy('locked')
  vi.advanceTimersByTime(5000)
  expect(await waiting).toEqual([
    { status: 'rejected', reason: 'locked' },
    { status: 'rejected', reason: 'locked' },
  ])
  const next = queue.enqueue()
  first.release()
  ;(await next).release()
  const slow = await queue.enqueue()
  const timedOut = expect(queue.enqueue()).rejects.toThrow('the writes before this one take too long')
  vi.advanceTimersByTime(5000)
  await timedOut
  slow.release()
  await queue.enqueue()
})

test('queues up to a thousand writes; a check goes to the front, closing to the end', async () => {
  const first = await queue.enqueue()
  const order: number[] = []
  for (let index = 0; index < 1000; index++)
    void queue.enqueue().then((slot) => {
      order.push(index)
      slot.release()
    })
  await expect(queue.enqueue()).rejects.toMatchObject({
    name: 'StoreError',
    message: 'too many writes are queued',
  })
  const closing = queue.enqueueLast()
  const probing = queue.enqueue(probe)
  first.release()
  ;(await probing).release()
  await closing
  expect(order).toEqual(Array.from({ length: 1000 }, (_, index) => index))
})
