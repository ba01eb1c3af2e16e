/** A trade idea: what the night's scan found in one symbol. Spec 2.1. */
import { message, renderEnglish } from '#contract/messages.ts'
import type { Rule, TradeIdea } from '#contract/ideas.ts'
import type { Bars, Chain, Day, Profile, VolatilityPoint } from '#service/market/market.ts'
import { config } from './config.ts'
import { liquidityRank } from './liquidity.ts'
import { money, round } from './rounding.ts'
import { constantMaturityVolatility } from './constant-maturity.ts'
import { expiriesOf } from './surface.ts'
import { technicalRank, type Scores } from './technical-score.ts'
import type { Technicals } from './technicals.ts'
import { volatilityRank } from './volatility-rank.ts'

export type IdeaInput = {
  readonly profile: Profile
  readonly bars: Bars
  readonly technicals: Technicals
  /** `undefined` where the symbol has no listed options: the idea is then marked as not liquid. */
  readonly chain: Chain | undefined
  readonly volatilities: readonly VolatilityPoint[]
  readonly scores: Scores
  /** ISO 8601 UTC. */
  readonly dateOfScan: string
  readonly today: Day
  readonly riskFreeRate: number
}

/** What the rules of one side make together. */
export type Finding = {
  readonly sentiment: 'Bullish' | 'Bearish'
  readonly weight: number
  readonly rules: Rule[]
}

/** Direction and rules of an idea, the strongest first; `undefined` where too little fired, or as much for one side as for the other. */
export const ideaOf = ({ matches }: Technicals): Finding | undefined => {
  let bullish = 0
  let bearish = 0
  for (const { rule, weight } of matches) {
    if (rule.sentiment === 'Bullish') bullish += weight
    else bearish += weight
  }
  if (bullish === bearish || Math.max(bullish, bearish) < config.ideas.minWeight) return undefined
  const sentiment = bullish > bearish ? 'Bullish' : 'Bearish'
  return {
    sentiment,
    weight: Math.max(bullish, bearish),
    rules: matches
      .filter(({ rule }) => rule.sentiment === sentiment)
      .toSorted((x, y) => y.weight - x.weight)
      .map(({ rule }) => rule),
  }
}

/** Whether the stock is priced and traded enough for an idea about it to be of use. */
export const isTradable = ({ close, volume }: Bars): boolean => {
  const count = Math.min(20, close.length)
  if (count === 0 || close.at(-1)! < config.ideas.minPrice) return false
  let turnover = 0
  for (let i = close.length - count; i < close.length; i++) turnover += close[i]! * volume[i]!
  return turnover / count >= config.ideas.minTurnover
}

/** The idea of a symbol; `undefined` where its rules, or its options' liquidity, make none. */
export const analyseIdea = (input: IdeaInput): TradeIdea | undefined => {
  const { profile, bars, technicals, chain } = input
  const found = ideaOf(technicals)
  const price = bars.close.at(-1)
  if (!found || price === undefined || !isTradable(bars)) return undefined
  const before = bars.close.at(-2) ?? price
  const expiries = chain
    ? expiriesOf(chain, chain.underlyingPrice, {
        today: input.today,
        riskFreeRate: input.riskFreeRate,
        dividendYield: profile.dividendYield,
      })
    : []
  const volatility = volatilityRank(constantMaturityVolatility(expiries), input.volatilities, bars.close)
  const liquidity = liquidityRank(chain, expiries)
  if (liquidity === 3 && found.weight < config.ideas.minWeightNotLiquid) return undefined
  return {
    symbol: profile.symbol,
    companyName: profile.companyName,
    dateOfScan: input.dateOfScan,
    sentiment: found.sentiment,
    price: money(price),
    technicalRank: technicalRank(technicals.score, input.scores),
    impliedVolatilityRank: volatility.rank === null ? null : round(volatility.rank, 1),
    impliedVolatilityRankBasis: volatility.basis,
    liquidityRank: liquidity,
    liquidityExplanation: renderEnglish(message(`liquidity.${liquidity}`, {})),
    sector: profile.sector,
    exchange: profile.exchange,
    region: profile.region,
    marketCap: profile.marketCap,
    rules: found.rules,
    change: money(price - before, price),
    percentageChange: before > 0 ? round((price / before - 1) * 100, 2) : 0,
  }
}
