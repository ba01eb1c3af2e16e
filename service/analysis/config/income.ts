/** Constants of income trades. */
import { maxScore } from '#contract/responses/conventions.ts'

export const income = {
  /** Calendar days to expiry, inclusive bounds. */
  timeframes: { short: { from: 20, to: 49 }, medium: { from: 50, to: 89 }, long: { from: 90, to: 180 } },
  /**
   * Probability of expiring worthless: band from `low` (inclusive) to `high` (exclusive), and
   * target.
   */
  profiles: {
    conservative: { low: 0.8, high: 0.95, target: 0.85 },
    optimal: { low: 0.68, high: 0.8, target: 0.74 },
    aggressive: { low: 0.5, high: 0.68, target: 0.6 },
  },
  /** Contracts within this distance of the target probability are equally suitable. */
  targetReach: 0.04,
  /**
   * Expected fill price: the bid plus `share` of the distance from bid to mid if the relative
   * spread is below `narrow`, otherwise the bid.
   */
  fill: { share: 0.25, narrow: 0.1 },
  /**
   * Rule of the selection: a spread above `wide` is refused if a contract within `targetReach` has at
   * most `share` of it. The warning about a spread starts lower, at `wideSpread`, and selects nothing.
   */
  quality: { wide: 0.25, share: 0.5 },
  /**
   * Cells of a row share an expiry if no cell loses more value than `loss` of its premium. A monthly
   * expiry is preferred if its total value is within `tie` of the premiums of the best.
   */
  row: { loss: 0.05, tie: 0.02 },
  /** Standard errors between the expected profit and its lower bound, by which contracts are compared. */
  value: { errors: 1 },
  /**
   * Maximum relative difference between last price and chain price. Beyond it, nothing is
   * recommended.
   */
  maxDrift: 0.02,
  /**
   * Quotes and price within this time of each other are simultaneous, even if their days differ.
   */
  simultaneousMs: 3_600_000,
  /** Maximum relative fall of total at-the-money variance from one expiry to a later one. */
  maxVarianceFall: 0.1,
  /** Bids below this share of fair value are refused. */
  minFairShare: 0.75,
  /** Expiries with fewer days left are not offered, not even as alternatives. */
  minDays: 7,
  minBid: 0.05,
  /** Commission of a sale without a setting, dollars per contract. */
  commission: 0.65,
  maxSpread: 0.6,
  minOpenInterest: 10,
  minAnnualizedReturn: 0.02,
  /** Maximum distance of an alternative from its probability band. */
  alternativeReach: 0.1,
  /** Maximum number of days between an alternative's expiry and its time frame. */
  alternativeDays: 21,
  maxScore,
  /**
   * Standard normal quantile of the 80 % price range, which the first version of the score used.
   */
  firstScoreQuantile: 1.2815515655446004,
} as const
