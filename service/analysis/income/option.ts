/**
 * A covered call or short put as in the response: figures, sensitivities, score, warnings, texts.
 */
import type { IncomeOption, IncomeWarning } from '#contract/responses/income.ts'
import { isWideSpread } from '#contract/responses/conventions.ts'
import { expiryInstant } from '#service/markets/calendar.ts'
import { mergeWithCachedJson, cacheJson } from '#service/shared/json-fragments.ts'
import { money, round } from '../rounding.ts'
import type { PricedExpiry } from '../surface.ts'
import { checklistOf, type ChecklistContext } from '../text/checklist.ts'
import { createPlainEnglish } from '../text/plain-english.ts'
import { scoredPriceOf, volatilityOf, type Candidate, type Cell } from './candidate.ts'
import { probabilityErrorOf, scoreErrorOf } from './figure-errors.ts'
import { firstScorePartsOf, expectationOf, rawScoreOf } from './score.ts'
import type { DividendsBefore, EarningsBefore } from './events.ts'
import type { Forecast } from './forecast.ts'
import type { ImpliedEvent } from './implied-events.ts'
import {
  fixedFiguresOf,
  variableFiguresOf,
  sizeOf,
  type FixedFigures,
  type VariableFigures,
  type Position,
  type Size,
} from './position.ts'
import { premiumPartsOf, touchProbabilityOf } from './premium-parts.ts'
import { returnsOf } from './returns.ts'
import { sensitivitiesOf } from './sensitivities.ts'
import { valueOf } from './value.ts'

/** Forecast and known events until one expiry. */
export type Outlook = {
  readonly forecast: Forecast
  readonly dividends: DividendsBefore
  readonly earnings: EarningsBefore
  /** The first event before the expiry that the options imply, if no report is known before it. */
  readonly impliedEvent: ImpliedEvent | undefined
}

/** Data that all trades of a symbol share. */
export type TradeContext = {
  readonly position: Position
  /** Yearly, continuously compounded, decimal. */
  readonly riskFreeRate: number
  readonly checklist: ChecklistContext
  /** Memoized by expiry. */
  outlookFor(expiry: PricedExpiry): Outlook
  /** Result of `createFixedTrade`, memoized by candidate. */
  fixedTradeOf(candidate: Candidate): FixedTrade
}

/** Fields of a trade that depend on the position or the cell. */
type VariableField =
  | keyof VariableFigures
  | keyof Cell
  | 'checklist'
  | 'contracts'
  | 'inPlainEnglish'
  | 'inPlainEnglishMessage'
  | 'returns'
  | 'scoreParts'
  | 'warnings'

/**
 * Part of a trade that depends on neither position nor cell: most of the computation and of the
 * response.
 */
export type FixedTrade = {
  readonly figures: FixedFigures
  /** Fields of the response. */
  readonly fields: Readonly<Omit<IncomeOption, VariableField>>
  readonly scoreParts: Readonly<Omit<IncomeOption['scoreParts'], 'probabilityOfProfit'>>
  readonly checklist: ReturnType<typeof checklistOf>
  readonly plainEnglish: ReturnType<typeof createPlainEnglish>
}

/** Returns the warnings for the seller of the option. */
export const warningsOf = (
  { contract, spread }: Candidate,
  { missing }: Size,
  { dividends, earnings, impliedEvent }: Pick<Outlook, 'dividends' | 'earnings' | 'impliedEvent'>,
  { holdings: { costBasis } }: Position,
): IncomeWarning[] => {
  const warnings: IncomeWarning[] = []
  if (contract.right === 'call' && costBasis !== undefined && contract.strike < costBasis)
    warnings.push('below-cost-basis')
  // Applications of earlier releases refuse a warning that they do not know, so an implied event has no other one.
  if (earnings.kind === 'due' || impliedEvent) warnings.push('earnings-before-expiry')
  if (dividends.kind === 'declared' || dividends.kind === 'inferred') warnings.push('dividend-before-expiry')
  if (isWideSpread(spread)) warnings.push('wide-spread')
  if (missing > 0) warnings.push('under-100-shares')
  return warnings
}

/** One standard deviation of the price at the expiry, dollars: price x volatility x sqrt(years). */
export const deviationOf = ({ years }: PricedExpiry, chainPrice: number, volatility: number): number =>
  chainPrice * volatility * Math.sqrt(years)

const impliedEventFieldOf = (event: ImpliedEvent | undefined): IncomeOption['impliedEvent'] =>
  event ? { move: round(Math.sqrt(event.variance), 4), after: event.after, until: event.until } : null

/** Range of one standard deviation around the chain's price, by the at-the-money volatility. */
const expectedMoveOf = (candidate: Candidate, { chainPrice }: Position): IncomeOption['expectedMove'] => {
  const { expiry } = candidate
  const deviation = deviationOf(expiry, chainPrice, expiry.atTheMoney() ?? volatilityOf(candidate))
  return {
    low: money(Math.max(0, chainPrice - deviation)),
    high: money(chainPrice + deviation),
    deviation: money(deviation, chainPrice),
  }
}

/** The score, of a sale at the scored price, with its standard error and its parts, without the probability of profit. */
const scoreOf = (candidate: Candidate, forecast: Forecast, chainPrice: number) => {
  const { right, strike } = candidate.contract
  const sale = { right, strike, bid: scoredPriceOf(candidate) }
  const expectation = expectationOf(sale, forecast)
  const { kind, impliedWeight, realizedVolatility, reportMove } = forecast
  return {
    serviceScore: Math.round(rawScoreOf(expectation)),
    scoreError: round(scoreErrorOf(candidate, sale, forecast, expectation), 1),
    scoreParts: {
      expectedGain: round(expectation.gain, 4),
      expectedLoss: round(expectation.loss, 4),
      forecast: kind,
      impliedWeight,
      realizedVolatility: realizedVolatility === undefined ? null : round(realizedVolatility, 4),
      reportMove: reportMove === undefined ? null : round(reportMove, 4),
      ...firstScorePartsOf(candidate, chainPrice),
    },
  }
}

/** Computes the part of a trade that depends on neither position nor cell. */
export const createFixedTrade = (
  candidate: Candidate,
  context: Omit<TradeContext, 'fixedTradeOf'>,
): FixedTrade => {
  const { contract, expiry } = candidate
  const { position, riskFreeRate } = context
  const outlook = context.outlookFor(expiry)
  const volatility = volatilityOf(candidate)
  const { scoreParts, ...score } = scoreOf(candidate, outlook.forecast, position.chainPrice)
  const probabilityError = round(probabilityErrorOf(candidate), 4)
  const figures = fixedFiguresOf(candidate)
  const market = { spot: position.chainPrice, rate: riskFreeRate, volatility }
  return {
    figures,
    fields: cacheJson({
      ...figures,
      probabilityError,
      ...score,
      ...sensitivitiesOf(contract, expiry, market),
      expiry: expiryInstant(contract.expiry).toISOString(),
      legType: contract.right === 'call' ? 'Call' : 'Put',
      id: contract.id,
      expiryDate: contract.expiry,
      bid: money(contract.bid),
      ask: money(contract.ask),
      openInterest: contract.openInterest,
      volume: contract.volume,
      impliedVolatility: round(volatility, 4),
      spread: round(candidate.spread, 4),
      fillPrice: round(candidate.fillPrice, 4),
      fairValue: round(candidate.fairValue, 4),
      fairValueError: round(candidate.fairError(), 4),
      premiumParts: premiumPartsOf(contract, candidate.fairValue, outlook.forecast, figures.premium),
      probabilityOfTouch: round(touchProbabilityOf(candidate, position.chainPrice), 4),
      // Not rounded for display: it orders trades.
      expectedProfit: round(valueOf(candidate, outlook.forecast, position.chainPrice).lowerBound(), 9),
      expectedMove: expectedMoveOf(candidate, position),
      impliedEvent: impliedEventFieldOf(outlook.impliedEvent),
    }),
    scoreParts: cacheJson(scoreParts),
    checklist: checklistOf(candidate, figures, { ...outlook, ...score, probabilityError }, context.checklist),
    plainEnglish: createPlainEnglish(contract),
  }
}

/** Returns the trade as in the response, for the cell that it fills. */
export const optionOf = (candidate: Candidate, cell: Cell, context: TradeContext): IncomeOption => {
  const { position } = context
  const fixedTrade = context.fixedTradeOf(candidate)
  const size = sizeOf(candidate, position)
  const variableFigures = variableFiguresOf(candidate, size)
  const { probabilityOfProfit } = variableFigures
  const figures = { ...fixedTrade.figures, ...variableFigures }
  return mergeWithCachedJson(fixedTrade.fields, {
    ...variableFigures,
    scoreParts: mergeWithCachedJson(fixedTrade.scoreParts, { probabilityOfProfit }),
    ...fixedTrade.plainEnglish({ figures, size, position }),
    checklist: fixedTrade.checklist(variableFigures),
    timeframe: cell.timeframe,
    riskProfile: cell.riskProfile,
    contracts: size.contracts,
    returns: returnsOf(candidate, size, position),
    warnings: warningsOf(candidate, size, context.outlookFor(candidate.expiry), position),
  })
}
