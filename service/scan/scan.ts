/**
 * The nightly scan: universe → parts in parallel → ranks → ideas and trades → validation → one batch,
 * published atomically (docs/specification.md 4.1). The failure of one symbol never ends the scan; if the
 * source fails for many, or has much less data than for the last batch, nothing is published and that batch
 * stays. The outcome is stored.
 */
import { judgeBars } from '#service/analysis/bars/judge-bars.ts'
import { config } from '#service/analysis/config.ts'
import { trendsOf } from '#service/analysis/technicals/trend.ts'
import { latestClosedSession } from '#service/markets/calendar.ts'
import type { Day, Market } from '#service/markets/market.ts'
import { scanDeadlineMs, withDeadlines } from '#service/markets/kit/with-deadlines.ts'
import type { Batch, BatchRepository, SymbolFailure } from '#service/store/batches.ts'
import type { ScanCounts, ScanOutcome, ScanOutcomeRepository } from '#service/store/scan-outcomes.ts'
import { mergeParts, type MergedScan } from './merge-parts.ts'
import { batchRefusal, ScanRefused } from './validate-batch.ts'
import { reasonOf, type ScanPool, type PartResult, type ScanContext } from './scan-context.ts'
import { inlinePool } from './inline-pool.ts'
import { scanParts } from './parts.ts'

/** Dependencies and options of a scan. */
export type ScanInput = {
  readonly market: Market
  readonly batches: BatchRepository
  /** Stores the outcome of the scan. */
  readonly scans?: Pick<ScanOutcomeRepository, 'keep'>
  /**
   * Opens the pool at the start of each scan. By default the scan runs on this thread.
   */
  readonly openPool?: ((marketTime: Date) => Promise<ScanPool>) | undefined
  /** Receives progress lines for the operator. */
  readonly log?: (line: string) => void
  /** Monotonic clock for durations, milliseconds. */
  readonly now?: () => number
  /** Wall-clock milliseconds since the epoch, for stored values. */
  readonly clock?: () => number
  /** Milliseconds of work after which the scan yields to the event loop, so that a server stays responsive. */
  readonly yieldEvery?: number
  /** Read the chains of all symbols, which extends their volatility history, or only of symbols with an idea. */
  readonly chains?: ScanContext['chains']
  /** Publish despite failures or missing data, on the operator's decision. */
  readonly acceptFailures?: boolean
  /** Timeout of each market call, milliseconds. */
  readonly deadlineMs?: number
}

const batchId = (day: Day): string => {
  const bytes = crypto.getRandomValues(new Uint8Array(6))
  return `${day}-${Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')}`
}

/** Trends of the market's benchmark; null if they are unknown, an Error if its bars cannot be read. */
const readTone = async (market: Market, tradingDay: Day): Promise<Batch['tone'] | Error> => {
  const symbol = market.benchmark()
  try {
    const { oneMonthTrend, sixMonthTrend } = trendsOf(
      judgeBars(await market.bars(symbol), { lastSession: tradingDay }),
    )
    return oneMonthTrend && { symbol, oneMonthTrend, sixMonthTrend }
  } catch (error) {
    return error instanceof Error ? error : new Error(reasonOf(error))
  }
}

/** The configured pool; this thread if it cannot be opened. */
const openScanPool = async (input: ScanInput, marketTime: Date): Promise<ScanPool> => {
  const { market, batches, openPool, log, now = () => performance.now(), yieldEvery = 12, deadlineMs } = input
  const openInline = (): ScanPool =>
    inlinePool({ market, batches, now, yieldEvery, ...(deadlineMs === undefined ? {} : { deadlineMs }) })
  if (!openPool) return openInline()
  return openPool(marketTime).catch((error: unknown) => {
    log?.(`the scan runs on the main thread: ${reasonOf(error)}`)
    return openInline()
  })
}

/** Facts that are fixed at the start of a scan. */
type ScanStart = {
  readonly marketTime: Date
  readonly today: Day
  readonly context: ScanContext
  readonly universe: readonly string[]
  readonly last: Batch | undefined
  /** Failure to read the benchmark, if any. */
  readonly failures: readonly SymbolFailure[]
}

const beginScan = async (input: ScanInput): Promise<ScanStart> => {
  const { batches, log, chains = 'all', deadlineMs = scanDeadlineMs } = input
  const market = withDeadlines(input.market, deadlineMs)
  const marketTime = market.now()
  const today = market.today()
  // Daily figures belong to the last complete session, even if the scan runs during the next one.
  const tradingDay = latestClosedSession(marketTime)
  // If only some chains are read, the previous batch cannot be compared.
  const last = chains === 'all' ? await batches.latest() : undefined
  const universe = await market.universe()
  const tone = await readTone(market, tradingDay)
  log?.(`scan of ${tradingDay}: ${universe.length} symbols`)
  const isUnreadable = tone instanceof Error
  return {
    marketTime,
    today,
    context: { tradingDay, chains, tone: isUnreadable ? null : tone },
    universe,
    last,
    failures: isUnreadable ? [{ symbol: market.benchmark(), reason: tone.message, kind: 'source' }] : [],
  }
}

/** Results of all parts; closes the pool, also if the store fails. */
const scanAllParts = async (input: ScanInput, start: ScanStart): Promise<PartResult[]> => {
  const { market, batches, log, acceptFailures = false } = input
  const pool = await openScanPool(input, start.marketTime)
  try {
    return await scanParts({ ...start, market, batches, pool, acceptFailures, log })
  } finally {
    await pool.close()
  }
}

const countsOf = (
  { universe }: ScanStart,
  { chains, scores }: MergedScan,
  failures: Batch['failures'],
): ScanCounts => ({
  universe: universe.length,
  failures: failures.filter(({ kind }) => kind === 'source').length,
  chains: chains.length,
  ranked: scores.length,
})

type Published = {
  readonly batch: Batch
  readonly counts: ScanCounts
  readonly overriddenRefusal: string | null
}

/** @throws ScanRefused if the result is not fit to publish */
const scanAndPublish = async (input: ScanInput, startedMs: number): Promise<Published> => {
  const { batches, log, now = () => performance.now(), acceptFailures = false } = input
  const start = await beginScan(input)
  const { marketTime, today, context, universe, last } = start
  const merged = await mergeParts(await scanAllParts(input, start), marketTime.toISOString())
  const { ideas, scores, chains, trades, volatilities } = merged
  const failures = [...merged.failures, ...start.failures]
  const counts = countsOf(start, merged, failures)

  const withoutBars = failures.filter(({ kind }) => kind === 'data').length
  const refusal = batchRefusal({ ...counts, withoutBars }, last)
  if (refusal !== null && !acceptFailures) throw new ScanRefused(refusal, counts)

  await batches.keepVolatilities(today, volatilities)
  const batch: Batch = {
    id: batchId(context.tradingDay),
    analysis: config.version,
    dateOfScan: marketTime.toISOString(),
    tradingDay: context.tradingDay,
    durationMs: Math.round(now() - startedMs),
    universeSize: universe.length,
    ideas,
    scores,
    ...(context.chains === 'all' ? { chains } : {}),
    failures,
    tone: context.tone,
  }
  await batches.publish(batch, trades)
  log?.(
    `scan of ${context.tradingDay}: ${ideas.length} ideas published after ${batch.durationMs} ms, ${failures.length} failed`,
  )
  return { batch, counts, overriddenRefusal: refusal }
}

/**
 * Runs one scan and publishes its batch; resolves to it.
 *
 * @throws ScanRefused if the result is not fit to publish; errors of the store or the universe
 */
export const runScan = async (input: ScanInput): Promise<Batch> => {
  const { market, scans, log, now = () => performance.now(), clock = () => Date.now() } = input
  const [startedMs, startedAt] = [now(), clock()]
  const storeOutcome = async (outcome: Pick<ScanOutcome, 'outcome' | 'reason' | 'batchId' | 'counts'>) => {
    const times = { startedAt, endedAt: clock(), durationMs: Math.round(now() - startedMs) }
    const tradingDay = latestClosedSession(market.now())
    // A failure to store the outcome must not change it.
    await scans?.keep({ ...times, tradingDay, ...outcome }).catch((error: unknown) => {
      log?.(`the outcome of the scan cannot be stored: ${reasonOf(error)}`)
    })
  }
  try {
    const { batch, counts, overriddenRefusal } = await scanAndPublish(input, startedMs)
    const reason =
      overriddenRefusal === null ? null : `published by the operator despite: ${overriddenRefusal}`
    await storeOutcome({ outcome: 'published', reason, batchId: batch.id, counts })
    return batch
  } catch (error) {
    const isRefused = error instanceof ScanRefused
    const counts = isRefused ? error.counts : null
    await storeOutcome({
      outcome: isRefused ? 'refused' : 'failed',
      reason: reasonOf(error),
      batchId: null,
      counts,
    })
    throw error
  }
}
