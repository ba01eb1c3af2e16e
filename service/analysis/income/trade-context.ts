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
import { forecastOf, type Forecast } from './forecast.ts'
import { eventsBefore, eventsOfChain } from './implied-events.ts'
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
  /** Dollars per option contract that is sold. */
  readonly commission: number
  /** The latest session that has opened. */
  readonly today: Day
  /** Calendar date in New York of the response. */
  readonly date: Day
}

/** Facts that the forecast depends on, besides the chain. */
type ForecastFacts = Pick<TradeFacts, 'profile' | 'bars' | 'earnings' | 'today' | 'date'>

/**
 * Returns a function that returns the forecast for an expiry, memoized by expiry day.
 *
 * @param events events that the options imply; default: those of the expiries
 */
export const forecastsOf = (
  { profile, bars, earnings, today, date }: ForecastFacts,
  expiries: readonly PricedExpiry[],
  events = lazy(() => eventsOfChain(expiries, profile.kind)),
): ((expiry: PricedExpiry) => Forecast) => {
  const { kind } = profile
  const forecastByDay = new Map<Day, Forecast>()
  const context = lazy(() => {
    const volatility = expectedVolatility(bars, earnings, kind)
    const pastVariance = volatility?.reportVariance ?? 0
    const reportVarianceUntil = createReportVariance({
      earnings,
      kind,
      expiries,
      events: events(),
      pastVariance,
      today,
      date,
    })
    return { volatility, reportVarianceUntil }
  })
  return (expiry) => {
    let forecast = forecastByDay.get(expiry.day)
    if (!forecast) forecastByDay.set(expiry.day, (forecast = forecastOf(expiry, context())))
    return forecast
  }
}

/** Returns a function that returns the outlook until an expiry, memoized by expiry day. */
const outlooksOf = (
  facts: TradeFacts,
  expiries: readonly PricedExpiry[],
): ((expiry: PricedExpiry) => Outlook) => {
  const outlookByDay = new Map<Day, Outlook>()
  const events = lazy(() => eventsOfChain(expiries, facts.profile.kind))
  const forecastFor = forecastsOf(facts, expiries, events)
  return (expiry) => {
    let outlook = outlookByDay.get(expiry.day)
    if (!outlook) {
      outlook = { forecast: forecastFor(expiry), ...eventsBefore(facts, expiry, events()) }
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
