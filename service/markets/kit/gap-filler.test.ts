/** The last value is never lost: gaps of pushed values are filled by snapshots. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createLiveQuotes } from './live-quotes.ts'
import type { StreamUpdate } from './quote-stream.ts'
import { createVendor } from './stream-vendor.fixture.ts'

beforeEach(() => void vi.useFakeTimers({ now: Date.parse('2026-11-20T15:00:00Z') }))
afterEach(() => void vi.useRealTimers())

const settle = (ms = 50) => vi.advanceTimersByTimeAsync(ms)

test('a value that was sent while the connection was lost arrives by snapshot', async () => {
  const vendor = createVendor()
  const live = createLiveQuotes(vendor.options())
  let value: number | undefined
  live.watch(['A'], (next) => (value = next))
  await settle()
  for (let round = 1; round <= 100; round++) {
    vendor.send('A', round)
    vendor.cut()
    vendor.send('A', round + 0.5)
    await settle(300)
    expect(value, `round ${round}`).toBe(round + 0.5)
  }
  live.close()
})

test('the last value of every key arrives after each of ten lost connections', async () => {
  const vendor = createVendor()
  const keys = Array.from({ length: 40 }, (_, index) => `K${index}`)
  const received = new Map<string, number>()
  const live = createLiveQuotes(vendor.options({ keysPerConnection: 15 }))
  for (const key of keys) live.watch([key], (value) => received.set(key, value))
  await settle()
  for (let round = 1; round <= 10; round++) {
    vendor.cut()
    const changed = keys.filter((_, index) => (index + round) % 3 === 0)
    for (const key of changed) vendor.send(key, round)
    const last = new Map(keys.map((key) => [key, vendor.lastOf(key)]))
    await settle(30_000)
    for (const key of keys) expect(received.get(key), `${key}, round ${round}`).toBe(last.get(key))
  }
  live.close()
})

test('a value that changes before the vendor has confirmed the subscription arrives by snapshot', async () => {
  const vendor = createVendor()
  const { openStream } = vendor.options()
  const confirmations: (() => void)[] = []
  const live = createLiveQuotes(
    vendor.options({
      openStream: async (events) => {
        const stream = await openStream(events)
        const subscribe = (keys: readonly string[]) =>
          new Promise<void>((resolve) => {
            confirmations.push(() => {
              void stream.subscribe(keys)
              resolve()
            })
          })
        return { ...stream, subscribe }
      },
    }),
  )
  let value: number | undefined
  live.watch(['A'], (next) => (value = next))
  await settle()
  // Not pushed, because the subscription has not taken effect.
  vendor.send('A', 7)
  confirmations[0]!()
  await settle()
  expect(value).toBe(7)
  live.close()
})

test('a failed snapshot is requested again until it succeeds, and the values are stale until then', async () => {
  const vendor = createVendor()
  let isFailing = false
  const lines: string[] = []
  const { snapshot } = vendor.options()
  const live = createLiveQuotes(
    vendor.options({
      snapshot: async (keys) => {
        if (isFailing) throw new Error('HTTP 503')
        return snapshot(keys)
      },
      log: (_level, event) => lines.push(event),
    }),
  )
  let value: number | undefined
  live.watch(['A'], (next) => (value = next))
  await settle()
  vendor.send('A', 1)
  isFailing = true
  vendor.cut()
  vendor.send('A', 2)
  await settle(12_000)
  vendor.beat()
  expect(value).toBe(1)
  expect(live.isStale()).toBe(true)
  expect(
    lines.filter((event) => event === 'market-snapshot-failed'),
    'one line for the outage',
  ).toHaveLength(1)
  isFailing = false
  await settle(16_000)
  vendor.beat()
  expect(value).toBe(2)
  expect(live.isStale()).toBe(false)
  live.close()
  expect(vi.getTimerCount()).toBe(0)
})

test('a snapshot does not replace a value of the same time that was pushed after its request', async () => {
  const vendor = createVendor()
  let respond: (updates: StreamUpdate<number>[]) => void = () => {}
  const live = createLiveQuotes(
    vendor.options({ snapshot: () => new Promise((resolve) => (respond = resolve)) }),
  )
  const received: number[] = []
  live.watch(['A'], (value) => received.push(value))
  await settle()
  const timeMs = Date.now()
  vendor.send('A', 2, { timeMs })
  respond([{ key: 'A', seq: null, timeMs, value: 1 }])
  await settle()
  expect(received).toEqual([2])
  live.close()
})

test('an older snapshot adds what the pushed value does not contain', async () => {
  const vendor = createVendor()
  let respond: (updates: StreamUpdate<number>[]) => void = () => {}
  const live = createLiveQuotes(
    vendor.options({
      snapshot: () => new Promise((resolve) => (respond = resolve)),
      // Tenths are the part that only snapshots have.
      complete: (value, older) => (value % 1 === 0 ? value + (older % 1) : undefined),
    }),
  )
  const received: number[] = []
  live.watch(['A'], (value) => received.push(value))
  await settle()
  vendor.send('A', 2)
  respond([{ key: 'A', seq: null, timeMs: Date.now() - 1000, value: 1.5 }])
  await settle()
  expect(received).toEqual([2, 2.5])
  live.close()
})
