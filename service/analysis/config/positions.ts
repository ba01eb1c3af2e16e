/** Constants of an open or chosen position: rolls, the forecast for its score, and scenarios. */

/**
 * Analysis of an open short option: analysis/roll.ts. Shares of the premium at which sellers close are in
 * position-states.ts of the contract.
 */
export const roll = {
  /** Maximum number of candidates per kind. */
  maxPerKind: 3,
  /**
   * A roll with a debit is offered only if the strike improves by at least this multiple of the
   * debit.
   */
  strikeGain: 2,
  /** Maximum size of the table of rolls. It has room for all candidates: 7 expiries and 7 strikes at most. */
  maxExpiries: 8,
  maxStrikes: 11,
  /** Assignment is near if the time value is at most these dollars or this share of the price. */
  littleTimeValue: { dollars: 0.05, share: 0.001 },
} as const

/**
 * The forecast for a trade's score: a mixture of the implied distribution and a distribution with
 * the realised volatility and the moves of earnings reports (docs/decisions/0079).
 */
export const forecast = {
  /** Weight of the implied distribution in the mixture. */
  impliedWeight: 0.5,
  /**
   * Windows of realised variance and their weights, fitted by bench/forecast.ts. Without `min`
   * sessions there is no realised volatility. `perYear` annualizes it.
   */
  sessions: {
    windows: [
      { sessions: 5, weight: 0.1 },
      { sessions: 22, weight: 0.5 },
      { sessions: 66, weight: 0.4 },
    ],
    min: 20,
    perYear: 252,
  },
  reports: {
    /**
     * An overnight move of more than `minDeviations` standard deviations counts as a report if it is
     * at least `minDistance` sessions from every other one.
     */
    minDeviations: 4,
    minDistance: 45,
    /** Calendar days and sessions from one report to the next. */
    quarterDays: 91,
    quarterSessions: 63,
    /**
     * The move of an average report, in daily standard deviations of the stock, counts as much as
     * `priorCount` past reports.
     */
    usualDeviations: 4,
    priorCount: 2,
    /** The surface shows a report if it is at least this share of the variance around it. */
    minImpliedShare: 0.2,
  },
  /**
   * An event that no calendar has is implied if the variance that it adds exceeds `standardErrors`,
   * `minShare` of the variance between the expiries around it, and that of `minDeviations` usual
   * sessions. `minError`: minimum relative error of a volatility at the money.
   */
  events: { standardErrors: 2.5, minShare: 0.25, minDeviations: 2.75, minError: 0.01 },
} as const

/** Days, volatilities and prices of a scenario: scenario/axes.ts. */
export const scenario = {
  /**
   * Tolerated interpolation error: the larger of a share of the option's price and an amount in
   * dollars.
   */
  share: 0.01,
  minError: 0.01,
  /** Maximum number of values, about 30 kB. The tolerance is increased to stay below it. */
  maxValues: 5400,
  /** Steps of a tree. */
  steps: 41,
  /** Dollars per share that are treated as zero. */
  negligible: 0.0005,
  /**
   * `share`: steps over days relative to the steps that the tolerance permits. `minStep`: days.
   */
  days: { share: 1, minStep: 1 },
  /**
   * `maxDown`, `maxUp`: largest shifts of the yearly volatility, decimal; the shifted volatility
   * stays between half and twice the volatility. `minSteps`: minimum number of steps to either
   * side. `share`: as for days.
   */
  shifts: { maxDown: 0.1, maxUp: 0.2, minSteps: 2, share: 0.9 },
  /**
   * `deviations`: range to either side in standard deviations. `max`, `min`: bounds of that range
   * as a logarithm of the price. `share`: as for days.
   */
  prices: { deviations: 2.5, max: 1.4, min: 0.05, share: 0.8 },
} as const

export const dividends = {
  /** An implied dividend is significant if it exceeds this many standard errors. */
  minStandardErrors: 2,
  /** Days between the dividends of a schedule. */
  periodDays: 91,
  /** Expiries with at most this many days to expiry are fitted, if there are at least `minExpiries`. */
  maxDays: 201,
  minExpiries: 3,
  /** Minimum improvement of chi-square by dividends or a borrowing cost: three standard errors. */
  minImprovement: 9,
  /** Ex-dates whose chi-square differs by less are equally good. */
  equalFit: 0.05,
  /** A larger yearly yield is a borrowing cost. */
  maxYield: 0.12,
  /** A smaller yearly borrowing cost cannot be told from the error of the interest rate. */
  minBorrow: 0.01,
} as const

export const earnings = {
  /** Days by which a report may come before its estimated date. The sentence of the checklist has this number. */
  estimateErrorDays: 10,
} as const

/** The bands are in checklist-bands.ts of the contract. */
export const checklist = {
  /** The checklist uses the one-month trend for trades with fewer days to expiry than this. */
  shortTrendDays: 60,
} as const
