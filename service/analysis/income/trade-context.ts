/** What the trades of a symbol share: outlooks until their expiries, and the figures that no holding changes. */
import type { Day, Earnings, Profile, VolatilityPoint } from '#service/markets/market.ts'
import type { ValidatedBars } from '#service/analysis/bars/validate-bars.ts'
import type { PricedExpiry } from '#service/analysis/surface.ts'
import { lazy } from '#service/analysis/surface/lazy.ts'
import { constantMaturityVolatility } from '#service/analysis/volatility/constant-maturity.ts'
import { expectedVolatility } from '#service/analysis/volatility/expected-volatility.ts'
import { volatilityRank } from '#service/analysis/volatility/volatility-rank.ts'
import type { Candidate } from './candidate.ts'
import type { EvaluatedChain } from './evaluated-chain.ts'
import { dividendsBefore, earningsBefore } from './events.ts'
import { forecastOf } from './forecast.ts'
import { createReportVariance } from './report-variance.ts'
import { createFixedTrade, type FixedTrade, type Outlook, type TradeContext } from './option.ts'
import { trendsOfTone, type StockTrends, type ToneTrends } from './stock-trends.ts'

/** Facts of a symbol that its trades depend on, besides its chain and its last price. */
export type TradeFacts = {
  readonly profile: Profile
  readonly bars: ValidatedBars
  readonly earnings: Earnings | null
  readonly volatilities: readonly VolatilityPoint[]
  /** Trends of the market: the latest batch's `tone`, or `analyseTone` of the benchmark. */
  readonly benchmark: ToneTrends | undefined
  /** Yearly, continuously compounded, decimal. */
  readonly riskFreeRate: number
  /** The latest session that has opened. */
  readonly today: Day
  /** Calendar date in New York of the response. */
  readonly date: Day
}

/** Returns a function that returns the outlook until an expiry, memoized by expiry day. */
const outlooksOf = (
  { profile, bars, earnings, today, date }: TradeFacts,
  expiries: readonly PricedExpiry[],
): ((expiry: PricedExpiry) => Outlook) => {
  const outlookByDay = new Map<Day, Outlook>()
  const { kind } = profile
  const volatility = lazy(() => expectedVolatility(bars, earnings, kind))
  const reportVarianceUntil = lazy(() =>
    createReportVariance({
      earnings,
      kind,
      expiries,
      pastVariance: volatility()?.reportVariance ?? 0,
      today,
      date,
    }),
  )
  const earningsUntil = (day: Day) => earningsBefore(earnings, kind, day, date)
  return (expiry) => {
    let outlook = outlookByDay.get(expiry.day)
    if (!outlook) {
      outlook = {
        forecast: forecastOf(expiry, {
          volatility: volatility(),
          reportVarianceUntil: reportVarianceUntil(),
        }),
        dividends: dividendsBefore(profile.dividends, expiry, date),
        earnings: earningsUntil(expiry.day),
      }
      outlookByDay.set(expiry.day, outlook)
    }
    return outlook
  }
}

/** Context of the symbol's trades without holdings. `fixedTradeOf` is memoized by candidate. */
export const contextOf = (input: TradeFacts, chain: EvaluatedChain, stock: StockTrends): TradeContext => {
  const { profile, volatilities, riskFreeRate } = input
  const fixedTrades = new WeakMap<Candidate, FixedTrade>()
  const context = {
    position: { symbol: profile.symbol, chainPrice: chain.price, holdings: {} },
    riskFreeRate,
    checklist: {
      symbol: profile.symbol,
      stock,
      benchmark: { symbol: input.benchmark?.symbol ?? '', trends: trendsOfTone(input.benchmark) },
      volatility: volatilityRank(constantMaturityVolatility(chain.expiries), volatilities),
      chainPrice: chain.price,
    },
    outlookFor: outlooksOf(input, chain.expiries),
  }
  return {
    ...context,
    fixedTradeOf(candidate) {
      let fixedTrade = fixedTrades.get(candidate)
      if (!fixedTrade) fixedTrades.set(candidate, (fixedTrade = createFixedTrade(candidate, context)))
      return fixedTrade
    },
  }
}
