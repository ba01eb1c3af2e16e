/** How: covered calls and short puts for one symbol. Spec 2.4. */
import type { Quote } from '#contract/feed.ts'
import { renderEnglish } from '#contract/messages.ts'
import type { Alternative, DataStatus, Income, IncomeOption, LegType } from '#contract/resources.ts'
import type { IncomeQuery } from '#contract/routes.ts'
import { expiryInstant } from '#service/market/calendar.ts'
import type { Bars, Chain, Day, Earnings, Profile, VolatilityPoint } from '#service/market/market.ts'
import { greeks } from './black-scholes.ts'
import { checklistOf, type Benchmark, type ChecklistContext } from './text/checklist.ts'
import { config } from './config.ts'
import { candidateOf, scoreOf, type Candidate, type Cell } from './income-candidate.ts'
import { select } from './income-selection.ts'
import { money, round } from './rounding.ts'
import { constantMaturityVolatility } from './constant-maturity.ts'
import { expiriesOf, type Expiry } from './surface.ts'
import { isCurrent } from './technicals.ts'
import { plainEnglishOf, type Figures } from './text/plain-english.ts'
import { trendsOf } from './trend.ts'
import { volatilityRank } from './volatility-rank.ts'

export type IncomeInput = {
  readonly profile: Profile
  readonly bars: Bars
  /** `undefined` where the symbol has no listed options. */
  readonly chain: Chain | undefined
  /** `undefined` where nothing has traded: the chain's underlying price stands in. */
  readonly quote: Quote | undefined
  readonly earnings: Earnings | null
  readonly volatilities: readonly VolatilityPoint[]
  /** Trends of the market: the latest batch's `tone`, or `analyseTone` of the benchmark. */
  readonly benchmark: Benchmark | undefined
  readonly dataStatus: DataStatus
  /** Yearly, continuously compounded, decimal. */
  readonly riskFreeRate: number
  readonly today: Day
}

/** What a trade is sized and worded with. */
type Position = {
  readonly symbol: string
  readonly stockPrice: number
  readonly contracts: number
  /** What the shares cost, where the caller said. */
  readonly costBasis: number | undefined
  readonly chainPrice: number
  readonly riskFreeRate: number
  readonly checklist: ChecklistContext
}

const optionOf = (
  candidate: Candidate,
  { timeframe, riskProfile }: Cell,
  position: Position,
): IncomeOption => {
  const { contract, expiry, volatility } = candidate
  const { bid, strike, right } = contract
  const shares = position.contracts * config.sharesPerContract
  const cost = position.costBasis ?? position.stockPrice
  const isCall = right === 'call'
  const breakeven = Math.max(0, isCall ? cost - bid : strike - bid)
  const sensitivity = greeks({
    right,
    spot: position.chainPrice,
    strike,
    years: expiry.years,
    rate: position.riskFreeRate,
    yield: expiry.yield,
    volatility,
  })
  const { score, parts } = scoreOf(candidate, position.stockPrice)
  const figures: Figures = {
    strike,
    return: round(candidate.return, 6),
    annualizedReturn: round(candidate.annualizedReturn, 6),
    premium: money(bid),
    probability: round(candidate.probability, 4),
    daysUntilExpiry: expiry.days,
    breakeven: money(breakeven),
    maxReward: round((isCall ? strike - cost + bid : bid) * shares, 2),
    maxRisk: round(breakeven * shares, 2),
  }
  const inPlainEnglishMessage = plainEnglishOf(contract, figures, position)
  return {
    ...figures,
    expiry: expiryInstant(contract.expiry).toISOString(),
    legType: isCall ? 'Call' : 'Put',
    delta: round(sensitivity.delta, 4),
    serviceScore: score,
    inPlainEnglish: renderEnglish(inPlainEnglishMessage),
    checklist: checklistOf(candidate, score, position.checklist),
    inPlainEnglishMessage,
    id: contract.id,
    expiryDate: contract.expiry,
    timeframe,
    riskProfile,
    bid: money(bid),
    ask: money(contract.ask),
    openInterest: contract.openInterest,
    volume: contract.volume,
    impliedVolatility: round(volatility, 4),
    gamma: round(sensitivity.gamma, 6),
    theta: round(sensitivity.theta, 4),
    vega: round(sensitivity.vega, 4),
    rho: round(sensitivity.rho, 4),
    contracts: position.contracts,
    scoreParts: {
      probabilityOfProfit: round(parts.probabilityOfProfit, 4),
      expectedReward: money(parts.expectedReward),
      expectedRisk: money(parts.expectedRisk),
      rangeLow: money(parts.rangeLow),
      rangeHigh: money(parts.rangeHigh),
    },
  }
}

const candidatesOf = (expiries: readonly Expiry[], right: LegType, stockPrice: number): Candidate[] => {
  const { timeframes, alternativeDays } = config.income
  const found: Candidate[] = []
  for (const expiry of expiries) {
    if (
      expiry.days < timeframes.short.from - alternativeDays ||
      expiry.days > timeframes.long.to + alternativeDays
    )
      continue
    for (const contract of expiry.contracts) {
      const candidate = contract.right === right ? candidateOf(contract, expiry, stockPrice) : undefined
      if (candidate) found.push(candidate)
    }
  }
  return found
}

/**
 * The whole income response. The query narrows it: what is excluded comes back as an empty array. An index has no
 * shares to cover or to be assigned, so it has no income trades.
 */
export const analyseIncome = (input: IncomeInput, query: IncomeQuery): Income => {
  const { profile, bars, chain } = input
  const stockPrice = money(input.quote?.last ?? chain?.underlyingPrice ?? bars.close.at(-1) ?? 0)
  const trends = trendsOf(bars.close)
  const expiries =
    chain && profile.kind !== 'index'
      ? expiriesOf(chain, chain.underlyingPrice, {
          today: input.today,
          riskFreeRate: input.riskFreeRate,
          dividendYield: profile.dividendYield,
        })
      : []
  const position: Position = {
    symbol: profile.symbol,
    stockPrice,
    contracts: Math.max(1, Math.floor((query.stockQuantity ?? 0) / config.sharesPerContract)),
    costBasis: query.costBasis,
    chainPrice: chain?.underlyingPrice ?? stockPrice,
    riskFreeRate: input.riskFreeRate,
    checklist: {
      profile,
      stock: trends,
      benchmark: input.benchmark,
      earnings: input.earnings,
      volatility: volatilityRank(
        constantMaturityVolatility(expiries),
        input.volatilities,
        isCurrent(bars, input.today) ? bars.close : new Float64Array(),
      ),
      stockPrice,
      today: input.today,
    },
  }
  const side = (right: LegType): { optimals: IncomeOption[]; alternatives: Alternative[] } => {
    if ((query.legtype ?? right) !== right || !(stockPrice > 0)) return { optimals: [], alternatives: [] }
    const selection = select(candidatesOf(expiries, right, stockPrice), query)
    return {
      optimals: selection.optimals.map(({ candidate, ...cell }) => optionOf(candidate, cell, position)),
      alternatives: selection.alternatives.map(({ candidate, reason, ...cell }) => ({
        ...optionOf(candidate, cell, position),
        reason: renderEnglish(reason),
        reasonMessage: reason,
      })),
    }
  }
  const calls = side('call')
  const puts = side('put')
  return {
    underlying: profile.symbol,
    sentiment: trends.sentiment,
    stockPrice,
    callOptimals: calls.optimals,
    putOptimals: puts.optimals,
    callAlternatives: calls.alternatives,
    putAlternatives: puts.alternatives,
    timeframes: config.income.timeframes,
    stockQuantity: query.stockQuantity ?? null,
    costBasis: query.costBasis ?? null,
    listedContracts: chain?.contracts.length ?? 0,
    dataStatus: input.dataStatus,
    messageType: 'SUCCESS',
  }
}
