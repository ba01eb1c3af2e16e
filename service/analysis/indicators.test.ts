import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  atr,
  bollinger,
  cci,
  ema,
  historicalVolatility,
  macd,
  mfi,
  ppo,
  roc,
  rsi,
  sma,
  williamsR,
  wma,
} from './indicators.ts'
import { hasData, oracle, recordedBars } from './oracle.fixture.ts'

type Oracle = { symbols: Record<string, Record<string, Record<string, number[]>>> }

describe.skipIf(!hasData)('against TA-Lib (needs ../shared/market-data)', () => {
  const { symbols } = hasData ? (oracle('talib-indicators.json') as Oracle) : { symbols: {} }

  test.each(Object.keys(symbols))('%s: every indicator to 1e-9', (symbol) => {
    const bars = recordedBars(symbol)
    const { close } = bars
    const momentum = macd(close, 12, 26, 9)
    const bands = bollinger(close, 20, 2)
    const mine: [string, string, Float64Array][] = [
      ['RSI14', 'outReal', rsi(close, 14)],
      ['RSI5', 'outReal', rsi(close, 5)],
      ['RSI50', 'outReal', rsi(close, 50)],
      ['SMA20', 'outReal', sma(close, 20)],
      ['SMA50', 'outReal', sma(close, 50)],
      ['SMA200', 'outReal', sma(close, 200)],
      ['EMA50', 'outReal', ema(close, 50)],
      ['EMA200', 'outReal', ema(close, 200)],
      ['WMA50', 'outReal', wma(close, 50)],
      ['WMA200', 'outReal', wma(close, 200)],
      ['MACD', 'outMACD', momentum.line],
      ['MACD', 'outMACDSignal', momentum.signal],
      ['MACD', 'outMACDHist', momentum.histogram],
      ['BB20', 'outRealUpperBand', bands.upper],
      ['BB20', 'outRealMiddleBand', bands.middle],
      ['BB20', 'outRealLowerBand', bands.lower],
      ['ATR14', 'outReal', atr(bars, 14)],
      ['ATR20', 'outReal', atr(bars, 20)],
      ['CCI14', 'outReal', cci(bars, 14)],
      ['CCI5', 'outReal', cci(bars, 5)],
      ['CCI50', 'outReal', cci(bars, 50)],
      ['WILLR14', 'outReal', williamsR(bars, 14)],
      ['MFI14', 'outReal', mfi(bars, 14)],
      ['ROC20', 'outReal', roc(close, 20)],
      ['ROC125', 'outReal', roc(close, 125)],
      ['PPO', 'outReal', ppo(close, 12, 26, 9).line],
    ]
    for (const [name, output, series] of mine) {
      const expected = symbols[symbol]![name]![output]!
      expect(expected.length, name).toBeGreaterThan(50)
      expected.forEach((value, index) => {
        const actual = series[series.length - expected.length + index]!
        // The reference keeps 10 significant digits.
        expect(Math.abs(actual - value), `${name} ${output} ${index}`).toBeLessThan(
          1e-9 * Math.max(1, Math.abs(value)),
        )
      })
    }
  })
})

const closes = fc
  .array(fc.double({ min: 0.01, max: 5000, noNaN: true }), { maxLength: 120 })
  .map((values) => Float64Array.from(values))

test('oscillators stay in their range and warm-up is NaN, for any prices and any length', () => {
  fc.assert(
    fc.property(closes, (close) => {
      const volume = new Float64Array(close.length).fill(1000)
      const bars = { high: close, low: close, close, volume }
      const within = (series: Float64Array, low: number, high: number, warmUp: number): void => {
        series.forEach((value, index) => {
          if (index < warmUp) expect(value).toBeNaN()
          else expect(value >= low - 1e-9 && value <= high + 1e-9).toBe(true)
        })
      }
      within(rsi(close, 14), 0, 100, 14)
      within(williamsR(bars, 14), -100, 0, 13)
      within(mfi(bars, 14), 0, 100, 14)
      within(historicalVolatility(close, 20), 0, Number.POSITIVE_INFINITY, 20)
    }),
  )
})

test('a flat price has no strength, no range and no trend', () => {
  const close = new Float64Array(60).fill(25)
  const bars = { high: close, low: close, close, volume: new Float64Array(60) }
  expect(atr(bars, 14).at(-1)).toBe(0)
  expect(cci(bars, 14).at(-1)).toBe(0)
  expect(williamsR(bars, 14).at(-1)).toBe(0)
  expect(mfi(bars, 14).at(-1)).toBe(0)
  expect(macd(close, 12, 26, 9).histogram.at(-1)).toBe(0)
  expect(sma(close, 20).at(-1)).toBe(25)
  expect(wma(close, 20).at(-1)).toBe(25)
})
