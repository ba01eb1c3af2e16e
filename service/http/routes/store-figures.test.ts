/** Metrics that are read from the store at most once a minute. */
import { expect, test, vi } from 'vitest'
import { createStoreFigures } from './store-figures.ts'

function createTestFigures() {
  let now = 0
  const count = vi.fn(async (_now: number) => 3)
  const lastTime = vi.fn(async (_action: string): Promise<number | null> => null)
  const read = createStoreFigures({
    store: { sessions: { count }, audit: { lastTime } },
    clock: () => 1_000_000 + now,
    elapsed: () => now,
  })
  return { read, count, lastTime, advance: (ms: number) => (now += ms) }
}

test('the store is asked once a minute, whatever the number of scrapes', async () => {
  const { read, count, lastTime, advance } = createTestFigures()
  await Promise.all([read(), read()])
  advance(59_999)
  await read()
  expect(count.mock.calls).toEqual([[1_000_000]])
  lastTime.mockResolvedValue(1_500_500)
  count.mockResolvedValue(4)
  advance(1)
  expect(await read()).toEqual({ service_sessions_open: 4, service_backup_last_timestamp_seconds: 1500.5 })
  expect(count.mock.calls).toEqual([[1_000_000], [1_060_000]])
})

test('no backup and a failing store are unknown, not zero', async () => {
  const { read, count } = createTestFigures()
  count.mockRejectedValue(new Error('down'))
  expect(await read()).toEqual({
    service_sessions_open: undefined,
    service_backup_last_timestamp_seconds: undefined,
  })
})

test('a silent store is unknown after two seconds', async () => {
  vi.useFakeTimers()
  try {
    const { read, count, lastTime } = createTestFigures()
    count.mockReturnValue(new Promise(() => {}))
    lastTime.mockResolvedValue(2000)
    const figures = read()
    await vi.advanceTimersByTimeAsync(2000)
    expect(await figures).toEqual({
      service_sessions_open: undefined,
      service_backup_last_timestamp_seconds: 2,
    })
  } finally {
    vi.useRealTimers()
  }
})
