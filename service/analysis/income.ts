/** How: covered calls and short puts for one symbol. docs/specification.md 2.4. */
import type { Quote } from '#contract/feed.ts'
import { renderEnglish } from '#contract/text/messages.ts'
import type { Alternative, Income, IncomeOption, LegType } from '#contract/responses/income.ts'
import type { DataStatus } from '#contract/responses/resources.ts'
import type { IncomeQuery } from '#contract/api/routes.ts'
import type { UnknownField } from '#contract/responses/unknown.ts'
import { listedContract } from '#service/markets/osi.ts'
import type { Chain } from '#service/markets/market.ts'
import { config } from './config.ts'
import type { Candidate } from './income/candidate.ts'
import { evaluateChain, type EvaluatedChain } from './income/evaluated-chain.ts'
import { listedTradeOf, noListedTrade } from './income/contract-evaluation.ts'
import { optionOf, type TradeContext } from './income/option.ts'
import type { Position } from './income/position.ts'
import { tradableCandidatesOf } from './income/tradable.ts'
import { contextOf, type TradeFacts } from './income/trade-context.ts'
import { createRefusals } from './income/refusals.ts'
import { createSelect, filterSelection } from './income/selection.ts'
import { valueOf, type ContractValue } from './income/value.ts'
import { stockTrendsOf, type StockTrends } from './income/stock-trends.ts'
import { mergeWithCachedJson, cacheJson } from '#service/shared/json-fragments.ts'
import { money } from './rounding.ts'
import { runSteps, type Steps } from './steps.ts'
import { noChainReasonOf } from './unknown.ts'
import type { PricedExpiry } from './surface.ts'
import { lazy } from './surface/lazy.ts'
import { tradableExpiries } from './surface/refused-expiries.ts'

export type IncomeInput = TradeFacts & {
  /** `undefined` if the symbol has no listed options. */
  readonly chain: Chain | undefined
  /** `undefined` if nothing has traded: the chain's underlying price is used instead. */
  readonly quote: Quote | undefined
  readonly dataStatus: DataStatus
  /** Precomputed result of `expiriesFor`, if available. */
  readonly expiries?: readonly PricedExpiry[]
}

/**
 * Results for a symbol that do not depend on the position. They are cached with the symbol's facts.
 */
export type PreparedIncome = {
  readonly stock: StockTrends
  readonly chain: EvaluatedChain
  /**
   * Refused contracts of one side by reason, and the function that selects its contracts for the
   * grid.
   */
  readonly sideOf: (right: LegType) => {
    readonly refused: Income['refused']
    readonly select: ReturnType<typeof createSelect>
  }
  /** Whether the lazy result of `sideOf` has been computed. */
  readonly isComputed: (right: LegType) => boolean
  /** Context of the trades, without holdings. */
  readonly context: TradeContext
  /**
   * The part of the response that depends at most on the cash and the filters, from a cache of one
   * entry.
   */
  readonly putsFor: ReturnType<typeof createPutCache>
}

/** Fields of the response that do not depend on the query. */
const commonFieldsOf = (
  { profile, chain, quote, commission, dataStatus }: IncomeInput,
  { sentiment }: StockTrends,
) => {
  const stockPrice = quote?.last ?? chain?.underlyingPrice
  return {
    underlying: profile.symbol,
    sentiment,
    stockPrice: stockPrice === undefined ? null : money(stockPrice),
    optionsAsOf: chain?.asOf.toISOString() ?? null,
    chainPrice: chain ? money(chain.underlyingPrice) : null,
    commission,
    timeframes: config.income.timeframes,
    listedContracts: chain?.contracts.length ?? 0,
    dataStatus,
    messageType: 'SUCCESS' as const,
  }
}

/** Query parameters that the puts of a response depend on. */
type PutQuery = Pick<IncomeQuery, 'cash' | 'legtype' | 'timeframe' | 'riskprofile'>

/**
 * Creates the cache for the part of the response that does not depend on the shares held: the
 * common fields and the puts, which depend on the cash and the filters. It holds the last result
 * only, because consecutive requests mostly change the shares and not the cash.
 */
const createPutCache = (common: ReturnType<typeof commonFieldsOf>) => {
  const cacheablePartOf = ({ optimals, alternatives, refused }: Side) => ({
    part: cacheJson(mergeWithCachedJson(common, { putOptimals: optimals, putAlternatives: alternatives })),
    refused,
  })
  let cached: (PutQuery & { readonly part: ReturnType<typeof cacheablePartOf> }) | undefined
  return ({ cash, legtype, timeframe, riskprofile }: PutQuery, compute: () => Side) => {
    const isHit =
      cached?.cash === cash &&
      cached?.legtype === legtype &&
      cached?.timeframe === timeframe &&
      cached?.riskprofile === riskprofile
    if (!cached || !isHit)
      cached = { cash, legtype, timeframe, riskprofile, part: cacheablePartOf(compute()) }
    return cached.part
  }
}

/**
 * Evaluates a symbol's data independently of a position.
 *
 * @param input data of one point in time; the result is valid for that time only
 */
export const prepareIncome = (input: IncomeInput): PreparedIncome => {
  const stock = stockTrendsOf(input.bars)
  const chain = evaluateChain(input)
  const context = contextOf(input, chain, stock)
  const computedSides = new Set<LegType>()
  const sideOf = (right: LegType) => {
    computedSides.add(right)
    const refusals = createRefusals()
    const candidates = tradableCandidatesOf(chain, refusals)(right)
    const valueFor = (candidate: Candidate): ContractValue =>
      valueOf(candidate, context.outlookFor(candidate.expiry).forecast, chain.price)
    return { refused: refusals.counts(), select: createSelect(candidates, valueFor) }
  }
  const sides = { call: lazy(() => sideOf('call')), put: lazy(() => sideOf('put')) }
  return {
    stock,
    chain,
    sideOf: (right) => sides[right](),
    isComputed: (right) => computedSides.has(right),
    context,
    putsFor: createPutCache(commonFieldsOf(input, stock)),
  }
}

/**
 * The calls or the puts of a response: optimal trades, alternatives for empty cells, and refused
 * contracts.
 */
type Side = {
  readonly optimals: IncomeOption[]
  readonly alternatives: Alternative[]
  readonly refused: Income['refused']
}

/** The trades of one side for the holdings; empty if the query excludes the side. */
const tradesOf = (
  right: LegType,
  { sideOf, context }: PreparedIncome,
  query: IncomeQuery,
  holdings: Position['holdings'],
): Side => {
  if ((query.legtype ?? right) !== right) return { optimals: [], alternatives: [], refused: [] }
  const { refused, select } = sideOf(right)
  const refusals = createRefusals()
  refusals.addAll(refused)
  const selection = filterSelection(select(holdings.costBasis), query)
  for (const reason of selection.refused.values()) refusals.add(reason)
  const contextWithHoldings = { ...context, position: { ...context.position, holdings } }
  return {
    optimals: selection.optimals.map(({ candidate, ...cell }) =>
      optionOf(candidate, cell, contextWithHoldings),
    ),
    alternatives: selection.alternatives.map(({ candidate, reason, ...cell }) =>
      mergeWithCachedJson(optionOf(candidate, cell, contextWithHoldings), {
        reason: renderEnglish(reason),
        reasonMessage: reason,
      }),
    ),
    refused: refusals.counts(),
  }
}

/** Reasons for null fields, and for lists that are empty because the chain is refused. */
const unknownsOf = (
  { chain, quote, dataStatus }: IncomeInput,
  evaluated: EvaluatedChain,
  stock: StockTrends,
  query: IncomeQuery,
): UnknownField[] => {
  const unknown: UnknownField[] = []
  if (stock.sentiment === null)
    unknown.push({ field: 'sentiment', reason: stock.reason ?? 'no-bars', asOf: stock.asOf })
  if (!quote && !chain) unknown.push({ field: 'stockPrice', reason: 'no-price', asOf: null })
  if (!chain)
    for (const field of ['optionsAsOf', 'chainPrice'])
      unknown.push({ field, reason: noChainReasonOf(dataStatus), asOf: null })
  if (evaluated.reason !== null)
    for (const leg of ['call', 'put'] as const)
      if ((query.legtype ?? leg) === leg)
        unknown.push({ field: `${leg}Optimals`, reason: evaluated.reason, asOf: evaluated.day })
  return unknown
}

/**
 * Returns the complete income response. Figures of a trade use the chain's own price of the
 * underlying. If that price is of another day than the last price, or far from it, nothing is
 * recommended. The query filters the response: excluded parts are empty arrays. A contract in the
 * query must be in the chain. An index has no income trades, because it has no shares that cover a
 * call or that are delivered for a put.
 *
 * @param prepared result of `prepareIncome` for the same input, if available
 */
export const analyseIncome = (input: IncomeInput, query: IncomeQuery, prepared?: PreparedIncome): Income =>
  runSteps(incomeSteps(input, query, prepared))

/** Computes the result of `analyseIncome` in steps. */
export function* incomeSteps(
  input: IncomeInput,
  query: IncomeQuery,
  prepared: PreparedIncome = prepareIncome(input),
): Steps<Income> {
  const { chain } = input
  const { stock, chain: evaluated } = prepared
  // Evaluates the lazy data of one expiry, or one side, per step.
  const uncomputedSides = (['call', 'put'] as const).filter(
    (right) => (query.legtype ?? right) === right && !prepared.isComputed(right),
  )
  for (const expiry of uncomputedSides.length > 0 ? tradableExpiries(evaluated.expiries) : []) {
    void expiry.contracts
    yield
  }
  for (const right of uncomputedSides) {
    prepared.sideOf(right)
    yield
  }
  const refusals = createRefusals()
  if (evaluated.reason !== null) refusals.add(evaluated.reason, chain?.contracts.length)
  const calls = tradesOf('call', prepared, query, query)
  yield
  const { cash } = query
  const puts = prepared.putsFor(query, () => tradesOf('put', prepared, query, { cash }))
  for (const { refused } of [calls, puts]) refusals.addAll(refused)
  const { context } = prepared
  const contract = query.contract === undefined ? undefined : listedContract(chain, query.contract)
  const requested = contract
    ? listedTradeOf(contract, evaluated, { ...context, position: { ...context.position, holdings: query } })
    : noListedTrade
  return mergeWithCachedJson(puts.part, {
    callOptimals: calls.optimals,
    callAlternatives: calls.alternatives,
    stockQuantity: query.stockQuantity ?? null,
    costBasis: query.costBasis ?? null,
    cash: query.cash ?? null,
    contract: requested.contract,
    contractRefused: requested.contractRefused,
    refused: refusals.counts(),
    unknown: [...unknownsOf(input, evaluated, stock, query), ...requested.unknown],
  })
}
