/**
 * Scenario: values of a sold option on other days, at other volatilities and prices, computed by the service;
 * clients interpolate and do not price. Additive to the specification. Names and units as in
 * contract/responses/income.ts.
 */
import * as v from 'valibot'
import { ContractParameter } from './contract-id.ts'
import { finite, integer } from './lists/ideas.ts'
import { refusalReasons } from './income.ts'
import { datetime, day } from './dates.ts'
import { licensed } from './licensed.ts'
import { DataStatusSchema } from './resources.ts'
import { UnknownFieldSchema } from './unknown.ts'

/**
 * Sensitivities of one sold contract (100 shares) for the seller, dollars: those of How, which are
 * per share of a bought option, x -100. A positive value is a gain for the seller.
 */
export const SellerGreeksSchema = v.object({
  /** Dollars per dollar that the underlying rises. */
  delta: finite,
  /** Change of `delta` per dollar. */
  gamma: finite,
  /** Dollars per calendar day. */
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
 * Option values on a grid of days, volatility shifts and prices. The grid is fine enough for linear
 * interpolation along each of the three. The price of an option jumps on an ex-date, so the days on
 * both sides of it are in the grid. Without the right to show prices, the lists of prices and values are empty
 * and figures in dollars null (licensed.ts).
 */
export const ScenarioSchema = v.object({
  /** OSI symbol, as in the chain. */
  id: v.string(),
  underlying: v.string(),
  expiryDate: day,
  strike: finite,
  legType: v.picklist(['Call', 'Put']),
  /** Time of the quotes, and price of the underlying at that time: the centre of the grid. */
  optionsAsOf: datetime,
  chainPrice: licensed(finite),
  /** Reason why nothing is computed: lists are then empty and figures null. Otherwise null. */
  refused: v.nullable(v.picklist(refusalReasons)),
  /**
   * As in How: dollars per share at the volatility that the other options of the expiry imply. Also
   * null on the last day.
   */
  fairValue: v.nullable(finite),
  /**
   * Implied volatility of the expiry's smile at the strike, yearly decimal. Also null on the last
   * day.
   */
  impliedVolatility: v.nullable(finite),
  /**
   * Break-even price of the underlying at expiry for the position, sold at the bid and bought or secured at
   * `chainPrice`, dollars; null without a bid.
   */
  breakeven: v.nullable(finite),
  /** Calendar days until expiry, descending, from today's number to 0. */
  daysLeft: v.array(integer),
  /** Percentage points added to the volatility, ascending; includes 0. */
  volatilityShifts: v.array(finite),
  /**
   * Prices of the underlying, dollars, ascending; includes `strike`, `breakeven` and `chainPrice`.
   */
  prices: v.array(finite),
  /**
   * Value of the option, dollars per share: `values[day][shift][price]`, in the order of the three lists. At
   * 0 days it is the payoff; today, without shift and at `chainPrice`, it is `fairValue`, or the certain
   * value of exercise (now, or on the next ex-date) if that is higher.
   */
  values: v.array(v.array(v.array(finite))),
  /** Today's sensitivities of one sold contract. Also null on the last day. */
  greeks: v.nullable(SellerGreeksSchema),
  /** Every field that the partner may not show; absent without such fields. */
  unknown: v.optional(v.array(UnknownFieldSchema)),
  dataStatus: DataStatusSchema,
  messageType: v.literal('SUCCESS'),
})
export type Scenario = v.InferInput<typeof ScenarioSchema>
export type WireScenario = v.InferOutput<typeof ScenarioSchema>
