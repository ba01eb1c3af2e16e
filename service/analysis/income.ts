/** How: covered calls and short puts for one symbol. docs/specification.md 2.4. */
import type { Quote } from '#contract/feed.ts'
import { renderEnglish } from '#contract/text/messages.ts'
import type { Alternative, Income, IncomeOption, LegType } from '#contract/responses/income.ts'
import type { DataStatus } from '#contract/responses/resources.ts'
import type { IncomeQuery } from '#contract/api/routes.ts'
import type { UnknownField } from '#contract/responses/unknown.ts'
import { listedContract } from '#service/markets/osi.ts'
import type { Chain, Day, Earnings, Profile, VolatilityPoint } from '#service/markets/market.ts'
import type { JudgedBars } from './bars/judge-bars.ts'
import { config } from './config.ts'
import { constantMaturityVolatility } from './volatility/constant-maturity.ts'
import type { Candidate } from './income/candidate.ts'
import { evaluateChain, type EvaluatedChain } from './income/chain.ts'
import { dividendsBefore, earningsBefore } from './income/events.ts'
import { listedTradeOf, noTrade } from './income/listed.ts'
import { forecastOf } from './income/forecast.ts'
import {
  createFixedTrade,
  optionOf,
  type FixedTrade,
  type Outlook,
  type TradeContext,
} from './income/option.ts'
import type { Position } from './income/position.ts'
import { tradableExpiries, tradableCandidatesOf } from './income/tradable.ts'
import { createRefusals } from './income/refusals.ts'
import { createSelect, filterSelection } from './income/selection.ts'
import { stockTrendsOf, trendsOfTone, type StockTrends, type ToneTrends } from './income/stock-trends.ts'
import { mergeWithCachedJson, cacheJson } from '#service/shared/json-fragments.ts'
import { money } from './rounding.ts'
import { runSteps, type Steps } from './steps.ts'
import type { PricedExpiry } from './surface.ts'
import { lazy } from './surface/lazy.ts'
import { volatilityRank } from './volatility/volatility-rank.ts'

export type IncomeInput = {
  readonly profile: Profile
  readonly bars: JudgedBars
  /** `undefined` if the symbol has no listed options. */
  readonly chain: Chain | undefined
  /** `undefined` if nothing has traded: the chain's underlying price is used instead. */
  readonly quote: Quote | undefined
  readonly earnings: Earnings | null
  readonly volatilities: readonly VolatilityPoint[]
  /** Trends of the market: the latest batch's `tone`, or `analyseTone` of the benchmark. */
  readonly benchmark: ToneTrends | undefined
  readonly dataStatus: DataStatus
  /** Yearly, continuously compounded, decimal. */
  readonly riskFreeRate: number
  readonly today: Day
  /** Precomputed result of `expiriesFor`, if available. */
  readonly expiries?: readonly PricedExpiry[]
}

/** Position-independent results of a symbol, cached with its facts. */
export type PreparedIncome = {
  readonly stock: StockTrends
  readonly chain: EvaluatedChain
  /** The candidates of one side, refused contracts by reason, and the selection for the grid. */
  readonly sideOf: (right: LegType) => {
    readonly refused: Income['refused']
    readonly select: ReturnType<typeof createSelect>
  }
  /** Whether a side has been computed. */
  readonly isComputed: (right: LegType) => boolean
  /** Context of trades, independent of the position. */
  readonly context: TradeContext
  readonly putsFor: ReturnType<typeof createPuts>
}

/** Fields of the response that do not depend on the query. */
const commonOf = ({ profile, chain, quote, dataStatus }: IncomeInput, { sentiment }: StockTrends) => {
  const stockPrice = quote?.last ?? chain?.underlyingPrice
  return {
    underlying: profile.symbol,
    sentiment,
    stockPrice: stockPrice === undefined ? null : money(stockPrice),
    optionsAsOf: chain?.asOf.toISOString() ?? null,
    chainPrice: chain ? money(chain.underlyingPrice) : null,
    timeframes: config.income.timeframes,
    listedContracts: chain?.contracts.length ?? 0,
    dataStatus,
    messageType: 'SUCCESS' as const,
  }
}

/** Query parameters that the puts of a response depend on. */
type PutQuery = Pick<IncomeQuery, 'cash' | 'legtype' | 'timeframe' | 'riskprofile'>

/**
 * The position-independent part of the response: common fields, and the puts, which depend on the cash only.
 * The last result is cached, because consecutive requests mostly change the shares and not the cash.
 */
const createPuts = (common: ReturnType<typeof commonOf>) => {
  const partOf = ({ optimals, alternatives, refused }: Side) => ({
    part: cacheJson(mergeWithCachedJson(common, { putOptimals: optimals, putAlternatives: alternatives })),
    refused,
  })
  let cached: (PutQuery & { readonly part: ReturnType<typeof partOf> }) | undefined
  return ({ cash, legtype, timeframe, riskprofile }: PutQuery, compute: () => Side) => {
    const isSame =
      cached?.cash === cash &&
      cached?.legtype === legtype &&
      cached?.timeframe === timeframe &&
      cached?.riskprofile === riskprofile
    if (!cached || !isSame) cached = { cash, legtype, timeframe, riskprofile, part: partOf(compute()) }
    return cached.part
  }
}

/** @param input data of one point in time; the result is valid for that time only */
export const prepareIncome = (input: IncomeInput): PreparedIncome => {
  const stock = stockTrendsOf(input.bars)
  const chain = evaluateChain(input)
  const computedSides = new Set<LegType>()
  const sideOf = (right: LegType) => {
    computedSides.add(right)
    const refusals = createRefusals()
    const candidates = tradableCandidatesOf(chain, refusals)(right)
    return { refused: refusals.counts(), select: createSelect(candidates) }
  }
  const sides = { call: lazy(() => sideOf('call')), put: lazy(() => sideOf('put')) }
  return {
    stock,
    chain,
    sideOf: (right) => sides[right](),
    isComputed: (right) => computedSides.has(right),
    context: contextOf(input, chain, stock),
    putsFor: createPuts(commonOf(input, stock)),
  }
}

/** One side of the response: optimal trades, alternatives for empty cells, and refused contracts. */
type Side = {
  readonly optimals: IncomeOption[]
  readonly alternatives: Alternative[]
  readonly refused: Income['refused']
}

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
  const positioned = { ...context, position: { ...context.position, holdings } }
  return {
    optimals: selection.optimals.map(({ candidate, ...cell }) => optionOf(candidate, cell, positioned)),
    alternatives: selection.alternatives.map(({ candidate, reason, ...cell }) =>
      mergeWithCachedJson(optionOf(candidate, cell, positioned), {
        reason: renderEnglish(reason),
        reasonMessage: reason,
      }),
    ),
    refused: refusals.counts(),
  }
}

/** The outlook until each expiry, computed once. */
const outlooksOf = ({ profile, bars, earnings, today }: IncomeInput): ((expiry: PricedExpiry) => Outlook) => {
  const outlookByDay = new Map<Day, Outlook>()
  const earningsUpTo = (day: Day) => earningsBefore(earnings, profile.kind, day, today)
  return (expiry) => {
    let outlook = outlookByDay.get(expiry.day)
    if (!outlook) {
      outlook = {
        forecast: forecastOf(expiry, {
          bars,
          today,
          hasNoEarningsBefore: (day) => earningsUpTo(day).kind === 'none',
        }),
        dividends: dividendsBefore(profile.dividends, expiry, today),
        earnings: earningsUpTo(expiry.day),
      }
      outlookByDay.set(expiry.day, outlook)
    }
    return outlook
  }
}

const contextOf = (input: IncomeInput, chain: EvaluatedChain, stock: StockTrends): TradeContext => {
  const { profile, bars, volatilities, riskFreeRate } = input
  const fixedTrades = new WeakMap<Candidate, FixedTrade>()
  const context = {
    position: { symbol: profile.symbol, chainPrice: chain.price, holdings: {} },
    riskFreeRate,
    checklist: {
      symbol: profile.symbol,
      stock,
      benchmark: { symbol: input.benchmark?.symbol ?? '', trends: trendsOfTone(input.benchmark) },
      volatility: volatilityRank(constantMaturityVolatility(chain.expiries), volatilities, bars.close),
      chainPrice: chain.price,
    },
    outlookAt: outlooksOf(input),
  }
  return {
    ...context,
    fixedTradeOf(candidate) {
      let fixed = fixedTrades.get(candidate)
      if (!fixed) fixedTrades.set(candidate, (fixed = createFixedTrade(candidate, context)))
      return fixed
    },
  }
}

/** Reasons for null fields, and for lists that are empty because of the chain. */
const unknownsOf = (
  { chain, quote }: IncomeInput,
  evaluated: EvaluatedChain,
  stock: StockTrends,
  query: IncomeQuery,
): UnknownField[] => {
  const unknown: UnknownField[] = []
  if (stock.sentiment === null)
    unknown.push({ field: 'sentiment', reason: stock.reason ?? 'no-bars', asOf: stock.asOf })
  if (!quote && !chain) unknown.push({ field: 'stockPrice', reason: 'no-price', asOf: null })
  if (!chain)
    for (const field of ['optionsAsOf', 'chainPrice']) unknown.push({ field, reason: 'no-chain', asOf: null })
  if (evaluated.reason !== null)
    for (const leg of ['call', 'put'] as const)
      if ((query.legtype ?? leg) === leg)
        unknown.push({ field: `${leg}Optimals`, reason: evaluated.reason, asOf: evaluated.day })
  return unknown
}

/**
 * The complete income response. Figures of a trade use the chain's own price of the underlying; if that is of
 * another day than the last price, or far from it, nothing is recommended. The query filters the response:
 * excluded parts are empty arrays. A contract in the query must be in the chain. An index has no shares to
 * cover or deliver, so it has no income trades.
 *
 * @param prepared result of `prepareIncome` for the same input, if available
 */
export const analyseIncome = (input: IncomeInput, query: IncomeQuery, prepared?: PreparedIncome): Income =>
  runSteps(incomeSteps(input, query, prepared))

/** `analyseIncome` as steps. */
export function* incomeSteps(
  input: IncomeInput,
  query: IncomeQuery,
  prepared: PreparedIncome = prepareIncome(input),
): Steps<Income> {
  const { chain } = input
  const { stock, chain: evaluated } = prepared
  // Evaluates the lazy data of one expiry, or one side, per step.
  const uncomputed = (['call', 'put'] as const).filter(
    (right) => (query.legtype ?? right) === right && !prepared.isComputed(right),
  )
  for (const expiry of uncomputed.length > 0 ? tradableExpiries(evaluated.expiries) : []) {
    void expiry.contracts
    yield
  }
  for (const right of uncomputed) {
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
    : noTrade
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
