/**
 * Processes the symbols of one part: bars → score and signals; chain → volatility, trades and idea
 * draft. Processes one symbol after the other and does not keep chains, so that memory is bounded.
 * A failure of one symbol does not end the scan.
 */
import { validateBars, type ValidatedBars } from '#service/analysis/bars/validate-bars.ts'
import { bestTradesOf } from '#service/analysis/ideas/best-trades.ts'
import {
  constantMaturityVolatility,
  missingVolatilityReason,
} from '#service/analysis/volatility/constant-maturity.ts'
import { draftIdea, isTradable } from '#service/analysis/ideas/idea.ts'
import { publishedPickOf } from '#service/analysis/ideas/published-pick.ts'
import { signalSummaryOf, type SignalSummary } from '#service/analysis/ideas/idea-signals.ts'
import { analyseIncome } from '#service/analysis/income.ts'
import { liquidityOf } from '#service/analysis/liquidity.ts'
import { round } from '#service/analysis/rounding.ts'
import { recentSignals } from '#service/analysis/rules/match-rules.ts'
import { storedScore } from '#service/analysis/technicals/technical-score.ts'
import { rankingScoreOf } from '#service/analysis/technicals/technicals.ts'
import type { MarketTrend } from '#service/analysis/text/tone-sentence.ts'
import { trendsOf } from '#service/analysis/technicals/trend.ts'
import {
  impliedToRealized,
  unrankedVolatilityReason,
  volatilityPercentile,
  volatilityRank,
} from '#service/analysis/volatility/volatility-rank.ts'
import { readSymbolFacts, type SymbolFacts } from '#service/lookups/symbol-facts.ts'
import { newYorkDay, tradingDayOnOrBefore } from '#service/markets/calendar.ts'
import type { Market, Profile } from '#service/markets/market.ts'
import { MarketTimeout, scanTimeoutMs, withTimeouts } from '#service/markets/kit/with-timeouts.ts'
import type { Batch, BatchRepository } from '#service/store/batches.ts'
import { errorMessage } from '#service/shared/error-message.ts'
import { emptyPartResult, type PartResultBuilder, type PartResult, type ScanContext } from './scan-context.ts'

/** Dependencies of a part, and the result to which its symbols are added. */
type PartInProgress = {
  readonly market: Market
  readonly batches: Pick<BatchRepository, 'volatilities'>
  readonly context: ScanContext
  readonly result: PartResultBuilder
}

/** The trend of the market over six months, for signals and sentences. */
export const marketTrendOf = (tone: Batch['tone']): MarketTrend => ({
  symbol: tone?.symbol ?? '',
  sentiment: tone?.sixMonthTrend?.sentimentInterpretation ?? null,
})

const addScore = ({ result }: PartInProgress, profile: Profile, bars: ValidatedBars): void => {
  const { score } = rankingScoreOf(profile, bars)
  if (score !== undefined) result.scores.push({ symbol: profile.symbol, score: storedScore(score) })
}

/**
 * Summary of the signals in a symbol's bars; `undefined` if no rule matches or the bars are
 * unusable.
 */
const signalsOf = (
  { context }: PartInProgress,
  profile: Profile,
  bars: ValidatedBars,
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
  const { profile, bars, chain, date, earnings } = facts
  if (!chain && !signals) return
  const { expiries } = facts
  const iv30 = constantMaturityVolatility(expiries)
  // Quotes of an earlier session are not the volatility of this trading day.
  const isOfTradingDay =
    chain !== undefined && tradingDayOnOrBefore(newYorkDay(chain.asOf)) >= context.tradingDay
  if (iv30 !== undefined && isOfTradingDay)
    result.volatilities.push({ symbol: profile.symbol, iv30: round(iv30, 6) })
  const liquidity = liquidityOf(chain, expiries)
  // Illiquid options contribute neither ideas nor trades, except ideas that are worth the spread.
  if (liquidity.rank === 3 && !signals) return
  const volatility = volatilityRank(iv30, facts.volatilities)
  const benchmark = context.tone ? { ...context.tone, unknown: [] } : undefined
  const income = analyseIncome({ ...facts, benchmark, expiries }, {})
  const inputs = {
    profile,
    bars,
    income,
    liquidity,
    volatility,
    volatilityPercentile: volatilityPercentile(iv30, facts.volatilities),
    impliedToRealized: impliedToRealized(iv30, bars.close),
    earnings,
    date,
  }
  const trades = bestTradesOf({
    ...inputs,
    trend: trendsOf(bars).sixMonthTrend?.sentimentInterpretation ?? null,
  })
  result.trades.push(...trades)
  if (trades[0]) result.picks.push(publishedPickOf(trades[0], income))
  const draft =
    signals &&
    draftIdea({
      ...inputs,
      expiries,
      iv30,
      signals,
      unrankedVolatility: unrankedVolatilityReason(
        iv30,
        facts.volatilities,
        missingVolatilityReason(chain, expiries, facts.dataStatus),
      ),
      market: marketTrendOf(context.tone),
      ...rankingScoreOf(profile, bars),
    })
  if (draft) result.drafts.push(draft)
}

/** Processes one symbol. */
const scanSymbol = async (part: PartInProgress, symbol: string): Promise<void> => {
  const { market, batches, context, result } = part
  const [profile, bars] = await Promise.all([market.profile(symbol), market.bars(symbol)])
  if (!profile || !bars) {
    result.failures.push({ symbol, reason: 'the market does not know it', kind: 'source' })
    return
  }
  if (bars.date.length === 0) result.failures.push({ symbol, reason: 'no bars', kind: 'data' })
  const getValidatedBars = (): ValidatedBars => validateBars(bars, { lastSession: context.tradingDay })
  if (context.chains === 'matched' && !signalsOf(part, profile, getValidatedBars())) {
    addScore(part, profile, getValidatedBars())
    return
  }
  let facts: SymbolFacts | undefined
  try {
    facts = await readSymbolFacts({ market, batches, commission: context.commission }, symbol)
  } catch (error) {
    // Every symbol with usable bars is ranked, even if its other data cannot be read.
    addScore(part, profile, getValidatedBars())
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
  readonly timeoutMs?: number
}

/**
 * After this many consecutive timeouts of the source, the remaining symbols of a part are skipped.
 */
const maxConsecutiveTimeouts = 3

/** A market for scans: users go first, and a timeout, or a chain that cannot be read, rejects the call. */
const strictMarket = (market: Market, timeoutMs: number): Market => {
  const timedMarket = withTimeouts(market, timeoutMs)
  return {
    ...timedMarket,
    async chain(symbol) {
      const chain = await timedMarket.chain(symbol, 'scan')
      if (chain?.readError !== undefined)
        throw new Error(`its option chain cannot be read: ${chain.readError}`)
      return chain
    },
  }
}

/**
 * Processes symbols in order. Never rejects because of a symbol: its failure is part of the result.
 */
export const scanSymbols = async (
  { market: source, batches, context, pause, timeoutMs = scanTimeoutMs }: ScanSymbolsInput,
  symbols: readonly string[],
): Promise<PartResult> => {
  const result = emptyPartResult()
  const market = strictMarket(source, timeoutMs)
  let consecutiveTimeouts = 0
  for (const symbol of symbols) {
    await pause()
    try {
      if (consecutiveTimeouts >= maxConsecutiveTimeouts)
        throw new Error('skipped: the source did not respond for the symbols before it')
      await scanSymbol({ market, batches, context, result }, symbol)
      consecutiveTimeouts = 0
    } catch (error) {
      if (error instanceof MarketTimeout) consecutiveTimeouts++
      result.failures.push({ symbol, reason: errorMessage(error), kind: 'source' })
    }
  }
  return result
}
