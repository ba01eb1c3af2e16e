/**
 * The nightly scan: universe → bars → rules and scores → rank → chains → ideas → one batch, published at once.
 * Spec section 4.1. Two passes, because a symbol's rank needs everybody's score: the first reads bars only and keeps
 * a few numbers a symbol, the second reads chains. One symbol's failure never ends the scan.
 */
import type { TradeIdea } from '#contract/ideas.ts'
import { analyseIdea, ideaOf, isTradable } from '#service/analysis/idea.ts'
import { config } from '#service/analysis/config.ts'
import { round } from '#service/analysis/rounding.ts'
import { constantMaturityVolatility } from '#service/analysis/constant-maturity.ts'
import { expiriesOf } from '#service/analysis/surface.ts'
import { technicalsOf, type Technicals } from '#service/analysis/technicals.ts'
import { trendsOf } from '#service/analysis/trend.ts'
import { mergeVolatilities } from '#service/analysis/volatility-rank.ts'
import { latestClosedSession, previousTradingDay } from '#service/market/calendar.ts'
import type { Bars, Day, Market, Profile } from '#service/market/market.ts'
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

type Finalist = { readonly profile: Profile; readonly bars: Bars; readonly technicals: Technicals }

const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))

/** A turn of the event loop, by means a browser has as well. */
const turn = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 0))

/** The day a symbol's last bar must reach: data that ended before makes no idea of tonight. */
const oldestUseful = (tradingDay: Day): Day => {
  let day = tradingDay
  for (let i = 0; i < config.ideas.maxStaleSessions; i++) day = previousTradingDay(day)
  return day
}

const batchId = (day: Day): string => {
  const bytes = crypto.getRandomValues(new Uint8Array(6))
  return `${day}-${Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')}`
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
  let rested = started
  const breathe = async (): Promise<void> => {
    if (now() - rested < yieldEvery) return
    await turn()
    rested = now()
  }

  const today = market.today()
  // Daily figures belong to the last whole session, also where the scan runs while the next one trades.
  const tradingDay = latestClosedSession(market.now())
  const dateOfScan = market.now().toISOString()
  const riskFreeRate = market.riskFreeRate()
  const useful = oldestUseful(tradingDay)
  const universe = await market.universe()
  const failures: { symbol: string; reason: string }[] = []
  const scores: { symbol: string; score: number }[] = []
  const finalists = new Map<string, Finalist>()
  const profiles = new Map<string, Profile>()

  for (const symbol of universe) {
    await breathe()
    try {
      const [profile, bars] = await Promise.all([market.profile(symbol), market.bars(symbol)])
      if (!profile || !bars) {
        failures.push({ symbol, reason: 'the market does not know it' })
        continue
      }
      const last = bars.date.at(-1)
      if (last === undefined) {
        failures.push({ symbol, reason: 'no bars' })
        continue
      }
      const technicals = technicalsOf(profile, bars)
      profiles.set(symbol, profile)
      if (technicals.score !== undefined) scores.push({ symbol, score: round(technicals.score, 6) })
      if (last >= useful && isTradable(bars) && ideaOf(technicals))
        finalists.set(symbol, { profile, bars, technicals })
    } catch (error) {
      failures.push({ symbol, reason: reasonOf(error) })
    }
  }
  scores.sort((a, b) => a.score - b.score || (a.symbol < b.symbol ? -1 : 1))
  log?.(
    `scan of ${tradingDay}: ${universe.length} symbols, ${finalists.size} with signals, ${failures.length} failed`,
  )

  const ideas: TradeIdea[] = []
  const volatilities: { symbol: string; iv30: number }[] = []
  for (const [symbol, profile] of profiles) {
    const finalist = finalists.get(symbol)
    if (!finalist && chains === 'matched') continue
    await breathe()
    try {
      const chain = await market.chain(symbol)
      if (chain) {
        const expiries = expiriesOf(chain, chain.underlyingPrice, {
          today,
          riskFreeRate,
          dividendYield: profile.dividendYield,
        })
        const iv30 = constantMaturityVolatility(expiries)
        if (iv30 !== undefined) volatilities.push({ symbol, iv30: round(iv30, 6) })
      }
      if (!finalist) continue
      const [kept, own] = await Promise.all([market.volatilityHistory(symbol), batches.volatilities(symbol)])
      const idea = analyseIdea({
        ...finalist,
        chain,
        volatilities: mergeVolatilities(kept, own),
        scores,
        dateOfScan,
        today,
        riskFreeRate,
      })
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

  let tone: Batch['tone'] = null
  const benchmark = market.benchmark()
  try {
    const bars = await market.bars(benchmark)
    if (bars && bars.date.length > 0) {
      const { oneMonthTrend, sixMonthTrend } = trendsOf(bars.close)
      tone = { symbol: benchmark, oneMonthTrend, sixMonthTrend }
    }
  } catch (error) {
    failures.push({ symbol: benchmark, reason: reasonOf(error) })
  }

  await batches.keepVolatilities(today, volatilities)
  const batch: Batch = {
    id: batchId(tradingDay),
    dateOfScan,
    tradingDay,
    durationMs: Math.round(now() - started),
    universeSize: universe.length,
    ideas,
    scores,
    failures,
    tone,
  }
  await batches.publish(batch)
  log?.(`scan of ${tradingDay}: ${ideas.length} ideas published after ${batch.durationMs} ms`)
  return batch
}
