/** The nine points an income trade is checked by. Spec 2.4 (names and bands are ours). */
import { annualizedMark } from '#contract/annualized.ts'
import { renderEnglish, type MessageCode } from '#contract/messages.ts'
import type { Message } from '#contract/ideas.ts'
import type { checklistNames, ChecklistItem, severities, Trend } from '#contract/resources.ts'
import type { Day, Earnings, Profile } from '#service/market/market.ts'
import type { Candidate } from '../income-candidate.ts'
import { config } from '../config.ts'
import { money, round } from '../rounding.ts'
import type { VolatilityRank } from '../volatility-rank.ts'

type Severity = (typeof severities)[number]
type Name = (typeof checklistNames)[number]
/** Trends of the market as a whole. */
export type Benchmark = {
  readonly symbol: string
  readonly oneMonthTrend: Trend
  readonly sixMonthTrend: Trend
}

/** What all trades of one look-up are checked against. */
export type ChecklistContext = {
  readonly profile: Profile
  readonly stock: { readonly oneMonthTrend: Trend; readonly sixMonthTrend: Trend }
  readonly benchmark: Benchmark | undefined
  readonly earnings: Earnings | null
  readonly volatility: VolatilityRank
  readonly stockPrice: number
  readonly today: Day
}

const atLeast = (value: number, [good, neutral]: readonly [number, number]): Severity =>
  value >= good ? 'Good' : value >= neutral ? 'Neutral' : 'Bad'
const atMost = (value: number, [good, neutral]: readonly [number, number]): Severity =>
  value < good ? 'Good' : value < neutral ? 'Neutral' : 'Bad'
/** Covered calls and short puts both live from a stock that does not fall. */
const byTrend = (trend: Trend): Severity =>
  trend.sentimentInterpretation === 'Bullish'
    ? 'Good'
    : trend.sentimentInterpretation === 'Bearish'
      ? 'Bad'
      : 'Neutral'

const item = (
  name: Name,
  severity: Severity,
  code: MessageCode,
  params: Message['params'],
): ChecklistItem => {
  const sentenceMessage: Message = { code, params }
  return { name, severity, sentence: renderEnglish(sentenceMessage), sentenceMessage }
}

const earningsItem = ({ earnings, profile, today }: ChecklistContext, expiry: Day): ChecklistItem => {
  if (earnings === null)
    return profile.kind === 'stock'
      ? item('Earnings', 'Neutral', 'checklist.Earnings.Neutral.unknown', { expiry })
      : item('Earnings', 'Good', 'checklist.Earnings.Good', { expiry })
  if (earnings.day < today || earnings.day > expiry)
    return item('Earnings', 'Good', 'checklist.Earnings.Good', { expiry })
  const code = earnings.estimated ? 'checklist.Earnings.Neutral.estimated' : 'checklist.Earnings.Neutral'
  return item('Earnings', 'Neutral', code, { expiry, date: earnings.day })
}

const volatilityItem = ({ volatility }: ChecklistContext): ChecklistItem => {
  if (volatility.rank === null)
    return item('ImpliedVolatility', 'Neutral', 'checklist.ImpliedVolatility.Neutral.unknown', {})
  const rank = round(volatility.rank, 0)
  const severity = atLeast(volatility.rank, config.checklist.volatilityRank)
  const code: MessageCode =
    volatility.basis === 'implied'
      ? `checklist.ImpliedVolatility.${severity}`
      : `checklist.ImpliedVolatility.${severity}.historical`
  return item('ImpliedVolatility', severity, code, { rank })
}

const dividendItem = (
  { profile, stockPrice, today }: ChecklistContext,
  { contract }: Candidate,
): ChecklistItem => {
  const { dividend } = profile
  if (dividend === null || dividend.exDate <= today || dividend.exDate > contract.expiry)
    return item('Dividend', 'Good', 'checklist.Dividend.Good', { expiry: contract.expiry })
  const facts = { amount: round(dividend.amount, 4), date: dividend.exDate }
  if (contract.right === 'put') return item('Dividend', 'Neutral', 'checklist.Dividend.Neutral.put', facts)
  const intrinsic = stockPrice - contract.strike
  // A holder exercises for the dividend where it is worth more than the time value he throws away.
  const isLikely = intrinsic > 0 && dividend.amount > contract.bid - intrinsic
  return isLikely
    ? item('Dividend', 'Bad', 'checklist.Dividend.Bad.call', facts)
    : item('Dividend', 'Neutral', 'checklist.Dividend.Neutral.call', facts)
}

/** All nine points of one trade, in the contract's order of names. */
export const checklistOf = (
  candidate: Candidate,
  score: number,
  context: ChecklistContext,
): ChecklistItem[] => {
  const { contract, expiry, probability, spread } = candidate
  const bands = config.checklist
  const horizon = expiry.days < bands.shortTrendDays ? 'one-month' : 'six-month'
  const trendFrom = (trends: { oneMonthTrend: Trend; sixMonthTrend: Trend }): Trend =>
    horizon === 'one-month' ? trends.oneMonthTrend : trends.sixMonthTrend
  const byProbability = atLeast(probability, bands.probability)
  const byReturn = atLeast(candidate.annualizedReturn, bands.annualizedReturn)
  const bySpread = atMost(spread, bands.spread)
  const stock = byTrend(trendFrom(context.stock))
  const byScore = atLeast(score, bands.score)
  const { benchmark } = context
  const market = benchmark && byTrend(trendFrom(benchmark))
  return [
    item('ProbabilityOfProfit', byProbability, `checklist.ProbabilityOfProfit.${byProbability}`, {
      probability: round(probability, 4),
    }),
    item('AnnualizedReturn', byReturn, `checklist.AnnualizedReturn.${byReturn}`, {
      annualized: round(candidate.annualizedReturn, 6),
      mark: annualizedMark(expiry.days),
      return: round(candidate.return, 6),
    }),
    earningsItem(context, contract.expiry),
    item('Liquidity', bySpread, `checklist.Liquidity.${bySpread}`, {
      spread: round(spread, 4),
      ...(bySpread !== 'Good' && { mid: money((contract.bid + contract.ask) / 2) }),
    }),
    item('StockTrend', stock, `checklist.StockTrend.${stock}.${horizon}`, { symbol: context.profile.symbol }),
    benchmark && market
      ? item('MarketTrend', market, `checklist.MarketTrend.${market}.${horizon}`, {
          benchmark: benchmark.symbol,
        })
      : item('MarketTrend', 'Neutral', 'checklist.MarketTrend.Neutral.unknown', {}),
    volatilityItem(context),
    dividendItem(context, candidate),
    item('Score', byScore, `checklist.Score.${byScore}`, { score }),
  ]
}
