/**
 * Technical indicators on columns of numbers, equal to those of TA-Lib to 1e-9. Each series has the
 * length of its input; its values are NaN until there are enough bars. Formulas: Wilder, "New
 * Concepts in Technical Trading Systems" (1978) for RSI and ATR; Lambert 1980 for CCI; Quong and
 * Soudack 1989 for MFI; Appel for MACD and PPO.
 */

/** The columns that indicators read. */
export type BarColumns = {
  readonly high: Float64Array
  readonly low: Float64Array
  readonly close: Float64Array
  readonly volume: Float64Array
}

const createNaNSeries = (length: number): Float64Array => new Float64Array(length).fill(Number.NaN)

/** Simple moving average. */
export const sma = (values: Float64Array, period: number): Float64Array => {
  const out = createNaNSeries(values.length)
  let sum = 0
  for (let i = 0; i < values.length; i++) {
    sum += values[i]!
    if (i >= period) sum -= values[i - period]!
    if (i >= period - 1) out[i] = sum / period
  }
  return out
}

/**
 * Exponential moving average. Its first value, at index `start`, is the simple average of the last
 * `period` values.
 */
const emaFrom = (values: Float64Array, period: number, start: number): Float64Array => {
  const out = createNaNSeries(values.length)
  if (start >= values.length) return out
  let average = 0
  for (let i = start - period + 1; i <= start; i++) average += values[i]!
  average /= period
  out[start] = average
  const weight = 2 / (period + 1)
  for (let i = start + 1; i < values.length; i++) {
    average += weight * (values[i]! - average)
    out[i] = average
  }
  return out
}

/** Exponential moving average, seeded with the simple average of the first `period` values. */
export const ema = (values: Float64Array, period: number): Float64Array => emaFrom(values, period, period - 1)

/** Linearly weighted moving average: the latest value has the weight `period`, the oldest 1. */
export const wma = (values: Float64Array, period: number): Float64Array => {
  const out = createNaNSeries(values.length)
  const divisor = (period * (period + 1)) / 2
  let weighted = 0
  let sum = 0
  for (let i = 0; i < values.length; i++) {
    const value = values[i]!
    if (i < period) {
      weighted += value * (i + 1)
      sum += value
    } else {
      weighted += value * period - sum
      sum += value - values[i - period]!
    }
    if (i >= period - 1) out[i] = weighted / divisor
  }
  return out
}

/** Rate of change over `period` bars, percent. */
export const roc = (values: Float64Array, period: number): Float64Array => {
  const out = createNaNSeries(values.length)
  for (let i = period; i < values.length; i++) {
    const previous = values[i - period]!
    out[i] = previous === 0 ? 0 : (values[i]! / previous - 1) * 100
  }
  return out
}

/** Wilder's relative strength index, 0 to 100. */
export const rsi = (values: Float64Array, period: number): Float64Array => {
  const out = createNaNSeries(values.length)
  let gain = 0
  let loss = 0
  for (let i = 1; i < values.length; i++) {
    const move = values[i]! - values[i - 1]!
    const up = move > 0 ? move : 0
    const down = move < 0 ? -move : 0
    if (i <= period) {
      gain += up / period
      loss += down / period
    } else {
      gain = (gain * (period - 1) + up) / period
      loss = (loss * (period - 1) + down) / period
    }
    if (i >= period) out[i] = gain + loss === 0 ? 0 : (100 * gain) / (gain + loss)
  }
  return out
}

/** Wilder's average true range, dollars. */
export const atr = ({ high, low, close }: BarColumns, period: number): Float64Array => {
  const out = createNaNSeries(close.length)
  let average = 0
  for (let i = 1; i < close.length; i++) {
    const previousClose = close[i - 1]!
    const range = Math.max(high[i]!, previousClose) - Math.min(low[i]!, previousClose)
    average = i <= period ? average + range / period : (average * (period - 1) + range) / period
    if (i >= period) out[i] = average
  }
  return out
}

const typicalPrice = ({ high, low, close }: BarColumns): Float64Array => {
  const out = new Float64Array(close.length)
  for (let i = 0; i < out.length; i++) out[i] = (high[i]! + low[i]! + close[i]!) / 3
  return out
}

/** Commodity channel index, unbounded, typically -200 to 200. */
export const cci = (bars: BarColumns, period: number): Float64Array => {
  const typical = typicalPrice(bars)
  const out = createNaNSeries(typical.length)
  for (let i = period - 1; i < out.length; i++) {
    let mean = 0
    for (let j = i - period + 1; j <= i; j++) mean += typical[j]!
    mean /= period
    let deviation = 0
    for (let j = i - period + 1; j <= i; j++) deviation += Math.abs(typical[j]! - mean)
    deviation /= period
    const distance = typical[i]! - mean
    out[i] = distance === 0 || deviation === 0 ? 0 : distance / (0.015 * deviation)
  }
  return out
}

/** Williams %R, -100 to 0. */
export const williamsR = ({ high, low, close }: BarColumns, period: number): Float64Array => {
  const out = createNaNSeries(close.length)
  for (let i = period - 1; i < out.length; i++) {
    let top = high[i]!
    let bottom = low[i]!
    for (let j = i - period + 1; j < i; j++) {
      if (high[j]! > top) top = high[j]!
      if (low[j]! < bottom) bottom = low[j]!
    }
    out[i] = top === bottom ? 0 : (-100 * (top - close[i]!)) / (top - bottom)
  }
  return out
}

/** Money flow index, 0 to 100. */
export const mfi = (bars: BarColumns, period: number): Float64Array => {
  const typical = typicalPrice(bars)
  const out = createNaNSeries(typical.length)
  for (let i = period; i < out.length; i++) {
    let rising = 0
    let falling = 0
    for (let j = i - period + 1; j <= i; j++) {
      const flow = typical[j]! * bars.volume[j]!
      if (typical[j]! > typical[j - 1]!) rising += flow
      else if (typical[j]! < typical[j - 1]!) falling += flow
    }
    out[i] = rising + falling < 1 ? 0 : (100 * rising) / (rising + falling)
  }
  return out
}

/**
 * `line`: difference of two exponential averages; `signal`: average of the line; `histogram`: line
 * less signal.
 */
export type Macd = {
  readonly line: Float64Array
  readonly signal: Float64Array
  readonly histogram: Float64Array
}

/** Adds signal and histogram to a line that starts with the `slow` average. */
const addSignal = (line: Float64Array, slow: number, signalPeriod: number): Macd => {
  const signal = emaFrom(line, signalPeriod, slow + signalPeriod - 2)
  const histogram = new Float64Array(line.length)
  for (let i = 0; i < line.length; i++) histogram[i] = line[i]! - signal[i]!
  return { line, signal, histogram }
}

/** Moving average convergence / divergence, dollars. Both averages start at the slow one's first bar. */
export const macd = (values: Float64Array, fast: number, slow: number, signalPeriod: number): Macd => {
  const fastAverage = emaFrom(values, fast, slow - 1)
  const slowAverage = ema(values, slow)
  const line = new Float64Array(values.length)
  for (let i = 0; i < line.length; i++) line[i] = fastAverage[i]! - slowAverage[i]!
  return addSignal(line, slow, signalPeriod)
}

/** Percentage price oscillator: MACD in percent of the slow average; each average starts at its own first bar. */
export const ppo = (values: Float64Array, fast: number, slow: number, signalPeriod: number): Macd => {
  const fastAverage = ema(values, fast)
  const slowAverage = ema(values, slow)
  const line = new Float64Array(values.length)
  for (let i = 0; i < line.length; i++)
    line[i] = slowAverage[i] === 0 ? 0 : (100 * (fastAverage[i]! - slowAverage[i]!)) / slowAverage[i]!
  return addSignal(line, slow, signalPeriod)
}

/** Bollinger bands, in the unit of the values. */
export type Bands = {
  readonly upper: Float64Array
  readonly middle: Float64Array
  readonly lower: Float64Array
}

/**
 * Bollinger bands: a simple average, and bands `width` population standard deviations above and
 * below it.
 */
export const bollinger = (values: Float64Array, period: number, width: number): Bands => {
  const middle = sma(values, period)
  const upper = createNaNSeries(values.length)
  const lower = createNaNSeries(values.length)
  for (let i = period - 1; i < values.length; i++) {
    const mean = middle[i]!
    let squares = 0
    for (let j = i - period + 1; j <= i; j++) squares += (values[j]! - mean) ** 2
    const halfWidth = width * Math.sqrt(squares / period)
    upper[i] = mean + halfWidth
    lower[i] = mean - halfWidth
  }
  return { upper, middle, lower }
}

/** Realised volatility: standard deviation of the last `period` daily log returns, yearly decimal (252 sessions). */
export const historicalVolatility = (close: Float64Array, period: number): Float64Array => {
  const out = createNaNSeries(close.length)
  for (let i = period; i < close.length; i++) {
    let sum = 0
    let squares = 0
    for (let j = i - period + 1; j <= i; j++) {
      const move = Math.log(close[j]! / close[j - 1]!)
      sum += move
      squares += move * move
    }
    const variance = (squares - (sum * sum) / period) / (period - 1)
    out[i] = Math.sqrt(Math.max(0, variance) * 252)
  }
  return out
}
