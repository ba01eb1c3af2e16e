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
   * Opens the pool at the start of each scan; `at` is the market's time. By default the scan runs on this
   * thread.
   */
  readonly openCrew?: (at: Date) => Promise<ScanPool>
  /** One line for the operator now and then. */
  readonly log?: (line: string) => void
  /** Milliseconds that only ever go on, for durations. */
  readonly now?: () => number
  /** Wall-clock milliseconds since the epoch, for stored values. */
  readonly clock?: () => number
  /** Milliseconds of work after which the event loop gets its turn, so that a server keeps answering. */
  readonly yieldEvery?: number
  /** Chains of all symbols (extends everyone's volatility history) or only of those with an idea. */
  readonly chains?: ScanContext['chains']
  /** Publish despite failures or missing data: an operator has decided so. */
  readonly acceptFailures?: boolean
  /** How long each call of the market may take, milliseconds. */
  readonly deadlineMs?: number
}

const batchId = (day: Day): string => {
  const bytes = crypto.getRandomValues(new Uint8Array(6))
  return `${day}-${Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')}`
}

/** The trends of the market, by its benchmark; null where its bars do not say or cannot be read. */
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
const crewOf = async (input: ScanInput, at: Date): Promise<ScanPool> => {
  const { market, batches, openCrew, log, now = () => performance.now(), yieldEvery = 12, deadlineMs } = input
  const own = (): ScanPool =>
    inlinePool({ market, batches, now, yieldEvery, ...(deadlineMs === undefined ? {} : { deadlineMs }) })
  if (!openCrew) return own()
  return openCrew(at).catch((error: unknown) => {
    log?.(`the scan is done by the service's own thread: ${reasonOf(error)}`)
    return own()
  })
}

/** Known at the start of a scan. */
type Start = {
  readonly at: Date
  readonly today: Day
  readonly night: ScanContext
  readonly universe: readonly string[]
  readonly last: Batch | undefined
  /** Of the benchmark. */
  readonly failures: readonly SymbolFailure[]
}

const beginScan = async (input: ScanInput): Promise<Start> => {
  const { batches, log, chains = 'all', deadlineMs = scanDeadlineMs } = input
  const market = withDeadlines(input.market, deadlineMs)
  const at = market.now()
  const today = market.today()
  // Daily figures belong to the last whole session, also where the scan runs while the next one trades.
  const tradingDay = latestClosedSession(at)
  // Where only some chains are read there is nothing to compare.
  const last = chains === 'all' ? await batches.latest() : undefined
  const universe = await market.universe()
  const tone = await readTone(market, tradingDay)
  log?.(`scan of ${tradingDay}: ${universe.length} symbols`)
  const isLost = tone instanceof Error
  return {
    at,
    today,
    night: { tradingDay, chains, tone: isLost ? null : tone },
    universe,
    last,
    failures: isLost ? [{ symbol: market.benchmark(), reason: tone.message, kind: 'source' }] : [],
  }
}

/** Results of all parts; closes the pool, also if the store fails. */
const sweepAll = async (input: ScanInput, start: Start): Promise<PartResult[]> => {
  const { market, batches, log, acceptFailures = false } = input
  const crew = await crewOf(input, start.at)
  try {
    return await scanParts({ ...start, market, batches, crew, acceptFailures, log })
  } finally {
    await crew.close()
  }
}

const countsOf = (
  { universe }: Start,
  { chains, scores }: MergedScan,
  failures: Batch['failures'],
): ScanCounts => ({
  universe: universe.length,
  failures: failures.filter(({ kind }) => kind === 'source').length,
  chains: chains.length,
  ranked: scores.length,
})

type Published = { readonly batch: Batch; readonly counts: ScanCounts; readonly inSpiteOf: string | null }

/** @throws ScanRefused if the result is not fit to publish */
const scanAndPublish = async (input: ScanInput, started: number): Promise<Published> => {
  const { batches, log, now = () => performance.now(), acceptFailures = false } = input
  const start = await beginScan(input)
  const { at, today, night, universe, last } = start
  const gathered = await mergeParts(await sweepAll(input, start), at.toISOString())
  const { ideas, scores, chains, trades, volatilities } = gathered
  const failures = [...gathered.failures, ...start.failures]
  const counts = countsOf(start, gathered, failures)

  const without = failures.filter(({ kind }) => kind === 'data').length
  const refusal = batchRefusal({ ...counts, without }, last)
  if (refusal !== null && !acceptFailures) throw new ScanRefused(refusal, counts)

  await batches.keepVolatilities(today, volatilities)
  const batch: Batch = {
    id: batchId(night.tradingDay),
    analysis: config.version,
    dateOfScan: at.toISOString(),
    tradingDay: night.tradingDay,
    durationMs: Math.round(now() - started),
    universeSize: universe.length,
    ideas,
    scores,
    ...(night.chains === 'all' ? { chains } : {}),
    failures,
    tone: night.tone,
  }
  await batches.publish(batch, trades)
  log?.(
    `scan of ${night.tradingDay}: ${ideas.length} ideas published after ${batch.durationMs} ms, ${failures.length} failed`,
  )
  return { batch, counts, inSpiteOf: refusal }
}

/**
 * Runs one scan and publishes its batch; resolves to it.
 *
 * @throws ScanRefused if the result is not fit to publish; errors of the store or the universe
 */
export const runScan = async (input: ScanInput): Promise<Batch> => {
  const { market, scans, log, now = () => performance.now(), clock = () => Date.now() } = input
  const [started, startedAt] = [now(), clock()]
  const keep = async (outcome: Pick<ScanOutcome, 'outcome' | 'reason' | 'batchId' | 'counts'>) => {
    const times = { startedAt, endedAt: clock(), durationMs: Math.round(now() - started) }
    const tradingDay = latestClosedSession(market.now())
    // What became of a scan must not change by that it cannot be kept.
    await scans?.keep({ ...times, tradingDay, ...outcome }).catch((error: unknown) => {
      log?.(`what became of the scan cannot be kept: ${reasonOf(error)}`)
    })
  }
  try {
    const { batch, counts, inSpiteOf } = await scanAndPublish(input, started)
    const reason = inSpiteOf === null ? null : `published by the operator in spite of: ${inSpiteOf}`
    await keep({ outcome: 'published', reason, batchId: batch.id, counts })
    return batch
  } catch (error) {
    const isRefused = error instanceof ScanRefused
    const counts = isRefused ? error.counts : null
    await keep({ outcome: isRefused ? 'refused' : 'failed', reason: reasonOf(error), batchId: null, counts })
    throw error
  }
}
