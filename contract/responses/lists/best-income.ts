/**
 * Best income: the income trades of the overnight scan, ranked over all liquid symbols. Additive to
 * the specification.
 */
import * as v from 'valibot'
import { bestIncomeOrders } from './best-income-orders.ts'
import { sharesPerContract } from '#contract/responses/conventions.ts'
import { finite, integer, ranks, sentiments } from './ideas.ts'
import { datetime, day } from '#contract/responses/dates.ts'
import { licensed } from '#contract/responses/licensed.ts'
import { incomeWarnings, legTypes, riskProfiles, timeframes } from '#contract/responses/income.ts'
import { canonicalSymbol, symbolPattern } from '#contract/responses/symbols.ts'
import { SpreadClassSchema } from './full-ideas.ts'
import { UnknownFieldSchema } from '#contract/responses/unknown.ts'

const decimal = /^\d{1,9}(\.\d{1,8})?$/
const dollars = 'expected a price in dollars per share, 0 or more'
const decimalOf = (expected: string) => v.pipe(v.string(), v.regex(decimal, expected), v.transform(Number))

const ratioOf = (expected: string) => v.pipe(decimalOf(expected), v.maxValue(1, expected))
const wholeOf = (expected: string) => v.pipe(v.string(), v.regex(/^\d{1,9}$/, expected), v.transform(Number))
const days = 'expected a whole number of days'
const rank = 'expected a rank from 0 to 100'
const flag = v.pipe(
  v.picklist(['true', 'false'], 'expected true or false'),
  v.transform((text) => text === 'true'),
)

/** Maximum number of trades in a response. */
export const maxTrades = 200
/** Maximum number of symbols in a query. */
const maxSymbols = 100
const symbolsExpected = `expected 1 to ${maxSymbols} tickers with commas between them, such as AAPL,BRK.B`
const limitExpected = `expected a whole number from 1 to ${maxTrades}`

/** Filters of the list; absent = no filter. */
export const BestIncomeQuerySchema = v.object({
  legtype: v.optional(v.picklist(legTypes, `expected one of ${legTypes.join(', ')}`)),
  /** Price range of the underlying, inclusive. */
  minPrice: v.optional(decimalOf(dollars)),
  maxPrice: v.optional(decimalOf(dollars)),
  /** Only these symbols, such as those a customer holds. A symbol without a trade is absent from the response. */
  symbols: v.optional(
    v.pipe(
      v.string(),
      v.transform((text) => [...new Set(text.split(',').map(canonicalSymbol))]),
      v.maxLength(maxSymbols, symbolsExpected),
      v.everyItem((symbol) => symbolPattern.test(symbol), symbolsExpected),
    ),
  ),
  /** Minimum annualized return, decimal: 0.1 = 10 % a year. */
  minYield: v.optional(decimalOf('expected a decimal such as 0.1 for 10 % a year')),
  /** Minimum implied volatility rank. As with all filters below, a trade with an unknown value does not pass. */
  minIvRank: v.optional(v.pipe(decimalOf(rank), v.maxValue(100, rank))),
  minIvPercentile: v.optional(v.pipe(decimalOf(rank), v.maxValue(100, rank))),
  /** `true`: only trades that are certain to have no earnings before expiry. */
  noEarnings: v.optional(flag),
  /** `true`: only trades that are known to have no ex-dividend day before expiry. */
  noDividend: v.optional(flag),
  /** Maximum cash for one contract, dollars: 100 times the strike of a put, or the price of the stock of a call. */
  maxCash: v.optional(decimalOf('expected an amount in dollars, 0 or more')),
  /** Minimum probability that the option expires worthless, decimal. */
  minProbability: v.optional(ratioOf('expected a probability from 0 to 1')),
  /** Maximum delta of the option without its sign. */
  maxDelta: v.optional(ratioOf('expected a delta from 0 to 1')),
  /** Calendar days until expiry, inclusive. */
  minDays: v.optional(wholeOf(days)),
  maxDays: v.optional(wholeOf(days)),
  /** Maximum bid-ask spread of the contract over its mid price, decimal. */
  maxSpread: v.optional(decimalOf('expected a decimal such as 0.1 for 10 %')),
  /** Minimum number of open contracts. */
  minOpenInterest: v.optional(wholeOf('expected a whole number of contracts')),
  /** Sentiment of the six-month trend. */
  trend: v.optional(v.picklist(sentiments, `expected one of ${sentiments.join(', ')}`)),
  /** Name of the sector, as in the trades. */
  sector: v.optional(v.pipe(v.string(), v.minLength(1), v.maxLength(60))),
  /** Order of the list, and of the trades of a symbol, of which the first is returned. Default: `score`. */
  sort: v.optional(v.picklist(bestIncomeOrders, `expected one of ${bestIncomeOrders.join(', ')}`)),
  /** Default: `desc`, the highest first. */
  order: v.optional(v.picklist(['asc', 'desc'], 'expected asc or desc')),
  /** Maximum number of trades; default: 50, or all of `symbols`. */
  limit: v.optional(
    v.pipe(
      v.string(),
      v.regex(/^[1-9]\d{0,3}$/, limitExpected),
      v.transform(Number),
      v.maxValue(maxTrades, limitExpected),
    ),
  ),
})
export type BestIncomeQuery = v.InferOutput<typeof BestIncomeQuerySchema>

/**
 * One covered call or short put. Names and units as in How, `contract/responses/income.ts`. Prices are null if
 * the partner may not show them (licensed.ts).
 */
export const BestTradeSchema = v.object({
  symbol: v.string(),
  companyName: v.string(),
  sector: v.string(),
  /** Price of the underlying that the trade was computed with, dollars. */
  price: licensed(finite),
  legType: v.picklist(['Call', 'Put']),
  /** OSI symbol of the contract, without padding of its root. */
  id: v.string(),
  strike: finite,
  /** 16:00 New York on the expiration day, 13:00 on early closes. */
  expiry: datetime,
  expiryDate: day,
  daysUntilExpiry: integer,
  timeframe: v.picklist(timeframes),
  riskProfile: v.picklist(riskProfiles),
  /** The bid, dollars per share. */
  premium: licensed(finite),
  return: licensed(finite),
  annualizedReturn: licensed(finite),
  probability: finite,
  probabilityOfProfit: finite,
  serviceScore: integer,
  /** Bid-ask spread of this contract over the mid price, decimal. */
  spread: finite,
  /** Warnings as in How; null if an older scan did not record them. */
  warnings: v.nullable(v.array(v.picklist(incomeWarnings))),
  /** Additive: of one option, as in How. This field and the next six: null if an older scan did not record them. */
  delta: v.nullable(finite),
  /** Additive: the measure of the default order, as in How; null if an older scan did not record it. */
  expectedProfit: v.nullable(finite),
  /** Additive: number of open contracts; null if the source does not provide it. */
  openInterest: v.nullable(finite),
  /** Additive: the next ex-dividend day; null if none is known. */
  exDividendDate: v.nullable(day),
  /** Additive: sentiment of the six-month trend; null if there are too few bars. */
  trend: v.nullable(v.picklist(sentiments)),
  /** Additive: share of the last year's days with a lower implied volatility, 0 to 100; null with too few days. */
  impliedVolatilityPercentile: v.nullable(finite),
  /** Additive: 30-day implied volatility over the realised volatility of 20 sessions; null if unknown. */
  impliedToRealizedVolatility: v.nullable(finite),
  /** Liquidity of the symbol's options, as in the ideas. */
  spreadClass: v.nullable(SpreadClassSchema),
  liquidityRank: ranks.liquidityRank,
  impliedVolatilityRank: ranks.impliedVolatilityRank,
  impliedVolatilityRankBasis: ranks.impliedVolatilityRankBasis,
  /** Calendar days until the next earnings; null if unknown. */
  daysToEarnings: v.nullable(integer),
  /** Time of the option quotes. */
  optionsAsOf: datetime,
})
export type BestTrade = v.InferInput<typeof BestTradeSchema>
export type WireBestTrade = v.InferOutput<typeof BestTradeSchema>

/**
 * Returns the cash for one contract, dollars: to set aside for a put, or for the shares of a covered call. Null if it
 * depends on an unknown price.
 */
export function cashFor({
  legType,
  strike,
  price,
}: Pick<WireBestTrade, 'legType' | 'strike' | 'price'>): number | null {
  const perShare = legType === 'Put' ? strike : price
  return perShare === null ? null : perShare * sharesPerContract
}

/**
 * Response: for each symbol the first trade within the filters, in the order of the query; by default
 * by expected profit and then annualized return, highest first.
 */
export const BestIncomeSchema = v.object({
  trades: v.array(BestTradeSchema),
  /** Number of symbols that pass the filters, before `limit` is applied. */
  matching: integer,
  /** Time at which the scan was published; null if no scan has run yet. */
  dateOfScan: v.nullable(datetime),
  /** The trading day whose data the scan uses. */
  tradingDay: v.nullable(day),
  /**
   * Every field of the trades that the partner may not show, or that an older scan did not record; absent without such
   * fields.
   */
  unknown: v.optional(v.array(UnknownFieldSchema)),
})
export type BestIncome = v.InferInput<typeof BestIncomeSchema>
export type WireBestIncome = v.InferOutput<typeof BestIncomeSchema>
