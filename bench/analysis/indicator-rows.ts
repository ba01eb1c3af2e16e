/** Technical indicators over two years of daily bars. */
import * as ours from '#service/analysis/technicals/indicators.ts'
import { library } from './libraries.ts'
import { perSecond, seededRandom } from './measure.ts'
import type { AnalysisBenchmark, BenchmarkGroup } from './row.ts'

const barCount = 504
const random = seededRandom(3)
const close = new Float64Array(barCount)
for (let i = 0, price = 100; i < barCount; i++) close[i] = price *= 1 + 0.03 * (random() - 0.5)
const bars = {
  high: close.map((value) => value * 1.01),
  low: close.map((value) => value * 0.99),
  close,
  volume: new Float64Array(barCount).fill(1e6),
}

const calculations = [
  () => ours.rsi(close, 14),
  () => ours.sma(close, 200),
  () => ours.ema(close, 50),
  () => ours.wma(close, 50),
  () => ours.roc(close, 125),
  () => ours.atr(bars, 14),
  () => ours.cci(bars, 14),
  () => ours.williamsR(bars, 14),
  () => ours.mfi(bars, 14),
  () => ours.macd(close, 12, 26, 9).histogram,
  () => ours.bollinger(close, 20, 2).upper,
]

const row: AnalysisBenchmark = {
  label: `${calculations.length} indicators, each at a bar`,
  unit: 'M/s',
  measure: async () => ({
    figure: (perSecond(calculations.length, (i) => calculations[i]!()[barCount - 1]!) * barCount) / 1e6,
  }),
  npm: async () => {
    const packageIndicators = library('technicalindicators')
    if (!packageIndicators) return undefined
    const values = Array.from(close)
    const input = {
      values,
      high: Array.from(bars.high),
      low: Array.from(bars.low),
      close: values,
      volume: Array.from(bars.volume),
    }
    const calls: [keyof typeof packageIndicators, object][] = [
      ['RSI', { period: 14 }],
      ['SMA', { period: 200 }],
      ['EMA', { period: 50 }],
      ['WMA', { period: 50 }],
      ['ROC', { period: 125 }],
      ['ATR', { period: 14 }],
      ['CCI', { period: 14 }],
      ['WilliamsR', { period: 14 }],
      ['MFI', { period: 14 }],
      ['MACD', { fastPeriod: 12, slowPeriod: 26, signalPeriod: 9 }],
      ['BollingerBands', { period: 20, stdDev: 2 }],
    ]
    const figure = perSecond(calls.length, (i) => {
      const [name, options] = calls[i]!
      return packageIndicators[name].calculate({ ...input, ...options }).length
    })
    return { name: 'technicalindicators', figure: (figure * barCount) / 1e6 }
  },
}

export const indicators: BenchmarkGroup = { name: 'indicators', rows: async () => [row] }
