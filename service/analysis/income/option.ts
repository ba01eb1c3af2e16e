/** One covered call or short put as the contract has it: figures, sensitivities, score, warnings, words. */
import { renderEnglish } from '#contract/messages.ts'
import type { IncomeOption, IncomeWarning } from '#contract/income.ts'
import { expiryInstant } from '#service/market/calendar.ts'
import { greeks } from '../black-scholes.ts'
import { config } from '../config.ts'
import { money, round } from '../rounding.ts'
import type { Expiry } from '../surface.ts'
import { checklistOf, type ChecklistContext } from '../text/checklist.ts'
import { plainEnglishOf } from '../text/plain-english.ts'
import { volatilityOf, type Candidate, type Cell } from './candidate.ts'
import { firstScorePartsOf, type FirstScoreParts } from './first-score-parts.ts'
import type { DividendsBefore } from './dividends.ts'
import type { EarningsBefore } from './earnings.ts'
import type { Forecast } from './forecast.ts'
import { figuresOf, sizeOf, type Position, type Size } from './position.ts'
import { expectationOf, rawScoreOf } from './score.ts'

/** What is known of the time up to one expiry. */
export type Outlook = {
  readonly forecast: Forecast
  readonly dividends: DividendsBefore
  readonly earnings: EarningsBefore
}

/** What all trades of one look-up are made with. */
export type TradeContext = {
  readonly position: Position
  /** Yearly, continuously compounded, decimal. */
  readonly riskFreeRate: number
  readonly checklist: ChecklistContext
  outlookAt(expiry: Expiry): Outlook
}

const warningsOf = (
  { contract, spread }: Candidate,
  { missing }: Size,
  { dividends, earnings }: Outlook,
  { holdings: { costBasis } }: Position,
): IncomeWarning[] => {
  const warnings: IncomeWarning[] = []
  if (contract.right === 'call' && costBasis !== undefined && contract.strike < costBasis)
    warnings.push('below-cost-basis')
  if (earnings.kind === 'due') warnings.push('earnings-before-expiry')
  if (dividends.kind === 'declared' || dividends.kind === 'inferred') warnings.push('dividend-before-expiry')
  if (spread > config.income.quality.wide) warnings.push('wide-spread')
  if (missing > 0) warnings.push('under-100-shares')
  return warnings
}

const sensitivitiesOf = (
  candidate: Candidate,
  { position, riskFreeRate }: TradeContext,
): Pick<IncomeOption, 'delta' | 'gamma' | 'theta' | 'vega' | 'rho'> => {
  const { contract, expiry } = candidate
  const found = greeks({
    right: contract.right,
    spot: position.chainPrice,
    strike: contract.strike,
    years: expiry.years,
    rate: riskFreeRate,
    yield: expiry.yield,
    volatility: volatilityOf(candidate),
  })
  return {
    delta: round(found.delta, 4),
    gamma: round(found.gamma, 6),
    theta: round(found.theta, 4),
    vega: round(found.vega, 4),
    rho: round(found.rho, 4),
  }
}

/** One standard deviation either way by the expiry: the price x volatility at the money x sqrt(years). */
const expectedMoveOf = (candidate: Candidate, { chainPrice }: Position): IncomeOption['expectedMove'] => {
  const { expiry } = candidate
  const deviation = chainPrice * (expiry.atTheMoney() ?? volatilityOf(candidate)) * Math.sqrt(expiry.years)
  return {
    low: money(Math.max(0, chainPrice - deviation)),
    high: money(chainPrice + deviation),
    deviation: money(deviation, chainPrice),
  }
}

const scoreOf = (
  candidate: Candidate,
  forecast: Forecast,
  first: FirstScoreParts,
): Pick<IncomeOption, 'serviceScore' | 'scoreParts'> => {
  const expected = expectationOf(candidate.contract, forecast)
  const { kind, impliedWeight, realizedVolatility } = forecast
  return {
    serviceScore: Math.round(rawScoreOf(expected)),
    scoreParts: {
      expectedGain: round(expected.gain, 4),
      expectedLoss: round(expected.loss, 4),
      forecast: kind,
      impliedWeight,
      realizedVolatility: realizedVolatility === undefined ? null : round(realizedVolatility, 4),
      ...first,
    },
  }
}

/** The trade as the contract has it, for the cell it fills. */
export const optionOf = (candidate: Candidate, cell: Cell, context: TradeContext): IncomeOption => {
  const { contract, expiry } = candidate
  const { position } = context
  const outlook = context.outlookAt(expiry)
  const size = sizeOf(candidate, position)
  const figures = figuresOf(candidate, size)
  const first = firstScorePartsOf(candidate, position.chainPrice, figures.probabilityOfProfit)
  const scored = scoreOf(candidate, outlook.forecast, first)
  const inPlainEnglishMessage = plainEnglishOf(contract, { figures, size, position })
  const verdict = { ...outlook, figures, score: scored.serviceScore }
  return {
    ...figures,
    ...scored,
    ...sensitivitiesOf(candidate, context),
    expiry: expiryInstant(contract.expiry).toISOString(),
    legType: contract.right === 'call' ? 'Call' : 'Put',
    inPlainEnglish: renderEnglish(inPlainEnglishMessage),
    checklist: checklistOf(candidate, verdict, context.checklist),
    inPlainEnglishMessage,
    id: contract.id,
    expiryDate: contract.expiry,
    timeframe: cell.timeframe,
    riskProfile: cell.riskProfile,
    bid: money(contract.bid),
    ask: money(contract.ask),
    openInterest: contract.openInterest,
    volume: contract.volume,
    impliedVolatility: round(volatilityOf(candidate), 4),
    contracts: size.contracts,
    spread: round(candidate.spread, 4),
    fillPrice: round(candidate.fillPrice, 4),
    fairValue: round(candidate.fairValue, 4),
    expectedMove: expectedMoveOf(candidate, position),
    warnings: warningsOf(candidate, size, outlook, position),
  }
}
