/**
 * Best income: the income trades of the overnight scan, ranked over all liquid symbols. Additive to
 * the specification.
 */
import * as v from 'valibot'
import { finite, integer, ranks } from './ideas.ts'
import { datetime, day } from './dates.ts'
import { licensed } from './licensed.ts'
import { incomeWarnings, legTypes, riskProfiles, timeframes } from './income.ts'
import { canonicalSymbol, symbolPattern } from './symbols.ts'
import { SpreadClassSchema } from './full-ideas.ts'
import { UnknownFieldSchema } from './unknown.ts'

const decimal = /^\d{1,9}(\.\d{1,8})?$/
const dollars = 'expected a price in dollars per share, 0 or more'
const decimalOf = (expected: string) => v.pipe(v.string(), v.regex(decimal, expected), v.transform(Number))

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
  /** Minimum implied volatility rank; symbols with unknown rank do not pass. */
  minIvRank: v.optional(
    v.pipe(decimalOf('expected a rank from 0 to 100'), v.maxValue(100, 'expected a rank from 0 to 100')),
  ),
  /** `true`: only trades that are certain to have no earnings before expiry. */
  noEarnings: v.optional(
    v.pipe(
      v.picklist(['true', 'false'], 'expected true or false'),
      v.transform((text) => text === 'true'),
    ),
  ),
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
  /** 16:00 New York on the expiration day. */
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
 * Response: for each symbol the best trade within the filters, ordered by score and then annualized
 * return, highest first.
 */
export const BestIncomeSchema = v.object({
  trades: v.array(BestTradeSchema),
  /** Number of symbols that pass the filters, before `limit` is applied. */
  matching: integer,
  /** Time at which the scan was published; null if no scan has run yet. */
  dateOfScan: v.nullable(datetime),
  /** The trading day whose data the scan uses. */
  tradingDay: v.nullable(day),
  /** Every field of the trades that the partner may not show; absent without such fields. */
  unknown: v.optional(v.array(UnknownFieldSchema)),
})
export type BestIncome = v.InferInput<typeof BestIncomeSchema>
export type WireBestIncome = v.InferOutput<typeof BestIncomeSchema>
