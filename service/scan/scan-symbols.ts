/**
 * Processes the symbols of one part: bars → score and signals; chain → volatility, income, an idea's draft. One symbol
 * after the other, without keeping its chain, so that memory is bounded. The failure of one symbol never ends the scan.
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
import { rankingScoreOf } from '#service/analysis/technicals/technicals.ts'
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

/** Dependencies of a part, and the result to which its symbols are added. */
type PartInProgress = {
  readonly market: Market
  readonly batches: Pick<BatchRepository, 'volatilities'>
  readonly context: ScanContext
  readonly result: PartResultBuilder
}

export const marketTrendOf = (tone: Batch['tone']): MarketTrend => ({
  symbol: tone?.symbol ?? '',
  sentiment: tone?.sixMonthTrend?.sentimentInterpretation ?? null,
})

const addScore = ({ result }: PartInProgress, profile: Profile, bars: JudgedBars): void => {
  const { score } = rankingScoreOf(profile, bars)
  if (score !== undefined) result.scores.push({ symbol: profile.symbol, score: storedScore(score) })
}

/** The idea in a symbol's bars; `undefined` if no rule matches. */
const signalsOf = (
  { context }: PartInProgress,
  profile: Profile,
  bars: JudgedBars,
): SignalSummary | undefined => {
  if (bars.reason !== null || !isTradable(bars)) return undefined
  const trend = trendsOf(bars).sixMonthTrend?.sentimentInterpretation ?? null
  return signalSummaryOf(recentSignals({ profile, bars }), trend, marketTrendOf(context.tone).sentiment)
}

/** Adds the chain's volatility, trades and idea draft to the result. */
const addChainResults = (
  part: PartInProgress,
  facts: SymbolFacts,
  signals: SignalSummary | undefined,
): void => {
  const { context, result } = part
  const { profile, bars, chain, today, earnings } = facts
  if (!chain && !signals) return
  const { expiries } = facts
  const iv30 = constantMaturityVolatility(expiries)
  // Quotes of an earlier session do not count for this day.
  const isOfToday = chain !== undefined && tradingDayOnOrBefore(newYorkDay(chain.asOf)) >= context.tradingDay
  if (iv30 !== undefined && isOfToday)
    result.volatilities.push({ symbol: profile.symbol, iv30: round(iv30, 6) })
  const liquidity = liquidityOf(chain, expiries)
  // Illiquid options contribute neither ideas nor trades, except ideas that are worth the spread.
  if (liquidity.rank === 3 && !signals) return
  const volatility = volatilityRank(iv30, facts.volatilities, bars.close)
  const benchmark = context.tone ? { ...context.tone, unknown: [] } : undefined
  const income = analyseIncome({ ...facts, benchmark, expiries }, {})
  const inputs = { profile, bars, income, liquidity, volatility, earnings, today }
  result.trades.push(...bestTradesOf(inputs))
  const draft =
    signals &&
    draftIdea({
      ...inputs,
      expiries,
      iv30,
      signals,
      market: marketTrendOf(context.tone),
      ...rankingScoreOf(profile, bars),
    })
  if (draft) result.drafts.push(draft)
}

const scanSymbol = async (part: PartInProgress, symbol: string): Promise<void> => {
  const { market, batches, context, result } = part
  const [profile, bars] = await Promise.all([market.profile(symbol), market.bars(symbol)])
  if (!profile || !bars) {
    result.failures.push({ symbol, reason: 'the market does not know it', kind: 'source' })
    return
  }
  if (bars.date.length === 0) result.failures.push({ symbol, reason: 'no bars', kind: 'data' })
  const judgedBars = (): JudgedBars => judgeBars(bars, { lastSession: context.tradingDay })
  if (context.chains === 'matched' && !signalsOf(part, profile, judgedBars())) {
    addScore(part, profile, judgedBars())
    return
  }
  let facts: SymbolFacts | undefined
  try {
    facts = await readSymbolFacts(market, batches, symbol)
  } catch (error) {
    // All symbols with usable bars are ranked.
    addScore(part, profile, judgedBars())
    throw error
  }
  if (!facts) throw new Error('the market does not know it any more')
  if (facts.chain) result.chains.push(symbol)
  addScore(part, facts.profile, facts.bars)
  addChainResults(part, facts, signalsOf(part, facts.profile, facts.bars))
}

export type ScanSymbolsInput = Omit<PartInProgress, 'result'> & {
  /** Awaited before each symbol: yields to the event loop, or sends a heartbeat. */
  readonly pause: () => Promise<void> | undefined
  /** Timeout of each market call, milliseconds. */
  readonly deadlineMs?: number
}

/** After this many consecutive timeouts of the source the rest of a part is skipped. */
const maxConsecutiveTimeouts = 3

/** A market for scans: a late response, and a listed symbol that cannot be read, are failures. */
const strictMarket = (market: Market, deadlineMs: number): Market => {
  const timedMarket = withDeadlines(market, deadlineMs)
  return {
    ...timedMarket,
    async chain(symbol) {
      const chain = await timedMarket.chain(symbol)
      if (chain?.readError !== undefined)
        throw new Error(`its option chain cannot be read: ${chain.readError}`)
      return chain
    },
  }
}

/** The results for these symbols, in order. */
export const scanSymbols = async (
  { market: source, batches, context, pause, deadlineMs = scanDeadlineMs }: ScanSymbolsInput,
  symbols: readonly string[],
): Promise<PartResult> => {
  const result = emptyPartResult()
  const market = strictMarket(source, deadlineMs)
  let timeouts = 0
  for (const symbol of symbols) {
    await pause()
    try {
      if (timeouts >= maxConsecutiveTimeouts)
        throw new Error('skipped: the source did not respond for the symbols before it')
      await scanSymbol({ market, batches, context, result }, symbol)
      timeouts = 0
    } catch (error) {
      if (error instanceof MarketTimeout) timeouts++
      result.failures.push({ symbol, reason: reasonOf(error), kind: 'source' })
    }
  }
  return result
}
