/**
 * The scan schedule: at the start if the latest session has no batch of this version of the analysis, then every night at
 * 02:00 New York, Tuesday to Saturday.
 */
import { config } from '#service/analysis/config.ts'
import { addDays, latestClosedSession, newYorkDay, weekday } from '#service/markets/calendar.ts'
import type { Day, Market } from '#service/markets/market.ts'
import type { Stop } from '#service/shared/stop.ts'
import type { Batch, BatchRepository } from '#service/store/batches.ts'
import type { ScanOutcomeRepository, ScanSummary } from '#service/store/scan-outcomes.ts'
import { createRetrySchedule } from './retry-schedule.ts'
import { ScanRefused } from './validate-batch.ts'
import { runScan, type ScanInput } from './scan.ts'

const hourMs = 3_600_000

/** 02:00 New York of a day; 03:00 on the night when clocks go forward. */
const scanInstant = (day: Day): number => {
  // New York is 5 or 4 hours behind UTC: the candidate that is 02:00 there is right.
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
    const weekdayNumber = weekday(day)
    const instant = scanInstant(day)
    if (weekdayNumber >= 2 && instant > after.getTime()) return new Date(instant)
  }
}

/** Single-flight: a call during a scan gets that scan's batch. */
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

/** Dependencies of the schedule. */
export type ScheduleInput = {
  readonly market: Pick<Market, 'now' | 'status'>
  readonly batches: Pick<BatchRepository, 'list' | 'latest'>
  /** Outcomes of earlier scans of any process. */
  readonly scans: Pick<ScanOutcomeRepository, 'summary'>
  /** Runs the scans; share one scanner between all callers. */
  readonly scanner: Scanner
  /** Called for every scan that published nothing. */
  readonly log?: (line: string) => void
  /** Wall clock for the time of day; the market's own clock may be fixed. */
  readonly clock?: () => Date
  /** From 0 inclusive to 1 exclusive: jitter between the retries of several services that share a failed source. */
  readonly random?: () => number
}

/** A longer timer is split, so that sleep of the machine and changes of the clock are noticed. Milliseconds. */
const maxWaitMs = hourMs
/**
 * Whether the latest session has a batch of this version of the analysis. False if the last scan published nothing; true
 * if an operator rolled back from that batch to an earlier one.
 */
const isDone = async (
  { market, batches }: Pick<ScheduleInput, 'market' | 'batches'>,
  { last }: ScanSummary,
): Promise<boolean> => {
  const [[newest], latest] = await Promise.all([batches.list(), batches.latest()])
  if (!newest || !latest || newest.universeSize === 0) return false
  if (last && last.outcome !== 'published') return false
  return newest.tradingDay === latestClosedSession(market.now()) && newest.analysis === config.version
}

/** Whether a scan that started at this time or later has published. */
const isScannedSince =
  (startMs: number) =>
  ({ last, unpublished }: ScanSummary): boolean =>
    unpublished === 0 && last !== undefined && last.startedAt >= startMs

/** Checks of the earlier scans of all processes. */
type ScanCheck = {
  readonly isDone: (summary: ScanSummary) => boolean | Promise<boolean>
  /** Delay after another process's attempt, milliseconds; null if there was none. */
  readonly delayAfterOthers: (summary: ScanSummary) => number | null
}

/**
 * Starts scheduled scanning; returns the function that stops it. A market with a fixed clock (recorded data)
 * is scanned once, because its latest session never changes. A scan that published nothing is logged and
 * retried with increasing delays; the previous batch stays published. Retries are coordinated through the
 * store: each process waits after another's attempt as after its own.
 */
export const scheduleScans = (input: ScheduleInput): Stop => {
  const { market, scans, scanner, log, clock = () => new Date(), random = Math.random } = input
  const retries = createRetrySchedule({ scans, clock, random })
  let stopped = false
  let timer: ReturnType<typeof setTimeout> | undefined

  const waitUntil = (timeMs: number): void => {
    if (stopped) return
    const remainingMs = timeMs - clock().getTime()
    if (remainingMs <= 0)
      void scanUnless(isScannedSince(timeMs), (summary) => retries.delayAfterOthersScan(summary, timeMs))
    else timer = setTimeout(() => waitUntil(timeMs), Math.min(remainingMs, maxWaitMs))
  }
  const waitForNextScan = (): void => {
    retries.reset()
    if (market.status().asOf === null) waitUntil(nextScan(clock()).getTime())
  }
  // A duration on the monotonic clock: changes of the wall clock do not matter.
  const retryAfter = (ms: number): void => {
    timer = setTimeout(() => void scanUnless(isDoneNow, retries.delayAfterOthersScan), ms)
  }
  const retry = async (problem: string, error: unknown): Promise<void> => {
    const pauseMs = await retries.delayAfterOwnScan()
    if (stopped) return
    const reason = error instanceof Error ? error.message : String(error)
    log?.(`${problem}, trying again in ${Math.round(pauseMs / 1000)} s: ${reason}`)
    retryAfter(pauseMs)
  }
  const scan = async (): Promise<void> => {
    try {
      await scanner.run()
      if (!stopped) waitForNextScan()
    } catch (error) {
      await retry(error instanceof ScanRefused ? 'scan refused' : 'scan failed', error)
    }
  }
  const scanUnless = async (
    isDone: ScanCheck['isDone'],
    delayAfterOthers: ScanCheck['delayAfterOthers'],
  ): Promise<void> => {
    try {
      const summary = await scans.summary()
      const isUpToDate = await isDone(summary)
      if (stopped) return
      const pauseMs = isUpToDate ? null : delayAfterOthers(summary)
      if (isUpToDate) waitForNextScan()
      else if (pauseMs !== null) retryAfter(pauseMs)
      else await scan()
    } catch (error) {
      await retry('the latest batch cannot be read', error)
    }
  }
  const isDoneNow = (summary: ScanSummary) => isDone(input, summary)
  // A restarted service tries at once: the source may have been repaired.
  void scanUnless(isDoneNow, () => null)
  return () => {
    stopped = true
    clearTimeout(timer)
  }
}
