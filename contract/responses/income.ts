/**
 * How: covered calls and short puts of one symbol, schema and type side by side. Names and units as in
 * contract/responses/resources.ts.
 */
import * as v from 'valibot'
import { finite, integer, MessageSchema, SentimentSchema } from './lists/ideas.ts'
import { datetime, day } from './dates.ts'
import { licensed } from './licensed.ts'
import { DataStatusSchema } from './resources.ts'
import { UnknownFieldSchema, UnknownReasonSchema } from './unknown.ts'

export const severities = ['Good', 'Neutral', 'Bad'] as const
export const checklistNames = [
  'ProbabilityOfProfit',
  'AnnualizedReturn',
  'Earnings',
  'Liquidity',
  'StockTrend',
  'MarketTrend',
  'ImpliedVolatility',
  'Dividend',
  'Score',
] as const

/** docs/specification.md 2.4. */
export const ChecklistItemSchema = v.object({
  name: v.picklist(checklistNames),
  /**
   * Null if its input is unknown. Of a figure with a standard error Good or Bad only if it is at least one error beyond the
   * threshold.
   */
  severity: v.nullable(v.picklist(severities)),
  /** Additive: why `severity` is null. */
  reason: v.nullable(UnknownReasonSchema),
  /** Null if it has a price that the partner may not show (licensed.ts). */
  sentence: licensed(v.string()),
  /** Additive: `sentence` without a language. Null if `sentence` is. */
  sentenceMessage: licensed(MessageSchema),
})
export type ChecklistItem = v.InferInput<typeof ChecklistItemSchema>
export type WireChecklistItem = v.InferOutput<typeof ChecklistItemSchema>

export const legTypes = ['call', 'put'] as const
export const timeframes = ['short', 'medium', 'long'] as const
export const riskProfiles = ['optimal', 'conservative', 'aggressive'] as const
export type LegType = (typeof legTypes)[number]
export type Timeframe = (typeof timeframes)[number]
export type RiskProfile = (typeof riskProfiles)[number]

export const incomeWarnings = [
  'below-cost-basis',
  'earnings-before-expiry',
  'dividend-before-expiry',
  'wide-spread',
  'under-100-shares',
] as const
export type IncomeWarning = (typeof incomeWarnings)[number]

/**
 * Reasons for excluding a listed contract. `crossed`: the ask is not above the bid; `above-bound`: the price is above
 * the theoretical maximum; `not-monotone`, `not-convex`, `calendar` and `parity`: it contradicts other quotes;
 * `below-fair-value`: the bid is far below the fair value; `price-drift` and `old-chain` apply to the whole chain;
 * `adjusted`: it does not deliver 100 shares.
 */
export const refusalReasons = [
  'crossed',
  'above-bound',
  'not-monotone',
  'not-convex',
  'calendar',
  'parity',
  'far-from-smile',
  'no-bid',
  'price-drift',
  'old-chain',
  'adjusted',
  'below-fair-value',
  'wide-spread',
] as const
export type RefusalReason = (typeof refusalReasons)[number]

/**
 * The parts of a premium, dollars per share:
 * premium = assignmentCost + volatilityPremium - spreadCost.
 */
export const PremiumPartsSchema = v.object({
  /**
   * Expected cost of assignment under the forecast of the score, discounted: the rise above the strike that the seller
   * of a covered call forgoes, or the fall below it that the seller of a put pays for. At least 0.
   */
  assignmentCost: finite,
  /** Fair value less the cost of assignment: what buyers pay for more volatility than the forecast has. */
  volatilityPremium: finite,
  /** Fair value less the premium: what selling at the bid costs. */
  spreadCost: finite,
})

/** One gain over two prices of the same shares, decimal. */
export const ReturnPairSchema = v.object({
  /** Relative to the shares' price today; for a put relative to the strike, the cash set aside. */
  onPrice: finite,
  /** Relative to the shares' cost; null without a cost basis, and for puts. */
  onBasis: v.nullable(finite),
})

/**
 * Returns of a trade by expiry at its bid less the commission, not annualised. S is the stock's price when the
 * chain was quoted (`chainPrice`), K the strike, b the premium less the commission, C the cost of a share of the
 * position: `costBasis`, and S for shares still to be bought.
 */
export const ReturnsSchema = v.object({
  /**
   * If the stock price does not change: (b - max(0, S - K)) over S and C; for a put (b - max(0, K -
   * S)) over K. `onPrice` equals `return`.
   */
  ifUnchanged: ReturnPairSchema,
  /** If the shares are called away: (K - S + b) over S, (K - C + b) over C; null for puts. */
  ifAssigned: v.nullable(ReturnPairSchema),
  /** Effective purchase price per share if a put is assigned, K less the bid, dollars; null for calls. */
  purchasePrice: v.nullable(finite),
})

/** An event without a known date that the options imply, for example an earnings report. */
export const ImpliedEventSchema = v.object({
  /** Standard deviation of the logarithmic price that the event adds, decimal. */
  move: finite,
  /** The last expiration before the event; null if no earlier one shows when it starts. */
  after: v.nullable(day),
  /** The first expiration after the event. */
  until: day,
})

/** Price range of one standard deviation at an expiry, dollars. */
export const ExpectedMoveSchema = v.object({ low: finite, high: finite, deviation: finite })

/**
 * docs/specification.md 2.4. One contract of the income selection, sold to open against shares (call) or cash
 * (put). Prices, and figures from which a price can be computed, are null if the partner may not show them
 * (licensed.ts).
 */
export const IncomeOptionSchema = v.object({
  strike: finite,
  /**
   * Return if the price does not change, decimal: the premium minus the intrinsic value and the
   * commission, over the stock price (call) or the strike (put).
   */
  return: licensed(finite),
  /** Simple: `return` x 365 / days. */
  annualizedReturn: licensed(finite),
  /** The bid, dollars per share. */
  premium: licensed(finite),
  /** 16:00 New York on the expiration day, 13:00 on early closes. */
  expiry: datetime,
  legType: v.picklist(['Call', 'Put']),
  /**
   * Probability that the option expires worthless, from the distribution that the options of its
   * expiry imply. Not derived from delta.
   */
  probability: finite,
  /** Additive: standard error of `probability` from the quotes of the expiry, decimal. */
  probabilityError: finite,
  /** Additive: probability that the position gains at all, by the same distribution. */
  probabilityOfProfit: finite,
  /** Additive: standard error of `probabilityOfProfit`. */
  probabilityOfProfitError: finite,
  /** Calendar days from the market's today. */
  daysUntilExpiry: integer,
  delta: finite,
  /** Price of the underlying at expiry where the position neither gains nor loses, dollars. */
  breakeven: licensed(finite),
  /** Dollars for the whole position: all contracts, 100 shares each. */
  maxReward: licensed(finite),
  /** Dollars for the whole position, positive. */
  maxRisk: licensed(finite),
  /**
   * 0 to 250: 100 x expected gain over expected loss at expiry. 100 is a fair bet under the
   * forecast in `scoreParts`.
   */
  serviceScore: integer,
  /**
   * Additive: standard error of `serviceScore` from the quotes of the expiry; not of the volatility forecast. 0 if the
   * score is certain, because no gain or no loss is possible.
   */
  scoreError: finite,
  inPlainEnglish: licensed(v.string()),
  checklist: v.array(ChecklistItemSchema),
  /** Additive: `inPlainEnglish` without a language. */
  inPlainEnglishMessage: licensed(MessageSchema),
  /** Additive: OSI symbol of the contract, without padding of its root. */
  id: v.string(),
  /** Additive: the expiration day. */
  expiryDate: day,
  /** Additive: the cell of the 3 x 3 grid. */
  timeframe: v.picklist(timeframes),
  riskProfile: v.picklist(riskProfiles),
  /** Additive: dollars per share. */
  bid: licensed(finite),
  ask: licensed(finite),
  /** Additive: number of contracts; null if the source does not provide it. */
  openInterest: v.nullable(finite),
  volume: v.nullable(finite),
  /** Additive: decimal, from the contract's own mid price, smoothed across strikes. */
  impliedVolatility: finite,
  /** Additive: per share; gamma per dollar, theta per calendar day, vega and rho per percentage point. */
  gamma: finite,
  theta: finite,
  vega: finite,
  rho: finite,
  /** Additive: number of contracts in the position: one per 100 shares. */
  contracts: integer,
  /** Additive: bid-ask spread over the mid price, decimal. */
  spread: finite,
  /**
   * Additive: expected fill of a patient seller, dollars per share: a quarter of the way from the bid to the
   * mid if the spread is narrow. Contracts are selected by it; premium and returns use the bid.
   */
  fillPrice: licensed(finite),
  /** Additive: dollars per share at the volatility that the other options of the expiry imply. */
  fairValue: licensed(finite),
  /** Additive: standard error of `fairValue`, dollars per share. */
  fairValueError: licensed(finite),
  /** Additive: the parts of the premium. */
  premiumParts: licensed(PremiumPartsSchema),
  /** Additive: that the price of the underlying reaches the strike at any time before expiry, 0 to 1. */
  probabilityOfTouch: finite,
  /**
   * Additive: lower bound of the expected profit at expiry per dollar at risk and root of a year, by which contracts and
   * the trades of Best income are compared; negative if a loss is expected.
   */
  expectedProfit: finite,
  /**
   * Additive: price range of one standard deviation at the expiry, from the at-the-money
   * volatility; dollars.
   */
  expectedMove: licensed(ExpectedMoveSchema),
  /**
   * Additive: returns if the stock does not move and if assigned, relative to its price and to the shares'
   * cost.
   */
  returns: licensed(ReturnsSchema),
  /**
   * Additive: the first event that the options imply before the expiry, if no earnings report is known before it;
   * null if they imply none. `warnings` then has `earnings-before-expiry`.
   */
  impliedEvent: v.optional(v.nullable(ImpliedEventSchema)),
  /** Additive: warnings for the seller. */
  warnings: v.array(v.picklist(incomeWarnings)),
  /** Additive: components of `serviceScore`. */
  scoreParts: v.object({
    /** Dollars per share at expiry, each at least 0. */
    expectedGain: licensed(finite),
    expectedLoss: licensed(finite),
    /**
     * `mixture`: half implied by the options, half from realised volatility and the moves of earnings
     * reports; `implied`: from the options alone, without usable bars.
     */
    forecast: v.picklist(['mixture', 'implied']),
    /** Weight of the implied part, 0 to 1. */
    impliedWeight: finite,
    /**
     * Realised volatility of the stock in sessions without earnings reports, yearly decimal; null if the
     * forecast does not use it.
     */
    realizedVolatility: v.nullable(finite),
    /**
     * Additive: standard deviation of the logarithmic price that earnings reports before the expiry add to
     * the realised part; null if they add nothing.
     */
    reportMove: v.optional(v.nullable(finite)),
    /**
     * Components of the score's first edition, in dollars per share inside the 80 % range of the price at
     * expiry. Deprecated: kept for widgets of release 1.1.0 and before.
     */
    probabilityOfProfit: finite,
    expectedReward: licensed(finite),
    expectedRisk: licensed(finite),
    rangeLow: licensed(finite),
    rangeHigh: licensed(finite),
  }),
})
export type IncomeOption = v.InferInput<typeof IncomeOptionSchema>
export type WireIncomeOption = v.InferOutput<typeof IncomeOptionSchema>

/** Additive: the next best contract for a cell without a fitting contract, with the reason. */
export const AlternativeSchema = v.object({
  ...IncomeOptionSchema.entries,
  /** Null if it has a price that the partner may not show. */
  reason: licensed(v.string()),
  reasonMessage: licensed(MessageSchema),
})
export type Alternative = v.InferInput<typeof AlternativeSchema>
export type WireAlternative = v.InferOutput<typeof AlternativeSchema>

/** Range of calendar days to expiry, inclusive. */
export const DayRangeSchema = v.object({ from: integer, to: integer })
export type DayRange = v.InferOutput<typeof DayRangeSchema>

/** docs/specification.md 2.4. */
export const IncomeSchema = v.object({
  underlying: v.string(),
  /** Null if the bars are insufficient; `unknown` has the reason. */
  sentiment: v.nullable(SentimentSchema),
  /** Null if nothing has traded. */
  stockPrice: v.nullable(finite),
  /**
   * Additive: time of the option quotes, and so of all figures computed from them; null without
   * options.
   */
  optionsAsOf: v.nullable(datetime),
  /** Additive: price of the underlying at that time, used for returns, probabilities and scores. */
  chainPrice: v.nullable(finite),
  /** Additive: commission per sold contract, dollars; returns and scores are after it. */
  commission: finite,
  /** Up to 9 covered calls, one per cell; cells without a fitting contract have none. */
  callOptimals: v.pipe(v.array(IncomeOptionSchema), v.maxLength(9)),
  /** Up to 9 short puts. The specification does not define the name of this field. */
  putOptimals: v.pipe(v.array(IncomeOptionSchema), v.maxLength(9)),
  /** Additive: the next best contracts for empty cells. */
  callAlternatives: v.array(AlternativeSchema),
  putAlternatives: v.array(AlternativeSchema),
  /** Additive: the range of days of each row of the 3 x 3 grid. */
  timeframes: v.object({ short: DayRangeSchema, medium: DayRangeSchema, long: DayRangeSchema }),
  /** Additive: the position used for sizing. */
  stockQuantity: v.nullable(integer),
  costBasis: v.nullable(finite),
  /** Additive: dollars set aside for puts; null if the query has none. */
  cash: v.nullable(finite),
  /**
   * Additive: the listed contract that the query names (`contract`), computed like the contract of
   * a cell, whether or not it fills one. `timeframe` and `riskProfile` are those of its cell, or of
   * the nearest cell. Null if the query names none, or if it cannot be computed; `unknown` then has
   * the reason.
   */
  contract: v.nullable(IncomeOptionSchema),
  /**
   * Additive: reason for refusing the quote of that contract; null if it is accepted or the query
   * names none.
   */
  contractRefused: v.nullable(v.picklist(refusalReasons)),
  /** Additive: numbers of excluded contracts, by reason. */
  refused: v.array(v.object({ reason: v.picklist(refusalReasons), count: integer })),
  /** Additive: every field that is null because data is missing, with the reason. */
  unknown: v.array(UnknownFieldSchema),
  /** Additive: contracts listed for the symbol; 0 = no listed options. */
  listedContracts: integer,
  /** Additive. */
  dataStatus: DataStatusSchema,
  messageType: v.literal('SUCCESS'),
})
export type Income = v.InferInput<typeof IncomeSchema>
export type WireIncome = v.InferOutput<typeof IncomeSchema>
