import { bestScore, daysPerYear, sharesPerContract, volatilityDays } from '#contract/responses/conventions.ts'

/**
 * Every constant of the analysis in one place. Changing one changes published figures: raise `version` with it.
 * Days are calendar days for options and trading days for bars; shares, rates and probabilities are decimals.
 */
export const config = {
  version: 2,
  daysPerYear,
  sharesPerContract,

  bars: {
    /** Fewer bars than this are refused: the shortest trend needs as many. */
    least: 50,
    /** A close unchanged over this many bars is refused. */
    flat: 20,
    /** Bars that all figures together look back on: what lies further back may be left out. */
    enough: 273,
    /**
     * The year's range goes so many calendar days back; a source's own may differ from the bars' by a year's
     * dividends.
     */
    range: { days: 364, less: 0.005, more: 0.25 },
    /** What tells a split from a crash: bars/splits.ts. Ratios are at least 12 % apart, twice the widest tolerance. */
    split: {
      ratios: [1.5, 2, 2.5, 3, 4, 5, 6, 7, 8, 10, 12, 15, 20, 25, 30, 40, 50, 75, 100],
      /** A smaller jump, as a ratio, is not looked at. */
      least: 1.4,
      /** A jump of at least this ratio takes more proof that it was real. */
      large: 2.5,
      /** How far the open may stand from a ratio (of logarithms), and from a small one where nothing confirms it. */
      tolerance: { least: 0.03, small: 0.04, most: 0.06 },
      /** Bars before and after that make the usual, and how many there must be. */
      days: 20,
      leastBefore: 5,
      leastAfter: 5,
      /**
       * Dollars traded and range of an ordinary day, as multiples of the usual; where little follows, less is
       * ordinary.
       */
      quiet: { dollars: 3, lastDollars: 2.5, range: 3 },
      /** The same of a day that moved the price, where the move would be a small and where a large split. */
      real: { small: { likely: 4, sure: 6 }, large: { likely: 8, sure: 12 }, range: 2 },
      /** The usual range is at least this share of the price. */
      leastRange: 0.005,
      /**
       * Logarithm of the change of shares traded over that of the ratio: of a small and a large split, and of a burst
       * that has passed.
       */
      persistence: { small: 0.4, large: 0.25, passed: 0.5, most: 2 },
      /** A day with this many times the shares of those around it is a burst. */
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
    /** Of levels closer than this many ATR only the strongest is given. */
    spaceAtr: 0.9,
    /** A level that closes have crossed this often within so many bars is spent. */
    maxCrossings: 5,
    crossingBars: 60,
    /** No level lies further away than this many moves of one standard deviation over so many calendar days. */
    maxMoves: 3,
    moveDays: 60,
    /** Daily returns the move is taken from where the options do not say. */
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
    /** How far from the money they may be, as a share of the price. */
    parityReach: 0.15,
    /**
     * How wide both quotes may be together: half of them, as a share of the price. Wide ones still outvote stale ones.
     */
    maxParityError: 0.04,
    /** What parity may miss at a strike however tight its quotes, as a share of the price. */
    parityFloor: 0.0005,
    /** Uncertainty of the rate, a year; the quotes cannot separate it from dividends. */
    rateError: 0.0025,
    /** How the right to exercise early is taken out of quotes. */
    earlyExercise: {
      /** Standard deviations between the strikes that trees are built for, and how many of them either side. */
      nodeStep: 0.5,
      mostNodes: 8,
      /**
       * Cash dividends of more than this share of the price are reckoned with day by day in puts too, and again as the
       * volatility settles.
       */
      largeDividends: 0.025,
      /** Of a tree: premiums are then right to a basis point of the price. */
      steps: 41,
      /** If the yield differs from its guess by more, a year, the premium is computed again. */
      yieldGap: 0.005,
      /**
       * Volatility (relative) and yield (a year) so near to those reckoned with before that the premiums are the same.
       */
      sameLevel: 0.01,
      sameYield: 0.0005,
      /** A yearly cost of carrying the underlying that is smaller than this is an error of the quotes. */
      leastBorrowing: 0.002,
      /** Tolerated error of the premium at the money, as a share of the interest on the strike. */
      doubt: 0.02,
    },
    /** How far the forward may stand from spot grown at the rate, before it is not believed. */
    maxForwardGap: 0.04,
    /** How far, a year, where strikes agree on it: a share that is dear to borrow. More is quotes of another moment. */
    maxBorrowingCost: 0.8,
    /** An expiry no further than this tells how far the price is from the quotes' moment. */
    priceGapDays: 10,
    /** Expiries nearer than this are too short-lived for a constant maturity. */
    minDays: 7,
    minVolatility: 0.02,
    maxVolatility: 5,
    /** Quotes further from the money than this many standard deviations do not shape the robust curve. */
    maxDeviations: 3.5,
    /** Maximum relative spread of the at-the-money quotes that are used alone. */
    tightAtTheMoney: 0.15,
    /** Where distances from the money are measured from while no quote at the money can be read. */
    unknownVolatility: 0.4,
    /** If the at-the-money quotes exceed the other quotes' curve by this factor, the curve is used instead. */
    mostOff: 1.5,
    /** Bisquare reach in robust standard deviations. */
    outlier: 4.685,
    robustSteps: 4,
    constantMaturityDays: volatilityDays,
    screen: {
      /** The widest price increment of cheap options, dollars: the possible rounding error of a quote. */
      tick: 0.05,
      /** Share of the price by which bids may contradict asks: quotes of a chain are not of one second. */
      noise: 0.001,
      /**
       * Share of the price by which quotes may miss the underlying's: that is the last trade's, often after the close.
       */
      boundTolerance: 0.01,
      /** Share of the price by which a call and a put may miss each other; post-close quotes do by 2 %. */
      parityTolerance: 0.02,
      /**
       * More quotes than this share are not broken: then the forward is wrong, or two expiries are of different
       * moments.
       */
      mostBroken: 0.25,
      /** A quote so many times its fair value, and so many dollars more, is supported by nothing else. */
      far: { ratio: 1.5, dollars: 0.05 },
    },
    /** How the density of an expiry is fitted (docs/decisions/0010-smile.md). */
    density: {
      /** Standard deviations from the money within which both rights of a strike count. */
      bothSides: 0.3,
      /** Quotes further away than this many standard deviations do not count. */
      wing: 9,
      /** Of more quotes than this neighbors say the same: the surest of each step stays. */
      mostTargets: 28,
      /** Standard error of a mid price from rounding to cents, dollars: a cent over the root of 12. */
      rounding: 0.0029,
      /**
       * Further error of a mid price as a share of the time value: market makers' coarser steps in far
       * strikes.
       */
      priceFloor: 0.015,
      /** The same as a share of the volatility at the money. */
      volatilityFloor: 0.004,
      /** How much a quote counts that is off by far: nothing, but for where it is the only one. */
      leastBelief: 0.01,
      /**
       * Error of the robust curve as a share of its volatility: it guides the density where quotes are
       * sparse.
       */
      guideError: 0.15,
      /**
       * How much neighboring components' weights may differ, per width. Of quotes held out most are met from 0.2 to
       * 0.4.
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
    /** Where the RSI turns within a trend; the textbook's 30 and 70 end the trend first (docs/rules.md). */
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
    /** The bar came within this many ATR of a level and closed beyond it by as much again. */
    bounceAtr: 0.25,
  },

  ideas: {
    /** Trading days that a signal counts, the one it fired on included. */
    sessions: 5,
    /** Factor of a signal's weight per trading day. */
    fading: 0.8,
    /** Factor of a signal against the market's six-month trend. */
    againstMarket: 0.75,
    /**
     * Minimum sum of faded weights of an idea. A signal of weight 1 suffices on its day; faded, or against
     * the market, it needs a second one. A supporting signal weighs half.
     */
    minWeight: 1,
    /** The same where the symbol's options are not liquid: such an idea has to be worth the spread. */
    minWeightNotLiquid: 2,
    /**
     * Maximum number of published ideas, strongest first: users read no more, and all of them are sent at
     * once.
     */
    most: 250,
    minPrice: 5,
    /** Dollars traded a day, 20-day average. */
    minTurnover: 2_000_000,
  },

  /** Components of an idea's strength: strength.ts. The weights add up to 1. */
  strength: {
    weights: { signals: 0.35, rank: 0.2, liquidity: 0.15, volatility: 0.1, income: 0.2 },
    liquidity: {
      /** A median spread of this much of mid, or more, counts nothing. */
      widest: 0.3,
      /** Open contracts that count nothing, and everything. */
      openInterest: [1_000, 100_000],
    },
    income: {
      /** Scores that count nothing, and everything. */
      score: [60, 130],
      /** Annualized return that counts half. */
      halfYield: 0.12,
    },
  },

  income: {
    /** Calendar days to expiry, both ends included. */
    timeframes: { short: { from: 20, to: 49 }, medium: { from: 50, to: 89 }, long: { from: 90, to: 180 } },
    /** Probability of expiring worthless: band and the value aimed at. */
    profiles: {
      conservative: { low: 0.8, high: 0.95, target: 0.85 },
      optimal: { low: 0.68, high: 0.8, target: 0.74 },
      aggressive: { low: 0.5, high: 0.68, target: 0.6 },
    },
    /** How far from the target another contract is as good a choice, probability. */
    targetReach: 0.04,
    /** A patient seller gets this share of the way from bid to mid where the spread is below `narrow`, else the bid. */
    fill: { share: 0.25, narrow: 0.1 },
    /** A spread above `wide` is refused where a neighbor within `targetReach` has `share` of it or less. */
    quality: { wide: 0.25, share: 0.5 },
    /**
     * Cells of a row share an expiry where none loses more than `loss` of its return by it; within `tie` of the best a
     * monthly goes first.
     */
    row: { loss: 0.1, tie: 0.02 },
    /** Price and chain further apart than this share: nothing of the chain is recommended. */
    maxDrift: 0.02,
    /** Maximum time between quotes and price that count as simultaneous, whatever the day. */
    sameMomentMs: 3_600_000,
    /**
     * Total variance at the money that falls by more than this share from one expiry to a later one is not believed.
     */
    maxVarianceFall: 0.1,
    /** A bid below this share of fair value is far below it. */
    minFairShare: 0.75,
    /** Nothing that expires earlier is proposed, not even as an alternative. */
    minDays: 7,
    minBid: 0.05,
    maxSpread: 0.6,
    minOpenInterest: 10,
    minAnnualizedReturn: 0.02,
    /** How far outside its probability band an alternative may be. */
    alternativeReach: 0.1,
    /** How many days outside its timeframe an alternative may expire. */
    alternativeDays: 21,
    maxScore: bestScore,
    /** Standard normal quantile of the 80 % range that the first edition's score was taken in. */
    firstScoreQuantile: 1.2815515655446004,
  },

  /** Analysis of an open short option: analysis/roll.ts. */
  roll: {
    /** Share of the premium kept at which sellers like to close. */
    halfKept: 0.5,
    /** Candidates of a kind. */
    most: 3,
    /** A roll at a cost is offered if the strike improves by at least this multiple of the cost. */
    strikeGain: 2,
    /** Time value of so little, dollars or a share of the price, does not keep the buyer from exercising. */
    littleTimeValue: { dollars: 0.05, share: 0.001 },
  },

  /**
   * The forecast behind a trade's score: a mixture of the options' implied distribution and realised
   * volatility.
   */
  forecast: {
    impliedWeight: 0.5,
    /** Realized volatility is of as many sessions as the trade has left, within these. */
    sessions: { least: 20, most: 60, perYear: 252 },
  },

  /** Days, volatilities and prices of a scenario: scenario/axes.ts. */
  scenario: {
    /** Tolerated interpolation error: a share of the option's price, and dollars. */
    share: 0.01,
    least: 0.01,
    /** Days, shifts and prices together: 30 kB. Where the tolerance asks for more it is widened. */
    mostValues: 5400,
    /** Steps of a tree. */
    steps: 41,
    /** Dollars per share that are as good as none. */
    nothing: 0.0005,
    /** Of the tolerance's step, over days; and the least days that one may count. */
    days: { share: 1, least: 1 },
    /**
     * Yearly, decimal; neither goes further than from half of the volatility to twice. `least` steps to either side.
     */
    shifts: { lowest: 0.1, highest: 0.2, least: 2, share: 0.9 },
    /** Standard deviations to either side, and the logarithm of the price that they are no more and no less than. */
    prices: { deviations: 2.5, widest: 1.4, narrowest: 0.05, share: 0.8 },
  },

  dividends: {
    /** Standard errors beyond which an implied dividend differs significantly from none. */
    minErrors: 2,
  },

  /** Its bands are checklist-bands.ts of the contract. */
  checklist: {
    /** Below this many days to expiry the one-month trend is used. */
    shortTrendDays: 60,
  },
} as const
