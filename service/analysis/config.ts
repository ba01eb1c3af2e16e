import { maxScore, daysPerYear, sharesPerContract, volatilityDays } from '#contract/responses/conventions.ts'

/**
 * All constants of the analysis. A change of a constant changes published figures, so increase
 * `version` with it. Days are calendar days for options and trading days for bars. Shares of a
 * total, rates and probabilities are decimals.
 */
export const config = {
  version: 2,
  daysPerYear,
  sharesPerContract,

  bars: {
    /** A series with fewer bars is refused: the shortest trend needs this many. */
    minBars: 50,
    /** A series is refused if the close is unchanged over this many latest bars. */
    flatBars: 20,
    /** Number of latest bars that suffice for all figures; older bars may be dropped. */
    sufficientBars: 273,
    /**
     * `days`: length of the 52-week range in calendar days. `maxBelow` and `maxAbove`: accepted
     * deviation of the source's own range from the range of the bars, as a share of the price.
     * Dividends of a year explain the deviation above.
     */
    range: { days: 364, maxBelow: 0.005, maxAbove: 0.25 },
    /**
     * Detection of unadjusted splits: bars/splits.ts. Ratios are at least 12 % apart, twice the
     * largest tolerance.
     */
    split: {
      ratios: [1.5, 2, 2.5, 3, 4, 5, 6, 7, 8, 10, 12, 15, 20, 25, 30, 40, 50, 75, 100],
      /** A jump by a smaller ratio is ignored. */
      minJump: 1.4,
      /**
       * Ratios from this one on are large: they need more evidence to count as a real price move.
       */
      largeJump: 2.5,
      /**
       * Bounds of the logarithmic distance between the jump at the open and a ratio of the list. An
       * unconfirmed small ratio with a distance above `small` counts as a price move.
       */
      tolerance: { min: 0.03, small: 0.04, max: 0.06 },
      /**
       * Number of bars before and after the jump that determine the usual values, and the minimum
       * numbers.
       */
      days: 20,
      minBefore: 5,
      minAfter: 5,
      /**
       * Maximum dollar volume and range of an ordinary day, as multiples of the usual ones.
       * `lastDollars` is the maximum dollar volume if too few days follow the jump.
       */
      quiet: { dollars: 3, lastDollars: 2.5, range: 3 },
      /**
       * Minimum dollar volume of a day with a real price move, as a multiple of the usual one, for
       * a small and a large ratio. `likely` also needs a range of at least `range` times the usual
       * one.
       */
      real: { small: { likely: 4, sure: 6 }, large: { likely: 8, sure: 12 }, range: 2 },
      /** Lower bound of the usual range, as a share of the price. */
      minRange: 0.005,
      /**
       * Logarithm of the change of share volume over the logarithm of the ratio: 1 if volume
       * changes by the ratio, 0 if it is unchanged. Minimum for a small and a large split, limit
       * below which the higher volume counts as temporary, maximum.
       */
      persistence: { small: 0.4, large: 0.25, faded: 0.5, max: 2 },
      /**
       * A day has a burst of volume if its volume is at least this multiple of the surrounding
       * volume.
       */
      burst: 2.5,
      /** Number of bars after the jump in which the price may return to the old scale. */
      reversalDays: 10,
    },
  },

  trend: {
    oneMonth: { short: 20, long: 50, bands: 20, width: 2 },
    sixMonth: { short: 50, long: 200, bands: 50, width: 2 },
  },

  /** The published formula of the StockCharts Technical Rank (SCTR). The weights add up to 1. */
  technicalScore: {
    longAverage: { period: 200, weight: 0.3 },
    longChange: { period: 125, weight: 0.3 },
    middleAverage: { period: 50, weight: 0.15 },
    middleChange: { period: 20, weight: 0.15 },
    ppo: { fast: 12, slow: 26, signal: 9, slopeBars: 3, weight: 0.05 },
    rsi: { period: 14, weight: 0.05 },
  },

  levels: {
    /**
     * A pivot is a high or low that exceeds this many bars on either side; both numbers are used.
     */
    pivotBars: [3, 5],
    atrPeriod: 14,
    /** Pivots closer than this many ATR are one level. */
    clusterAtr: 0.5,
    /** Of levels closer to each other than this many ATR, only the strongest is returned. */
    spaceAtr: 0.9,
    /**
     * A level is dropped if closes have crossed it at least `maxCrossings` times in `crossingBars`
     * bars.
     */
    maxCrossings: 5,
    crossingBars: 60,
    /**
     * Maximum distance of a level, in standard deviations of the price over `moveDays` calendar
     * days.
     */
    maxMoves: 3,
    moveDays: 60,
    /**
     * Number of daily returns that determine the standard deviation if there is no implied
     * volatility.
     */
    realisedBars: 60,
    /** Number of bars after which a touch counts half. */
    recencyHalfLife: 63,
    /** Maximum number of support levels and of resistance levels. */
    perSide: 5,
    /** Levels nearer to the price than this many ATR are omitted. */
    minDistanceAtr: 0.1,
  },

  surface: {
    /** Number of strikes nearest to the money that determine the forward by put-call parity. */
    parityStrikes: 10,
    /** Their maximum distance from the money, as a share of the price. */
    parityReach: 0.15,
    /**
     * Maximum of half the combined spread of call and put, as a share of the price. The limit is
     * large, so that wide quotes can still outweigh stale ones.
     */
    maxParityError: 0.04,
    /**
     * Minimum error of parity at a strike, even if its quotes are tight, as a share of the price.
     */
    parityFloor: 0.0005,
    /** Yearly uncertainty of the interest rate, which the quotes cannot separate from dividends. */
    rateError: 0.0025,
    /** Removal of the early-exercise premium from quotes. */
    earlyExercise: {
      /**
       * Trees are built for strikes that are `nodeStep` standard deviations apart, at most
       * `maxNodes` on either side of the price.
       */
      nodeStep: 0.5,
      maxNodes: 8,
      /**
       * If cash dividends exceed this share of the price, they are modelled by date for puts as
       * well, and the volatility is found by iteration.
       */
      largeDividends: 0.025,
      /** Steps of a tree. With 41, premiums are accurate to a basis point of the price. */
      steps: 41,
      /**
       * The premium is recomputed if the yearly yield differs from the assumed one by more than
       * this. With declared dividends, a remaining yield of at most this is treated as zero.
       */
      yieldGap: 0.005,
      /**
       * A premium is reused if the volatility (relative) and the yearly yield have changed by less
       * than these.
       */
      maxLevelChange: 0.01,
      maxYieldChange: 0.0005,
      /** A smaller yearly cost of carry is treated as an error of the quotes. */
      minBorrowingCost: 0.002,
      /** Tolerated error of the premium at the money, as a share of the interest on the strike. */
      premiumError: 0.02,
    },
    /**
     * Maximum logarithmic deviation of the forward from the spot price compounded at the interest
     * rate; surface/forward.ts adds 0.1 per year.
     */
    maxForwardGap: 0.04,
    /**
     * The same per year if the strikes agree: the share is then expensive to borrow. A larger
     * deviation means that the quotes belong to a different price.
     */
    maxBorrowingCost: 0.8,
    /**
     * Up to this many days to expiry, the parity error is due to the time gap between price and
     * quotes.
     */
    priceGapDays: 10,
    /** Expiries with fewer days left are not used for the constant-maturity volatility. */
    minDays: 7,
    minVolatility: 0.02,
    maxVolatility: 5,
    /** Quotes further from the money, in standard deviations, are not used for the robust curve. */
    maxDeviations: 3.5,
    /** Maximum relative spread of the at-the-money quotes if only they are used. */
    tightAtTheMoney: 0.15,
    /** Volatility that scales distances from the money if no at-the-money quote is usable. */
    unknownVolatility: 0.4,
    /**
     * If the volatility of the at-the-money quotes and the level of the curve through all quotes
     * differ by more than this factor, the level of the curve is used.
     */
    maxLevelRatio: 1.5,
    /** Cutoff of the bisquare weight in robust standard deviations. */
    outlier: 4.685,
    /** Number of reweighting iterations of the robust fit. */
    robustSteps: 4,
    constantMaturityDays: volatilityDays,
    screen: {
      /** The widest price increment of cheap options, dollars: the possible rounding error of a quote. */
      tick: 0.05,
      /** Share of the price by which a bid may exceed other asks: quotes of a chain are not simultaneous. */
      noise: 0.001,
      /**
       * Share of the price by which quotes may violate bounds that depend on the underlying's
       * price. That price is of the last trade, often after the close.
       */
      boundTolerance: 0.01,
      /**
       * Share of the price by which call and put may deviate from parity. Quotes after the close
       * deviate by 2 %.
       */
      parityTolerance: 0.02,
      /**
       * If more than this share of quotes conflicts, the forward is wrong or two expiries are of
       * different times. No quotes are refused then.
       */
      maxBrokenShare: 0.25,
      /**
       * A quote is refused if it deviates from its fair value by more than this factor plus this
       * amount.
       */
      far: { ratio: 1.5, dollars: 0.05 },
    },
    /** Fit of the density of an expiry (docs/decisions/0010-smile.md). */
    density: {
      /**
       * Within this many standard deviations from the money, both call and put of a strike are
       * used.
       */
      bothSides: 0.3,
      /** Quotes further from the money, in standard deviations, are ignored. */
      wing: 9,
      /**
       * Maximum number of quotes in a fit. Of more quotes, only the most certain of each interval
       * is used.
       */
      maxTargets: 28,
      /**
       * Standard error of a mid price because of rounding to cents, dollars: a cent over the root
       * of 12.
       */
      rounding: 0.0029,
      /**
       * Additional error of a mid price as a share of the time value: far strikes have coarser
       * ticks.
       */
      priceFloor: 0.015,
      /** Additional error of a mid price as a share of the at-the-money volatility. */
      volatilityFloor: 0.004,
      /** Minimum weight of an outlier, so that it determines the fit if there is no other quote. */
      minWeight: 0.01,
      /**
       * Error of the robust curve as a share of its volatility. The curve supports the density if
       * quotes are sparse.
       */
      guideError: 0.15,
      /**
       * Tolerance for differences between the weights of neighbouring components, per width. Values
       * from 0.2 to 0.4 predict held-out quotes best.
       */
      roughness: 0.3,
    },
    /**
     * A larger relative fall of total at-the-money variance from one expiry to the next is
     * reported.
     */
    varianceFall: 0.1,
  },

  volatilityRank: { window: 252, minStored: 60, historicalPeriod: 20, minHistorical: 60 },

  liquidity: {
    days: [20, 60],
    delta: [0.2, 0.6],
    very: { spread: 0.1, openInterest: 50_000 },
    somewhat: { spread: 0.25, openInterest: 2_000 },
    /** A spread of at most this many dollars is tight, even if the option is cheap. */
    tightSpread: 0.05,
    /** Upper limits of the median spread over mid for the classes `tight` and `fair`. */
    classes: { tight: 0.05, fair: 0.15 },
  },

  rules: {
    period: 14,
    /**
     * RSI thresholds within a trend. RSI reaches the usual 30 and 70 only after the trend ends
     * (docs/rules.md).
     */
    rsi: [40, 60],
    cci: 200,
    williamsR: [-80, -20],
    dipRsi: { long: 50, short: 5, strong: 60, weak: 45, low: 30, high: 70 },
    dipCci: { long: 50, short: 5, strength: 25, reach: 100 },
    /**
     * Dips and rallies match only after a quiet day: the previous range is below `maxRange` ATR.
     */
    quiet: { atrPeriod: 20, maxRange: 1.25 },
    cross: { short: 50, long: 200 },
    breakout: { period: 20, volume: 1.5 },
    macd: { fast: 12, slow: 26, signal: 9 },
    squeeze: { period: 20, width: 2, lookback: 126, recentDays: 5, margin: 1.1 },
    yearWindow: 252,
    /** A yearly extreme matches only if there was none in this many bars before it. */
    yearQuiet: 20,
    /**
     * Maximum distance of the bar from a touched level and minimum distance of its close from the
     * level, in ATR.
     */
    bounceAtr: 0.25,
  },

  ideas: {
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
  },

  /** Components of an idea's strength: strength.ts. The weights add up to 1. */
  strength: {
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
  },

  income: {
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
     * A spread above `wide` is refused if a contract within `targetReach` has at most `share` of
     * it.
     */
    quality: { wide: 0.25, share: 0.5 },
    /**
     * Cells of a row share an expiry if no cell loses more than `loss` of its return. A monthly
     * expiry is preferred if its total return is within `tie` of the best.
     */
    row: { loss: 0.1, tie: 0.02 },
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
  },

  /** Analysis of an open short option: analysis/roll.ts. */
  roll: {
    /** Share of the premium at which sellers usually close. */
    halfKept: 0.5,
    /** Maximum number of candidates per kind. */
    maxPerKind: 3,
    /**
     * A roll with a debit is offered only if the strike improves by at least this multiple of the
     * debit.
     */
    strikeGain: 2,
    /** Assignment is near if the time value is at most these dollars or this share of the price. */
    littleTimeValue: { dollars: 0.05, share: 0.001 },
  },

  /**
   * The forecast for a trade's score: a mixture of the implied distribution and a distribution with
   * the realised volatility.
   */
  forecast: {
    /** Weight of the implied distribution in the mixture. */
    impliedWeight: 0.5,
    /**
     * Realized volatility covers as many sessions as remain until the expiry, clamped to `min` and
     * `max`. `perYear` annualizes it.
     */
    sessions: { min: 20, max: 60, perYear: 252 },
  },

  /** Days, volatilities and prices of a scenario: scenario/axes.ts. */
  scenario: {
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
  },

  dividends: {
    /** An implied dividend is significant if it exceeds this many standard errors. */
    minStandardErrors: 2,
  },

  /** The bands are in checklist-bands.ts of the contract. */
  checklist: {
    /** The checklist uses the one-month trend for trades with fewer days to expiry than this. */
    shortTrendDays: 60,
  },
} as const
