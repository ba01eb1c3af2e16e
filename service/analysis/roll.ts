/** Roll: an open short call or put, what closing it costs and keeps, and what could be sold in its place. */
import type { Roll, RollCandidate } from '#contract/responses/roll.ts'
import type { RollQuery } from '#contract/api/routes.ts'
import type { UnknownField } from '#contract/responses/unknown.ts'
import type { Chain, Contract } from '#service/markets/market.ts'
import type { IncomeInput } from './income.ts'
import { config } from './config.ts'
import { readChain, type ReadChain } from './income/chain.ts'
import { dividendsBefore, type DividendsBefore, earningsBefore } from './income/events.ts'
import { warningsOf } from './income/option.ts'
import { fixedFiguresOf, sizeOf, type Position } from './income/position.ts'
import { inReach } from './income/reach.ts'
import { money, round } from './rounding.ts'
import { runSteps, type Steps } from './steps.ts'
import type { PricedExpiry } from './surface.ts'
import { assignmentOf } from './roll/assignment.ts'
import { rollsOf, type RollChoice } from './roll/candidates.ts'
import { openOptionOf, type OpenOption } from './roll/open-option.ts'

/** As How's, less what only its checklist asks. */
export type RollInput = Omit<IncomeInput, 'benchmark' | 'bars' | 'volatilities' | 'chain'> & {
  readonly chain: Chain
  /** The open option, of the chain. */
  readonly contract: Contract
}

/** A difference of two prices, as finely as the smaller is written. */
const difference = (a: number, b: number): number => money(a - b, Math.min(a, b))

/**
 * What How recommends nothing of, an index, is still open: its expiries tell the probability, and nothing is sold in
 * it.
 */
const readWith = (input: RollInput): { own: ReadChain; read: ReadChain } => {
  const read = readChain(input)
  return { read, own: { ...read, expiries: read.quoted } }
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
    profitKept: difference(price, costToClose),
    profitShare: share,
    isHalfKept: share >= config.roll.halfKept,
  }
}

const dividendOf = (before: DividendsBefore): Roll['dividend'] => {
  if (before.kind === 'inferred') return { exDate: null, amount: money(before.amount) }
  if (before.kind !== 'declared') return null
  const [next] = before.dividends
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

/** What of the answer is null or empty for want of knowledge, and why. */
const unknownsOf = (
  { refused, costToClose }: OpenOption,
  before: DividendsBefore,
  { isNear }: Roll['assignment'],
  read: ReadChain,
): UnknownField[] => {
  const because = (reason: UnknownField['reason'], fields: string[], asOf: string | null = null) =>
    fields.map((field): UnknownField => ({ field, reason, asOf }))
  const near = isNear === null ? ['assignment.isNear'] : []
  if (read.reason !== null)
    return because(read.reason, ['costToClose', 'probability', 'timeValue', ...near, 'candidates'], read.day)
  const isUnasked = refused === null && costToClose === null
  return [
    ...(refused === null
      ? []
      : because('refused', ['costToClose', 'probability', 'timeValue', ...near, 'candidates'])),
    ...(isUnasked ? because('not-given', ['costToClose', 'timeValue', 'candidates']) : []),
    ...(refused === null ? because('not-given', near) : []),
    ...(before.kind === 'unknown' ? because('not-given', ['dividend']) : []),
  ]
}

/** How's own judgement; on its last day an option has seen all there were. */
const dividendsOf = (open: OpenOption, { profile, today }: RollInput): DividendsBefore => {
  if (open.days === 0) return { kind: 'none' }
  const expiry: Pick<PricedExpiry, 'day' | 'dividends'> = open.expiry ?? {
    day: open.contract.expiry,
    dividends: undefined,
  }
  return dividendsBefore(profile.dividends, expiry, today)
}

/**
 * The whole roll response. Figures are worked out at the chain's own price of the underlying, as How's; where the
 * chain, or the open option's own quote, is not believed, nothing is made of it.
 */
export const analyseRoll = (input: RollInput, query: Pick<RollQuery, 'price' | 'costBasis'>): Roll =>
  runSteps(rollSteps(input, query))

/** The same, a step at a time. */
export function* rollSteps(input: RollInput, query: Pick<RollQuery, 'price' | 'costBasis'>): Steps<Roll> {
  const { profile, chain, contract, today, dataStatus } = input
  const { own, read } = readWith(input)
  // Evaluates the lazy data of one expiry per step.
  for (const expiry of inReach(own.expiries)) {
    void expiry.contracts
    yield
  }
  const open = openOptionOf(contract, own, today)
  const before = dividendsOf(open, input)
  const assignment = assignmentOf(open, before, { price: read.price, style: chain.style })
  const { price, costBasis } = query
  const position: Position = { symbol: profile.symbol, chainPrice: read.price, holdings: { costBasis } }
  const { costToClose, intrinsic, probability } = open
  const rolls = profile.kind === 'index' ? [] : rollsOf(open, read, query)
  return {
    id: contract.id,
    underlying: profile.symbol,
    legType: contract.right === 'call' ? 'Call' : 'Put',
    strike: contract.strike,
    expiryDate: contract.expiry,
    daysUntilExpiry: open.days,
    optionsAsOf: chain.asOf.toISOString(),
    chainPrice: money(read.price),
    bid: money(contract.bid),
    ask: money(contract.ask),
    refused: open.refused,
    price: price ?? null,
    costBasis: costBasis ?? null,
    ...closingOf(open, price),
    probability: probability === null ? null : round(probability, 4),
    intrinsicValue: money(intrinsic, Math.min(read.price, contract.strike)),
    timeValue: costToClose === null ? null : money(Math.max(0, costToClose - intrinsic), costToClose),
    assignment,
    dividend: dividendOf(before),
    candidates: rolls.map((roll) => candidateFrom(roll, costToClose!, position, input)),
    unknown: unknownsOf(open, before, assignment, read),
    dataStatus,
    messageType: 'SUCCESS',
  }
}
