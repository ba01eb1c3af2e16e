import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createLiveQuotes, type LiveQuotesOptions } from './live-quotes.ts'
import { createVendor } from './stream-vendor.fixture.ts'
import { VendorError } from './vendor-error.ts'

beforeEach(() => void vi.useFakeTimers({ now: Date.parse('2026-11-20T15:00:00Z') }))
afterEach(() => void vi.useRealTimers())

const settle = (ms = 50) => vi.advanceTimersByTimeAsync(ms)

test('subscribers share one connection and one subscription, sent in one batch', async () => {
  const vendor = createVendor()
  const live = createLiveQuotes(vendor.options())
  const received: number[][] = [[], []]
  live.watch(['A', 'B'], (value) => received[0]!.push(value))
  live.watch(['B', 'C'], (value) => received[1]!.push(value))
  await settle()
  expect(vendor.connections.map(({ calls }) => calls)).toEqual([[['A', 'B', 'C']]])
  vendor.send('B', 7)
  expect(received).toEqual([[7], [7]])
  expect(live.latest('B')).toBe(7)
  live.close()
})

test('a connection takes as many keys as the vendor allows', async () => {
  const vendor = createVendor()
  const live = createLiveQuotes(vendor.options({ keysPerConnection: 2 }))
  live.watch(['A', 'B', 'C', 'D', 'E'], () => {})
  await settle()
  expect(vendor.connections.map(({ calls }) => calls.flat())).toEqual([['A', 'B'], ['C', 'D'], ['E']])
  live.close()
})

test('drops repeated and late updates by sequence number, which starts again every day', async () => {
  const vendor = createVendor()
  const live = createLiveQuotes(vendor.options())
  const received: number[] = []
  live.watch(['A'], (value) => received.push(value))
  await settle()
  vendor.send('A', 1, { seq: 10 })
  vendor.send('A', 1, { seq: 10 })
  vendor.send('A', 0, { seq: 9 })
  vendor.send('A', 2, { seq: 11 })
  vendor.send('A', 3, { seq: 1, timeMs: Date.now() + 86_400_000 })
  expect(received).toEqual([1, 2, 3])
  live.close()
})

test('an unchanged value is newer than an update that arrives after it', async () => {
  const vendor = createVendor()
  const live = createLiveQuotes(
    vendor.options({ merge: (previous, value) => (value === previous ? undefined : value) }),
  )
  const received: number[] = []
  live.watch(['A'], (value) => received.push(value))
  await settle()
  vendor.send('A', 1, { seq: 10 })
  vendor.send('A', 1, { seq: 12 })
  vendor.send('A', 2, { seq: 11 })
  expect(received).toEqual([1])
  live.close()
})

test('reconnects with growing pauses, and waits a minute if the credential is refused', async () => {
  const vendor = createVendor()
  const live = createLiveQuotes(vendor.options())
  const attempts: number[] = []
  const startMs = Date.now()
  vendor.refuse(new Error('down'))
  const { openStream } = vendor.options()
  live.close()
  const second = createLiveQuotes(
    vendor.options({
      openStream: (events) => {
        attempts.push(Date.now() - startMs)
        return openStream(events)
      },
    }),
  )
  second.watch(['A'], () => {})
  await settle(4000)
  // Half of 250, 500, 1000, 2000 ms after each other.
  expect(attempts).toEqual([20, 145, 395, 895, 1895, 3895])
  vendor.refuse(new VendorError('denied', 'bad key'))
  await settle(4000 + 59_000)
  expect(attempts).toHaveLength(7)
  second.close()
})

test('a silent connection is stale during a session and reopened, and not outside of one', async () => {
  const vendor = createVendor()
  let isSession = false
  const live = createLiveQuotes(vendor.options({ isSession: () => isSession }))
  live.watch(['A'], () => {})
  await settle(60_000)
  expect(live.isStale()).toBe(false)
  expect(vendor.connections).toHaveLength(1)
  isSession = true
  vendor.beat()
  await settle(14_000)
  expect(live.isStale()).toBe(false)
  await settle(2000)
  expect(live.isStale()).toBe(true)
  await settle(20_000)
  expect(vendor.connections).toHaveLength(2)
  expect(live.isStale()).toBe(false)
  live.close()
})

test('closes a connection without subscribers, and stopping twice is fine', async () => {
  const vendor = createVendor()
  const live = createLiveQuotes(vendor.options())
  const stop = live.watch(['A'], () => {})
  await settle()
  expect(live.connectionCount()).toBe(1)
  stop()
  stop()
  await settle()
  expect(live.connectionCount()).toBe(0)
  expect(live.latest('A')).toBeUndefined()
  live.close()
})

test('an outage has one line for each reason, and one when values arrive again', async () => {
  const lines: string[] = []
  const vendor = createVendor()
  const log: LiveQuotesOptions<number>['log'] = (_level, event, fields) =>
    void lines.push([event, fields?.['reason']].filter(Boolean).join(': '))
  const live = createLiveQuotes(vendor.options({ log }))
  live.watch(['A'], () => {})
  await settle()
  vendor.refuse(new VendorError('unavailable', 'connection refused'))
  vendor.cut()
  await settle(120_000)
  expect(lines).toEqual(['market-stream-lost: cut', 'market-stream-lost: connection refused'])
  vendor.refuse(undefined)
  await settle(16_000)
  vendor.send('A', 1)
  vendor.send('A', 2)
  expect(lines.slice(2)).toEqual(['market-stream-recovered'])
  vendor.cut()
  expect(lines.slice(3)).toEqual(['market-stream-lost: cut'])
  live.close()
})
