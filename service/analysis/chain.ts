/**
 * The chain response: the listed options of a symbol by expiry and strike, with the same figures as
 * in How.
 */
import type { Quote } from '#contract/feed.ts'
import type { Chain as ChainResponse, ChainExpiry, ChainOption, ChainRow } from '#contract/responses/chain.ts'
import { legTypes, timeframes, type RefusalReason } from '#contract/responses/income.ts'
import type { DataStatus } from '#contract/responses/resources.ts'
import type { UnknownField } from '#contract/responses/unknown.ts'
import { noChainReasonOf } from './unknown.ts'
import { daysBetween, expiryInstant } from '#service/markets/calendar.ts'
import type { ValidatedBars } from './bars/validate-bars.ts'
import type { Chain, Contract, Day, Earnings, Profile } from '#service/markets/market.ts'
import { rootOf } from '#service/markets/osi.ts'
import { config } from './config.ts'
import { probabilityOf, type Candidate, type Cell } from './income/candidate.ts'
import { evaluateChain, type EvaluatedChain } from './income/evaluated-chain.ts'
import { createContractEvaluator, type ContractEvaluation } from './income/contract-evaluation.ts'
import { deviationOf } from './income/option.ts'
import { tradableCandidatesOf } from './income/tradable.ts'
import { createRefusals } from './income/refusals.ts'
import { select } from './income/selection.ts'
import { forecastsOf } from './income/trade-context.ts'
import { valueOf } from './income/value.ts'
import { sensitivitiesOf } from './income/sensitivities.ts'
import { money, round } from './rounding.ts'
import { runSteps, type Steps } from './steps.ts'
import type { PricedExpiry } from './surface.ts'
import { expiryRefusalOf } from './surface/refused-expiries.ts'

export type FullChainInput = {
  readonly profile: Profile
  readonly bars: ValidatedBars
  readonly earnings: Earnings | null
  /** `undefined` if the symbol has no listed options. */
  readonly chain: Chain | undefined
  /** `undefined` if nothing has traded: the chain's underlying price is used instead. */
  readonly quote: Quote | undefined
  readonly dataStatus: DataStatus
  /** Yearly, continuously compounded, decimal. */
  readonly riskFreeRate: number
  /** Dollars per option contract that is sold. */
  readonly commission: number
  readonly today: Day
  readonly date: Day
  /** Precomputed result of `expiriesFor`, if available. */
  readonly expiries?: readonly PricedExpiry[]
}

/** The contracts selected for the grid of How. */
type GridSelection = {
  /** The cell that each selected contract fills. */
  readonly cells: ReadonlyMap<Contract, Cell>
  /** Contracts that are excluded from their cell because of their quote, and the reason. */
  readonly poorlyQuoted: ReadonlyMap<Contract, RefusalReason>
}

/** Selects the contracts for the grid as How does for a query without a position. */
function* selectForGrid(input: FullChainInput, evaluated: EvaluatedChain): Steps<GridSelection> {
  const cells = new Map<Contract, Cell>()
  const poorlyQuoted = new Map<Contract, RefusalReason>()
  const forecastFor = forecastsOf(input, evaluated.expiries)
  const valueFor = (candidate: Candidate) =>
    valueOf(candidate, forecastFor(candidate.expiry), evaluated.price)
  const candidatesOf = tradableCandidatesOf(evaluated, createRefusals())
  for (const right of legTypes) {
    const { optimals, refused } = select(candidatesOf(right), valueFor, {})
    for (const { candidate, timeframe, riskProfile } of optimals)
      cells.set(candidate.contract, { timeframe, riskProfile })
    for (const [{ contract }, reason] of refused) poorlyQuoted.set(contract, reason)
    yield
  }
  return { cells, poorlyQuoted }
}

/** Fields of a contract that depend on the expiry's smile. */
type ContractFigures = Omit<ChainOption, 'id' | 'bid' | 'ask' | 'openInterest' | 'volume'>

const noFigures = (refused: RefusalReason): ContractFigures => ({
  impliedVolatility: null,
  delta: null,
  probability: null,
  return: null,
  annualizedReturn: null,
  refused,
  cell: null,
})

/** Fields of one expiry, and a function for the figures of its contracts. */
type ExpiryData = Pick<ChainExpiry, 'impliedVolatility' | 'expectedMove' | 'refused'> & {
  readonly figuresOf: (contract: Contract) => ContractFigures
}

const refusedExpiry = (refused: RefusalReason): ExpiryData => ({
  impliedVolatility: null,
  expectedMove: null,
  refused,
  figuresOf: () => noFigures(refused),
})

type ChainMarket = {
  readonly evaluated: EvaluatedChain
  /** Yearly, continuously compounded, decimal. */
  readonly riskFreeRate: number
  /** False for an index: its options can be neither covered by shares nor settled in shares. */
  readonly isSellable: boolean
}

/**
 * Figures of one contract, all null if the smile is not valid at its strike. The returns need an
 * accepted bid.
 */
const contractFiguresOf = (
  contract: Contract,
  expiry: PricedExpiry,
  {
    evaluation,
    selection,
    market,
  }: { evaluation: ContractEvaluation; selection: GridSelection; market: ChainMarket },
): ContractFigures => {
  const volatility = expiry.volatilityAt(contract.strike)
  const probability = evaluation.candidate?.probability ?? probabilityOf(contract, expiry)
  if (!evaluation.isSmileValid || volatility === undefined || probability === undefined)
    return noFigures(evaluation.refused ?? 'far-from-smile')
  const trade = market.isSellable ? evaluation.candidate : undefined
  return {
    impliedVolatility: round(volatility, 4),
    delta: sensitivitiesOf(contract, expiry, {
      spot: market.evaluated.price,
      rate: market.riskFreeRate,
      volatility,
    }).delta,
    probability: round(probability, 4),
    return: trade ? round(trade.return, 6) : null,
    annualizedReturn: trade ? round(trade.annualizedReturn, 6) : null,
    refused: evaluation.refused ?? selection.poorlyQuoted.get(contract) ?? null,
    cell: selection.cells.get(contract) ?? null,
  }
}

const expiryDataOf = (
  expiry: PricedExpiry,
  expiryRefusal: RefusalReason | undefined,
  { selection, market }: { selection: GridSelection; market: ChainMarket },
): ExpiryData => {
  const evaluateContract = createContractEvaluator(expiry, expiryRefusal, market.evaluated)
  const volatility = expiry.atTheMoney()
  const { price } = market.evaluated
  const refused = expiryRefusal ?? (volatility === undefined ? 'far-from-smile' : null)
  const hasVolatility = refused === null && volatility !== undefined
  return {
    impliedVolatility: hasVolatility ? round(volatility, 4) : null,
    expectedMove: hasVolatility ? money(deviationOf(expiry, price, volatility), price) : null,
    refused,
    figuresOf: (contract) =>
      contractFiguresOf(contract, expiry, { evaluation: evaluateContract(contract), selection, market }),
  }
}

/**
 * Groups contracts into rows of one call and one put. `contracts` are sorted by strike, call before
 * put. Contracts with different roots are in different rows.
 */
const rowsOf = (contracts: readonly Contract[], figuresOf: ExpiryData['figuresOf']): ChainRow[] => {
  const rows: { strike: number; root: string; call: ChainOption | null; put: ChainOption | null }[] = []
  for (const contract of contracts) {
    const { strike, right, openInterest, volume } = contract
    const root = rootOf(contract.id)
    let row: (typeof rows)[number] | undefined
    for (let i = rows.length - 1; i >= 0 && rows[i]!.strike === strike; i--)
      if (rows[i]!.root === root && rows[i]![right] === null) row = rows[i]
    if (!row) rows.push((row = { strike, root, call: null, put: null }))
    row[right] = {
      id: `${root}${contract.id.slice(-15)}`,
      bid: money(contract.bid),
      ask: money(contract.ask),
      openInterest,
      volume,
      ...figuresOf(contract),
    }
  }
  return rows.map(({ strike, call, put }) => ({ strike, call, put }))
}

/** The grid's time frame that contains the number of days to expiry; null if none does. */
const timeframeOf = (days: number): ChainExpiry['timeframe'] =>
  timeframes.find((timeframe) => {
    const { from, to } = config.income.timeframes[timeframe]
    return days >= from && days <= to
  }) ?? null

/**
 * Reasons for null fields, and the reason if the whole chain is refused, so that no expiry has
 * figures.
 */
const unknownsOf = (
  { chain, quote, dataStatus }: FullChainInput,
  evaluated: EvaluatedChain,
): UnknownField[] => {
  const unknown: UnknownField[] = []
  if (!quote && !chain) unknown.push({ field: 'stockPrice', reason: 'no-price', asOf: null })
  if (!chain)
    for (const field of ['optionsAsOf', 'chainPrice'])
      unknown.push({ field, reason: noChainReasonOf(dataStatus), asOf: null })
  if (evaluated.reason !== null)
    unknown.push({ field: 'expiries', reason: evaluated.reason, asOf: evaluated.day })
  return unknown
}

/** Groups the chain's contracts that expire after `date` by expiry, nearest first. */
const contractsByExpiry = (chain: Chain | undefined, date: Day): ReadonlyMap<Day, readonly Contract[]> =>
  Map.groupBy(
    chain?.contracts.filter(({ expiry, strike }) => expiry > date && strike > 0) ?? [],
    ({ expiry }) => expiry,
  )

/**
 * Returns the complete chain response. As in How, figures use the chain's own price of the
 * underlying and the implied distribution of the expiry. They are null for refused quotes and
 * refused chains.
 */
export const analyseChain = (input: FullChainInput): ChainResponse => runSteps(chainSteps(input))

/** Computes the result of `analyseChain` in steps. */
export function* chainSteps(input: FullChainInput): Steps<ChainResponse> {
  const { profile, chain, quote, riskFreeRate, date } = input
  const evaluated = evaluateChain(input)
  // Evaluates the lazy data of one expiry per step.
  for (const expiry of evaluated.quotedExpiries) {
    expiry.atTheMoney()
    yield
    void expiry.refused
    yield
  }
  const selection = yield* selectForGrid(input, evaluated)
  const market = { evaluated, riskFreeRate, isSellable: profile.kind !== 'index' }
  const refusalOf = expiryRefusalOf(evaluated.quotedExpiries)
  const expiryDataOn = (day: Day): ExpiryData => {
    if (evaluated.reason !== null) return refusedExpiry(evaluated.reason)
    const expiry = evaluated.quotedExpiries.find((candidate) => candidate.day === day)
    return expiry
      ? expiryDataOf(expiry, refusalOf(expiry), { selection, market })
      : refusedExpiry('far-from-smile')
  }
  const expiries: ChainExpiry[] = []
  for (const [expiryDate, contracts] of contractsByExpiry(chain, date)) {
    const days = daysBetween(date, expiryDate)
    const { figuresOf, ...expiryFields } = expiryDataOn(expiryDate)
    expiries.push({
      expiryDate,
      expiry: expiryInstant(expiryDate).toISOString(),
      daysUntilExpiry: days,
      timeframe: timeframeOf(days),
      ...expiryFields,
      rows: rowsOf(contracts, figuresOf),
    })
    yield
  }
  const stockPrice = quote?.last ?? chain?.underlyingPrice
  return {
    underlying: profile.symbol,
    stockPrice: stockPrice === undefined ? null : money(stockPrice),
    chainPrice: chain ? money(chain.underlyingPrice) : null,
    optionsAsOf: chain?.asOf.toISOString() ?? null,
    commission: input.commission,
    expiries,
    listedContracts: chain?.contracts.length ?? 0,
    unknown: unknownsOf(input, evaluated),
    dataStatus: input.dataStatus,
    messageType: 'SUCCESS',
  }
}

/**
 * Returns the response with the rows of one expiry; the other expiries keep their figures and have
 * no rows.
 */
export const withRowsOf = (chain: ChainResponse, expiryDate: Day): ChainResponse => ({
  ...chain,
  expiries: chain.expiries.map((expiry) =>
    expiry.expiryDate === expiryDate ? expiry : { ...expiry, rows: [] },
  ),
})
