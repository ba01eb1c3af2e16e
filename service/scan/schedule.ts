/**
 * When scans run: at the start where the latest session has none that this version of the analysis made, then every night
 * at 02:00 New York, Tuesday to Saturday.
 */
import { config } from '#service/analysis/config.ts'
import { addDays, latestClosedSession, newYorkDay, weekday } from '#service/market/calendar.ts'
import type { Day, Market, Stop } from '#service/market/market.ts'
import type { Batch, BatchRepository } from '#service/store/batches.ts'
import { runScan, type ScanInput } from './scan.ts'

const hourMs = 3_600_000

/** 02:00 New York of a day. On the night the clocks go forward that hour is 03:00. */
const scanInstant = (day: Day): number => {
  // New York is 5 or 4 hours behind UTC: of the two candidates, the one that reads 02:00 there.
  const standard = Date.parse(`${day}T07:00:00Z`)
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone: 'America/New_York',
    hour: 'numeric',
    hourCycle: 'h23',
  })
  return Number(format.format(standard)) === 2 ? standard : standard - hourMs
}

/** The first scan time after an instant: 02:00 New York after a weekday's session, so Tuesday to Saturday. */
export const nextScan = (after: Date): Date => {
  for (let day = newYorkDay(after); ; day = addDays(day, 1)) {
    const night = weekday(day)
    const instant = scanInstant(day)
    if (night >= 2 && instant > after.getTime()) return new Date(instant)
  }
}

/** Runs scans, one at a time: who asks while one runs gets that one's batch. */
export type Scanner = { run(): Promise<Batch> }

export const makeScanner = (input: ScanInput): Scanner => {
  let running: Promise<Batch> | undefined
  return {
    run: () =>
      (running ??= runScan(input).finally(() => {
        running = undefined
      })),
  }
}

/** What schedules scans. */
export type ScheduleInput = {
  readonly market: Market
  readonly batches: BatchRepository
  /** Runs the scans; share one with whoever else may start them. */
  readonly scanner: Scanner
  /** Hears of every scan that failed. */
  readonly log?: (line: string) => void
  /** Wall clock; the market's own may stand still. */
  readonly clock?: () => Date
  /** Milliseconds until a failed scan is tried again. */
  readonly retryMs?: number
}

/** A timer longer than this is split, so that a machine that slept or a changed clock is noticed. */
const longestWait = hourMs

/**
 * Starts scanning; gives back its stop. A market whose clock stands still (recorded data) is scanned once, because
 * its latest session never changes. A failed scan is logged and tried again; the previous batch stays published.
 */
export const scheduleScans = ({
  market,
  batches,
  scanner,
  log,
  clock = () => new Date(),
  retryMs = 5 * 60_000,
}: ScheduleInput): Stop => {
  let stopped = false
  let timer: ReturnType<typeof setTimeout> | undefined

  const wait = (until: number): void => {
    if (stopped) return
    const left = until - clock().getTime()
    if (left <= 0) void scan()
    else timer = setTimeout(() => wait(until), Math.min(left, longestWait))
  }
  const waitForNight = (): void => {
    if (market.status().asOf === null) wait(nextScan(clock()).getTime())
  }
  const scan = async (): Promise<void> => {
    try {
      await scanner.run()
      waitForNight()
    } catch (error) {
      log?.(
        `scan failed, trying again in ${Math.round(retryMs / 1000)} s: ${error instanceof Error ? error.message : String(error)}`,
      )
      wait(clock().getTime() + retryMs)
    }
  }
  const start = async (): Promise<void> => {
    try {
      const latest = await batches.latest()
      if (stopped) return
      if (latest?.tradingDay === latestClosedSession(market.now()) && latest.analysis === config.version)
        waitForNight()
      else await scan()
    } catch (error) {
      log?.(`the latest batch cannot be read: ${error instanceof Error ? error.message : String(error)}`)
      wait(clock().getTime() + retryMs)
    }
  }
  void start()
  return () => {
    stopped = true
    clearTimeout(timer)
  }
}
