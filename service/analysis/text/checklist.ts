/**
 * The nine items of an income trade's checklist (docs/specification.md 2.4; this project chose
 * names and bands).
 */
import { annualizedMark } from '#contract/responses/annualized.ts'
import { isAtEdge, ratingOf, severityOf } from '#contract/text/checklist-bands.ts'
import { renderEnglish, renderEnglishWith, type MessageCode } from '#contract/text/messages.ts'
import type { Message } from '#contract/responses/lists/ideas.ts'
import type { checklistNames, ChecklistItem, severities } from '#contract/responses/income.ts'
import type { Trend } from '#contract/responses/resources.ts'
import type { UnknownReason } from '#contract/responses/unknown.ts'
import type { Candidate } from '../income/candidate.ts'
import { config } from '../config.ts'
import { isEarlyExerciseProfitable, type DividendsBefore, type EarningsBefore } from '../income/events.ts'
import type { Forecast } from '../income/forecast.ts'
import type { ImpliedEvent } from '../income/implied-events.ts'
import type { PositionFigures, FixedFigures } from '../income/position.ts'
import type { StockTrends } from '../income/stock-trends.ts'
import { cacheJson } from '#service/shared/json-fragments.ts'
import { money, round } from '../rounding.ts'
import type { VolatilityRank } from '#service/analysis/volatility/volatility-rank.ts'

type Severity = (typeof severities)[number]
type ItemName = (typeof checklistNames)[number]

/** Data that the checklists of all trades of one lookup share. */
export type ChecklistContext = {
  readonly symbol: string
  readonly stock: StockTrends
  /** The market's trends, and the symbol that represents it. */
  readonly benchmark: { readonly symbol: string; readonly trends: StockTrends }
  readonly volatility: VolatilityRank
  /** The underlying's price at the time of the chain, dollars. */
  readonly chainPrice: number
}

/** Facts about one trade that its checklist uses. */
export type ChecklistVerdict = {
  /** 0 to 250, and its standard error. */
  readonly serviceScore: number
  readonly scoreError: number
  /** Standard error of the probability of expiring worthless. */
  readonly probabilityError: number
  readonly forecast: Pick<Forecast, 'kind'>
  readonly dividends: DividendsBefore
  readonly earnings: EarningsBefore
  readonly impliedEvent: ImpliedEvent | undefined
}

const item = (
  name: ItemName,
  severity: Severity,
  code: MessageCode,
  params: Message['params'],
): ChecklistItem => {
  const sentenceMessage: Message = { code, params }
  return { name, severity, reason: null, sentence: renderEnglish(sentenceMessage), sentenceMessage }
}

/** A checklist item for missing data, without a severity. */
const unknownItem = (
  name: ItemName,
  reason: UnknownReason,
  code: MessageCode,
  params: Message['params'],
): ChecklistItem => {
  const sentenceMessage: Message = { code, params }
  return { name, severity: null, reason, sentence: renderEnglish(sentenceMessage), sentenceMessage }
}

/** A rising stock is good for both kinds of trades, covered calls and short puts. */
const severityOfTrend = (trend: Trend): Severity =>
  trend.sentimentInterpretation === 'Bullish'
    ? 'Good'
    : trend.sentimentInterpretation === 'Bearish'
      ? 'Bad'
      : 'Neutral'

type Horizon = 'one-month' | 'six-month'
const trendFor = (trends: StockTrends, horizon: Horizon): Trend | null =>
  horizon === 'one-month' ? trends.oneMonthTrend : trends.sixMonthTrend

const stockItem = ({ stock, symbol }: ChecklistContext, horizon: Horizon): ChecklistItem => {
  const trend = trendFor(stock, horizon)
  if (trend) {
    const severity = severityOfTrend(trend)
    return item('StockTrend', severity, `checklist.StockTrend.${severity}.${horizon}`, { symbol })
  }
  const { reason, asOf } = stock
  return reason === 'old-bars' && asOf !== null
    ? unknownItem('StockTrend', reason, 'checklist.StockTrend.unknown.old', { symbol, date: asOf })
    : unknownItem('StockTrend', reason ?? 'not-given', 'checklist.StockTrend.unknown', { symbol })
}

const marketItem = ({ benchmark }: ChecklistContext, horizon: Horizon): ChecklistItem => {
  const trend = trendFor(benchmark.trends, horizon)
  if (!trend)
    return unknownItem(
      'MarketTrend',
      benchmark.trends.reason ?? 'not-given',
      'checklist.MarketTrend.unknown',
      {},
    )
  const severity = severityOfTrend(trend)
  return item('MarketTrend', severity, `checklist.MarketTrend.${severity}.${horizon}`, {
    benchmark: benchmark.symbol,
  })
}

const impliedEventItem = ({ variance, after, until }: ImpliedEvent, expiry: string): ChecklistItem => {
  const params = { move: round(Math.sqrt(variance), 4), until, expiry }
  return after === null
    ? item('Earnings', 'Neutral', 'checklist.Earnings.Neutral.implied.soon', params)
    : item('Earnings', 'Neutral', 'checklist.Earnings.Neutral.implied', { ...params, after })
}

const earningsItem = (
  { earnings: before, impliedEvent }: ChecklistVerdict,
  expiry: string,
): ChecklistItem => {
  if (impliedEvent) return impliedEventItem(impliedEvent, expiry)
  switch (before.kind) {
    case 'none':
      return item('Earnings', 'Good', 'checklist.Earnings.Good', { expiry })
    case 'possible':
      return item('Earnings', 'Neutral', 'checklist.Earnings.Neutral.possible', {
        expiry,
        date: before.earnings.day,
      })
    case 'unknown':
      return item('Earnings', 'Neutral', 'checklist.Earnings.Neutral.unknown', { expiry })
    case 'due': {
      const { day, estimated } = before.earnings
      const code = estimated ? 'checklist.Earnings.Neutral.estimated' : 'checklist.Earnings.Neutral'
      return item('Earnings', 'Neutral', code, { expiry, date: day })
    }
  }
}

const volatilityItem = ({ volatility }: ChecklistContext): ChecklistItem => {
  if (volatility.rank === null)
    return unknownItem('ImpliedVolatility', 'not-given', 'checklist.ImpliedVolatility.unknown', {})
  const rank = round(volatility.rank, 1)
  const severity = severityOf('volatilityRank', rank)
  return item('ImpliedVolatility', severity, `checklist.ImpliedVolatility.${severity}`, { rank })
}

const dividendItem = (
  before: DividendsBefore,
  { contract }: Candidate,
  { chainPrice }: ChecklistContext,
): ChecklistItem => {
  const { right, expiry } = contract
  switch (before.kind) {
    case 'none':
      return item('Dividend', 'Good', 'checklist.Dividend.Good', { expiry })
    case 'unknown':
      return before.borrowRate > 0
        ? item('Dividend', 'Neutral', 'checklist.Dividend.Neutral.borrow', {
            rate: round(before.borrowRate, 3),
            expiry,
          })
        : item('Dividend', 'Neutral', 'checklist.Dividend.Neutral.unknown', { expiry })
    case 'inferred': {
      const params = { amount: money(before.amount), expiry }
      if (right === 'put')
        return item('Dividend', 'Neutral', 'checklist.Dividend.Neutral.inferred.put', params)
      return isEarlyExerciseProfitable(before, contract, chainPrice)
        ? item('Dividend', 'Bad', 'checklist.Dividend.Bad.inferred.call', params)
        : item('Dividend', 'Neutral', 'checklist.Dividend.Neutral.inferred.call', params)
    }
    case 'declared': {
      const [next] = before.dividends
      const params = { amount: round(next!.amount, 4), date: next!.exDate }
      if (right === 'put') return item('Dividend', 'Neutral', 'checklist.Dividend.Neutral.put', params)
      return isEarlyExerciseProfitable(before, contract, chainPrice)
        ? item('Dividend', 'Bad', 'checklist.Dividend.Bad.call', params)
        : item('Dividend', 'Neutral', 'checklist.Dividend.Neutral.call', params)
    }
  }
}

const liquidityItem = ({ contract, spread }: Candidate): ChecklistItem => {
  const displayedSpread = round(spread, 4)
  const severity = severityOf('spread', displayedSpread)
  const variant =
    severity !== 'Bad' && isAtEdge('spread', displayedSpread) ? (`${severity}.edge` as const) : severity
  const code: MessageCode =
    contract.openInterest === null
      ? `checklist.Liquidity.${variant}.spread-only`
      : `checklist.Liquidity.${variant}`
  return item('Liquidity', severity, code, {
    spread: displayedSpread,
    ...(severity !== 'Good' && { mid: money((contract.bid + contract.ask) / 2) }),
  })
}

const scoreItem = ({ serviceScore: score, scoreError: error, forecast }: ChecklistVerdict): ChecklistItem => {
  const { severity, limit } = ratingOf('score', score, error)
  const forecastVariant = forecast.kind === 'implied' ? '.implied' : ''
  return limit === null
    ? item('Score', severity, `checklist.Score.${severity}${forecastVariant}`, { score })
    : item('Score', severity, `checklist.Score.Neutral.uncertain${forecastVariant}`, { score, error, limit })
}

/**
 * The severity of a value that is better if higher, and the variant of the message code. The
 * variant ends in `.edge` if the usual rounding of the value would suggest another severity.
 */
const severityOfHighValue = (name: 'probability' | 'annualizedReturn', value: number) => {
  const severity = severityOf(name, value)
  const variant = severity !== 'Good' && isAtEdge(name, value) ? (`${severity}.edge` as const) : severity
  return { severity, variant }
}

type ProfitProbability = Pick<PositionFigures, 'probabilityOfProfit'>

const probabilityMessage = (probability: number, error: number) => {
  const { severity, limit } = ratingOf('probability', probability, error)
  if (limit !== null)
    return {
      severity,
      code: 'checklist.ProbabilityOfProfit.Neutral.uncertain',
      params: { probability, error, limit },
    } as const
  const { variant } = severityOfHighValue('probability', probability)
  return { severity, code: `checklist.ProbabilityOfProfit.${variant}`, params: { probability } } as const
}

const probabilityItem = (
  { probability }: FixedFigures,
  { probabilityError }: ChecklistVerdict,
): ((position: ProfitProbability) => ChecklistItem) => {
  const { severity, code, params } = probabilityMessage(probability, probabilityError)
  const render = renderEnglishWith({ code, params }, new Set(['profit']))
  return ({ probabilityOfProfit: profit }) => ({
    name: 'ProbabilityOfProfit',
    severity,
    reason: null,
    sentence: render({ profit }),
    sentenceMessage: { code, params: { ...params, profit } },
  })
}

const returnItem = ({ annualizedReturn, daysUntilExpiry, ...figures }: FixedFigures): ChecklistItem => {
  const { severity, variant } = severityOfHighValue('annualizedReturn', annualizedReturn)
  return item('AnnualizedReturn', severity, `checklist.AnnualizedReturn.${variant}`, {
    annualized: annualizedReturn,
    mark: annualizedMark(daysUntilExpiry),
    return: figures.return,
  })
}

/**
 * All nine items of one trade, in the contract's order of names. All but the first are independent of the
 * position and computed once.
 */
export const checklistOf = (
  candidate: Candidate,
  figures: FixedFigures,
  verdict: ChecklistVerdict,
  context: ChecklistContext,
): ((position: ProfitProbability) => ChecklistItem[]) => {
  const { contract, expiry } = candidate
  const horizon = expiry.days < config.checklist.shortTrendDays ? 'one-month' : 'six-month'
  const profitItem = probabilityItem(figures, verdict)
  const fixedItems = [
    returnItem(figures),
    earningsItem(verdict, contract.expiry),
    liquidityItem(candidate),
    stockItem(context, horizon),
    marketItem(context, horizon),
    volatilityItem(context),
    dividendItem(verdict.dividends, candidate, context),
    scoreItem(verdict),
  ].map((fixedItem) => cacheJson(fixedItem))
  return (position) => [profitItem(position), ...fixedItems]
}
