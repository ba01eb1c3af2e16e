/** One covered call or short put as the contract has it: figures, sensitivities, score, words. */
import { renderEnglish } from '#contract/messages.ts'
import type { IncomeOption } from '#contract/resources.ts'
import { expiryInstant } from '#service/market/calendar.ts'
import { greeks } from './black-scholes.ts'
import { config } from './config.ts'
import { scoreOf, type Candidate, type Cell } from './income-candidate.ts'
import { money, round } from './rounding.ts'
import { checklistOf, type ChecklistContext } from './text/checklist.ts'
import { plainEnglishOf, type Figures } from './text/plain-english.ts'

/** What a trade is sized and worded with. */
export type Position = {
  readonly symbol: string
  /** Dollars per share, as are all prices here. */
  readonly stockPrice: number
  readonly contracts: number
  /** What the shares cost, where the caller said. */
  readonly costBasis: number | undefined
  /** The underlying's price at the chain's moment. */
  readonly chainPrice: number
  /** Yearly, continuously compounded, decimal. */
  readonly riskFreeRate: number
  readonly checklist: ChecklistContext
}

/** What the trade costs and pays at its bid, dollars per share or per position; rounded as it is shown. */
const figuresOf = (candidate: Candidate, position: Position): Figures => {
  const { bid, strike, right } = candidate.contract
  const shares = position.contracts * config.sharesPerContract
  const cost = position.costBasis ?? position.stockPrice
  const isCall = right === 'call'
  const breakeven = Math.max(0, isCall ? cost - bid : strike - bid)
  return {
    strike,
    return: round(candidate.return, 6),
    annualizedReturn: round(candidate.annualizedReturn, 6),
    premium: money(bid),
    probability: round(candidate.probability, 4),
    daysUntilExpiry: candidate.expiry.days,
    breakeven: money(breakeven),
    maxReward: round((isCall ? strike - cost + bid : bid) * shares, 2),
    maxRisk: round(breakeven * shares, 2),
  }
}

/** The trade as the contract has it, for the cell it fills. */
export const optionOf = (
  candidate: Candidate,
  { timeframe, riskProfile }: Cell,
  position: Position,
): IncomeOption => {
  const { contract, expiry, volatility } = candidate
  const { strike, right } = contract
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
  const figures = figuresOf(candidate, position)
  const inPlainEnglishMessage = plainEnglishOf(contract, figures, position)
  return {
    ...figures,
    expiry: expiryInstant(contract.expiry).toISOString(),
    legType: right === 'call' ? 'Call' : 'Put',
    delta: round(sensitivity.delta, 4),
    serviceScore: score,
    inPlainEnglish: renderEnglish(inPlainEnglishMessage),
    checklist: checklistOf(candidate, score, position.checklist),
    inPlainEnglishMessage,
    id: contract.id,
    expiryDate: contract.expiry,
    timeframe,
    riskProfile,
    bid: money(contract.bid),
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
