/**
 * Chain: every listed option of a symbol as a table, expiry by strike. Additive to the specification. Names,
 * units and figures are those of contract/responses/income.ts: a contract in a cell of How has the same
 * figures here.
 */
import * as v from 'valibot'
import { finite, integer } from './lists/ideas.ts'
import { refusalReasons, riskProfiles, timeframes } from './income.ts'
import { datetime, day } from './dates.ts'
import { licensed } from './licensed.ts'
import { DataStatusSchema } from './resources.ts'
import { UnknownFieldSchema } from './unknown.ts'

/**
 * One listed option. Computed fields are null if its quote, or its expiry's, is refused: `refused`
 * has the reason. The reasons `no-bid`, `wide-spread` and `below-fair-value` do not mean that the
 * quote is wrong, only that the contract is unattractive to sell: its figures are present (without
 * a usable bid, no return). Prices are null if the partner may not show them (licensed.ts).
 */
export const ChainOptionSchema = v.object({
  /** OSI symbol, which the income look-up accepts as `contract`. */
  id: v.string(),
  /** Dollars per share; 0 without a bid. */
  bid: licensed(finite),
  /** Dollars per share; 0 without an ask. */
  ask: licensed(finite),
  /** Number of contracts; null if the source does not provide it. */
  openInterest: v.nullable(finite),
  volume: v.nullable(finite),
  /** Implied volatility of the expiry's smile at the strike, yearly decimal. */
  impliedVolatility: v.nullable(finite),
  /** Delta of a bought option: calls 0 to 1, puts -1 to 0. */
  delta: v.nullable(finite),
  /** Probability that it expires worthless, as in How. */
  probability: v.nullable(finite),
  /**
   * Return of selling it at the bid less the commission, not annualised and annualised, as in How. Null also if it would not be
   * positive, and for an index. If it is not null, the income look-up has the contract as a
   * trade.
   */
  return: v.nullable(finite),
  annualizedReturn: v.nullable(finite),
  /** Reason for which How excludes the contract; null if its quote is accepted. */
  refused: v.nullable(v.picklist(refusalReasons)),
  /** The cell of How's 3 x 3 grid that it fills without a cost basis; null for most. */
  cell: v.nullable(v.object({ timeframe: v.picklist(timeframes), riskProfile: v.picklist(riskProfiles) })),
})
export type ChainOption = v.InferInput<typeof ChainOptionSchema>
export type WireChainOption = v.InferOutput<typeof ChainOptionSchema>

/** The call and the put of one strike. Contracts that do not deliver 100 shares have separate rows. */
export const ChainRowSchema = v.object({
  strike: finite,
  /** Null if none is listed. */
  call: v.nullable(ChainOptionSchema),
  put: v.nullable(ChainOptionSchema),
})
export type ChainRow = v.InferInput<typeof ChainRowSchema>
export type WireChainRow = v.InferOutput<typeof ChainRowSchema>

export const ChainExpirySchema = v.object({
  expiryDate: day,
  /** 16:00 New York on that day, 13:00 on early closes. */
  expiry: datetime,
  /** Calendar days from the market's today. */
  daysUntilExpiry: integer,
  /** The row of How's grid that the expiry belongs to; null if it belongs to none. */
  timeframe: v.nullable(v.picklist(timeframes)),
  /** Implied volatility at the money, yearly decimal; null if the quotes are refused. */
  impliedVolatility: v.nullable(finite),
  /**
   * One standard deviation of the price at the expiry, dollars per share; null if the quotes are
   * refused.
   */
  expectedMove: v.nullable(finite),
  /** Reason for refusing the whole expiry, whose figures are then null; otherwise null. */
  refused: v.nullable(v.picklist(refusalReasons)),
  /** By strike, lowest first; empty if the query asks for another expiry. */
  rows: v.array(ChainRowSchema),
})
export type ChainExpiry = v.InferInput<typeof ChainExpirySchema>
export type WireChainExpiry = v.InferOutput<typeof ChainExpirySchema>

export const ChainSchema = v.object({
  underlying: v.string(),
  /** Last price, dollars; null if nothing has traded. */
  stockPrice: v.nullable(finite),
  /** Price of the underlying at the time of the quotes, used for all figures; null without options. */
  chainPrice: v.nullable(finite),
  /** Time of the quotes; null without options. */
  optionsAsOf: v.nullable(datetime),
  /** Commission per sold contract, dollars; returns are after it. */
  commission: finite,
  /** Expiries after today, nearest first; empty if no options are listed. */
  expiries: v.array(ChainExpirySchema),
  /** All contracts of the symbol, including those not in `expiries`. */
  listedContracts: integer,
  /**
   * Every field that is null, or has only null values, because the whole chain is unknown or
   * refused, or because the partner may not show it, with the reason.
   */
  unknown: v.array(UnknownFieldSchema),
  dataStatus: DataStatusSchema,
  messageType: v.literal('SUCCESS'),
})
export type Chain = v.InferInput<typeof ChainSchema>
export type WireChain = v.InferOutput<typeof ChainSchema>

/** Filters of the chain; absent = no filter. */
export const ChainQuerySchema = v.object({
  /** Rows of this expiry only. The others stay in the list with their figures, but without rows. */
  expiry: v.optional(v.pipe(v.string(), v.isoDate('expected an expiration date such as 2027-01-15'))),
})
export type ChainQuery = v.InferOutput<typeof ChainQuerySchema>
