import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { StreamUpdate } from './quote-stream.ts'
import { polledStream } from './polled-stream.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

async function openStream(snapshot: (keys: readonly string[]) => Promise<StreamUpdate<number>[]>) {
  const received: string[] = []
  const stream = await polledStream<number>({ snapshot, pollMs: ({ size }) => 1000 * Math.max(1, size) })({
    onUpdate: ({ key, value }) => received.push(`${key} ${value}`),
    onActivity: () => received.push('activity'),
    onLost: (reason) => received.push(`lost: ${reason}`),
  })
  return { stream, received }
}
const updatesOf = (keys: readonly string[]) =>
  keys.map((key) => ({ key, seq: null, timeMs: Date.now(), value: 1 }))

test('requests all keys in one call, at an interval that depends on their number', async () => {
  const calls: string[][] = []
  const { stream, received } = await openStream(async (keys) => {
    calls.push([...keys])
    return updatesOf(keys)
  })
  await vi.advanceTimersByTimeAsync(1000)
  expect(calls).toEqual([])
  expect(received, 'an idle stream is not silent').toEqual(['activity'])
  void stream.subscribe(['A', 'B', 'C'])
  stream.unsubscribe(['C'])
  await vi.advanceTimersByTimeAsync(1000)
  expect(received.slice(1)).toEqual(['activity', 'A 1', 'B 1'])
  await vi.advanceTimersByTimeAsync(1999)
  expect(calls).toHaveLength(1)
  await vi.advanceTimersByTimeAsync(1)
  expect(calls).toEqual([
    ['A', 'B'],
    ['A', 'B'],
  ])
  stream.close()
})

test('a failed request is a lost connection, and nothing more is requested', async () => {
  const snapshot = vi.fn<() => Promise<StreamUpdate<number>[]>>().mockRejectedValue(new Error('503'))
  const { stream, received } = await openStream(snapshot)
  void stream.subscribe(['A'])
  await vi.advanceTimersByTimeAsync(10_000)
  expect(received).toEqual(['lost: 503'])
  expect(snapshot).toHaveBeenCalledTimes(1)
})

test('a response that arrives after `close` is ignored', async () => {
  let respond = (_updates: StreamUpdate<number>[]) => {}
  const { stream, received } = await openStream(() => new Promise((resolve) => (respond = resolve)))
  void stream.subscribe(['A'])
  await vi.advanceTimersByTimeAsync(1000)
  stream.close()
  respond(updatesOf(['A']))
  await vi.advanceTimersByTimeAsync(10_000)
  expect(received).toEqual([])
})
