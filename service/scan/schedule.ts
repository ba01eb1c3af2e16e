/**
 * The scan schedule: at the start of the service if the latest session has no batch of this
 * analysis version or a newer one, then at 02:00 New York from Tuesday to Saturday.
 */
import { config } from '#service/analysis/config.ts'
import { addDays, latestClosedSession, newYorkDay, weekday } from '#service/markets/calendar.ts'
import type { Day, Market } from '#service/markets/market.ts'
import type { Stop } from '#service/shared/stop.ts'
import type { Batch, BatchRepository } from '#service/store/batches.ts'
import type { ScanOutcomeRepository, ScanSummary } from '#service/store/scan-outcomes.ts'
import { errorMessage } from '#service/shared/error-message.ts'
import { createRetrySchedule } from './retry-schedule.ts'
import { ScanRefused } from './validate-batch.ts'
import { runScan, type ScanInput } from './scan.ts'

const hourMs = 3_600_000

/** 02:00 New York of a day, epoch milliseconds; 03:00 on the day when clocks go forward. */
const scanInstant = (day: Day): number => {
  // New York is 5 hours behind UTC, or 4 in summer.
  const standardTime = Date.parse(`${day}T07:00:00Z`)
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone: 'America/New_York',
    hour: 'numeric',
    hourCycle: 'h23',
  })
  return Number(format.format(standardTime)) === 2 ? standardTime : standardTime - hourMs
}

/**
 * The first scan time after an instant: 02:00 New York, Tuesday to Saturday, after the session of a
 * weekday.
 */
export const nextScan = (after: Date): Date => {
  for (let day = newYorkDay(after); ; day = addDays(day, 1)) {
    const weekdayNumber = weekday(day)
    const instant = scanInstant(day)
    if (weekdayNumber >= 2 && instant > after.getTime()) return new Date(instant)
  }
}

/** Runs scans, single-flight: a call during a scan returns the batch of that scan. */
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
  readonly market: Pick<Market, 'now' | 'status' | 'onNewDay'>
  readonly batches: Pick<BatchRepository, 'list' | 'latest'>
  /** Outcomes of earlier scans of any process. */
  readonly scans: Pick<ScanOutcomeRepository, 'summary'>
  /** Runs the scans; share one scanner between all callers. */
  readonly scanner: Scanner
  /** Receives a line for each scan that published nothing. */
  readonly log?: (line: string) => void
  /** Wall clock for the time of day; the market's own clock may be fixed. */
  readonly clock?: () => Date
  /** Random number from 0 (inclusive) to 1 (exclusive), for the jitter of retries. */
  readonly random?: () => number
}

/**
 * Longer waits are split, so that sleep of the machine and changes of the clock are noticed.
 * Milliseconds.
 */
const maxWaitMs = hourMs

/**
 * Interval at which a market with a fixed clock is checked: a command may have run a scan that was refused, and the source
 * be repaired since. Milliseconds.
 */
const recheckMs = 60_000

/**
 * Whether the latest session has a batch of this analysis version, or of a newer one, which a node of the release before
 * does not replace during a rolling upgrade. Also true if an operator has rolled back from that batch. False if the last
 * scan published nothing.
 */
const hasCurrentBatch = async (
  { market, batches }: Pick<ScheduleInput, 'market' | 'batches'>,
  { last }: ScanSummary,
): Promise<boolean> => {
  const [[newest], latest] = await Promise.all([batches.list(), batches.latest()])
  if (!newest || !latest || newest.universeSize === 0) return false
  if (last && last.outcome !== 'published') return false
  return newest.tradingDay === latestClosedSession(market.now()) && (newest.analysis ?? 0) >= config.version
}

/** Whether the last scan of any process has published. */
const isLastPublished = ({ last }: ScanSummary): boolean =>
  last?.outcome !== 'refused' && last?.outcome !== 'failed'

/** Returns a check whether a scan that started at this time or later has published. */
const isScannedSince =
  (startMs: number) =>
  ({ last, unpublished }: ScanSummary): boolean =>
    unpublished === 0 && last !== undefined && last.startedAt >= startMs

/** Checks of the earlier scans of all processes. */
type ScanCheck = {
  readonly isUpToDate: (summary: ScanSummary) => boolean | Promise<boolean>
  /**
   * Milliseconds to wait after a scan of another process that published nothing; null if there was
   * none.
   */
  readonly delayAfterOther: (summary: ScanSummary) => number | null
}

/** One timer for the next scan: a new wait replaces the previous one. */
function createScanTimer(clock: () => Date) {
  let timer: ReturnType<typeof setTimeout> | undefined
  let isStopped = false
  const wait = (ms: number, onEnd: () => void): void => {
    clearTimeout(timer)
    if (!isStopped) timer = setTimeout(onEnd, ms)
  }
  const waitUntil = (timeMs: number, onEnd: () => void): void => {
    const remainingMs = timeMs - clock().getTime()
    if (remainingMs > 0) wait(Math.min(remainingMs, maxWaitMs), () => waitUntil(timeMs, onEnd))
    else if (!isStopped) onEnd()
  }
  return {
    /** Waits for a duration, so changes of the wall clock have no effect. */
    wait,
    /** Waits for a time of the wall clock. */
    waitUntil,
    cancel: () => clearTimeout(timer),
    stop() {
      isStopped = true
      clearTimeout(timer)
    },
  }
}

/**
 * Starts scheduled scanning; returns the function that stops it. A market with a fixed clock
 * (recorded data) is scanned once, because its latest session never changes; one that receives new
 * days (end-of-day files) is scanned when one arrives. A scan that published nothing is logged and
 * retried with increasing delays; the previous batch stays published. All processes share the
 * delays through the store (retry-schedule.ts).
 */
export const scheduleScans = (input: ScheduleInput): Stop => {
  const { market, scans, scanner, log, clock = () => new Date(), random = Math.random } = input
  const retries = createRetrySchedule({ scans, clock, random })
  const timer = createScanTimer(clock)
  let isStopped = false
  /** Whether a check or a scan is running. */
  let isRunning = false
  let hasNewDay = false

  const waitForNextScan = (): void => {
    retries.reset()
    if (market.status().asOf !== null) {
      timer.wait(recheckMs, () => void scanUnless(isLastPublished, retries.delayAfterOtherScan))
      return
    }
    const timeMs = nextScan(clock()).getTime()
    timer.waitUntil(
      timeMs,
      () =>
        void scanUnless(isScannedSince(timeMs), (summary) => retries.delayAfterOtherScan(summary, timeMs)),
    )
  }
  const retryAfter = (ms: number): void =>
    timer.wait(ms, () => void scanUnless(checkCurrentBatch, retries.delayAfterOtherScan))
  const retry = async (problem: string, error: unknown): Promise<void> => {
    const delayMs = await retries.delayAfterOwnScan()
    if (isStopped) return
    const reason = errorMessage(error)
    log?.(`${problem}, trying again in ${Math.round(delayMs / 1000)} s: ${reason}`)
    retryAfter(delayMs)
  }
  const scan = async (): Promise<void> => {
    try {
      await scanner.run()
      if (!isStopped) waitForNextScan()
    } catch (error) {
      await retry(error instanceof ScanRefused ? 'scan refused' : 'scan failed', error)
    }
  }
  /** Scans unless a scan of any process is up to date or requires a delay. */
  const scanUnless = async (
    isUpToDate: ScanCheck['isUpToDate'],
    delayAfterOther: ScanCheck['delayAfterOther'],
  ): Promise<void> => {
    isRunning = true
    hasNewDay = false
    try {
      const summary = await scans.summary()
      const isCurrent = await isUpToDate(summary)
      if (isStopped) return
      const delayMs = isCurrent ? null : delayAfterOther(summary)
      if (isCurrent) waitForNextScan()
      else if (delayMs !== null) retryAfter(delayMs)
      else await scan()
    } catch (error) {
      await retry('the latest batch cannot be read', error)
    }
    isRunning = false
    if (hasNewDay) scanNewDay()
  }
  /** A new file may repair what the last scan failed at, so there is no retry delay. */
  const scanNewDay = (): void => {
    hasNewDay = true
    if (isRunning || isStopped) return
    timer.cancel()
    retries.reset()
    void scanUnless(checkCurrentBatch, () => null)
  }
  const checkCurrentBatch = (summary: ScanSummary) => hasCurrentBatch(input, summary)
  // A restarted service scans without a retry delay, because the source may have been repaired.
  void scanUnless(checkCurrentBatch, () => null)
  const stopListening = market.onNewDay?.(scanNewDay)
  return () => {
    isStopped = true
    stopListening?.()
    timer.stop()
  }
}
