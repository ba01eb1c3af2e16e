import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { config } from '#service/analysis/config.ts'
import { simulatedMarket } from '#service/market/simulated/simulated.ts'
import type { Market } from '#service/market/market.ts'
import type { Batch, BatchRepository } from '#service/store/batches.ts'
import { memoryBatches } from '#service/store/memory/batches.ts'
import { makeScanner, nextScan, scheduleScans, type Scanner } from './schedule.ts'

describe('the next scan', () => {
  test.each([
    ['a Friday afternoon: Saturday night', '2026-11-20T18:00:00Z', '2026-11-21T07:00:00.000Z'],
    ['a Saturday morning after the scan: Tuesday', '2026-11-21T07:00:00Z', '2026-11-24T07:00:00.000Z'],
    ['a Sunday: Tuesday', '2026-11-22T12:00:00Z', '2026-11-24T07:00:00.000Z'],
    ['a Monday afternoon: Tuesday', '2026-11-23T20:00:00Z', '2026-11-24T07:00:00.000Z'],
    ['just before two: today', '2026-11-24T06:59:59Z', '2026-11-24T07:00:00.000Z'],
    ['in summer New York is four hours behind', '2026-07-14T12:00:00Z', '2026-07-15T06:00:00.000Z'],
    ['across the end of summer time', '2026-10-31T06:00:01Z', '2026-11-03T07:00:00.000Z'],
  ])('%s', (_, after, expected) => expect(nextScan(new Date(after)).toISOString()).toBe(expected))
})

const batchOf = (tradingDay: string): Batch => ({
  id: tradingDay,
  analysis: config.version,
  dateOfScan: `${tradingDay}T21:00:00.000Z`,
  tradingDay,
  durationMs: 1,
  universeSize: 0,
  ideas: [],
  scores: [],
  failures: [],
  tone: null,
})

describe('the schedule', () => {
  beforeEach(() => vi.useFakeTimers({ now: new Date('2026-11-20T22:00:00Z') }))
  afterEach(() => vi.useRealTimers())

  const world = (latest: Batch | undefined, more: Partial<Market> = {}) => {
    const market: Market = { ...simulatedMarket({ seed: 1 }), ...more }
    const scans: string[] = []
    const lines: string[] = []
    const batches: BatchRepository = { ...memoryBatches(), latest: async () => latest }
    let failing = false
    const scanner: Scanner = {
      run: async () => {
        scans.push(new Date().toISOString())
        if (failing) throw new Error('vendor is down')
        return batchOf(market.today())
      },
    }
    const stop = scheduleScans({ market, batches, scanner, log: (line) => lines.push(line) })
    return { scans, lines, stop, fail: (now: boolean) => void (failing = now) }
  }
  const hours = (count: number): Promise<unknown> => vi.advanceTimersByTimeAsync(count * 3_600_000)

  test('without a batch it scans at once, then at two in the night, not on Sunday or Monday', async () => {
    const { scans, stop } = world(undefined)
    await hours(24 * 5)
    expect(scans).toEqual([
      '2026-11-20T22:00:00.000Z',
      '2026-11-21T07:00:00.000Z',
      '2026-11-24T07:00:00.000Z',
      '2026-11-25T07:00:00.000Z',
    ])
    stop()
  })

  test("with the latest session's batch in the store it waits for the night", async () => {
    const { scans, stop } = world(batchOf('2026-11-20'))
    await hours(10)
    expect(scans).toEqual(['2026-11-21T07:00:00.000Z'])
    stop()
  })

  test('a batch that another version of the analysis made is made again at once', async () => {
    const { analysis: _, ...old } = batchOf('2026-11-20')
    const { scans, stop } = world(old)
    await hours(10)
    expect(scans).toEqual(['2026-11-20T22:00:00.000Z', '2026-11-21T07:00:00.000Z'])
    stop()
  })

  test('recorded data is scanned once: its clock stands still', async () => {
    const { scans, stop } = world(batchOf('2026-08-20'), {
      today: () => '2026-08-21',
      status: () => ({
        state: 'closed',
        delayedSeconds: 1,
        simulated: false,
        asOf: '2026-08-21T20:00:00.000Z',
      }),
    })
    await hours(24 * 5)
    expect(scans).toHaveLength(1)
    stop()
  })

  test('a failed scan is said and tried again, and the nights go on', async () => {
    const { scans, lines, stop, fail } = world(undefined)
    fail(true)
    await vi.advanceTimersByTimeAsync(1)
    expect(lines[0]).toContain('vendor is down')
    fail(false)
    await vi.advanceTimersByTimeAsync(5 * 60_000)
    expect(scans).toHaveLength(2)
    await hours(10)
    expect(scans.at(-1)).toBe('2026-11-21T07:00:00.000Z')
    stop()
  })

  test('stopped means stopped', async () => {
    const { scans, stop } = world(batchOf('2026-11-20'))
    await vi.advanceTimersByTimeAsync(1)
    stop()
    await hours(24 * 5)
    expect(scans).toEqual([])
    expect(vi.getTimerCount()).toBe(0)
  })
})

test('who asks while a scan runs gets that one, and afterwards a new one', async () => {
  const market: Market = {
    ...simulatedMarket({ seed: 1, clock: () => new Date('2026-11-20T22:00:00Z') }),
    universe: async () => ['AAPL'],
  }
  let published = 0
  const batches: BatchRepository = { ...memoryBatches(), publish: async () => void published++ }
  const scanner = makeScanner({ market, batches })
  const [first, second] = await Promise.all([scanner.run(), scanner.run()])
  expect(second).toBe(first)
  expect(published).toBe(1)
  expect((await scanner.run()).id).not.toBe(first.id)
})
