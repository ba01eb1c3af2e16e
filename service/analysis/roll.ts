/**
 * Roll: the cost and profit of closing an open short call or put, and the options that can be sold
 * instead.
 */
import { earnedShares } from '#contract/responses/position-states.ts'
import type { Roll, RollCandidate, RollContract, RollExpiry } from '#contract/responses/roll.ts'
import type { DataStatus } from '#contract/responses/resources.ts'
import type { RollQuery } from '#contract/api/routes.ts'
import type { UnknownField } from '#contract/responses/unknown.ts'
import type { Chain, Contract } from '#service/markets/market.ts'
import type { IncomeInput } from './income.ts'
import type { Candidate } from './income/candidate.ts'
import { evaluateChain, type EvaluatedChain } from './income/evaluated-chain.ts'
import {
  dividendsBefore,
  type DividendsBefore,
  earningsBefore,
  type EarningsBefore,
} from './income/events.ts'
import { eventsBefore, eventsOfChain } from './income/implied-events.ts'
import { warningsOf } from './income/option.ts'
import { sellerGreeksOf } from './income/seller-greeks.ts'
import { fixedFiguresOf, sizeOf, type Position } from './income/position.ts'
import { money, round } from './rounding.ts'
import { runSteps, type Steps } from './steps.ts'
import { isStandard, type PricedExpiry } from './surface.ts'
import { tradableExpiries } from './surface/refused-expiries.ts'
import { assignmentOf } from './roll/assignment.ts'
import { rollEntriesOf, rollsOf, type RollChoice } from './roll/candidates.ts'
import { openOptionOf, type OpenOption } from './roll/open-option.ts'
import { rollTable, type TableContract, type TableExpiry } from './roll/roll-table.ts'
import { missingEventReason } from './unknown.ts'

/** The input of How, without the data that only its checklist needs. */
export type RollInput = Omit<IncomeInput, 'benchmark' | 'bars' | 'volatilities' | 'chain'> & {
  readonly chain: Chain
  /** The open option, a contract of the chain. */
  readonly contract: Contract
}

/** Rounds the difference of two prices with the precision of the smaller one. */
const priceDifference = (a: number, b: number): number => money(a - b, Math.min(a, b))

/**
 * Evaluates the chain for the open option and for the options to sell. An index option may be open,
 * although How recommends no trades for an index: its expiries are only in `forOpenOption`.
 */
const evaluateForRoll = (input: RollInput): { forOpenOption: EvaluatedChain; forSale: EvaluatedChain } => {
  const forSale = evaluateChain(input)
  return { forSale, forOpenOption: { ...forSale, expiries: forSale.quotedExpiries } }
}

/** Fields about closing the option. `price`: price at which it was sold, dollars per share. */
const closingFieldsOf = (
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
    isHalfKept: share >= earnedShares.half,
  }
}

/** The next dividend before the expiry; null if there is none or it is unknown. */
const dividendOf = (dividends: DividendsBefore): Roll['dividend'] => {
  if (dividends.kind === 'inferred') return { exDate: null, amount: money(dividends.amount) }
  if (dividends.kind !== 'declared') return null
  const [next] = dividends.dividends
  return { exDate: next!.exDate, amount: round(next!.amount, 4) }
}

/** Greeks of one sold contract; null without a usable volatility, and on the last day. */
const greeksOf = ({ contract, expiry }: OpenOption): Roll['greeks'] => {
  const volatility = isStandard(contract) ? expiry?.volatilityAt(contract.strike) : undefined
  return expiry && volatility !== undefined ? sellerGreeksOf(contract, expiry, volatility) : null
}

/** The earnings report until the expiry; null if there is none or its day is unknown. */
const earningsOf = (earnings: EarningsBefore): Roll['earnings'] =>
  earnings.kind === 'due' ? { date: earnings.earnings.day, isEstimated: earnings.earnings.estimated } : null

/** Returns a function that returns the warnings about selling a contract, as in How. */
const createWarnings = (
  input: RollInput,
  expiries: readonly PricedExpiry[],
  position: Position,
): ((candidate: Candidate) => RollCandidate['warnings']) => {
  const events = eventsOfChain(expiries, input.profile.kind)
  return (candidate) =>
    warningsOf(
      candidate,
      sizeOf(candidate, position),
      eventsBefore(input, candidate.expiry, events),
      position,
    )
}

/** Net credit of selling at `bid` and buying back at `costToClose`, dollars per share. */
const creditOf = (bid: number, costToClose: number): number => priceDifference(bid, costToClose)

const candidateFrom = (
  { kind, candidate, strikeGain, daysAdded }: RollChoice,
  costToClose: number,
  warningsFor: ReturnType<typeof createWarnings>,
): RollCandidate => {
  const { contract } = candidate
  const { strike, probability, annualizedReturn, daysUntilExpiry } = fixedFiguresOf(candidate)
  return {
    kind,
    id: contract.id,
    expiryDate: contract.expiry,
    daysUntilExpiry,
    strike,
    bid: money(contract.bid),
    ask: money(contract.ask),
    credit: creditOf(contract.bid, costToClose),
    strikeGain: round(strikeGain, 3),
    daysAdded,
    probability,
    annualizedReturn,
    warnings: warningsFor(candidate),
  }
}

const tableContractFrom = (
  { contract, refused, candidate }: TableContract,
  costToClose: number,
  warningsFor: ReturnType<typeof createWarnings>,
): RollContract => ({
  id: contract.id,
  strike: contract.strike,
  bid: money(contract.bid),
  ask: money(contract.ask),
  refused,
  credit: candidate ? creditOf(contract.bid, costToClose) : null,
  probability: candidate ? fixedFiguresOf(candidate).probability : null,
  warnings: candidate ? warningsFor(candidate) : [],
})

const tableExpiryFrom = (
  { expiry, contracts }: TableExpiry,
  { days, contract: openContract, costToClose }: OpenOption,
  warningsFor: ReturnType<typeof createWarnings>,
): RollExpiry => ({
  expiryDate: expiry.day,
  daysUntilExpiry: expiry.days,
  daysAdded: expiry.day === openContract.expiry ? 0 : expiry.days - days,
  contracts: contracts.map((contract) => tableContractFrom(contract, costToClose!, warningsFor)),
})

/** Reasons for unknown events before the expiry. */
const unknownEventsOf = (
  dividends: DividendsBefore,
  earnings: EarningsBefore,
  dataStatus: DataStatus,
): UnknownField[] =>
  (['dividends', 'earnings'] as const)
    .filter((part) => ({ dividends, earnings })[part].kind === 'unknown')
    .map((part) => ({
      field: part === 'dividends' ? 'dividend' : part,
      reason: missingEventReason(dataStatus, part),
      asOf: null,
    }))

/** Reasons for null or empty fields of the response, except events. */
const unknownsOf = (
  { refused, costToClose, days }: OpenOption,
  { assignment: { isNear }, greeks }: Pick<Roll, 'assignment' | 'greeks'>,
  evaluated: EvaluatedChain,
): UnknownField[] => {
  const unknownFields = (reason: UnknownField['reason'], fields: string[], asOf: string | null = null) =>
    fields.map((field): UnknownField => ({ field, reason, asOf }))
  const nearField = isNear === null ? ['assignment.isNear'] : []
  if (evaluated.reason !== null)
    return unknownFields(
      evaluated.reason,
      ['costToClose', 'probability', 'timeValue', ...nearField, 'greeks', 'candidates'],
      evaluated.day,
    )
  // On the last day, nothing is missing: greeks do not exist.
  const greeksField = greeks === null && days > 0 ? ['greeks'] : []
  const hasNoAsk = refused === null && costToClose === null
  return [
    ...(refused === null
      ? []
      : unknownFields('refused', [
          'costToClose',
          'probability',
          'timeValue',
          ...nearField,
          ...greeksField,
          'candidates',
        ])),
    ...(hasNoAsk ? unknownFields('not-given', ['costToClose', 'timeValue', 'candidates']) : []),
    ...(refused === null ? unknownFields('not-given', [...nearField, ...greeksField]) : []),
  ]
}

/** Dividends before the option's expiry, as in How; none on its last day. */
const dividendsOf = (openOption: OpenOption, { profile, date }: RollInput): DividendsBefore => {
  if (openOption.days === 0) return { kind: 'none' }
  const expiry: Pick<PricedExpiry, 'day' | 'dividends' | 'borrowRate'> = openOption.expiry ?? {
    day: openOption.contract.expiry,
    dividends: undefined,
    borrowRate: 0,
  }
  return dividendsBefore(profile.dividends, expiry, date)
}

/**
 * Returns the complete roll response. As in How, figures use the chain's own price of the
 * underlying. If the chain or the open option's quote is refused, figures are null.
 */
export const analyseRoll = (input: RollInput, query: Pick<RollQuery, 'price' | 'costBasis'>): Roll =>
  runSteps(rollSteps(input, query))

/** Computes the result of `analyseRoll` in steps. */
export function* rollSteps(input: RollInput, query: Pick<RollQuery, 'price' | 'costBasis'>): Steps<Roll> {
  const { profile, chain, contract, date, dataStatus } = input
  const earnings = earningsBefore(input.earnings, profile.kind, contract.expiry, date)
  const { forOpenOption, forSale } = evaluateForRoll(input)
  // Evaluates the lazy data of one expiry per step.
  for (const expiry of tradableExpiries(forOpenOption.expiries)) {
    void expiry.contracts
    yield
  }
  const openOption = openOptionOf(contract, forOpenOption, date)
  const dividends = dividendsOf(openOption, input)
  const greeks = greeksOf(openOption)
  const assignment = assignmentOf(openOption, dividends, { price: forSale.price, style: chain.style })
  const { price, costBasis } = query
  const position: Position = { symbol: profile.symbol, chainPrice: forSale.price, holdings: { costBasis } }
  const { costToClose, intrinsic, probability } = openOption
  const isSellable = profile.kind !== 'index'
  const entries = isSellable ? rollEntriesOf(openOption, forSale) : undefined
  const rolls = entries ? rollsOf(openOption, forSale, entries, query) : []
  const table = entries ? yield* rollTable(openOption, forSale, { rolls, entries }) : []
  const warningsFor = createWarnings(input, forSale.expiries, position)
  return {
    id: contract.id,
    underlying: profile.symbol,
    legType: contract.right === 'call' ? 'Call' : 'Put',
    strike: contract.strike,
    expiryDate: contract.expiry,
    daysUntilExpiry: openOption.days,
    optionsAsOf: chain.asOf.toISOString(),
    chainPrice: money(forSale.price),
    bid: money(contract.bid),
    ask: money(contract.ask),
    refused: openOption.refused,
    commission: input.commission,
    price: price ?? null,
    costBasis: costBasis ?? null,
    ...closingFieldsOf(openOption, price),
    probability: probability === null ? null : round(probability, 4),
    intrinsicValue: money(intrinsic, Math.min(forSale.price, contract.strike)),
    timeValue: costToClose === null ? null : money(Math.max(0, costToClose - intrinsic), costToClose),
    assignment,
    greeks,
    dividend: dividendOf(dividends),
    earnings: earningsOf(earnings),
    candidates: rolls.map((roll) => candidateFrom(roll, costToClose!, warningsFor)),
    expiries: table.map((expiry) => tableExpiryFrom(expiry, openOption, warningsFor)),
    unknown: [
      ...unknownsOf(openOption, { assignment, greeks }, forSale),
      ...unknownEventsOf(dividends, earnings, dataStatus),
    ],
    dataStatus,
    messageType: 'SUCCESS',
  }
}
