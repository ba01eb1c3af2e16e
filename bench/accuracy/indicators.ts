/** Technical indicators. */
import * as ours from '#service/analysis/technicals/indicators.ts'
import { compare, type Comparison } from './comparison.ts'
import { numberIn, rowsOf } from './references.ts'

export const indicators = (): Comparison[] => {
  const rows = rowsOf('talib-indicators.csv')
  const column = (name: string): Float64Array => Float64Array.from(rows, (row) => numberIn(row, name))
  const bars = { high: column('high'), low: column('low'), close: column('close'), volume: column('volume') }
  const { close } = bars
  const momentum = ours.macd(close, 12, 26, 9)
  const bands = ours.bollinger(close, 20, 2)
  const mine: Record<string, Float64Array> = {
    rsi14: ours.rsi(close, 14),
    rsi5: ours.rsi(close, 5),
    rsi50: ours.rsi(close, 50),
    sma20: ours.sma(close, 20),
    sma50: ours.sma(close, 50),
    sma200: ours.sma(close, 200),
    ema50: ours.ema(close, 50),
    ema200: ours.ema(close, 200),
    wma50: ours.wma(close, 50),
    wma200: ours.wma(close, 200),
    macdSignal: momentum.signal,
    macdHistogram: momentum.histogram,
    bbUpper: bands.upper,
    bbMiddle: bands.middle,
    bbLower: bands.lower,
    atr14: ours.atr(bars, 14),
    atr20: ours.atr(bars, 20),
    cci14: ours.cci(bars, 14),
    cci5: ours.cci(bars, 5),
    cci50: ours.cci(bars, 50),
    willr14: ours.williamsR(bars, 14),
    mfi14: ours.mfi(bars, 14),
    roc20: ours.roc(close, 20),
    roc125: ours.roc(close, 125),
    ppo: ours.ppo(close, 12, 26, 9).line,
  }
  const errors = Object.entries(mine).flatMap(([name, series]) => {
    const theirs = column(name)
    return Array.from(
      series,
      (value, at) => (value - theirs[at]!) / Math.max(1, Math.abs(theirs[at]!)),
    ).filter((_, at) => !Number.isNaN(theirs[at]!))
  })
  return [
    compare(
      {
        what: `${Object.keys(mine).length} indicators, at each bar`,
        against: 'TA-Lib 0.6 (C)',
        unit: 'relative',
        bar: { worst: 1e-9 },
      },
      errors,
    ),
  ]
}
