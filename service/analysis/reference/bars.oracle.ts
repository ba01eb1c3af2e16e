/**
 * Reference analysis of daily bars from textbooks, independent of the code under test. It is
 * written for clarity: each value is computed from the complete series.
 *
 * Sources: Murphy, "Technical Analysis of the Financial Markets" (averages, Bollinger bands);
 * Wilder, "New Concepts in Technical Trading Systems" (RSI, ATR); StockCharts' ChartSchool (SCTR,
 * PPO); Yang and Zhang, "Drift-independent volatility estimation", Journal of Business 73 (2000).
 */
import { tradingDaysBetween } from '#service/markets/calendar.ts'
import type { Bars, Earnings } from '#service/markets/market.ts'

type Series = ArrayLike<number>

const lastValues = (values: Series, count: number): number[] => Array.from(values).slice(-count)
const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length

/** Mean of the last `period` values. */
export const simpleAverage = (values: Series, period: number): number => mean(lastValues(values, period))

/** Weighted mean of the last `period` values: the newest has the weight `period`, the oldest 1. */
export const weightedAverage = (values: Series, period: number): number => {
  const recent = lastValues(values, period)
  const total = recent.reduce((sum, value, index) => sum + value * (index + 1), 0)
  return total / ((period * (period + 1)) / 2)
}

/** Bollinger bands: the mean, less and plus `width` population standard deviations. */
export const bollinger = (values: Series, period: number, width = 2): { lower: number; upper: number } => {
  const recent = lastValues(values, period)
  const middle = mean(recent)
  const deviation = Math.sqrt(mean(recent.map((value) => (value - middle) ** 2)))
  return { lower: middle - width * deviation, upper: middle + width * deviation }
}

/**
 * Exponential averages from the `period`-th value on. The first is the mean of the first `period`
 * values.
 */
export const exponentialAverages = (values: Series, period: number): number[] => {
  const allValues = Array.from(values)
  let average = mean(allValues.slice(0, period))
  const averages = [average]
  for (const value of allValues.slice(period))
    averages.push((average += ((value - average) * 2) / (period + 1)))
  return averages
}

/** Wilder's relative strength index of the last value. */
export const relativeStrength = (values: Series, period = 14): number => {
  const moves = Array.from(values, (value, index) => value - (values[index - 1] ?? value)).slice(1)
  const smoothed = (movesOfSide: readonly number[]): number =>
    movesOfSide
      .slice(period)
      .reduce((average, move) => (average * (period - 1) + move) / period, mean(movesOfSide.slice(0, period)))
  const gain = smoothed(moves.map((move) => Math.max(move, 0)))
  const loss = smoothed(moves.map((move) => Math.max(-move, 0)))
  return gain + loss === 0 ? 50 : (100 * gain) / (gain + loss)
}

/** Wilder's average true range of the last bar. */
export const averageTrueRange = ({ high, low, close }: Bars, period = 14): number => {
  const ranges = Array.from(high, (top, index) =>
    index === 0 ? top - low[0]! : Math.max(top, close[index - 1]!) - Math.min(low[index]!, close[index - 1]!),
  ).slice(1)
  return ranges
    .slice(period)
    .reduce((average, range) => (average * (period - 1) + range) / period, mean(ranges.slice(0, period)))
}

/** Change since `bars` bars ago, percent. */
const percentChange = (values: Series, bars: number): number =>
  (values[values.length - 1]! / values[values.length - 1 - bars]! - 1) * 100
/** Distance of a value from an average, percent of the average. */
const percentAbove = (value: number, average: number): number => (value / average - 1) * 100

/** The PPO(12, 26, 9) histogram of the last four bars, oldest first. */
const ppoHistogram = (values: Series): number[] => {
  const slow = exponentialAverages(values, 26)
  const fast = exponentialAverages(values, 12).slice(-slow.length)
  const ppo = slow.map((average, index) => percentAbove(fast[index]!, average))
  const signal = exponentialAverages(ppo, 9)
  return ppo.slice(-4).map((value, index) => value - signal.slice(-4)[index]!)
}

/**
 * StockCharts' technical score: 30 % distance from the 200-day EMA, 30 % 125-day change, 15 % distance from the 50-day
 * EMA, 15 % 20-day change, 5 % three-day slope of the PPO histogram (a third of its change), 5 % RSI 14.
 */
export const technicalScore = (close: Series): number => {
  const price = close[close.length - 1]!
  const [earlier = 0, , , latest = 0] = ppoHistogram(close)
  return (
    0.3 * percentAbove(price, exponentialAverages(close, 200).at(-1)!) +
    0.3 * percentChange(close, 125) +
    0.15 * percentAbove(price, exponentialAverages(close, 50).at(-1)!) +
    0.15 * percentChange(close, 20) +
    0.05 * ((latest - earlier) / 3) +
    0.05 * relativeStrength(close)
  )
}

/**
 * The acceptable deciles of a score: ceil(10 x position / count), with the lowest score at position
 * 1. Equal scores share several positions; the decile of each of these is acceptable.
 */
export const possibleDeciles = (score: number, scores: readonly number[]): number[] => {
  const [below, upTo] = [
    scores.filter((otherScore) => otherScore < score).length,
    scores.filter((otherScore) => otherScore <= score).length,
  ]
  return [Math.min(below + 1, upTo), upTo].map((position) =>
    Math.max(1, Math.ceil((10 * position) / scores.length)),
  )
}

/** Yearly standard deviation of the last `count` daily log returns. */
export const closeToClose = (close: Series, count: number): number => {
  const returns = Array.from(close, (value, index) => Math.log(value / (close[index - 1] ?? value))).slice(1)
  const recent = returns.slice(-count)
  const average = mean(recent)
  return Math.sqrt((recent.reduce((sum, value) => sum + (value - average) ** 2, 0) / (count - 1)) * 252)
}

/** Sample variance. */
const variance = (values: readonly number[]): number => {
  const average = mean(values)
  return values.reduce((sum, value) => sum + (value - average) ** 2, 0) / (values.length - 1)
}

/**
 * Yearly variance of Yang and Zhang of the sessions with these indices: overnight, from open to
 * close, and by ranges.
 */
const yangZhangVariance = ({ open, high, low, close }: Bars, sessions: readonly number[]): number => {
  const overnight = sessions.map((index) => Math.log(open[index]! / close[index - 1]!))
  const openToClose = sessions.map((index) => Math.log(close[index]! / open[index]!))
  const rangeVariances = sessions.map((index) => {
    const [up, down, session] = [high, low, close].map((column) => Math.log(column[index]! / open[index]!))
    return up! * (up! - session!) + down! * (down! - session!)
  })
  const count = sessions.length
  const k = 0.34 / (1.34 + (count + 1) / (count - 1))
  return (variance(overnight) + k * variance(openToClose) + (1 - k) * mean(rangeVariances)) * 252
}

/** Yearly volatility of Yang and Zhang over the last `count` sessions. */
export const yangZhang = (bars: Bars, count: number): number =>
  Math.sqrt(
    yangZhangVariance(
      bars,
      Array.from({ length: count }, (_, index) => bars.close.length - count + index),
    ),
  )

/**
 * Whether each bar belongs to an earnings report: to a known one, or to the largest overnight move
 * of a quarter without one, if it is larger than four deviations.
 */
const reportBars = ({ date, open, close }: Bars, earnings: Earnings | null): boolean[] => {
  const isReport = date.map(() => false)
  /** Positions of reports, in sessions. */
  const positions: number[] = []
  for (const { day, time } of earnings?.past ?? []) {
    const [same, later] = [date.indexOf(day), date.findIndex((other) => other > day)]
    const bars = [...(time === 'AfterClose' ? [] : [same]), ...(time === 'BeforeOpen' ? [] : [later])]
    const inside = bars.filter((index) => index > 0 && date[0]! <= day)
    for (const index of inside) isReport[index] = true
    if (inside.length > 0) positions.push(Math.max(...inside))
  }
  const lastDay = date[date.length - 1]!
  if (earnings && earnings.day > lastDay)
    positions.push(date.length - 1 + tradingDaysBetween(lastDay, earnings.day))
  const moves = date.slice(1).map((_, index) => Math.abs(Math.log(open[index + 1]! / close[index]!)))
  const sorted = moves.toSorted((a, b) => a - b)
  const middle =
    (sorted[Math.floor((sorted.length - 1) / 2)]! + sorted[Math.ceil((sorted.length - 1) / 2)]!) / 2
  for (;;) {
    const allowed = moves
      .map((move, index) => ({ move, bar: index + 1 }))
      .filter(({ bar }) => positions.every((position) => Math.abs(position - bar) >= 45))
    const largest = allowed.toSorted((a, b) => b.move - a.move)[0]
    if (!largest || largest.move <= (4 * middle) / 0.6745) return isReport
    isReport[largest.bar] = true
    positions.push(largest.bar)
  }
}

/**
 * Yearly volatility between earnings reports: 0.1, 0.5 and 0.4 of the variances of the last 5, 22
 * and 66 sessions. `earnings` is undefined for a fund, which has no reports.
 */
export const volatilityBetweenReports = (bars: Bars, earnings: Earnings | null | undefined): number => {
  const isReport = earnings === undefined ? [] : reportBars(bars, earnings)
  const sessions = bars.date.map((_, index) => index).filter((index) => index > 0 && !isReport[index])
  const varianceOfLast = (count: number) => yangZhangVariance(bars, sessions.slice(-count))
  return Math.sqrt(0.1 * varianceOfLast(5) + 0.5 * varianceOfLast(22) + 0.4 * varianceOfLast(66))
}

/** Lowest low and highest high of the bars from the index `start` on. */
export const rangeFrom = ({ high, low }: Bars, start: number): { low: number; high: number } => ({
  low: Math.min(...low.slice(start)),
  high: Math.max(...high.slice(start)),
})

/** Periods of the averages and bands of a trend, in bars. */
export type Horizon = { readonly short: number; readonly long: number; readonly bands: number }
export const oneMonth: Horizon = { short: 20, long: 50, bands: 20 }
export const sixMonths: Horizon = { short: 50, long: 200, bands: 50 }

/**
 * The acceptable values of a trend, -4 to 5; two if the definition does not determine whether a
 * trend starts or is mild. Compares the price with its short and long simple averages, its long
 * weighted average, and its Bollinger bands. A price above both simple averages is bullish:
 * overextended above the band, continuing if the short average is above the long one, otherwise
 * starting or mild. A price below both is bearish by the same rules, mirrored. A price between them
 * is mild on the side of the weighted average and neutral otherwise.
 */
export const possibleTrends = (close: Series, { short, long, bands }: Horizon): readonly number[] => {
  const price = close[close.length - 1]!
  const [shortAverage, longAverage, weighted] = [
    simpleAverage(close, short),
    simpleAverage(close, long),
    weightedAverage(close, long),
  ]
  if (price > shortAverage && price > longAverage) {
    if (price > bollinger(close, bands).upper) return [5]
    return shortAverage > longAverage ? [4] : [1, 3]
  }
  if (price < shortAverage && price < longAverage) {
    if (price < bollinger(close, bands).lower) return [-4]
    return shortAverage < longAverage ? [-3] : [-2, 0]
  }
  if (price > longAverage) return [price > weighted ? 1 : 2]
  return [price > weighted ? -1 : 0]
}

/** The sentiment of a trend value. */
export const sentimentOf = (value: number): 'Bullish' | 'Bearish' | 'Neutral' =>
  value === -1 || value === 2 ? 'Neutral' : value > 0 ? 'Bullish' : 'Bearish'
