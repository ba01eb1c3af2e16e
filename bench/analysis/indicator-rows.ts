/** Technical indicators over two years of daily bars. */
import * as ours from '#service/analysis/technicals/indicators.ts'
import { library } from './libraries.ts'
import { generator, perSecond } from './measure.ts'
import type { Group, AnalysisBenchmark } from './row.ts'

const barCount = 504
const random = generator(3)
const walk = new Float64Array(barCount)
for (let i = 0, price = 100; i < barCount; i++) walk[i] = price *= 1 + 0.03 * (random() - 0.5)
const columns = {
  high: walk.map((value) => value * 1.01),
  low: walk.map((value) => value * 0.99),
  close: walk,
  volume: new Float64Array(barCount).fill(1e6),
}

const calculations = [
  () => ours.rsi(walk, 14),
  () => ours.sma(walk, 200),
  () => ours.ema(walk, 50),
  () => ours.wma(walk, 50),
  () => ours.roc(walk, 125),
  () => ours.atr(columns, 14),
  () => ours.cci(columns, 14),
  () => ours.williamsR(columns, 14),
  () => ours.mfi(columns, 14),
  () => ours.macd(walk, 12, 26, 9).histogram,
  () => ours.bollinger(walk, 20, 2).upper,
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
    const values = Array.from(walk)
    const input = {
      values,
      high: Array.from(columns.high),
      low: Array.from(columns.low),
      close: values,
      volume: Array.from(columns.volume),
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

export const indicators: Group = { name: 'indicators', rows: async () => [row] }
