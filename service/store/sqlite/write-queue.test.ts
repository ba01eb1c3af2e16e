import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { oneAtATime } from './write-queue.ts'
import type { Turns } from './write-queue.ts'

let turns: Turns
beforeEach(() => {
  vi.useFakeTimers()
  turns = oneAtATime()
})
afterEach(() => {
  vi.useRealTimers()
})
const probe = { mostMs: 1000, isFirst: true }

test('who comes first writes first, with what is left of the time since he asked', async () => {
  const now = performance.now()
  const first = await turns.take()
  const [second, third] = [turns.take(), turns.take()]
  vi.advanceTimersByTime(4000)
  first.end()
  expect((await second).until).toBe(now + 5000)
  ;(await second).end()
  expect((await third).until).toBe(now + 5000)
})

test('who waits for too long leaves, and hears what keeps out the one before him', async () => {
  const first = await turns.take()
  const waiting = Promise.allSettled([turns.take(), turns.take()])
  first.keptOut('locked')
  vi.advanceTimersByTime(5000)
  expect(await waiting).toEqual([
    { status: 'rejected', reason: 'locked' },
    { status: 'rejected', reason: 'locked' },
  ])
  const next = turns.take()
  first.end()
  ;(await next).end()
  const slow = await turns.take()
  const behind = expect(turns.take()).rejects.toThrow('the writes before this one take too long')
  vi.advanceTimersByTime(5000)
  await behind
  slow.end()
  await turns.take()
})

test('a thousand may wait; who asks after the database is before them all, and who closes it behind them', async () => {
  const first = await turns.take()
  const order: number[] = []
  for (let at = 0; at < 1000; at++)
    void turns.take().then((turn) => {
      order.push(at)
      turn.end()
    })
  await expect(turns.take()).rejects.toMatchObject({
    name: 'StoreFault',
    message: 'too many writes wait for their turn',
  })
  const closing = turns.last()
  const probing = turns.take(probe)
  first.end()
  ;(await probing).end()
  await closing
  expect(order).toEqual(Array.from({ length: 1000 }, (_, at) => at))
})
