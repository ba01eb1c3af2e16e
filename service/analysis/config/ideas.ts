/** Constants of ideas and of their strength. */

export const ideas = {
  /** Number of trading days for which a signal counts, including the day of the match. */
  sessions: 5,
  /** Factor by which a signal's weight decays per trading day. */
  decay: 0.8,
  /** Factor of the weight of a signal that opposes the market's six-month trend. */
  againstMarket: 0.75,
  /**
   * Minimum sum of the decayed weights of an idea's signals. A signal of weight 1 suffices on the
   * day of its match. On later days, or if it opposes the market, a second signal is necessary. A
   * supporting signal has half the weight.
   */
  minWeight: 1,
  /**
   * The same if the symbol's options are illiquid, because the signals must justify the spread.
   */
  minWeightNotLiquid: 2,
  /**
   * Maximum number of published ideas. The strongest are published. Users read no more of them,
   * and one response contains all.
   */
  maxIdeas: 250,
  /** Minimum price of the stock, dollars. */
  minPrice: 5,
  /** Minimum dollar volume per day, 20-day average. */
  minTurnover: 2_000_000,
} as const

/** Components of an idea's strength: strength.ts. The weights add up to 1. */
export const strength = {
  /** Limit of a standardised part, in standard deviations from the mean. */
  maxDeviations: 3,
  weights: { signals: 0.35, rank: 0.2, liquidity: 0.15, volatility: 0.1, income: 0.2 },
  liquidity: {
    /** Median spread, as a share of mid, at and above which the tightness is 0. */
    maxSpread: 0.3,
    /** Open interest at which the depth is 0, and at which it is 1. */
    openInterest: [1_000, 100_000],
  },
  income: {
    /** Score that counts 0, and score that counts 1. */
    score: [60, 130],
    /** Annualized return that counts 1/2. */
    halfYield: 0.12,
  },
} as const
