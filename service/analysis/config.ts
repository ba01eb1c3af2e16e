import {
  bestScore,
  daysPerYear,
  fairScore,
  goodScore,
  sharesPerContract,
  volatilityDays,
} from '#contract/conventions.ts'

/**
 * Every constant of the analysis in one place. Changing one changes published figures: raise `version` with it.
 * Days are calendar days for options and trading days for bars; shares, rates and probabilities are decimals.
 */
export const config = {
  version: 1,
  daysPerYear,
  sharesPerContract,

  bars: {
    /** Fewer bars than this say nothing: the shortest trend takes as many. */
    least: 50,
    /** A close that has not moved over so many bars says nothing. */
    flat: 20,
    /** Bars that all figures together look back on: what lies further back may be left out. */
    enough: 273,
    /** The year's range goes so many calendar days back. */
    rangeDays: 364,
    /** What tells a split from a crash: bars/splits.ts. Ratios are at least 12 % apart, twice the widest tolerance. */
    split: {
      ratios: [1.5, 2, 2.5, 3, 4, 5, 6, 7, 8, 10, 12, 15, 20, 25, 30, 40, 50, 75, 100],
      /** A smaller jump, as a ratio, is not looked at. */
      least: 1.4,
      /** A jump of at least this ratio takes more proof that it was real. */
      large: 2.5,
      tolerance: { least: 0.03, most: 0.06 },
      /** Bars before and after that make the usual, and how many there must be. */
      days: 20,
      leastBefore: 5,
      leastAfter: 5,
      /** Dollars traded and range of an ordinary day, as multiples of the usual; where little follows, less is ordinary. */
      quiet: { dollars: 3, lastDollars: 2.5, range: 3 },
      /** The same of a day that moved the price, where the move would be a small and where a large split. */
      real: { small: { likely: 4, sure: 6 }, large: { likely: 8, sure: 12 }, range: 2 },
      /** The usual range is at least this share of the price. */
      leastRange: 0.005,
      /** Logarithm of the change of shares traded over that of the ratio: of a split, and of a burst that has passed. */
      persistence: { least: 0.25, passed: 0.5, most: 2 },
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
    window: 252,
    pivotBars: [3, 5],
    atrPeriod: 14,
    /** Pivots closer than this many ATR are one level. */
    clusterAtr: 0.5,
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
    /** Levels nearer to the price than this many ATR say nothing. */
    minDistanceAtr: 0.1,
  },

  surface: {
    /** Nearest-to-money strikes whose put-call parity gives the forward. */
    parityStrikes: 8,
    /** What parity may miss at a strike however tight its quotes, as a share of the price. */
    parityFloor: 0.0005,
    /** How far the rate may be off, a year; it is told from dividends by nothing. */
    rateError: 0.0025,
    /** What the right to exercise a put early may add at the money, as a share of the interest on it. */
    earlyExercise: 0.1,
    /** How far the forward may stand from spot grown at the rate, before it is not believed. */
    maxForwardGap: 0.04,
    /** How far, in logarithms, where strikes agree on it: a share that is dear to borrow. */
    maxAgreedGap: 0.35,
    /** An expiry no further than this tells how far the price is from the quotes' moment. */
    priceGapDays: 10,
    /** Expiries nearer than this are too short-lived for a constant maturity. */
    minDays: 7,
    minVolatility: 0.02,
    maxVolatility: 5,
    /** Quotes further from the money than this many standard deviations do not shape the smile. */
    maxDeviations: 3.5,
    /** Bisquare reach in robust standard deviations. */
    outlier: 4.685,
    robustSteps: 4,
    constantMaturityDays: volatilityDays,
    screen: {
      /** A minimum price step, dollars: what a quote may be off by for its rounding. */
      tick: 0.05,
      /** Share of the price by which bids may contradict asks: quotes of a chain are not of one second. */
      noise: 0.001,
      /** Share of the price by which quotes may miss the underlying's: that is the last trade's, often after the close. */
      boundTolerance: 0.01,
      /** Share of the price by which a call and a put may miss each other; post-close quotes do by 2 %. */
      parityTolerance: 0.02,
      /** More quotes than this share are not broken: then the forward is wrong, or two expiries are of different moments. */
      mostBroken: 0.25,
      /** A quote so many times its fair value, and so many dollars more, is supported by nothing else. */
      far: { ratio: 1.5, dollars: 0.05 },
    },
    bothSides: 0.3,
    wing: 9,
    mostTargets: 72,
    leastBelief: 0.01,
    rounding: 0.0029,
    priceFloor: 0.015,
    volatilityFloor: 0.004,
    guideError: 0.15,
    roughness: 0.1,
  },

  volatilityRank: { window: 252, minStored: 60, historicalPeriod: 20, minHistorical: 60 },

  liquidity: {
    days: [20, 60],
    delta: [0.2, 0.6],
    very: { spread: 0.1, openInterest: 50_000 },
    somewhat: { spread: 0.25, openInterest: 2_000 },
    /** A spread this small in dollars is tight, however cheap the option. */
    tightSpread: 0.05,
  },

  rules: {
    period: 14,
    rsi: [30, 70],
    cci: 200,
    williamsR: [-80, -20],
    mfi: [10, 90],
    dipRsi: { long: 50, short: 5, strong: 60, weak: 45, low: 30, high: 70 },
    dipCci: { long: 50, short: 5, strength: 25, reach: 100 },
    /** Dips and rallies only after a quiet day: yesterday's range below this many ATR. */
    quiet: { atrPeriod: 20, maxRange: 1.25 },
    cross: { short: 50, long: 200 },
    breakout: { period: 20, volume: 1.5 },
    macd: { fast: 12, slow: 26, signal: 9 },
    squeeze: { period: 20, width: 2, lookback: 126, within: 5, margin: 1.1 },
    yearWindow: 252,
    /** A new yearly extreme is news after this many bars without one. */
    yearQuiet: 20,
    /** The bar came within this many ATR of a level and closed beyond it by as much again. */
    bounceAtr: 0.25,
  },

  ideas: {
    /** Sum of rule weights an idea needs; supporting signals count half. */
    minWeight: 1,
    /** The same where the symbol's options are not liquid: such an idea has to be worth the spread. */
    minWeightNotLiquid: 2,
    minPrice: 5,
    /** Dollars traded a day, 20-day average. */
    minTurnover: 2_000_000,
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
    minBid: 0.05,
    maxSpread: 0.6,
    minOpenInterest: 10,
    minAnnualizedReturn: 0.02,
    /** A bid this many times its smoothed fair value is a stale or broken quote. */
    maxQuoteRatio: 1.5,
    /** How far outside its probability band an alternative may be. */
    alternativeReach: 0.1,
    /** How many days outside its timeframe an alternative may expire. */
    alternativeDays: 21,
    /** Standard normal quantile of the 80 % range the score is taken in. */
    scoreQuantile: 1.2815515655446004,
    maxScore: bestScore,
  },

  checklist: {
    probability: [0.75, 0.55],
    annualizedReturn: [0.05, 0.02],
    spread: [0.05, 0.1],
    /** Days to expiry below which the one-month trend is asked. */
    shortTrendDays: 60,
    volatilityRank: [50, 20],
    score: [goodScore, fairScore],
  },
} as const
