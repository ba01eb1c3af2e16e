/** How: covered calls and short puts for one symbol. Spec 2.4. */
import type { Quote } from '#contract/feed.ts'
import { renderEnglish } from '#contract/messages.ts'
import type { Alternative, DataStatus, Income, IncomeOption, LegType } from '#contract/resources.ts'
import type { IncomeQuery } from '#contract/routes.ts'
import type { Bars, Chain, Day, Earnings, Profile, VolatilityPoint } from '#service/market/market.ts'
import type { Benchmark } from './text/checklist.ts'
import { config } from './config.ts'
import { candidateOf, type Candidate } from './income-candidate.ts'
import { optionOf, type Position } from './income-option.ts'
import { select } from './income-selection.ts'
import { money } from './rounding.ts'
import { constantMaturityVolatility } from './constant-maturity.ts'
import { expiriesOf, type Expiry } from './surface.ts'
import { isCurrent } from './technicals.ts'
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

const expiriesFor = ({ profile, chain, today, riskFreeRate }: IncomeInput): readonly Expiry[] => {
  if (!chain || profile.kind === 'index') return []
  const { dividendYield } = profile
  return expiriesOf(chain, chain.underlyingPrice, { today, riskFreeRate, dividendYield })
}

/** One side of the answer: what fills its cells, and what stands in where nothing does. */
const tradesOf = (
  right: LegType,
  expiries: readonly Expiry[],
  query: IncomeQuery,
  position: Position,
): { optimals: IncomeOption[]; alternatives: Alternative[] } => {
  if ((query.legtype ?? right) !== right || !(position.stockPrice > 0))
    return { optimals: [], alternatives: [] }
  const selection = select(candidatesOf(expiries, right, position.stockPrice), query)
  return {
    optimals: selection.optimals.map(({ candidate, ...cell }) => optionOf(candidate, cell, position)),
    alternatives: selection.alternatives.map(({ candidate, reason, ...cell }) => ({
      ...optionOf(candidate, cell, position),
      reason: renderEnglish(reason),
      reasonMessage: reason,
    })),
  }
}

/**
 * The whole income response. The query narrows it: what is excluded comes back as an empty array. An index has no
 * shares to cover or to be assigned, so it has no income trades.
 */
export const analyseIncome = (input: IncomeInput, query: IncomeQuery): Income => {
  const { profile, bars, chain, today } = input
  const stockPrice = money(input.quote?.last ?? chain?.underlyingPrice ?? bars.close.at(-1) ?? 0)
  const trends = trendsOf(bars.close)
  const expiries = expiriesFor(input)
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
        isCurrent(bars, today) ? bars.close : new Float64Array(),
      ),
      stockPrice,
      today,
    },
  }
  const calls = tradesOf('call', expiries, query, position)
  const puts = tradesOf('put', expiries, query, position)
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
