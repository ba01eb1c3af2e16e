/** Errors of technical indicators at each bar. They are relative; for values below 1, absolute. */
import * as technicals from '#service/analysis/technicals/indicators.ts'
import { compare, type Comparison } from './comparison.ts'
import { numberIn, readRows } from './references.ts'

export const indicatorComparisons = (): Comparison[] => {
  const rows = readRows('talib-indicators.csv')
  const column = (name: string): Float64Array => Float64Array.from(rows, (row) => numberIn(row, name))
  const bars = { high: column('high'), low: column('low'), close: column('close'), volume: column('volume') }
  const { close } = bars
  const momentum = technicals.macd(close, 12, 26, 9)
  const bands = technicals.bollinger(close, 20, 2)
  const computed: Record<string, Float64Array> = {
    rsi14: technicals.rsi(close, 14),
    rsi5: technicals.rsi(close, 5),
    rsi50: technicals.rsi(close, 50),
    sma20: technicals.sma(close, 20),
    sma50: technicals.sma(close, 50),
    sma200: technicals.sma(close, 200),
    ema50: technicals.ema(close, 50),
    ema200: technicals.ema(close, 200),
    wma50: technicals.wma(close, 50),
    wma200: technicals.wma(close, 200),
    macdSignal: momentum.signal,
    macdHistogram: momentum.histogram,
    bbUpper: bands.upper,
    bbMiddle: bands.middle,
    bbLower: bands.lower,
    atr14: technicals.atr(bars, 14),
    atr20: technicals.atr(bars, 20),
    cci14: technicals.cci(bars, 14),
    cci5: technicals.cci(bars, 5),
    cci50: technicals.cci(bars, 50),
    willr14: technicals.williamsR(bars, 14),
    mfi14: technicals.mfi(bars, 14),
    roc20: technicals.roc(close, 20),
    roc125: technicals.roc(close, 125),
    ppo: technicals.ppo(close, 12, 26, 9).line,
  }
  const errors = Object.entries(computed).flatMap(([name, series]) => {
    const expected = column(name)
    return Array.from(
      series,
      (value, index) => (value - expected[index]!) / Math.max(1, Math.abs(expected[index]!)),
    ).filter((_, index) => !Number.isNaN(expected[index]!))
  })
  return [
    compare(
      {
        label: `${Object.keys(computed).length} indicators, at each bar`,
        reference: 'TA-Lib 0.6 (C)',
        unit: 'relative',
        bar: { worst: 1e-9 },
      },
      errors,
    ),
  ]
}
