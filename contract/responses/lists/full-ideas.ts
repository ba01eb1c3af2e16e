/**
 * The complete ideas of the overnight scan: the fields of contract/responses/lists/ideas.ts, and those that the widget's
 * list does not need.
 */
import * as v from 'valibot'
import { finite, integer, MessageSchema, TradeIdeaSchema, TradeIdeasSchema } from './ideas.ts'
import { legTypes } from '#contract/responses/income.ts'
import { datetime, day } from '#contract/responses/dates.ts'
import { UnknownFieldSchema } from '#contract/responses/unknown.ts'

/**
 * Median bid-ask spread of commonly traded options: `tight` under 5 % of the mid price, `fair`
 * under 15 %, or `wide`.
 */
export const SpreadClassSchema = v.picklist(['tight', 'fair', 'wide'])
export type SpreadClass = v.InferOutput<typeof SpreadClassSchema>

/** Component of `strength`, 0 to 1. Null if unknown; it then counts as the mean, and `income` as 0. */
const part = v.nullable(finite)

export const FullTradeIdeaSchema = v.object({
  ...TradeIdeaSchema.entries,
  /** When the scan that produced the idea ran. */
  dateOfScan: datetime,
  /** `liquidityRank` in words. */
  liquidityExplanation: v.string(),
  exchange: v.string(),
  region: v.string(),
  /** Additive: the components of `strength`, see docs/rules.md. */
  strengthParts: v.object({ signals: part, rank: part, liquidity: part, volatility: part, income: part }),
  /** Additive: trading days since `rules[0]` fired; 0 = at the scan's last bar. */
  signalAge: integer,
  /**
   * Additive: annualised return (simple, decimal) and score of the covered call and the short put
   * with the highest score among those that How shows. Null if How shows none; `unknown` has the
   * reason if data is missing.
   */
  callYield: v.nullable(finite),
  callScore: v.nullable(integer),
  putYield: v.nullable(finite),
  putScore: v.nullable(integer),
  /** Additive: calendar days until these two contracts expire; null if there is no such contract. */
  callDays: v.nullable(integer),
  putDays: v.nullable(integer),
  /**
   * Additive: strategies whose Medium · Optimal cell held a tradable contract at the scan: options on the
   * symbol are liquid, and the contract's spread is not wide. Null if unknown.
   */
  mediumOptimal: v.nullable(v.array(v.picklist(legTypes))),
  /** Additive: 30-day implied volatility, yearly, decimal. */
  impliedVolatility: v.nullable(finite),
  /** Additive: share of the last year's days with a lower implied volatility, 0 to 100; null with too few days. */
  impliedVolatilityPercentile: v.nullable(finite),
  /** Additive: 30-day implied volatility over the realised volatility of 20 sessions. */
  impliedToRealizedVolatility: v.nullable(finite),
  /** Additive: calendar days until the next earnings. */
  daysToEarnings: v.nullable(integer),
  /** Additive: the day of the next earnings. */
  earningsDate: v.nullable(day),
  /**
   * Additive: expected move of the stock until the first expiry after the earnings: one standard deviation, decimal,
   * from the at-the-money volatility. It covers all days until that expiry, not only the day of the report.
   */
  earningsMove: v.nullable(v.object({ deviation: finite, expiryDate: day })),
  /** Additive: the next declared ex-dividend day. */
  exDividendDate: v.nullable(day),
  /** Additive: class of the options' median bid-ask spread; null if unknown. */
  spreadClass: v.nullable(SpreadClassSchema),
  /** Additive: relation of the idea to the market's trend; null if the trend is neutral or unknown. */
  toneSentence: v.nullable(v.string()),
  toneMessage: v.nullable(MessageSchema),
  /** Additive: every field that is null because data is missing, with the reason. */
  unknown: v.array(UnknownFieldSchema),
})
export type FullTradeIdea = v.InferInput<typeof FullTradeIdeaSchema>
export type WireFullTradeIdea = v.InferOutput<typeof FullTradeIdeaSchema>

/** docs/specification.md 4.1: the latest batch of the overnight scan. */
export const FullTradeIdeasSchema = v.object({
  ...TradeIdeasSchema.entries,
  dateOfScan: v.nullable(datetime),
  tradingDay: v.nullable(day),
  tradingDaysOld: v.nullable(v.pipe(integer, v.minValue(0))),
  tradeIdeas: v.array(FullTradeIdeaSchema),
})
export type FullTradeIdeas = v.InferInput<typeof FullTradeIdeasSchema>
export type WireFullTradeIdeas = v.InferOutput<typeof FullTradeIdeasSchema>
