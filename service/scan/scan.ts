/**
 * The nightly scan: universe → bars → rules and scores → rank → chains → ideas → one batch, published at once.
 * Spec section 4.1. Two passes, because a symbol's rank needs everybody's score: the first reads bars only and keeps
 * a few numbers a symbol, the second reads chains. One symbol's failure never ends the scan.
 */
import type { TradeIdea } from '#contract/ideas.ts'
import { analyseIdea, ideaOf, isTradable } from '#service/analysis/idea.ts'
import { judgeBars, type JudgedBars } from '#service/analysis/bars/judge-bars.ts'
import { round } from '#service/analysis/rounding.ts'
import { constantMaturityVolatility } from '#service/analysis/constant-maturity.ts'
import { expiriesOf } from '#service/analysis/surface.ts'
import { storedScore } from '#service/analysis/technical-score.ts'
import { technicalsOf, type Technicals } from '#service/analysis/technicals.ts'
import { trendsOf } from '#service/analysis/trend.ts'
import { mergeVolatilities } from '#service/analysis/volatility-rank.ts'
import { latestClosedSession } from '#service/market/calendar.ts'
import type { Day, Market, Profile } from '#service/market/market.ts'
import type { Batch, BatchRepository } from '#service/store/batches.ts'

/** What a scan needs. */
export type ScanInput = {
  readonly market: Market
  readonly batches: BatchRepository
  /** One line for the operator now and then. */
  readonly log?: (line: string) => void
  /** Wall clock in milliseconds, for durations only. */
  readonly now?: () => number
  /** Milliseconds of work after which the event loop gets its turn, so that a server keeps answering. */
  readonly yieldEvery?: number
  /** Chains of all symbols (the volatility history grows for everybody) or only of those with an idea. */
  readonly chains?: 'all' | 'matched'
}

type Failure = Batch['failures'][number]
type Score = Batch['scores'][number]
type Finalist = { readonly profile: Profile; readonly bars: JudgedBars; readonly technicals: Technicals }

const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))

/** A turn of the event loop, by means a browser has as well. */
const turn = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 0))

const batchId = (day: Day): string => {
  const bytes = crypto.getRandomValues(new Uint8Array(6))
  return `${day}-${Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')}`
}

/** Gives the event loop its turn where it had none for `yieldEvery` milliseconds. */
const createPause = (now: () => number, yieldEvery: number): (() => Promise<void>) => {
  let rested = now()
  return async () => {
    if (now() - rested < yieldEvery) return
    await turn()
    rested = now()
  }
}

/** What both passes read and add to. Days, time and rate are those at its start, however long it takes. */
type Scan = {
  readonly market: Market
  readonly batches: BatchRepository
  readonly today: Day
  /** Yearly, continuously compounded, decimal. */
  readonly riskFreeRate: number
  readonly tradingDay: Day
  readonly dateOfScan: string
  readonly pause: () => Promise<void>
  readonly failures: Failure[]
}

/** What the first pass finds in bars. */
type Ranking = {
  /** Of every symbol that could be read. */
  readonly profiles: ReadonlyMap<string, Profile>
  /** Ascending. */
  readonly scores: readonly Score[]
  /** Those with signals, tradable and up to date: only they can become ideas. */
  readonly finalists: ReadonlyMap<string, Finalist>
}

/** The first pass: everybody's score, from bars alone. */
const rankSymbols = async (
  { market, tradingDay, pause, failures }: Scan,
  universe: readonly string[],
): Promise<Ranking> => {
  const scores: Score[] = []
  const finalists = new Map<string, Finalist>()
  const profiles = new Map<string, Profile>()
  for (const symbol of universe) {
    await pause()
    try {
      const [profile, given] = await Promise.all([market.profile(symbol), market.bars(symbol)])
      if (!profile || !given) {
        failures.push({ symbol, reason: 'the market does not know it' })
        continue
      }
      const bars = judgeBars(given, { lastSession: tradingDay })
      if (bars.reason === 'no-bars') {
        failures.push({ symbol, reason: 'no bars' })
        continue
      }
      const technicals = technicalsOf(profile, bars)
      profiles.set(symbol, profile)
      if (technicals.score !== undefined) scores.push({ symbol, score: storedScore(technicals.score) })
      if (isTradable(bars) && ideaOf(technicals)) finalists.set(symbol, { profile, bars, technicals })
    } catch (error) {
      failures.push({ symbol, reason: reasonOf(error) })
    }
  }
  scores.sort((a, b) => a.score - b.score || (a.symbol < b.symbol ? -1 : 1))
  return { profiles, scores, finalists }
}

/** What the second pass finds in chains. `iv30`: the 30-day implied volatility, yearly, decimal. */
type Findings = {
  readonly ideas: readonly TradeIdea[]
  readonly volatilities: readonly { readonly symbol: string; readonly iv30: number }[]
}

/** The second pass: the volatility of every chain that is read, and an idea of each finalist where there is one. */
const findIdeas = async (
  { market, batches, today, riskFreeRate, dateOfScan, pause, failures }: Scan,
  { profiles, scores, finalists }: Ranking,
  chains: 'all' | 'matched',
): Promise<Findings> => {
  const ideas: TradeIdea[] = []
  const volatilities: { symbol: string; iv30: number }[] = []
  for (const [symbol, profile] of profiles) {
    const finalist = finalists.get(symbol)
    if (!finalist && chains === 'matched') continue
    await pause()
    try {
      const chain = await market.chain(symbol)
      if (chain) {
        const { dividendYield } = profile
        const context = { today, riskFreeRate, dividendYield }
        const iv30 = constantMaturityVolatility(expiriesOf(chain, chain.underlyingPrice, context))
        if (iv30 !== undefined) volatilities.push({ symbol, iv30: round(iv30, 6) })
      }
      if (!finalist) continue
      const [given, own] = await Promise.all([market.volatilityHistory(symbol), batches.volatilities(symbol)])
      const history = mergeVolatilities(given, own)
      const facts = { chain, volatilities: history, scores, dateOfScan, today, riskFreeRate }
      const idea = analyseIdea({ ...finalist, ...facts })
      if (idea) ideas.push(idea)
    } catch (error) {
      failures.push({ symbol, reason: reasonOf(error) })
    }
  }
  // The liquid first, then the more signals, then the name: the same night gives the same list.
  ideas.sort(
    (a, b) =>
      a.liquidityRank - b.liquidityRank || b.rules.length - a.rules.length || (a.symbol < b.symbol ? -1 : 1),
  )
  return { ideas, volatilities }
}

/** The trends of the market, by its benchmark; null where its bars do not say or cannot be read. */
const readTone = async ({ market, tradingDay, failures }: Scan): Promise<Batch['tone']> => {
  const symbol = market.benchmark()
  try {
    const bars = judgeBars(await market.bars(symbol), { lastSession: tradingDay })
    const { oneMonthTrend, sixMonthTrend } = trendsOf(bars)
    if (!oneMonthTrend) return null
    return { symbol, oneMonthTrend, sixMonthTrend }
  } catch (error) {
    failures.push({ symbol, reason: reasonOf(error) })
    return null
  }
}

/**
 * Runs one scan and publishes its batch; resolves to it. Rejects only where nothing can be published: the universe
 * or the store cannot be reached.
 */
export const runScan = async ({
  market,
  batches,
  log,
  now = () => performance.now(),
  yieldEvery = 12,
  chains = 'all',
}: ScanInput): Promise<Batch> => {
  const started = now()
  const scan: Scan = {
    market,
    batches,
    today: market.today(),
    riskFreeRate: market.riskFreeRate(),
    // Daily figures belong to the last whole session, also where the scan runs while the next one trades.
    tradingDay: latestClosedSession(market.now()),
    dateOfScan: market.now().toISOString(),
    pause: createPause(now, yieldEvery),
    failures: [],
  }
  const { today, tradingDay, dateOfScan, failures } = scan

  const universe = await market.universe()
  const ranking = await rankSymbols(scan, universe)
  const { size } = ranking.finalists
  log?.(`scan of ${tradingDay}: ${universe.length} symbols, ${size} with signals, ${failures.length} failed`)
  const { ideas, volatilities } = await findIdeas(scan, ranking, chains)
  const tone = await readTone(scan)

  await batches.keepVolatilities(today, volatilities)
  const batch: Batch = {
    id: batchId(tradingDay),
    dateOfScan,
    tradingDay,
    durationMs: Math.round(now() - started),
    universeSize: universe.length,
    ideas,
    scores: ranking.scores,
    failures,
    tone,
  }
  await batches.publish(batch)
  log?.(`scan of ${tradingDay}: ${ideas.length} ideas published after ${batch.durationMs} ms`)
  return batch
}
