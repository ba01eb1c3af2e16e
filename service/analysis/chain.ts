/** Chain: every listed option of a symbol, by expiry and strike, with the figures How goes by. */
import type { Quote } from '#contract/feed.ts'
import type { Chain as WholeChain, ChainExpiry, ChainOption, ChainRow } from '#contract/responses/chain.ts'
import { legTypes, timeframes, type RefusalReason } from '#contract/responses/income.ts'
import type { DataStatus } from '#contract/responses/resources.ts'
import type { UnknownField } from '#contract/responses/unknown.ts'
import { daysBetween, expiryInstant } from '#service/markets/calendar.ts'
import type { Chain, Contract, Day, Profile } from '#service/markets/market.ts'
import { rootOf } from '#service/markets/osi.ts'
import { config } from './config.ts'
import { probabilityOf, type Cell } from './income/candidate.ts'
import { readChain, type ReadChain } from './income/chain.ts'
import { verdictsOn, type ContractVerdict } from './income/listed.ts'
import { deviationOf } from './income/option.ts'
import { doubtOf, reachOf } from './income/reach.ts'
import { createRefusals } from './income/refusals.ts'
import { select } from './income/selection.ts'
import { sensitivitiesOf } from './income/sensitivities.ts'
import { money, round } from './rounding.ts'
import { runSteps, type Steps } from './steps.ts'
import type { PricedExpiry } from './surface.ts'

export type WholeChainInput = {
  readonly profile: Profile
  /** `undefined` if the symbol has no listed options. */
  readonly chain: Chain | undefined
  /** `undefined` if nothing has traded: the chain's underlying price stands in. */
  readonly quote: Quote | undefined
  readonly dataStatus: DataStatus
  /** Yearly, continuously compounded, decimal. */
  readonly riskFreeRate: number
  readonly today: Day
  /** Precomputed result of `expiriesFor`, if available. */
  readonly expiries?: readonly PricedExpiry[]
}

/** The grid's selection: the cell of each contract, and contracts excluded for the quality of their quote. */
type Chosen = {
  readonly cells: ReadonlyMap<Contract, Cell>
  readonly poor: ReadonlyMap<Contract, RefusalReason>
}

/** The selection of How without a position. */
function* chosenOf(read: ReadChain): Steps<Chosen> {
  const cells = new Map<Contract, Cell>()
  const poor = new Map<Contract, RefusalReason>()
  const candidatesOf = reachOf(read, createRefusals())
  for (const right of legTypes) {
    const { optimals, refused } = select(candidatesOf(right), {})
    for (const { candidate, timeframe, riskProfile } of optimals)
      cells.set(candidate.contract, { timeframe, riskProfile })
    for (const [{ contract }, reason] of refused) poor.set(contract, reason)
    yield
  }
  return { cells, poor }
}

type Figures = Omit<ChainOption, 'id' | 'bid' | 'ask' | 'openInterest' | 'volume'>

const noFigures = (refused: RefusalReason): Figures => ({
  impliedVolatility: null,
  delta: null,
  probability: null,
  return: null,
  annualizedReturn: null,
  refused,
  cell: null,
})

/** Data of one expiry's contracts. */
type ExpirySide = Pick<ChainExpiry, 'impliedVolatility' | 'expectedMove' | 'refused'> & {
  readonly figuresOf: (contract: Contract) => Figures
}

const unbelieved = (refused: RefusalReason): ExpirySide => ({
  impliedVolatility: null,
  expectedMove: null,
  refused,
  figuresOf: () => noFigures(refused),
})

type Market = {
  readonly chainPrice: number
  readonly riskFreeRate: number
  /** An index's options are neither covered by shares nor assigned any. */
  readonly isSold: boolean
}

/** Figures of an accepted contract: from the smile, and from its verdict. */
const figuresOf = (
  contract: Contract,
  expiry: PricedExpiry,
  { verdict, chosen, market }: { verdict: ContractVerdict; chosen: Chosen; market: Market },
): Figures => {
  const volatility = expiry.volatilityAt(contract.strike)
  const probability = verdict.candidate?.probability ?? probabilityOf(contract, expiry)
  if (!verdict.isBelieved || volatility === undefined || probability === undefined)
    return noFigures(verdict.refused ?? 'far-from-smile')
  const trade = market.isSold ? verdict.candidate : undefined
  return {
    impliedVolatility: round(volatility, 4),
    delta: sensitivitiesOf(contract, expiry, {
      spot: market.chainPrice,
      rate: market.riskFreeRate,
      volatility,
    }).delta,
    probability: round(probability, 4),
    return: trade ? round(trade.return, 6) : null,
    annualizedReturn: trade ? round(trade.annualizedReturn, 6) : null,
    refused: verdict.refused ?? chosen.poor.get(contract) ?? null,
    cell: chosen.cells.get(contract) ?? null,
  }
}

const sideOf = (
  expiry: PricedExpiry,
  doubt: RefusalReason | undefined,
  { chosen, market }: { chosen: Chosen; market: Market },
): ExpirySide => {
  const verdictOn = verdictsOn(expiry, doubt, market.chainPrice)
  const volatility = expiry.atTheMoney()
  const refused = doubt ?? (volatility === undefined ? 'far-from-smile' : null)
  const isKnown = refused === null && volatility !== undefined
  return {
    impliedVolatility: isKnown ? round(volatility, 4) : null,
    expectedMove: isKnown
      ? money(deviationOf(expiry, market.chainPrice, volatility), market.chainPrice)
      : null,
    refused,
    figuresOf: (contract) => figuresOf(contract, expiry, { verdict: verdictOn(contract), chosen, market }),
  }
}

/** Contracts are sorted by strike, call before put; those of another root are other contracts. */
const rowsOf = (contracts: readonly Contract[], figures: ExpirySide['figuresOf']): ChainRow[] => {
  const rows: { strike: number; root: string; call: ChainOption | null; put: ChainOption | null }[] = []
  for (const contract of contracts) {
    const { strike, right, openInterest, volume } = contract
    const root = rootOf(contract.id)
    let row: (typeof rows)[number] | undefined
    for (let i = rows.length - 1; i >= 0 && rows[i]!.strike === strike; i--)
      if (rows[i]!.root === root && rows[i]![right] === null) row = rows[i]
    if (!row) rows.push((row = { strike, root, call: null, put: null }))
    const id = `${root}${contract.id.slice(-15)}`
    row[right] = {
      id,
      bid: money(contract.bid),
      ask: money(contract.ask),
      openInterest,
      volume,
      ...figures(contract),
    }
  }
  return rows.map(({ strike, call, put }) => ({ strike, call, put }))
}

const timeframeOf = (days: number): ChainExpiry['timeframe'] =>
  timeframes.find((each) => {
    const { from, to } = config.income.timeframes[each]
    return days >= from && days <= to
  }) ?? null

/** Fields that are null, or contain only nulls, for a reason of the whole chain. */
const unknownsOf = ({ chain, quote }: WholeChainInput, read: ReadChain): UnknownField[] => {
  const unknown: UnknownField[] = []
  if (!quote && !chain) unknown.push({ field: 'stockPrice', reason: 'no-price', asOf: null })
  if (!chain)
    for (const field of ['optionsAsOf', 'chainPrice']) unknown.push({ field, reason: 'no-chain', asOf: null })
  if (read.reason !== null) unknown.push({ field: 'expiries', reason: read.reason, asOf: read.day })
  return unknown
}

/** The chain's contracts by expiry, nearest first; what expires today, or has, is traded no more. */
const listedAfter = (chain: Chain | undefined, today: Day): ReadonlyMap<Day, readonly Contract[]> =>
  Map.groupBy(
    chain?.contracts.filter(({ expiry, strike }) => expiry > today && strike > 0) ?? [],
    ({ expiry }) => expiry,
  )

/**
 * The whole chain. Figures are How's: at the chain's own price of the underlying, by the same distribution, and none
 * where How believes neither quote nor chain.
 */
export const analyseChain = (input: WholeChainInput): WholeChain => runSteps(chainSteps(input))

/** The same, a step at a time. */
export function* chainSteps(input: WholeChainInput): Steps<WholeChain> {
  const { profile, chain, quote, riskFreeRate, today } = input
  const read = readChain(input)
  // Evaluates the lazy data of one expiry per step.
  for (const expiry of read.quoted) {
    expiry.atTheMoney()
    yield
    void expiry.refused
    yield
  }
  const chosen = yield* chosenOf(read)
  const market = { chainPrice: read.price, riskFreeRate, isSold: profile.kind !== 'index' }
  const doubtAbout = doubtOf(read.quoted)
  const sideAt = (day: Day): ExpirySide => {
    if (read.reason !== null) return unbelieved(read.reason)
    const expiry = read.quoted.find((each) => each.day === day)
    return expiry ? sideOf(expiry, doubtAbout(expiry), { chosen, market }) : unbelieved('far-from-smile')
  }
  const expiries: ChainExpiry[] = []
  for (const [expiryDate, contracts] of listedAfter(chain, today)) {
    const days = daysBetween(today, expiryDate)
    const { figuresOf: figures, ...known } = sideAt(expiryDate)
    expiries.push({
      expiryDate,
      expiry: expiryInstant(expiryDate).toISOString(),
      daysUntilExpiry: days,
      timeframe: timeframeOf(days),
      ...known,
      rows: rowsOf(contracts, figures),
    })
    yield
  }
  const stockPrice = quote?.last ?? chain?.underlyingPrice
  return {
    underlying: profile.symbol,
    stockPrice: stockPrice === undefined ? null : money(stockPrice),
    chainPrice: chain ? money(chain.underlyingPrice) : null,
    optionsAsOf: chain?.asOf.toISOString() ?? null,
    expiries,
    listedContracts: chain?.contracts.length ?? 0,
    unknown: unknownsOf(input, read),
    dataStatus: input.dataStatus,
    messageType: 'SUCCESS',
  }
}

/** The chain with the rows of one expiry only. */
export const narrowedTo = (chain: WholeChain, expiryDate: Day): WholeChain => ({
  ...chain,
  expiries: chain.expiries.map((each) => (each.expiryDate === expiryDate ? each : { ...each, rows: [] })),
})
