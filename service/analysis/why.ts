/** Why: the technical analysis of one symbol. Spec 2.3. */
import type { Quote } from '#contract/feed.ts'
import { message, renderEnglish } from '#contract/messages.ts'
import type { DataStatus, ExpandedQuote, Level, Why } from '#contract/resources.ts'
import { sessionClose, sessionOpen } from '#service/market/calendar.ts'
import type { Bars, Chain, Day, Earnings, Profile, VolatilityPoint } from '#service/market/market.ts'
import { levelsAround, type PriceLevel } from './levels.ts'
import { liquidityRank } from './liquidity.ts'
import { money, round } from './rounding.ts'
import { constantMaturityVolatility } from './constant-maturity.ts'
import { expiriesOf } from './surface.ts'
import { technicalRank, type Scores } from './technical-score.ts'
import { isCurrent, technicalsOf } from './technicals.ts'
import { whySentenceOf } from './text/why-sentence.ts'
import { volatilityRank } from './volatility-rank.ts'

export type WhyInput = {
  readonly profile: Profile
  readonly bars: Bars
  /** `undefined` where the symbol has no listed options. */
  readonly chain: Chain | undefined
  /** `undefined` where nothing has traded: the last bar's close stands in. */
  readonly quote: Quote | undefined
  readonly earnings: Earnings | null
  readonly volatilities: readonly VolatilityPoint[]
  /** Ascending scores of the latest batch; empty before the first scan. */
  readonly scores: Scores
  readonly dataStatus: DataStatus
  /** Yearly, continuously compounded, decimal. */
  readonly riskFreeRate: number
  readonly today: Day
}

const expandedQuoteOf = ({ profile, bars, chain, quote }: WhyInput): ExpandedQuote => {
  const { close, high, low, volume } = bars
  const last = quote?.last ?? close.at(-1) ?? chain?.underlyingPrice ?? 0
  const before = close.at(-2) ?? last
  let week52Low = last
  let week52High = last
  for (let i = Math.max(0, close.length - 252); i < close.length; i++) {
    if (high[i]! > week52High) week52High = high[i]!
    if (low[i]! < week52Low) week52Low = low[i]!
  }
  const { eps } = profile
  return {
    last: money(last),
    change: money(quote?.change ?? last - before, last),
    percentageChange: round(quote?.percentageChange ?? (before > 0 ? (last / before - 1) * 100 : 0), 2),
    volume: round(quote?.volume ?? volume.at(-1) ?? 0, 0),
    week52Low: money(week52Low),
    week52High: money(week52High),
    eps: eps === null ? null : round(eps, 2),
    peRatio: eps !== null && eps > 0 ? round(last / eps, 2) : null,
    companyName: profile.companyName,
    sector: profile.sector,
    exchange: profile.exchange,
  }
}

const levelOf = ({ value, day }: PriceLevel): Level => ({
  value: money(value),
  date: sessionClose(day).toISOString(),
})

/** When on its day a report is due: before the open at the open, else at the close. */
const earningsInstant = ({ day, time }: Earnings): string =>
  (time === 'BeforeOpen' ? sessionOpen(day) : sessionClose(day)).toISOString()

/** The whole Why response from one symbol's data. */
export const analyseWhy = (input: WhyInput): Why => {
  const { profile, bars, chain, earnings } = input
  const [nextDividend] = profile.dividends.declared
  const { trends, score, matches } = technicalsOf(profile, bars)
  const isFresh = isCurrent(bars, input.today)
  const expandedQuote = expandedQuoteOf(input)
  const price = expandedQuote.last
  const expiries = chain
    ? expiriesOf(chain, chain.underlyingPrice, {
        today: input.today,
        riskFreeRate: input.riskFreeRate,
        dividendYield: profile.dividendYield,
      })
    : []
  const iv30 = constantMaturityVolatility(expiries)
  const volatility = volatilityRank(iv30, input.volatilities, isFresh ? bars.close : new Float64Array())
  const liquidity = liquidityRank(chain, expiries)
  const rank = technicalRank(score, input.scores, trends.sixMonthTrend)
  const levels = levelsAround(bars, price)
  const support = levels.support.map(levelOf)
  const resistance = levels.resistance.map(levelOf)
  const sentenceMessage = whySentenceOf(profile, {
    sentiment: trends.sentiment,
    rank,
    price,
    support: support[0]?.value,
    resistance: resistance[0]?.value,
  })
  return {
    symbol: profile.symbol,
    sentiment: trends.sentiment,
    technicalRank: rank,
    impliedVolatilityRank: volatility.rank === null ? null : round(volatility.rank, 1),
    impliedVolatilityRankBasis: volatility.basis,
    liquidityRank: liquidity,
    liquidityExplanation: renderEnglish(message(`liquidity.${liquidity}`, {})),
    sentence: renderEnglish(sentenceMessage),
    sentenceMessage,
    supportAndResistance: { support, resistance },
    oneMonthTrend: trends.oneMonthTrend,
    sixMonthTrend: trends.sixMonthTrend,
    expandedQuote,
    earningsDate: earnings === null ? null : earningsInstant(earnings),
    earningsTime: earnings?.time ?? 'Unknown',
    earningsEstimated: earnings?.estimated ?? false,
    dividend: nextDividend ? { ...nextDividend, amount: round(nextDividend.amount, 4) } : null,
    impliedVolatility: iv30 === undefined ? null : round(iv30, 4),
    rules: isFresh ? matches.map(({ rule }) => rule) : [],
    marketCap: profile.marketCap,
    dataStatus: input.dataStatus,
    messageType: 'SUCCESS',
  }
}
