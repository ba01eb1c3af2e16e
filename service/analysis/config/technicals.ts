/** Constants of trends, the technical score, levels and rules. */

export const trend = {
  oneMonth: { short: 20, long: 50, bands: 20, width: 2 },
  sixMonth: { short: 50, long: 200, bands: 50, width: 2 },
} as const

/** The published formula of the StockCharts Technical Rank (SCTR). The weights add up to 1. */
export const technicalScore = {
  /** Minimum number of ranked symbols for a rank. */
  minRanked: 100,
  longAverage: { period: 200, weight: 0.3 },
  longChange: { period: 125, weight: 0.3 },
  middleAverage: { period: 50, weight: 0.15 },
  middleChange: { period: 20, weight: 0.15 },
  ppo: { fast: 12, slow: 26, signal: 9, slopeBars: 3, weight: 0.05 },
  rsi: { period: 14, weight: 0.05 },
} as const

export const levels = {
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
} as const

export const rules = {
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
} as const
