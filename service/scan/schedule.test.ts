import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { config } from '#service/analysis/config.ts'
import { simulatedMarket } from '#service/markets/simulated/simulated.ts'
import type { Market } from '#service/markets/market.ts'
import type { Batch, BatchRepository } from '#service/store/batches.ts'
import type { ScanResult } from '#service/store/scan-outcomes.ts'
import { scanOutcome } from '#service/store/store.fixture.ts'
import { memoryBatches } from '#service/store/memory/batches.ts'
import { memoryStore } from '#service/store/memory/memory.ts'
import { memoryScanOutcomes } from '#service/store/memory/scan-outcomes.ts'
import { makeScanner, nextScan, scheduleScans, type Scanner } from './schedule.ts'

describe('the next scan', () => {
  test.each([
    ['a Friday afternoon: Saturday night', '2026-11-20T18:00:00Z', '2026-11-21T07:00:00.000Z'],
    ['a Saturday morning after the scan: Tuesday', '2026-11-21T07:00:00Z', '2026-11-24T07:00:00.000Z'],
    ['a Sunday: Tuesday', '2026-11-22T12:00:00Z', '2026-11-24T07:00:00.000Z'],
    ['a Monday afternoon: Tuesday', '2026-11-23T20:00:00Z', '2026-11-24T07:00:00.000Z'],
    ['just before 02:00: today', '2026-11-24T06:59:59Z', '2026-11-24T07:00:00.000Z'],
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
  universeSize: 500,
  ideas: [],
  scores: [],
  failures: [],
  tone: null,
})

describe('the schedule', () => {
  beforeEach(() => vi.useFakeTimers({ now: new Date('2026-11-20T22:00:00Z') }))
  afterEach(() => vi.useRealTimers())

  const startSchedule = (
    latest: Batch | undefined,
    marketChanges: Partial<Market> = {},
    lastResult?: ScanResult,
    { scanMs = 0, publishes = false }: { scanMs?: number; publishes?: boolean } = {},
  ) => {
    const market: Market = { ...simulatedMarket({ seed: 1 }), ...marketChanges }
    const scans: string[] = []
    const lines: string[] = []
    const batches = memoryBatches()
    if (latest) void batches.publish(latest)
    const outcomes = memoryScanOutcomes()
    if (lastResult) void outcomes.keep(scanOutcome({ outcome: lastResult }))
    let isFailing = false
    const scanner: Scanner = {
      run: async () => {
        scans.push(new Date().toISOString())
        if (isFailing) throw new Error('vendor is down')
        const batch = batchOf(market.today())
        if (scanMs > 0) await new Promise((resolve) => setTimeout(resolve, scanMs))
        if (publishes) await batches.publish(batch)
        return batch
      },
    }
    const stop = scheduleScans({
      market,
      batches,
      scans: outcomes,
      scanner,
      random: () => 0.5,
      log: (line) => lines.push(line),
    })
    return { scans, lines, batches, outcomes, stop, setFailing: (value: boolean) => void (isFailing = value) }
  }
  const advanceHours = (count: number): Promise<unknown> => vi.advanceTimersByTimeAsync(count * 3_600_000)

  test('scans at once if there is no batch, then at 02:00 except on Sunday and Monday', async () => {
    const { scans, stop } = startSchedule(undefined)
    await advanceHours(24 * 5)
    expect(scans).toEqual([
      '2026-11-20T22:00:00.000Z',
      '2026-11-21T07:00:00.000Z',
      '2026-11-24T07:00:00.000Z',
      '2026-11-25T07:00:00.000Z',
    ])
    stop()
  })

  test("waits until 02:00 if the store has the latest session's batch", async () => {
    const { scans, stop } = startSchedule(batchOf('2026-11-20'))
    await advanceHours(10)
    expect(scans).toEqual(['2026-11-21T07:00:00.000Z'])
    stop()
  })

  test('does not replace the batch of a newer analysis version', async () => {
    const { scans, stop } = startSchedule({ ...batchOf('2026-11-20'), analysis: config.version + 1 })
    await advanceHours(10)
    expect(scans).toEqual(['2026-11-21T07:00:00.000Z'])
    stop()
  })

  test('scans again at once if the batch is of an older analysis version', async () => {
    const { analysis: _, ...olderVersion } = batchOf('2026-11-20')
    const { scans, stop } = startSchedule(olderVersion)
    await advanceHours(10)
    expect(scans).toEqual(['2026-11-20T22:00:00.000Z', '2026-11-21T07:00:00.000Z'])
    stop()
  })

  test('scans recorded data once, because its clock is fixed', async () => {
    const { scans, stop } = startSchedule(batchOf('2026-08-20'), {
      today: () => '2026-08-21',
      status: () => ({
        state: 'closed',
        delayedSeconds: 1,
        simulated: false,
        asOf: '2026-08-21T20:00:00.000Z',
      }),
    })
    await advanceHours(24 * 5)
    expect(scans).toHaveLength(1)
    stop()
  })

  test('scans recorded data again if the last scan, of a command, was refused', async () => {
    const fixedClock = {
      now: () => new Date('2026-08-21T20:00:00Z'),
      today: () => '2026-08-21',
      status: () => ({
        state: 'closed' as const,
        delayedSeconds: 0,
        simulated: false,
        asOf: '2026-08-21T20:00:00.000Z',
      }),
    }
    const { scans, outcomes, stop } = startSchedule(batchOf('2026-08-21'), fixedClock)
    await advanceHours(1)
    expect(scans).toEqual([])
    const endedAt = Date.now()
    await outcomes.keep(scanOutcome({ outcome: 'refused', startedAt: endedAt, endedAt }))
    await advanceHours(2 / 60)
    expect(scans).toHaveLength(1)
    await outcomes.keep(scanOutcome({ outcome: 'published', startedAt: Date.now(), endedAt: Date.now() }))
    await advanceHours(1)
    expect(scans).toHaveLength(1)
    stop()
  })

  describe('a market of end-of-day files', () => {
    /** A market whose day a test moves on, as if the file of the next day had arrived. */
    const startWithFiles = (latest: Batch | undefined, scanMs = 0) => {
      let day = '2026-11-19'
      const listeners = new Set<() => void>()
      const schedule = startSchedule(
        latest,
        {
          now: () => new Date(`${day}T21:00:00Z`),
          today: () => day,
          status: () => ({
            state: 'closed',
            delayedSeconds: 0,
            simulated: false,
            asOf: `${day}T21:00:00.000Z`,
          }),
          onNewDay(listener) {
            listeners.add(listener)
            return () => void listeners.delete(listener)
          },
        },
        undefined,
        { scanMs, publishes: true },
      )
      return {
        ...schedule,
        listeners,
        receive: (newDay: string) => {
          day = newDay
          for (const listener of listeners) listener()
        },
      }
    }

    test('is scanned when the file of a new day arrives, not at night', async () => {
      const { scans, receive, stop } = startWithFiles(batchOf('2026-11-19'))
      await advanceHours(24)
      expect(scans).toEqual([])
      receive('2026-11-20')
      await vi.advanceTimersByTimeAsync(1)
      expect(scans).toEqual(['2026-11-21T22:00:00.000Z'])
      await advanceHours(48)
      expect(scans).toHaveLength(1)
      stop()
    })

    test('is not scanned again if the batch of the new day exists, as after a scan of another process', async () => {
      const { scans, receive, batches, stop } = startWithFiles(batchOf('2026-11-19'))
      await vi.advanceTimersByTimeAsync(1)
      await batches.publish(batchOf('2026-11-20'))
      receive('2026-11-20')
      await advanceHours(24)
      expect(scans).toEqual([])
      stop()
    })

    test('is scanned once more if a new day arrives during a scan', async () => {
      const { scans, receive, batches, stop } = startWithFiles(undefined, 60_000)
      await vi.advanceTimersByTimeAsync(30_000)
      receive('2026-11-20')
      await vi.advanceTimersByTimeAsync(60_000)
      await advanceHours(1)
      expect(scans).toEqual(['2026-11-20T22:00:00.000Z', '2026-11-20T22:01:00.000Z'])
      expect((await batches.latest())?.tradingDay).toBe('2026-11-20')
      stop()
    })

    test('is scanned at once after failures, without the delay of their retries', async () => {
      const { scans, receive, setFailing, stop } = startWithFiles(undefined)
      setFailing(true)
      await advanceHours(1.5)
      const failedScans = scans.length
      setFailing(false)
      receive('2026-11-20')
      await vi.advanceTimersByTimeAsync(1)
      expect(scans).toHaveLength(failedScans + 1)
      await advanceHours(5)
      expect(scans, 'the retry is cancelled').toHaveLength(failedScans + 1)
      stop()
    })

    test('is no longer listened to after being stopped', async () => {
      const { scans, receive, listeners, stop } = startWithFiles(batchOf('2026-11-19'))
      await vi.advanceTimersByTimeAsync(1)
      stop()
      expect(listeners.size).toBe(0)
      receive('2026-11-20')
      await advanceHours(1)
      expect(scans).toEqual([])
      expect(vi.getTimerCount()).toBe(0)
    })
  })

  test('retries a scan that published nothing with increasing delays, in addition to the nightly scans', async () => {
    const { scans, lines, stop, setFailing } = startSchedule(undefined)
    setFailing(true)
    await advanceHours(3)
    const minutes = scans.map((time) => (Date.parse(time) - Date.parse('2026-11-20T22:00:00Z')) / 60_000)
    expect(minutes).toEqual([0, 1, 3, 7, 15, 31, 61, 91, 121, 151])
    expect(lines[0]).toBe('scan failed, trying again in 60 s: vendor is down')
    expect(lines.at(-1)).toContain('trying again in 1800 s')
    setFailing(false)
    await advanceHours(10)
    expect(scans.slice(10), 'one retry, then the nightly scan at 02:00').toEqual([
      '2026-11-21T01:01:00.000Z',
      '2026-11-21T07:00:00.000Z',
    ])
    setFailing(true)
    await advanceHours(96)
    expect(lines.at(10), 'delays start again at 60 s').toContain('trying again in 60 s')
    stop()
  })

  test('spreads the retries of several processes by jitter', async () => {
    const delayPromises = [0, 0.25, 0.999].map(async (random) => {
      const scanTimes: number[] = []
      const scanner: Scanner = {
        run: () => {
          scanTimes.push(Date.now())
          return Promise.reject(new Error('vendor is down'))
        },
      }
      const { batches, scans } = memoryStore()
      const market = simulatedMarket({ seed: 1 })
      const stop = scheduleScans({ market, batches, scans, scanner, random: () => random })
      await advanceHours(0.025)
      stop()
      return scanTimes[1]! - scanTimes[0]!
    })
    const delaysMs = await Promise.all(delayPromises)
    expect(delaysMs[0]).toBe(48_000)
    expect(delaysMs[1]).toBe(54_000)
    expect(delaysMs[2]).toBeCloseTo(72_000, -3)
  })

  test('several processes together query a failing source no more often than one would', async () => {
    const { batches, scans } = memoryStore()
    const market = simulatedMarket({ seed: 1 })
    const scanMinutes: number[] = []
    const scanner: Scanner = {
      run: async () => {
        const startedAt = Date.now()
        scanMinutes.push((startedAt - Date.parse('2026-11-20T22:00:00Z')) / 60_000)
        await scans.keep(scanOutcome({ outcome: 'refused', startedAt, endedAt: startedAt }))
        throw new Error('the source failed at 9 of 9 symbols')
      },
    }
    const lines: string[] = []
    // Each process scans at its start, without regard to the others.
    const stops = [0.1, 0.5, 0.9].map((random) =>
      scheduleScans({
        market,
        batches,
        scans,
        scanner,
        random: () => random,
        log: (line) => lines.push(line),
      }),
    )
    await advanceHours(3)
    for (const stop of stops) stop()
    // One scan at each start, then only by the process with the shortest delays: at most 30 minutes minus 16 %.
    expect(scanMinutes.slice(0, 3)).toEqual([0, 0, 0])
    const delaysMinutes = scanMinutes
      .slice(3)
      .map((time, index) => Number((time - scanMinutes[index + 2]!).toFixed(2)))
    expect(delaysMinutes).toEqual(
      [3.36, 6.72, 13.44, 25.2, 25.2, 25.2, 25.2, 25.2, 25.2].slice(0, delaysMinutes.length),
    )
    expect(delaysMinutes.length).toBeGreaterThan(6)
  })

  test.each([
    ['published', 0],
    ['refused', 1],
  ] as const)(
    'does not repeat the scan of 02:00 that another process with a fast clock has %s',
    async (outcome, scanCount) => {
      const { scans, outcomes, stop } = startSchedule(batchOf('2026-11-20'))
      await advanceHours(8.9)
      const startedAt = Date.parse('2026-11-21T07:00:00Z')
      await outcomes.keep(scanOutcome({ outcome, startedAt, endedAt: startedAt + 30_000 }))
      await advanceHours(0.1)
      expect(scans).toEqual([])
      await advanceHours(0.1)
      expect(scans, 'after the retry delay').toHaveLength(scanCount)
      stop()
    },
  )

  test('waits the same delay if the wall clock changes', async () => {
    for (const step of [-3_600_000, 3_600_000]) {
      const { scans, stop, setFailing } = startSchedule(undefined)
      setFailing(true)
      await vi.advanceTimersByTimeAsync(1000)
      vi.setSystemTime(Date.now() + step)
      await vi.advanceTimersByTimeAsync(58_000)
      expect(scans).toHaveLength(1)
      await vi.advanceTimersByTimeAsync(1000)
      expect(scans).toHaveLength(2)
      stop()
    }
  })

  test('does not scan again after another process has published', async () => {
    const { scans, batches, outcomes, stop, setFailing } = startSchedule(undefined)
    setFailing(true)
    await vi.advanceTimersByTimeAsync(1)
    await batches.publish(batchOf('2026-11-20'))
    await outcomes.keep(scanOutcome({ outcome: 'published' }))
    await advanceHours(4)
    expect(scans).toEqual(['2026-11-20T22:00:00.000Z'])
    stop()
  })

  test.each(['refused', 'failed'] as const)(
    'scans at once after a restart if the last scan was %s',
    async (lastResult) => {
      const { scans, stop } = startSchedule(batchOf('2026-11-20'), {}, lastResult)
      await vi.advanceTimersByTimeAsync(1)
      expect(scans).toEqual(['2026-11-20T22:00:00.000Z'])
      stop()
    },
  )

  test('scans at once if the batch of the session is empty', async () => {
    const { scans, stop } = startSchedule({ ...batchOf('2026-11-20'), universeSize: 0 })
    await vi.advanceTimersByTimeAsync(1)
    expect(scans).toHaveLength(1)
    stop()
  })

  test('does not scan at a restart after a rollback', async () => {
    const { batches, scans: outcomes } = memoryStore()
    for (const day of ['2026-11-19', '2026-11-20']) await batches.publish(batchOf(day))
    await batches.rollback()
    const scans: number[] = []
    const scanner: Scanner = { run: async () => (scans.push(Date.now()), batchOf('2026-11-20')) }
    const stop = scheduleScans({ market: simulatedMarket({ seed: 1 }), batches, scans: outcomes, scanner })
    await advanceHours(4)
    expect(scans).toEqual([])
    expect((await batches.latest())?.tradingDay).toBe('2026-11-19')
    stop()
  })

  test('runs no scan after being stopped', async () => {
    const { scans, stop } = startSchedule(batchOf('2026-11-20'))
    await vi.advanceTimersByTimeAsync(1)
    stop()
    await advanceHours(24 * 5)
    expect(scans).toEqual([])
    expect(vi.getTimerCount()).toBe(0)
  })
})

test('concurrent calls of the scanner share a scan; a later call starts a new one', async () => {
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
