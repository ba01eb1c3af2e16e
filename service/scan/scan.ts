/**
 * The nightly scan: universe → parts of it, looked through side by side → everybody's ranks → ideas and trades → one batch,
 * published at once. Spec section 4.1. What a part found is kept as soon as it is there: a scan that was killed goes on
 * where it stopped. One symbol's failure never ends the scan.
 */
import { judgeBars } from '#service/analysis/bars/judge-bars.ts'
import { config } from '#service/analysis/config.ts'
import { trendsOf } from '#service/analysis/trend.ts'
import { latestClosedSession } from '#service/market/calendar.ts'
import type { Day, Market } from '#service/market/market.ts'
import { hashText } from '#service/market/random.ts'
import type { Batch, BatchRepository } from '#service/store/batches.ts'
import { gather } from './gather.ts'
import { reasonOf, type Crew, type Found, type Night } from './night.ts'
import { ownCrew } from './own-crew.ts'

/** What a scan needs. */
export type ScanInput = {
  readonly market: Market
  readonly batches: BatchRepository
  /** Others who do the work, asked at the start of each scan, whose market's time is `at`; by itself this thread does it. */
  readonly openCrew?: (at: Date) => Promise<Crew>
  /** One line for the operator now and then. */
  readonly log?: (line: string) => void
  /** Wall clock in milliseconds, for durations only. */
  readonly now?: () => number
  /** Milliseconds of work after which the event loop gets its turn, so that a server keeps answering. */
  readonly yieldEvery?: number
  /** Chains of all symbols (the volatility history grows for everybody) or only of those with an idea. */
  readonly chains?: Night['chains']
}

/** Symbols in a part: what is lost where a scan is killed, and what one message carries. */
const partSize = 40
/** What a scan kept is gone on with for so long, on the market's clock; after that the prices are of another time. */
const resumedWithinMs = 2 * 3600_000

/** A part as it is kept. `at`: the market's time when it was found, milliseconds. */
type KeptPart = { readonly at: number; readonly found: Found }

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

/** Names a scan by all that what it finds depends on but the time. */
const scanName = ({ tradingDay, chains, tone }: Night, universe: readonly string[]): string => {
  const trend = tone?.sixMonthTrend?.value ?? 'unknown'
  return [
    tradingDay,
    config.version,
    chains,
    trend,
    partSize,
    universe.length,
    hashText(universe.join(' ')),
  ].join('/')
}

type PartsInput = {
  readonly input: ScanInput
  readonly crew: Crew
  readonly night: Night
  readonly universe: readonly string[]
}

/** What every part found, in the universe's order: what an earlier process kept, and the rest by the crew. */
const sweepParts = async ({ input, crew, night, universe }: PartsInput): Promise<Found[]> => {
  const { market, batches, log } = input
  const name = scanName(night, universe)
  const count = Math.ceil(universe.length / partSize)
  const founds: (Found | undefined)[] = Array.from({ length: count }, () => undefined)
  const now = market.now().getTime()
  for (const { part, body } of await batches.parts(name)) {
    const { at, found } = body as KeptPart
    if (part < count && Math.abs(now - at) <= resumedWithinMs) founds[part] = found
  }
  const missing = founds.flatMap((found, part) => (found ? [] : [part]))
  if (missing.length < count)
    log?.(`scan of ${night.tradingDay}: ${count - missing.length} of ${count} parts were there`)

  const work = async (): Promise<void> => {
    for (let part = missing.shift(); part !== undefined; part = missing.shift()) {
      const symbols = universe.slice(part * partSize, (part + 1) * partSize)
      try {
        const found = await crew.sweep(night, symbols)
        founds[part] = found
        const body: KeptPart = { at: market.now().getTime(), found }
        await batches.keepPart(name, { part, body })
      } catch (error) {
        // Where it was the store that failed, publishing fails as well.
        founds[part] ??= failedPart(symbols, error)
      }
    }
  }
  await Promise.all(Array.from({ length: crew.width }, work))
  return founds.filter((found) => found !== undefined)
}

const failedPart = (symbols: readonly string[], error: unknown): Found => ({
  scores: [],
  drafts: [],
  trades: [],
  volatilities: [],
  failures: symbols.map((symbol) => ({ symbol, reason: reasonOf(error) })),
})

/** The same, and the end of the crew, also where the store fails. */
const sweepAll = async (crew: Crew, rest: Omit<PartsInput, 'crew'>): Promise<Found[]> => {
  try {
    return await sweepParts({ ...rest, crew })
  } finally {
    await crew.close()
  }
}

/** The crew that was asked for; this thread where it cannot be had. */
const crewOf = async ({ input, at }: { input: ScanInput; at: Date }): Promise<Crew> => {
  const { market, batches, openCrew, log, now = () => performance.now(), yieldEvery = 12 } = input
  const own = (): Crew => ownCrew({ market, batches, now, yieldEvery })
  if (!openCrew) return own()
  return openCrew(at).catch((error: unknown) => {
    log?.(`the scan is done by the service's own thread: ${reasonOf(error)}`)
    return own()
  })
}

/**
 * Runs one scan and publishes its batch; resolves to it. Rejects only where nothing can be published: the universe
 * or the store cannot be reached.
 */
export const runScan = async (input: ScanInput): Promise<Batch> => {
  const { market, batches, log, now = () => performance.now(), chains = 'all' } = input
  const started = now()
  const at = market.now()
  const today = market.today()
  // Daily figures belong to the last whole session, also where the scan runs while the next one trades.
  const tradingDay = latestClosedSession(at)
  const universe = await market.universe()
  const tone = await readTone(market, tradingDay)
  const night: Night = { tradingDay, chains, tone: tone instanceof Error ? null : tone }
  log?.(`scan of ${tradingDay}: ${universe.length} symbols`)

  const crew = await crewOf({ input, at })
  const founds = await sweepAll(crew, { input, night, universe })
  const { ideas, scores, trades, volatilities, failures } = gather(founds, at.toISOString())

  await batches.keepVolatilities(today, volatilities)
  const batch: Batch = {
    id: batchId(tradingDay),
    analysis: config.version,
    dateOfScan: at.toISOString(),
    tradingDay,
    durationMs: Math.round(now() - started),
    universeSize: universe.length,
    ideas,
    scores,
    failures:
      tone instanceof Error ? [...failures, { symbol: market.benchmark(), reason: tone.message }] : failures,
    tone: night.tone,
  }
  await batches.publish(batch, trades)
  log?.(
    `scan of ${tradingDay}: ${ideas.length} ideas published after ${batch.durationMs} ms, ${batch.failures.length} failed`,
  )
  return batch
}
