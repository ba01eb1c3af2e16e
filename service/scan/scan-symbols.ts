/**
 * Looks through some symbols: bars → score and signals; chain → volatility, income, an idea's draft. A symbol is done with
 * before the next is begun, and nothing of its chain is kept. One symbol's failure never ends the sweep.
 */
import { judgeBars, type JudgedBars } from '#service/analysis/bars/judge-bars.ts'
import { bestTradesOf } from '#service/analysis/ideas/best-trades.ts'
import { constantMaturityVolatility } from '#service/analysis/volatility/constant-maturity.ts'
import { draftIdea, isTradable } from '#service/analysis/ideas/idea.ts'
import { signalSummaryOf, type SignalSummary } from '#service/analysis/ideas/idea-signals.ts'
import { analyseIncome } from '#service/analysis/income.ts'
import { liquidityOf } from '#service/analysis/liquidity.ts'
import { round } from '#service/analysis/rounding.ts'
import { recentSignals } from '#service/analysis/rules/match-rules.ts'
import { storedScore } from '#service/analysis/technicals/technical-score.ts'
import { rankingOf } from '#service/analysis/technicals/technicals.ts'
import type { MarketTrend } from '#service/analysis/text/tone-sentence.ts'
import { trendsOf } from '#service/analysis/technicals/trend.ts'
import { volatilityRank } from '#service/analysis/volatility/volatility-rank.ts'
import { readSymbolFacts, type SymbolFacts } from '#service/lookups/symbol-facts.ts'
import { newYorkDay, tradingDayOnOrBefore } from '#service/markets/calendar.ts'
import type { Market, Profile } from '#service/markets/market.ts'
import { MarketTimeout, scanDeadlineMs, withDeadlines } from '#service/markets/kit/with-deadlines.ts'
import type { Batch, BatchRepository } from '#service/store/batches.ts'
import {
  emptyPartResult,
  reasonOf,
  type PartResultBuilder,
  type PartResult,
  type ScanContext,
} from './scan-context.ts'

/** The symbols to scan and the result to add to. */
type Sweep = {
  readonly market: Market
  readonly batches: Pick<BatchRepository, 'volatilities'>
  readonly night: ScanContext
  readonly found: PartResultBuilder
}

export const marketTrendOf = (tone: Batch['tone']): MarketTrend => ({
  symbol: tone?.symbol ?? '',
  sentiment: tone?.sixMonthTrend?.sentimentInterpretation ?? null,
})

const keepScore = ({ found }: Sweep, profile: Profile, bars: JudgedBars): void => {
  const { score } = rankingOf(profile, bars)
  if (score !== undefined) found.scores.push({ symbol: profile.symbol, score: storedScore(score) })
}

/** The idea in a symbol's bars; `undefined` if no rule matches. */
const findingIn = ({ night }: Sweep, profile: Profile, bars: JudgedBars): SignalSummary | undefined => {
  if (bars.reason !== null || !isTradable(bars)) return undefined
  const trend = trendsOf(bars).sixMonthTrend?.sentimentInterpretation ?? null
  return signalSummaryOf(recentSignals({ profile, bars }), trend, marketTrendOf(night.tone).sentiment)
}

/** All that the chain has to say. */
const lookIntoChain = (sweep: Sweep, facts: SymbolFacts, finding: SignalSummary | undefined): void => {
  const { night, found } = sweep
  const { profile, bars, chain, today, earnings } = facts
  if (!chain && !finding) return
  const { expiries } = facts
  const iv30 = constantMaturityVolatility(expiries)
  // Quotes of an earlier session are no figure of this day.
  const isOfToday = chain !== undefined && tradingDayOnOrBefore(newYorkDay(chain.asOf)) >= night.tradingDay
  if (iv30 !== undefined && isOfToday)
    found.volatilities.push({ symbol: profile.symbol, iv30: round(iv30, 6) })
  const liquidity = liquidityOf(chain, expiries)
  // Illiquid options contribute neither ideas nor trades, except ideas that are worth the spread.
  if (liquidity.rank === 3 && !finding) return
  const volatility = volatilityRank(iv30, facts.volatilities, bars.close)
  const benchmark = night.tone ? { ...night.tone, unknown: [] } : undefined
  const income = analyseIncome({ ...facts, benchmark, expiries }, {})
  const about = { profile, bars, income, liquidity, volatility, earnings, today }
  found.trades.push(...bestTradesOf(about))
  const draft =
    finding &&
    draftIdea({
      ...about,
      expiries,
      iv30,
      finding,
      market: marketTrendOf(night.tone),
      ...rankingOf(profile, bars),
    })
  if (draft) found.drafts.push(draft)
}

const lookInto = async (sweep: Sweep, symbol: string): Promise<void> => {
  const { market, batches, night, found } = sweep
  const [profile, given] = await Promise.all([market.profile(symbol), market.bars(symbol)])
  if (!profile || !given) {
    found.failures.push({ symbol, reason: 'the market does not know it', kind: 'source' })
    return
  }
  if (given.date.length === 0) found.failures.push({ symbol, reason: 'no bars', kind: 'data' })
  const barsAlone = (): JudgedBars => judgeBars(given, { lastSession: night.tradingDay })
  if (night.chains === 'matched' && !findingIn(sweep, profile, barsAlone())) {
    keepScore(sweep, profile, barsAlone())
    return
  }
  let facts: SymbolFacts | undefined
  try {
    facts = await readSymbolFacts(market, batches, symbol)
  } catch (error) {
    // All symbols with usable bars are ranked.
    keepScore(sweep, profile, barsAlone())
    throw error
  }
  if (!facts) throw new Error('the market does not know it any more')
  if (facts.chain) found.chains.push(symbol)
  keepScore(sweep, facts.profile, facts.bars)
  lookIntoChain(sweep, facts, findingIn(sweep, facts.profile, facts.bars))
}

export type ScanSymbolsInput = Omit<Sweep, 'found'> & {
  /** Waited for before each symbol: gives others their turn. */
  readonly pause: () => Promise<void> | undefined
  /** How long each call of the market may take, milliseconds. */
  readonly deadlineMs?: number
}

/** After this many consecutive timeouts of the source the rest of a part is skipped. */
const patience = 3

/** A market for scans: a late response, and a listed symbol that cannot be read, are failures. */
const strictly = (market: Market, deadlineMs: number): Market => {
  const timely = withDeadlines(market, deadlineMs)
  return {
    ...timely,
    async chain(symbol) {
      const chain = await timely.chain(symbol)
      if (chain?.lost !== undefined) throw new Error(`its option chain cannot be read: ${chain.lost}`)
      return chain
    },
  }
}

/** The results for these symbols, in order. */
export const scanSymbols = async (
  { market: source, batches, night, pause, deadlineMs = scanDeadlineMs }: ScanSymbolsInput,
  symbols: readonly string[],
): Promise<PartResult> => {
  const found = emptyPartResult()
  const market = strictly(source, deadlineMs)
  let silent = 0
  for (const symbol of symbols) {
    await pause()
    try {
      if (silent >= patience) throw new Error('not asked for: the source kept silent about those before it')
      await lookInto({ market, batches, night, found }, symbol)
      silent = 0
    } catch (error) {
      if (error instanceof MarketTimeout) silent++
      found.failures.push({ symbol, reason: reasonOf(error), kind: 'source' })
    }
  }
  return found
}
