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
import { readChain, type ReadChain } from './income/chain.ts'
import { dividendsBefore, earningsBefore } from './income/events.ts'
import { listedTradeOf, noTrade } from './income/listed.ts'
import { forecastOf } from './income/forecast.ts'
import { fixedOf, optionOf, type FixedTrade, type Outlook, type TradeContext } from './income/option.ts'
import type { Position } from './income/position.ts'
import { inReach, reachOf } from './income/reach.ts'
import { createRefusals } from './income/refusals.ts'
import { createSelect, narrowed } from './income/selection.ts'
import { stockTrendsOf, trendsOfTone, type StockTrends, type ToneTrends } from './income/stock-trends.ts'
import { mergeWithCachedJson, cacheJson } from '#service/shared/json-fragments.ts'
import { money } from './rounding.ts'
import { runSteps, type Steps } from './steps.ts'
import type { PricedExpiry } from './surface.ts'
import { lazily } from './surface/lazily.ts'
import { volatilityRank } from './volatility/volatility-rank.ts'

export type IncomeInput = {
  readonly profile: Profile
  readonly bars: JudgedBars
  /** `undefined` if the symbol has no listed options. */
  readonly chain: Chain | undefined
  /** `undefined` if nothing has traded: the chain's underlying price stands in. */
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
  readonly chain: ReadChain
  /** Of one side: its contracts that can be sold, those that cannot by reason, and how the grid is filled. */
  readonly sideOf: (right: LegType) => {
    readonly refused: Income['refused']
    readonly select: ReturnType<typeof createSelect>
  }
  /** Whether a side has been computed already. */
  readonly isRead: (right: LegType) => boolean
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

/** All that the puts of an answer depend on besides their chain. */
type PutQuery = Pick<IncomeQuery, 'cash' | 'legtype' | 'timeframe' | 'riskprofile'>

/**
 * The position-independent part of the response: common fields, and the puts, which depend on the cash only.
 * The last one is cached: consecutive requests mostly change the shares and not the cash.
 */
const createPuts = (common: ReturnType<typeof commonOf>) => {
  const partOf = ({ optimals, alternatives, refused }: Side) => ({
    part: cacheJson(mergeWithCachedJson(common, { putOptimals: optimals, putAlternatives: alternatives })),
    refused,
  })
  let last: (PutQuery & { readonly made: ReturnType<typeof partOf> }) | undefined
  return ({ cash, legtype, timeframe, riskprofile }: PutQuery, make: () => Side) => {
    const isSame =
      last?.cash === cash &&
      last?.legtype === legtype &&
      last?.timeframe === timeframe &&
      last?.riskprofile === riskprofile
    if (!last || !isSame) last = { cash, legtype, timeframe, riskprofile, made: partOf(make()) }
    return last.made
  }
}

/** @param input data of one moment; the result is valid for that moment only */
export const prepareIncome = (input: IncomeInput): PreparedIncome => {
  const stock = stockTrendsOf(input.bars)
  const chain = readChain(input)
  const sidesRead = new Set<LegType>()
  const sideOf = (right: LegType) => {
    sidesRead.add(right)
    const refusals = createRefusals()
    const candidates = reachOf(chain, refusals)(right)
    return { refused: refusals.counts(), select: createSelect(candidates) }
  }
  const sides = { call: lazily(() => sideOf('call')), put: lazily(() => sideOf('put')) }
  return {
    stock,
    chain,
    sideOf: (right) => sides[right](),
    isRead: (right) => sidesRead.has(right),
    context: contextOf(input, chain, stock),
    putsFor: createPuts(commonOf(input, stock)),
  }
}

/** One side of the answer: what fills its cells, what stands in where nothing does, and what takes no part. */
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
  const selection = narrowed(select(holdings.costBasis), query)
  for (const reason of selection.refused.values()) refusals.add(reason)
  const own = { ...context, position: { ...context.position, holdings } }
  return {
    optimals: selection.optimals.map(({ candidate, ...cell }) => optionOf(candidate, cell, own)),
    alternatives: selection.alternatives.map(({ candidate, reason, ...cell }) =>
      mergeWithCachedJson(optionOf(candidate, cell, own), {
        reason: renderEnglish(reason),
        reasonMessage: reason,
      }),
    ),
    refused: refusals.counts(),
  }
}

/** The outlook until each expiry, computed once. */
const outlooksOf = ({ profile, bars, earnings, today }: IncomeInput): ((expiry: PricedExpiry) => Outlook) => {
  const known = new Map<Day, Outlook>()
  const earningsUpTo = (day: Day) => earningsBefore(earnings, profile.kind, day, today)
  return (expiry) => {
    let outlook = known.get(expiry.day)
    if (!outlook) {
      outlook = {
        forecast: forecastOf(expiry, {
          bars,
          today,
          isFreeOfEarnings: (day) => earningsUpTo(day).kind === 'none',
        }),
        dividends: dividendsBefore(profile.dividends, expiry, today),
        earnings: earningsUpTo(expiry.day),
      }
      known.set(expiry.day, outlook)
    }
    return outlook
  }
}

const contextOf = (input: IncomeInput, chain: ReadChain, stock: StockTrends): TradeContext => {
  const { profile, bars, volatilities, riskFreeRate } = input
  const known = new WeakMap<Candidate, FixedTrade>()
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
    fixedOf(candidate) {
      let fixed = known.get(candidate)
      if (!fixed) known.set(candidate, (fixed = fixedOf(candidate, context)))
      return fixed
    },
  }
}

/** Fields that are null, or empty for a reason of the chain, with their reasons. */
const unknownsOf = (
  { chain, quote }: IncomeInput,
  read: ReadChain,
  stock: StockTrends,
  query: IncomeQuery,
): UnknownField[] => {
  const unknown: UnknownField[] = []
  if (stock.sentiment === null)
    unknown.push({ field: 'sentiment', reason: stock.reason ?? 'no-bars', asOf: stock.asOf })
  if (!quote && !chain) unknown.push({ field: 'stockPrice', reason: 'no-price', asOf: null })
  if (!chain)
    for (const field of ['optionsAsOf', 'chainPrice']) unknown.push({ field, reason: 'no-chain', asOf: null })
  if (read.reason !== null)
    for (const leg of ['call', 'put'] as const)
      if ((query.legtype ?? leg) === leg)
        unknown.push({ field: `${leg}Optimals`, reason: read.reason, asOf: read.day })
  return unknown
}

/**
 * The whole income response. Figures of a trade use the chain's own price of the underlying; if that is of
 * another day than the last price, or far from it, nothing is recommended. The query filters the response:
 * excluded parts are empty arrays. A contract in the query must be in the chain. An index has no shares to
 * cover or deliver, so it has no income trades.
 *
 * @param reading result of `prepareIncome` for the same input, if available
 */
export const analyseIncome = (input: IncomeInput, query: IncomeQuery, reading?: PreparedIncome): Income =>
  runSteps(incomeSteps(input, query, reading))

/** The same, a step at a time. */
export function* incomeSteps(
  input: IncomeInput,
  query: IncomeQuery,
  reading: PreparedIncome = prepareIncome(input),
): Steps<Income> {
  const { chain } = input
  const { stock, chain: read } = reading
  // Evaluates the lazy data of one expiry, or one side, per step.
  const unread = (['call', 'put'] as const).filter(
    (right) => (query.legtype ?? right) === right && !reading.isRead(right),
  )
  for (const expiry of unread.length > 0 ? inReach(read.expiries) : []) {
    void expiry.contracts
    yield
  }
  for (const right of unread) {
    reading.sideOf(right)
    yield
  }
  const refusals = createRefusals()
  if (read.reason !== null) refusals.add(read.reason, chain?.contracts.length)
  const calls = tradesOf('call', reading, query, query)
  yield
  const { cash } = query
  const puts = reading.putsFor(query, () => tradesOf('put', reading, query, { cash }))
  for (const { refused } of [calls, puts]) refusals.addAll(refused)
  const { context } = reading
  const named = query.contract === undefined ? undefined : listedContract(chain, query.contract)
  const asked = named
    ? listedTradeOf(named, read, { ...context, position: { ...context.position, holdings: query } })
    : noTrade
  return mergeWithCachedJson(puts.part, {
    callOptimals: calls.optimals,
    callAlternatives: calls.alternatives,
    stockQuantity: query.stockQuantity ?? null,
    costBasis: query.costBasis ?? null,
    cash: query.cash ?? null,
    contract: asked.contract,
    contractRefused: asked.contractRefused,
    refused: refusals.counts(),
    unknown: [...unknownsOf(input, read, stock, query), ...asked.unknown],
  })
}
