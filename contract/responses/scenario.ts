/**
 * Scenario: values of a sold option on other days, at other volatilities and prices, computed by the service;
 * clients interpolate and do not price. Additive to the specification. Names and units as in
 * contract/responses/income.ts.
 */
import * as v from 'valibot'
import { ContractParameter } from './contract-id.ts'
import { finite, integer } from './ideas.ts'
import { refusalReasons } from './income.ts'
import { datetime, day } from './dates.ts'
import { DataStatusSchema } from './resources.ts'

/** The seller's sensitivities of one sold contract (100 shares), dollars: How's, which are of a share held, x -100. Positive is to the seller's good. */
export const SellerGreeksSchema = v.object({
  /** Dollars per dollar that the underlying rises. */
  delta: finite,
  /** Change of `delta` per dollar. */
  gamma: finite,
  /** Dollars a calendar day. */
  theta: finite,
  /** Dollars per percentage point that volatility rises. */
  vega: finite,
  /** Dollars per percentage point that the interest rate rises. */
  rho: finite,
})
export type SellerGreeks = v.InferOutput<typeof SellerGreeksSchema>

/** Query: the contract. */
export const ScenarioQuerySchema = v.object({ contract: ContractParameter })

/**
 * Values lie so close that between two of their days, shifts and prices a straight line along each of the three is good enough.
 * On an ex-date the price of an option jumps: both sides of it are among the days.
 */
export const ScenarioSchema = v.object({
  /** OSI symbol, as the chain has it. */
  id: v.string(),
  underlying: v.string(),
  expiryDate: day,
  strike: finite,
  legType: v.picklist(['Call', 'Put']),
  /** The moment of the quotes, and the underlying's price then: the middle of the grid. */
  optionsAsOf: datetime,
  chainPrice: finite,
  /** Reason for which nothing is computed: lists are then empty and figures null. Otherwise null. */
  refused: v.nullable(v.picklist(refusalReasons)),
  /** How's: dollars per share at the volatility the other options of the expiry imply; null on the last day, too. */
  fairValue: v.nullable(finite),
  /** Of the expiry's smile at the strike, yearly decimal; null on the last day, too. */
  impliedVolatility: v.nullable(finite),
  /**
   * Break-even price of the underlying at expiry for the position, sold at the bid and bought or secured at
   * `chainPrice`, dollars; null without a bid.
   */
  breakeven: v.nullable(finite),
  /** Calendar days left until expiry, falling, from today's to 0. */
  daysLeft: v.array(integer),
  /** Percentage points added to the volatility, rising, 0 among them. */
  volatilityShifts: v.array(finite),
  /** Prices of the underlying, dollars, rising; `strike`, `breakeven` and `chainPrice` among them. */
  prices: v.array(finite),
  /**
   * Value of the option, dollars per share: `values[day][shift][price]`, in the order of the three lists. At
   * 0 days it is the payoff; today, without shift and at `chainPrice`, it is `fairValue`, or the certain
   * value of exercise (now, or on the next ex-date) if that is higher.
   */
  values: v.array(v.array(v.array(finite))),
  /** Today's, of one sold contract; null on the last day, too. */
  greeks: v.nullable(SellerGreeksSchema),
  dataStatus: DataStatusSchema,
  messageType: v.literal('SUCCESS'),
})
export type Scenario = v.InferOutput<typeof ScenarioSchema>
