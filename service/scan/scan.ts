/**
 * The nightly scan: universe → parts in parallel → ranks → ideas and trades → validation → one
 * batch, published atomically (docs/specification.md 4.1). A failure of one symbol does not end the
 * scan. If the source fails at many symbols, or has much less data than in the previous batch,
 * nothing is published and the previous batch stays published. The outcome is stored.
 */
import { validateBars } from '#service/analysis/bars/validate-bars.ts'
import { config } from '#service/analysis/config.ts'
import { trendsOf } from '#service/analysis/technicals/trend.ts'
import { latestClosedSession } from '#service/markets/calendar.ts'
import type { Day, Market } from '#service/markets/market.ts'
import { scanTimeoutMs, withTimeouts } from '#service/markets/kit/with-timeouts.ts'
import type { PublishedPick } from '#service/analysis/ideas/published-pick.ts'
import type { Batch, BatchRepository, SymbolFailure } from '#service/store/batches.ts'
import type { ScanCounts, ScanOutcome, ScanOutcomeRepository } from '#service/store/scan-outcomes.ts'
import { errorMessage } from '#service/shared/error-message.ts'
import { mergeParts, type MergedScan } from './merge-parts.ts'
import { batchRefusal, ScanRefused, type OldBars } from './validate-batch.ts'
import { type ScanPool, type PartResult, type ScanContext } from './scan-context.ts'
import { inlinePool } from './inline-pool.ts'
import { scanParts } from './parts.ts'

/** Dependencies and options of a scan. */
export type ScanInput = {
  readonly market: Market
  readonly batches: BatchRepository
  /** Stores the outcome of the scan. */
  readonly scans?: Pick<ScanOutcomeRepository, 'keep'>
  /**
   * Appends the published batch to the sealed record. A failure is logged and does not change the
   * result of the scan. By default nothing is recorded.
   */
  readonly publishRecord?: ((night: ScannedNight) => Promise<void>) | undefined
  /** Opens the pool at the start of each scan. By default the scan runs on this thread. */
  readonly openPool?: ((marketTime: Date) => Promise<ScanPool>) | undefined
  /** Receives progress lines for the operator. */
  readonly log?: (line: string) => void
  /** Monotonic clock for durations, milliseconds. */
  readonly now?: () => number
  /** Wall-clock milliseconds since the epoch, for stored values. */
  readonly clock?: () => number
  /**
   * Milliseconds of work after which the scan yields to the event loop; default 12. Only for a scan
   * on this thread.
   */
  readonly yieldEvery?: number
  /**
   * Whether to read the chains of all symbols (default), which stores their volatilities, or only
   * of some.
   */
  readonly chains?: ScanContext['chains']
  /**
   * Whether to publish despite failures or missing data, by decision of the operator; default
   * false.
   */
  readonly acceptFailures?: boolean
  /** Timeout of each market call, milliseconds. */
  readonly timeoutMs?: number
  /** Commission of a sale, dollars per option contract; default: the constant of the analysis. */
  readonly commission?: number | undefined
}

/** A published batch with its picks: the start of the default list of best income. */
export type ScannedNight = { readonly batch: Batch; readonly picks: readonly PublishedPick[] }

const createBatchId = (day: Day): string => {
  const bytes = crypto.getRandomValues(new Uint8Array(6))
  return `${day}-${Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')}`
}

/** What the bars of the market's benchmark say about the market, and about the source of the bars. */
type Benchmark = {
  /** Its trends; null if they are unknown, an Error if its bars cannot be read. */
  readonly tone: Batch['tone'] | Error
  readonly oldBars: OldBars | null
}

const readBenchmark = async (market: Market, tradingDay: Day): Promise<Benchmark> => {
  const symbol = market.benchmark()
  try {
    const bars = validateBars(await market.bars(symbol), { lastSession: tradingDay })
    const { oneMonthTrend, sixMonthTrend } = trendsOf(bars)
    const { reason, lastDay } = bars
    return {
      tone: oneMonthTrend && { symbol, oneMonthTrend, sixMonthTrend },
      oldBars: reason === 'old-bars' && lastDay !== null ? { symbol, lastDay, tradingDay } : null,
    }
  } catch (error) {
    return { tone: error instanceof Error ? error : new Error(errorMessage(error)), oldBars: null }
  }
}

/** Opens the configured pool; falls back to this thread if that fails. */
const openScanPool = async (input: ScanInput, marketTime: Date): Promise<ScanPool> => {
  const { market, batches, openPool, log, now = () => performance.now(), yieldEvery = 12, timeoutMs } = input
  const openInline = (): ScanPool =>
    inlinePool({ market, batches, now, yieldEvery, ...(timeoutMs === undefined ? {} : { timeoutMs }) })
  if (!openPool) return openInline()
  return openPool(marketTime).catch((error: unknown) => {
    log?.(`the scan runs on the main thread: ${errorMessage(error)}`)
    return openInline()
  })
}

/** Data that is read at the start of a scan. */
type ScanStart = {
  readonly marketTime: Date
  readonly today: Day
  readonly context: ScanContext
  readonly universe: readonly string[]
  readonly previousBatch: Batch | undefined
  /** The failure to read the benchmark, if any. */
  readonly failures: readonly SymbolFailure[]
  /** The end of the benchmark's bars, if they are old. */
  readonly oldBars: OldBars | null
}

const readScanStart = async (input: ScanInput): Promise<ScanStart> => {
  const { batches, log, chains = 'all', timeoutMs = scanTimeoutMs, commission } = input
  const market = withTimeouts(input.market, timeoutMs)
  const marketTime = market.now()
  const today = market.today()
  // Daily figures belong to the last complete session, even if the scan runs during the next one.
  const tradingDay = latestClosedSession(marketTime)
  // If only some chains are read, the result cannot be compared with the previous batch.
  const previousBatch = chains === 'all' ? await batches.latest() : undefined
  const universe = await market.universe()
  const { tone, oldBars } = await readBenchmark(market, tradingDay)
  log?.(`scan of ${tradingDay}: ${universe.length} symbols`)
  const isUnreadable = tone instanceof Error
  return {
    marketTime,
    today,
    context: { tradingDay, chains, tone: isUnreadable ? null : tone, commission },
    universe,
    previousBatch,
    failures: isUnreadable ? [{ symbol: market.benchmark(), reason: tone.message, kind: 'source' }] : [],
    oldBars,
  }
}

/** Processes all parts; closes the pool even if the store fails. */
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

type PublishedScan = ScannedNight & {
  readonly counts: ScanCounts
  /**
   * The reason for which the batch would have been refused without `acceptFailures`; otherwise
   * null.
   */
  readonly overriddenRefusal: string | null
}

/**
 * Scans, validates and publishes.
 *
 * @throws ScanRefused if the result is not valid
 */
const scanAndPublish = async (input: ScanInput, startedMs: number): Promise<PublishedScan> => {
  const { batches, log, now = () => performance.now(), acceptFailures = false } = input
  const start = await readScanStart(input)
  const { marketTime, today, context, universe, previousBatch, oldBars } = start
  const merged = await mergeParts(await scanAllParts(input, start), marketTime.toISOString())
  const { ideas, scores, chains, trades, picks, volatilities } = merged
  const failures = [...merged.failures, ...start.failures]
  const counts = countsOf(start, merged, failures)

  const withoutBars = failures.filter(({ kind }) => kind === 'data').length
  const refusal = batchRefusal({ ...counts, withoutBars }, previousBatch, oldBars)
  if (refusal !== null && !acceptFailures) throw new ScanRefused(refusal, counts)

  await batches.keepVolatilities(today, volatilities)
  const batch: Batch = {
    id: createBatchId(context.tradingDay),
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
  return { batch, picks, counts, overriddenRefusal: refusal }
}

/**
 * Runs one scan, publishes its batch and returns it.
 *
 * @throws ScanRefused if the result is not valid
 * @throws the error of the store, or of reading the universe
 */
export const runScan = async (input: ScanInput): Promise<Batch> => {
  const { market, scans, log, publishRecord, now = () => performance.now(), clock = () => Date.now() } = input
  const [startedMs, startedAt] = [now(), clock()]
  const storeOutcome = async (outcome: Pick<ScanOutcome, 'outcome' | 'reason' | 'batchId' | 'counts'>) => {
    const times = { startedAt, endedAt: clock(), durationMs: Math.round(now() - startedMs) }
    const tradingDay = latestClosedSession(market.now())
    // A failure to store the outcome must not change the result of the scan.
    await scans?.keep({ ...times, tradingDay, ...outcome }).catch((error: unknown) => {
      log?.(`the outcome of the scan cannot be stored: ${errorMessage(error)}`)
    })
  }
  try {
    const { batch, picks, counts, overriddenRefusal } = await scanAndPublish(input, startedMs)
    const reason =
      overriddenRefusal === null ? null : `published by the operator despite: ${overriddenRefusal}`
    await storeOutcome({ outcome: 'published', reason, batchId: batch.id, counts })
    await publishRecord?.({ batch, picks }).catch((error: unknown) => {
      log?.(`the batch cannot be recorded: ${errorMessage(error)}`)
    })
    return batch
  } catch (error) {
    const isRefused = error instanceof ScanRefused
    const counts = isRefused ? error.counts : null
    await storeOutcome({
      outcome: isRefused ? 'refused' : 'failed',
      reason: errorMessage(error),
      batchId: null,
      counts,
    })
    throw error
  }
}
