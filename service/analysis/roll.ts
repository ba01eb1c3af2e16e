/** Roll: an open short call or put, the cost and profit of closing it, and options to sell in its place. */
import type { Roll, RollCandidate } from '#contract/responses/roll.ts'
import type { RollQuery } from '#contract/api/routes.ts'
import type { UnknownField } from '#contract/responses/unknown.ts'
import type { Chain, Contract } from '#service/markets/market.ts'
import type { IncomeInput } from './income.ts'
import { config } from './config.ts'
import { evaluateChain, type EvaluatedChain } from './income/chain.ts'
import { dividendsBefore, type DividendsBefore, earningsBefore } from './income/events.ts'
import { warningsOf } from './income/option.ts'
import { fixedFiguresOf, sizeOf, type Position } from './income/position.ts'
import { tradableExpiries } from './income/tradable.ts'
import { money, round } from './rounding.ts'
import { runSteps, type Steps } from './steps.ts'
import type { PricedExpiry } from './surface.ts'
import { assignmentOf } from './roll/assignment.ts'
import { rollsOf, type RollChoice } from './roll/candidates.ts'
import { openOptionOf, type OpenOption } from './roll/open-option.ts'

/** The input of How, without the data that only its checklist needs. */
export type RollInput = Omit<IncomeInput, 'benchmark' | 'bars' | 'volatilities' | 'chain'> & {
  readonly chain: Chain
  /** The open option, a contract of the chain. */
  readonly contract: Contract
}

/** A difference of two prices, with the precision of the smaller one. */
const priceDifference = (a: number, b: number): number => money(a - b, Math.min(a, b))

/** Options of an index may be open, although none are sold: its expiries are used only for the open option. */
const evaluateWith = (input: RollInput): { forOpenOption: EvaluatedChain; forSale: EvaluatedChain } => {
  const forSale = evaluateChain(input)
  return { forSale, forOpenOption: { ...forSale, expiries: forSale.quoted } }
}

const closingOf = (
  { costToClose }: OpenOption,
  price: number | undefined,
): Pick<Roll, 'costToClose' | 'profitKept' | 'profitShare' | 'isHalfKept'> => {
  if (costToClose === null || price === undefined)
    return {
      costToClose: costToClose === null ? null : money(costToClose),
      profitKept: null,
      profitShare: null,
      isHalfKept: null,
    }
  const share = round((price - costToClose) / price, 4)
  return {
    costToClose: money(costToClose),
    profitKept: priceDifference(price, costToClose),
    profitShare: share,
    isHalfKept: share >= config.roll.halfKept,
  }
}

const dividendOf = (dividends: DividendsBefore): Roll['dividend'] => {
  if (dividends.kind === 'inferred') return { exDate: null, amount: money(dividends.amount) }
  if (dividends.kind !== 'declared') return null
  const [next] = dividends.dividends
  return { exDate: next!.exDate, amount: round(next!.amount, 4) }
}

const candidateFrom = (
  { kind, candidate, credit, strikeGain, daysAdded }: RollChoice,
  costToClose: number,
  position: Position,
  { profile, earnings, today }: RollInput,
): RollCandidate => {
  const { contract, expiry } = candidate
  const size = sizeOf(candidate, position)
  const { strike, probability, annualizedReturn, daysUntilExpiry } = fixedFiguresOf(candidate)
  const outlook = {
    dividends: dividendsBefore(profile.dividends, expiry, today),
    earnings: earningsBefore(earnings, profile.kind, expiry.day, today),
  }
  return {
    kind,
    id: contract.id,
    expiryDate: contract.expiry,
    daysUntilExpiry,
    strike,
    bid: money(contract.bid),
    ask: money(contract.ask),
    credit: money(credit, Math.min(contract.bid, costToClose)),
    strikeGain: round(strikeGain, 3),
    daysAdded,
    probability,
    annualizedReturn,
    warnings: warningsOf(candidate, size, outlook, position),
  }
}

/** Null or empty fields of the response and their reasons. */
const unknownsOf = (
  { refused, costToClose }: OpenOption,
  dividends: DividendsBefore,
  { isNear }: Roll['assignment'],
  evaluated: EvaluatedChain,
): UnknownField[] => {
  const unknownFields = (reason: UnknownField['reason'], fields: string[], asOf: string | null = null) =>
    fields.map((field): UnknownField => ({ field, reason, asOf }))
  const nearField = isNear === null ? ['assignment.isNear'] : []
  if (evaluated.reason !== null)
    return unknownFields(
      evaluated.reason,
      ['costToClose', 'probability', 'timeValue', ...nearField, 'candidates'],
      evaluated.day,
    )
  const hasNoAsk = refused === null && costToClose === null
  return [
    ...(refused === null
      ? []
      : unknownFields('refused', ['costToClose', 'probability', 'timeValue', ...nearField, 'candidates'])),
    ...(hasNoAsk ? unknownFields('not-given', ['costToClose', 'timeValue', 'candidates']) : []),
    ...(refused === null ? unknownFields('not-given', nearField) : []),
    ...(dividends.kind === 'unknown' ? unknownFields('not-given', ['dividend']) : []),
  ]
}

/** The dividends of How; on its last day no dividends remain. */
const dividendsOf = (open: OpenOption, { profile, today }: RollInput): DividendsBefore => {
  if (open.days === 0) return { kind: 'none' }
  const expiry: Pick<PricedExpiry, 'day' | 'dividends'> = open.expiry ?? {
    day: open.contract.expiry,
    dividends: undefined,
  }
  return dividendsBefore(profile.dividends, expiry, today)
}

/**
 * The complete roll response. Figures are computed at the chain's own price of the underlying, as in How. If the
 * chain or the open option's quote is refused, there are no figures.
 */
export const analyseRoll = (input: RollInput, query: Pick<RollQuery, 'price' | 'costBasis'>): Roll =>
  runSteps(rollSteps(input, query))

/** `analyseRoll` as steps. */
export function* rollSteps(input: RollInput, query: Pick<RollQuery, 'price' | 'costBasis'>): Steps<Roll> {
  const { profile, chain, contract, today, dataStatus } = input
  const { forOpenOption, forSale } = evaluateWith(input)
  // Evaluates the lazy data of one expiry per step.
  for (const expiry of tradableExpiries(forOpenOption.expiries)) {
    void expiry.contracts
    yield
  }
  const open = openOptionOf(contract, forOpenOption, today)
  const dividends = dividendsOf(open, input)
  const assignment = assignmentOf(open, dividends, { price: forSale.price, style: chain.style })
  const { price, costBasis } = query
  const position: Position = { symbol: profile.symbol, chainPrice: forSale.price, holdings: { costBasis } }
  const { costToClose, intrinsic, probability } = open
  const rolls = profile.kind === 'index' ? [] : rollsOf(open, forSale, query)
  return {
    id: contract.id,
    underlying: profile.symbol,
    legType: contract.right === 'call' ? 'Call' : 'Put',
    strike: contract.strike,
    expiryDate: contract.expiry,
    daysUntilExpiry: open.days,
    optionsAsOf: chain.asOf.toISOString(),
    chainPrice: money(forSale.price),
    bid: money(contract.bid),
    ask: money(contract.ask),
    refused: open.refused,
    price: price ?? null,
    costBasis: costBasis ?? null,
    ...closingOf(open, price),
    probability: probability === null ? null : round(probability, 4),
    intrinsicValue: money(intrinsic, Math.min(forSale.price, contract.strike)),
    timeValue: costToClose === null ? null : money(Math.max(0, costToClose - intrinsic), costToClose),
    assignment,
    dividend: dividendOf(dividends),
    candidates: rolls.map((roll) => candidateFrom(roll, costToClose!, position, input)),
    unknown: unknownsOf(open, dividends, assignment, forSale),
    dataStatus,
    messageType: 'SUCCESS',
  }
}
