import { maxScore, daysPerYear, sharesPerContract, volatilityDays } from '#contract/responses/conventions.ts'

/**
 * All constants of the analysis. Changing one changes published figures: increase `version` with it.
 * Days are calendar days for options and trading days for bars; shares, rates and probabilities are decimals.
 */
export const config = {
  version: 2,
  daysPerYear,
  sharesPerContract,

  bars: {
    /** Fewer bars are refused: the shortest trend needs this many. */
    minBars: 50,
    /** Bars are refused if the close is unchanged over this many bars. */
    flatBars: 20,
    /** Number of bars that all figures need; older bars may be dropped. */
    sufficientBars: 273,
    /**
     * Range of the year in calendar days, and the accepted deviation of the source's own range: it may differ from the
     * bars' by a year's dividends.
     */
    range: { days: 364, maxBelow: 0.005, maxAbove: 0.25 },
    /**
     * Distinguishes splits from crashes: bars/splits.ts. Ratios are at least 12 % apart, twice the largest tolerance.
     */
    split: {
      ratios: [1.5, 2, 2.5, 3, 4, 5, 6, 7, 8, 10, 12, 15, 20, 25, 30, 40, 50, 75, 100],
      /** Smaller jumps, as ratios, are ignored. */
      minJump: 1.4,
      /** From this ratio on, a jump needs more evidence to count as a real price move. */
      largeJump: 2.5,
      /** Tolerance between open and ratio (logarithms); `small` for an unconfirmed small ratio. */
      tolerance: { min: 0.03, small: 0.04, max: 0.06 },
      /** Bars before and after the jump for the usual values, and their minimum numbers. */
      days: 20,
      minBefore: 5,
      minAfter: 5,
      /**
       * Dollar volume and range of an ordinary day, as multiples of the usual; `lastDollars` if too few days follow.
       */
      quiet: { dollars: 3, lastDollars: 2.5, range: 3 },
      /** Dollar volume and range of a day with a real price move, for a small and a large ratio. */
      real: { small: { likely: 4, sure: 6 }, large: { likely: 8, sure: 12 }, range: 2 },
      /** Minimum for the usual range, as a share of the price. */
      minRange: 0.005,
      /**
       * Logarithm of the change of volume over the logarithm of the ratio: minimum for a small and a large split,
       * limit below which a burst has faded, maximum.
       */
      persistence: { small: 0.4, large: 0.25, faded: 0.5, max: 2 },
      /** A day with this many times the surrounding volume is a burst. */
      burst: 2.5,
      returnDays: 10,
    },
  },

  trend: {
    oneMonth: { short: 20, long: 50, bands: 20, width: 2 },
    sixMonth: { short: 50, long: 200, bands: 50, width: 2 },
  },

  /** StockCharts' public SCTR recipe; the weights add up to 1. */
  technicalScore: {
    longAverage: { period: 200, weight: 0.3 },
    longChange: { period: 125, weight: 0.3 },
    middleAverage: { period: 50, weight: 0.15 },
    middleChange: { period: 20, weight: 0.15 },
    ppo: { fast: 12, slow: 26, signal: 9, slopeBars: 3, weight: 0.05 },
    rsi: { period: 14, weight: 0.05 },
  },

  levels: {
    pivotBars: [3, 5],
    atrPeriod: 14,
    /** Pivots closer than this many ATR are one level. */
    clusterAtr: 0.5,
    /** Of levels closer than this many ATR only the strongest is returned. */
    spaceAtr: 0.9,
    /** A level is dropped if closes have crossed it this often within so many bars. */
    maxCrossings: 5,
    crossingBars: 60,
    /** Maximum distance of a level, in moves of one standard deviation over so many calendar days. */
    maxMoves: 3,
    moveDays: 60,
    /** Daily returns that determine the move without an implied volatility. */
    realisedBars: 60,
    /** Bars after which a touch counts half. */
    recencyHalfLife: 63,
    perSide: 5,
    /** Levels nearer to the price than this many ATR are omitted. */
    minDistanceAtr: 0.1,
  },

  surface: {
    /** Nearest-to-money strikes used for the forward by put-call parity. */
    parityStrikes: 10,
    /** Their maximum distance from the money, as a share of the price. */
    parityReach: 0.15,
    /**
     * Maximum of half the combined spread of call and put, as a share of the price. Wide quotes still outvote stale
     * ones.
     */
    maxParityError: 0.04,
    /** Minimum error of parity at a strike, however tight its quotes, as a share of the price. */
    parityFloor: 0.0005,
    /** Yearly uncertainty of the rate; the quotes cannot separate it from dividends. */
    rateError: 0.0025,
    /** Removal of the early-exercise premium from quotes. */
    earlyExercise: {
      /** Standard deviations between the strikes for which trees are built, and their number on either side. */
      nodeStep: 0.5,
      maxNodes: 8,
      /**
       * Cash dividends above this share of the price are modelled by date for puts as well, and the volatility is
       * iterated.
       */
      largeDividends: 0.025,
      /** Steps of a tree: premiums are then accurate to a basis point of the price. */
      steps: 41,
      /** The premium is recomputed if the yearly yield differs from its guess by more. */
      yieldGap: 0.005,
      /** A premium is reused if the volatility (relative) and the yearly yield have changed by less. */
      maxLevelChange: 0.01,
      maxYieldChange: 0.0005,
      /** A smaller yearly cost of carry is treated as an error of the quotes. */
      minBorrowingCost: 0.002,
      /** Tolerated error of the premium at the money, as a share of the interest on the strike. */
      premiumError: 0.02,
    },
    /** Maximum deviation of the forward from spot grown at the rate. */
    maxForwardGap: 0.04,
    /** The same per year if strikes agree on it: a share that is expensive to borrow. More means a different price. */
    maxBorrowingCost: 0.8,
    /** Up to this many days, an expiry's parity error shows the time gap between price and quotes. */
    priceGapDays: 10,
    /** Nearer expiries are not used for a constant maturity. */
    minDays: 7,
    minVolatility: 0.02,
    maxVolatility: 5,
    /** Quotes further from the money, in standard deviations, are not used for the robust curve. */
    maxDeviations: 3.5,
    /** Maximum relative spread of the at-the-money quotes if only they are used. */
    tightAtTheMoney: 0.15,
    /** Volatility that scales distances from the money if no at-the-money quote is usable. */
    unknownVolatility: 0.4,
    /** If the at-the-money quotes exceed the other quotes' curve by this factor, the curve is used instead. */
    maxLevelRatio: 1.5,
    /** Cutoff of the bisquare weight in robust standard deviations. */
    outlier: 4.685,
    robustSteps: 4,
    constantMaturityDays: volatilityDays,
    screen: {
      /** The widest price increment of cheap options, dollars: the possible rounding error of a quote. */
      tick: 0.05,
      /** Share of the price by which a bid may exceed other asks: quotes of a chain are not simultaneous. */
      noise: 0.001,
      /**
       * Share of the price by which quotes may deviate from the underlying's price, which is that of the last trade,
       * often after the close.
       */
      boundTolerance: 0.01,
      /** Share of the price by which call and put may deviate from parity; post-close quotes deviate by 2 %. */
      parityTolerance: 0.02,
      /**
       * If more than this share of quotes conflicts, the forward is wrong, or two expiries are of different times; no
       * quotes are refused.
       */
      maxBrokenShare: 0.25,
      /** A quote that is further from its fair value than this factor and amount is unsupported. */
      far: { ratio: 1.5, dollars: 0.05 },
    },
    /** Fit of the density of an expiry (docs/decisions/0010-smile.md). */
    density: {
      /** Standard deviations from the money within which call and put of a strike are both used. */
      bothSides: 0.3,
      /** Quotes further from the money, in standard deviations, are ignored. */
      wing: 9,
      /** With more quotes, neighbours are redundant: only the most certain of each step is used. */
      maxTargets: 28,
      /** Standard error of a mid price from rounding to cents, dollars: a cent over the root of 12. */
      rounding: 0.0029,
      /**
       * Further error of a mid price as a share of the time value, for the larger price steps of far strikes.
       */
      priceFloor: 0.015,
      /** The same as a share of the volatility at the money. */
      volatilityFloor: 0.004,
      /** Minimum weight of an outlier, which matters only if there is no other quote. */
      minWeight: 0.01,
      /**
       * Error of the robust curve as a share of its volatility: the curve supports the density where quotes are sparse.
       */
      guideError: 0.15,
      /**
       * Tolerance for differences of neighbouring components' weights, per width. Values from 0.2 to 0.4 predict
       * held-out quotes best.
       */
      roughness: 0.3,
    },
    /** Relative fall of total at-the-money variance from one expiry to the next that is reported. */
    varianceFall: 0.1,
  },

  volatilityRank: { window: 252, minStored: 60, historicalPeriod: 20, minHistorical: 60 },

  liquidity: {
    days: [20, 60],
    delta: [0.2, 0.6],
    very: { spread: 0.1, openInterest: 50_000 },
    somewhat: { spread: 0.25, openInterest: 2_000 },
    /** A spread this small in dollars is tight, however cheap the option. */
    tightSpread: 0.05,
    /** Median spreads below these, of mid, are tight and fair. */
    classes: { tight: 0.05, fair: 0.15 },
  },

  rules: {
    period: 14,
    /** RSI thresholds within a trend; the textbook's 30 and 70 end the trend first (docs/rules.md). */
    rsi: [40, 60],
    cci: 200,
    williamsR: [-80, -20],
    dipRsi: { long: 50, short: 5, strong: 60, weak: 45, low: 30, high: 70 },
    dipCci: { long: 50, short: 5, strength: 25, reach: 100 },
    /** Dips and rallies only after a quiet day: yesterday's range below this many ATR. */
    quiet: { atrPeriod: 20, maxRange: 1.25 },
    cross: { short: 50, long: 200 },
    breakout: { period: 20, volume: 1.5 },
    macd: { fast: 12, slow: 26, signal: 9 },
    squeeze: { period: 20, width: 2, lookback: 126, recentDays: 5, margin: 1.1 },
    yearWindow: 252,
    /** A new yearly extreme is news after this many bars without one. */
    yearQuiet: 20,
    /** Maximum distance of the bar from a level, and minimum distance of its close, in ATR. */
    bounceAtr: 0.25,
  },

  ideas: {
    /** Trading days for which a signal counts, including the day of the match. */
    sessions: 5,
    /** Factor of a signal's weight per trading day. */
    decay: 0.8,
    /** Factor of a signal against the market's six-month trend. */
    againstMarket: 0.75,
    /**
     * Minimum sum of decayed weights of an idea. A signal of weight 1 suffices on its day; after decay, or against
     * the market, it needs a second one. A supporting signal has half the weight.
     */
    minWeight: 1,
    /** The same if the symbol's options are illiquid: the idea has to justify the spread. */
    minWeightNotLiquid: 2,
    /**
     * Maximum number of published ideas, strongest first: users read no more, and all of them are sent in one response.
     */
    maxIdeas: 250,
    minPrice: 5,
    /** Dollars traded a day, 20-day average. */
    minTurnover: 2_000_000,
  },

  /** Components of an idea's strength: strength.ts. The weights add up to 1. */
  strength: {
    weights: { signals: 0.35, rank: 0.2, liquidity: 0.15, volatility: 0.1, income: 0.2 },
    liquidity: {
      /** Median spread, as a share of mid, from which tightness is 0. */
      maxSpread: 0.3,
      /** Open contracts at which depth is 0 and 1. */
      openInterest: [1_000, 100_000],
    },
    income: {
      /** Scores that count 0 and 1. */
      score: [60, 130],
      /** Annualized return that counts 1/2. */
      halfYield: 0.12,
    },
  },

  income: {
    /** Calendar days to expiry, both ends included. */
    timeframes: { short: { from: 20, to: 49 }, medium: { from: 50, to: 89 }, long: { from: 90, to: 180 } },
    /** Probability of expiring worthless: band and target. */
    profiles: {
      conservative: { low: 0.8, high: 0.95, target: 0.85 },
      optimal: { low: 0.68, high: 0.8, target: 0.74 },
      aggressive: { low: 0.5, high: 0.68, target: 0.6 },
    },
    /** Maximum distance from the target at which contracts are equally suitable, probability. */
    targetReach: 0.04,
    /**
     * A patient seller gets this share of the way from bid to mid if the relative spread is below `narrow`, else the
     * bid.
     */
    fill: { share: 0.25, narrow: 0.1 },
    /** A spread above `wide` is refused if a neighbour within `targetReach` has at most `share` of it. */
    quality: { wide: 0.25, share: 0.5 },
    /**
     * Cells of a row share an expiry if none loses more than `loss` of its return. A monthly expiry within `tie` of
     * the best is preferred.
     */
    row: { loss: 0.1, tie: 0.02 },
    /** Maximum relative difference of price and chain; beyond it nothing of the chain is recommended. */
    maxDrift: 0.02,
    /** Maximum time between quotes and price that count as simultaneous, whatever the day. */
    sameMomentMs: 3_600_000,
    /** Maximum share by which at-the-money total variance may fall from one expiry to a later one. */
    maxVarianceFall: 0.1,
    /** Bids below this share of fair value are refused. */
    minFairShare: 0.75,
    /** Earlier expiries are not offered, not even as alternatives. */
    minDays: 7,
    minBid: 0.05,
    maxSpread: 0.6,
    minOpenInterest: 10,
    minAnnualizedReturn: 0.02,
    /** How far outside its probability band an alternative may be. */
    alternativeReach: 0.1,
    /** How many days outside its timeframe an alternative may expire. */
    alternativeDays: 21,
    maxScore,
    /** Standard normal quantile of the 80 % range of the score's first version. */
    firstScoreQuantile: 1.2815515655446004,
  },

  /** Analysis of an open short option: analysis/roll.ts. */
  roll: {
    /** Share of the premium at which sellers usually close. */
    halfKept: 0.5,
    /** Maximum number of candidates per kind. */
    maxPerKind: 3,
    /** A roll at a cost is offered if the strike improves by at least this multiple of the cost. */
    strikeGain: 2,
    /** At most this time value, dollars or a share of the price, does not deter the buyer from exercising. */
    littleTimeValue: { dollars: 0.05, share: 0.001 },
  },

  /**
   * The forecast behind a trade's score: a mixture of the options' implied distribution and realised
   * volatility.
   */
  forecast: {
    impliedWeight: 0.5,
    /** Bounds of the sessions of realized volatility, which are as many as the trade has left. */
    sessions: { min: 20, max: 60, perYear: 252 },
  },

  /** Days, volatilities and prices of a scenario: scenario/axes.ts. */
  scenario: {
    /** Tolerated interpolation error: a share of the option's price, and dollars. */
    share: 0.01,
    minError: 0.01,
    /** Maximum number of values: 30 kB. The tolerance is widened to stay below it. */
    maxValues: 5400,
    /** Steps of a tree. */
    steps: 41,
    /** Dollars per share that are treated as zero. */
    negligible: 0.0005,
    /** Step over days, as a share of the tolerance's step; minimum step in days. */
    days: { share: 1, minStep: 1 },
    /**
     * Yearly, decimal, limited to half and twice the volatility. `minSteps`: steps to either side.
     */
    shifts: { maxDown: 0.1, maxUp: 0.2, minSteps: 2, share: 0.9 },
    /** Range in standard deviations to either side, with bounds for the logarithm of the price. */
    prices: { deviations: 2.5, max: 1.4, min: 0.05, share: 0.8 },
  },

  dividends: {
    /** Standard errors above which an implied dividend differs significantly from zero. */
    minErrors: 2,
  },

  /** The bands are in checklist-bands.ts of the contract. */
  checklist: {
    /** Below this many days to expiry the one-month trend is used. */
    shortTrendDays: 60,
  },
} as const
