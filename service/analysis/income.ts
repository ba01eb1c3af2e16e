/** How: covered calls and short puts for one symbol. Spec 2.4. */
import type { Quote } from '#contract/feed.ts'
import { renderEnglish } from '#contract/messages.ts'
import type { Alternative, Income, IncomeOption, LegType } from '#contract/income.ts'
import type { DataStatus } from '#contract/resources.ts'
import type { IncomeQuery } from '#contract/routes.ts'
import type { UnknownField } from '#contract/unknown.ts'
import { listedContract } from '#service/market/osi.ts'
import type { Chain, Day, Earnings, Profile, VolatilityPoint } from '#service/market/market.ts'
import type { JudgedBars } from './bars/judge-bars.ts'
import { config } from './config.ts'
import { constantMaturityVolatility } from './constant-maturity.ts'
import type { Candidate } from './income/candidate.ts'
import { readChain, type ReadChain } from './income/chain.ts'
import { dividendsBefore } from './income/dividends.ts'
import { earningsBefore } from './income/earnings.ts'
import { listedTradeOf, noTrade } from './income/listed.ts'
import { forecastOf } from './income/forecast.ts'
import { optionOf, type Outlook, type TradeContext } from './income/option.ts'
import { reachOf } from './income/reach.ts'
import { createRefusals, type Refusals } from './income/refusals.ts'
import { select } from './income/selection.ts'
import { stockTrendsOf, trendsOfTone, type StockTrends, type ToneTrends } from './income/stock-trends.ts'
import { money } from './rounding.ts'
import type { Expiry } from './surface.ts'
import { volatilityRank } from './volatility-rank.ts'

export type IncomeInput = {
  readonly profile: Profile
  readonly bars: JudgedBars
  /** `undefined` where the symbol has no listed options. */
  readonly chain: Chain | undefined
  /** `undefined` where nothing has traded: the chain's underlying price stands in. */
  readonly quote: Quote | undefined
  readonly earnings: Earnings | null
  readonly volatilities: readonly VolatilityPoint[]
  /** Trends of the market: the latest batch's `tone`, or `analyseTone` of the benchmark. */
  readonly benchmark: ToneTrends | undefined
  readonly dataStatus: DataStatus
  /** Yearly, continuously compounded, decimal. */
  readonly riskFreeRate: number
  readonly today: Day
  /** What `expiriesFor` makes of it, where that has been asked for already. */
  readonly expiries?: readonly Expiry[]
}

/** One side of the answer: what fills its cells, and what stands in where nothing does. */
const tradesOf = (
  right: LegType,
  candidatesOf: (right: LegType) => Candidate[],
  query: IncomeQuery,
  context: TradeContext,
  refusals: Refusals,
): { optimals: IncomeOption[]; alternatives: Alternative[] } => {
  if ((query.legtype ?? right) !== right) return { optimals: [], alternatives: [] }
  const selection = select(candidatesOf(right), query)
  for (const reason of selection.refused.values()) refusals.add(reason)
  return {
    optimals: selection.optimals.map(({ candidate, ...cell }) => optionOf(candidate, cell, context)),
    alternatives: selection.alternatives.map(({ candidate, reason, ...cell }) => ({
      ...optionOf(candidate, cell, context),
      reason: renderEnglish(reason),
      reasonMessage: reason,
    })),
  }
}

/** What is known of the time up to each expiry, found out once. */
const outlooksOf = ({ profile, bars, earnings, today }: IncomeInput): ((expiry: Expiry) => Outlook) => {
  const known = new Map<Day, Outlook>()
  const earningsUpTo = (day: Day) => earningsBefore(earnings, profile.kind, day, today)
  return (expiry) => {
    let outlook = known.get(expiry.day)
    if (!outlook) {
      outlook = {
        forecast: forecastOf(expiry, {
          bars,
          today,
          isFreeOfEarnings: (day) => earningsUpTo(day).kind === 'none',
        }),
        dividends: dividendsBefore(profile.dividends, expiry, today),
        earnings: earningsUpTo(expiry.day),
      }
      known.set(expiry.day, outlook)
    }
    return outlook
  }
}

const contextOf = (
  input: IncomeInput,
  chain: ReadChain,
  query: IncomeQuery,
  stock: StockTrends,
): TradeContext => {
  const { profile, bars, volatilities, riskFreeRate } = input
  return {
    position: { symbol: profile.symbol, chainPrice: chain.price, holdings: query },
    riskFreeRate,
    checklist: {
      symbol: profile.symbol,
      stock,
      benchmark: { symbol: input.benchmark?.symbol ?? '', trends: trendsOfTone(input.benchmark) },
      volatility: volatilityRank(constantMaturityVolatility(chain.expiries), volatilities, bars.close),
      chainPrice: chain.price,
    },
    outlookAt: outlooksOf(input),
  }
}

/** What is null, or empty for a reason of the chain's, and why. */
const unknownsOf = (
  { chain, quote }: IncomeInput,
  read: ReadChain,
  stock: StockTrends,
  query: IncomeQuery,
): UnknownField[] => {
  const unknown: UnknownField[] = []
  if (stock.sentiment === null)
    unknown.push({ field: 'sentiment', reason: stock.reason ?? 'no-bars', asOf: stock.asOf })
  if (!quote && !chain) unknown.push({ field: 'stockPrice', reason: 'no-price', asOf: null })
  if (!chain)
    for (const field of ['optionsAsOf', 'chainPrice']) unknown.push({ field, reason: 'no-chain', asOf: null })
  if (read.reason !== null)
    for (const leg of ['call', 'put'] as const)
      if ((query.legtype ?? leg) === leg)
        unknown.push({ field: `${leg}Optimals`, reason: read.reason, asOf: read.day })
  return unknown
}

/**
 * The whole income response. Figures of a trade are worked out at the chain's own price of the underlying; where that is
 * of another day than the last price, or far from it, nothing is recommended. The query narrows the answer: what is
 * excluded comes back as an empty array. A contract that it names is to be one of the chain's. An index has no shares to cover or to be assigned, so it has no income trades.
 */
export const analyseIncome = (input: IncomeInput, query: IncomeQuery): Income => {
  const { profile, chain, quote } = input
  const stock = stockTrendsOf(input.bars)
  const read = readChain(input)
  const refusals = createRefusals()
  if (read.reason !== null) refusals.add(read.reason, chain?.contracts.length)
  const context = contextOf(input, read, query, stock)
  const candidatesOf = reachOf(read, refusals)
  const calls = tradesOf('call', candidatesOf, query, context, refusals)
  const puts = tradesOf('put', candidatesOf, query, context, refusals)
  const named = query.contract === undefined ? undefined : listedContract(chain, query.contract)
  const asked = named ? listedTradeOf(named, read, context) : noTrade
  const stockPrice = quote?.last ?? chain?.underlyingPrice
  return {
    underlying: profile.symbol,
    sentiment: stock.sentiment,
    stockPrice: stockPrice === undefined ? null : money(stockPrice),
    optionsAsOf: chain?.asOf.toISOString() ?? null,
    chainPrice: chain ? money(chain.underlyingPrice) : null,
    callOptimals: calls.optimals,
    putOptimals: puts.optimals,
    callAlternatives: calls.alternatives,
    putAlternatives: puts.alternatives,
    timeframes: config.income.timeframes,
    stockQuantity: query.stockQuantity ?? null,
    costBasis: query.costBasis ?? null,
    cash: query.cash ?? null,
    contract: asked.contract,
    contractRefused: asked.contractRefused,
    refused: refusals.counts(),
    unknown: [...unknownsOf(input, read, stock, query), ...asked.unknown],
    listedContracts: chain?.contracts.length ?? 0,
    dataStatus: input.dataStatus,
    messageType: 'SUCCESS',
  }
}
