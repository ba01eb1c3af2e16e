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
  type BarColumns,
} from './indicators.ts'
import {
  hasRecorded,
  readOracle,
  recordedBars,
  readReferenceTable,
} from '#service/analysis/reference/oracle-data.fixture.ts'

/** All indicators under their names in the reference tables. */
const indicatorsOf = (bars: BarColumns): Record<string, Float64Array> => {
  const { close } = bars
  const macdSeries = macd(close, 12, 26, 9)
  const bands = bollinger(close, 20, 2)
  return {
    rsi14: rsi(close, 14),
    rsi5: rsi(close, 5),
    rsi50: rsi(close, 50),
    sma20: sma(close, 20),
    sma50: sma(close, 50),
    sma200: sma(close, 200),
    ema50: ema(close, 50),
    ema200: ema(close, 200),
    wma50: wma(close, 50),
    wma200: wma(close, 200),
    macd: macdSeries.line,
    macdSignal: macdSeries.signal,
    macdHistogram: macdSeries.histogram,
    bbUpper: bands.upper,
    bbMiddle: bands.middle,
    bbLower: bands.lower,
    atr14: atr(bars, 14),
    atr20: atr(bars, 20),
    cci14: cci(bars, 14),
    cci5: cci(bars, 5),
    cci50: cci(bars, 50),
    willr14: williamsR(bars, 14),
    mfi14: mfi(bars, 14),
    roc20: roc(close, 20),
    roc125: roc(close, 125),
    ppo: ppo(close, 12, 26, 9).line,
  }
}

/** Compares to 1e-9: the references have 10 or more significant digits. */
const expectClose = (actual: number, expected: number, message: string): void =>
  expect(Math.abs(actual - expected), message).toBeLessThan(1e-9 * Math.max(1, Math.abs(expected)))

describe('against TA-Lib', () => {
  const rows = readReferenceTable('talib-indicators.csv')
  const column = (name: string) => Float64Array.from(rows, (row) => Number(row[name]))
  const computed = indicatorsOf({
    high: column('high'),
    low: column('low'),
    close: column('close'),
    volume: column('volume'),
  })

  test('the table has every indicator for 260 bars', () => {
    expect(rows).toHaveLength(260)
    expect(Object.keys(rows[0]!)).toEqual([
      'open',
      'high',
      'low',
      'close',
      'volume',
      ...Object.keys(computed),
    ])
  })

  test.each(Object.keys(computed))('%s matches to 1e-9 at every bar', (name) => {
    const first = rows.findIndex((row) => row[name] !== '')
    rows.forEach((row, index) => {
      if (index >= first) expectClose(computed[name]![index]!, Number(row[name]), `${name} at ${index}`)
    })
    expect(rows.length - first).toBeGreaterThan(50)
  })

  test('no indicator except MACD has a value before its reference does', () => {
    const first = (name: string) => rows.findIndex((row) => row[name] !== '')
    // TA-Lib has no MACD value until there is a signal value.
    const premature = Object.entries(computed).filter(
      ([name, series]) => name !== 'macd' && series.findIndex((value) => !Number.isNaN(value)) < first(name),
    )
    expect(premature.map(([name]) => name)).toEqual([])
  })
})

type Oracle = { symbols: Record<string, Record<string, Record<string, number[]>>> }
/** Names in the recorded reference: the indicator and one of its outputs. */
const recordedNames: Record<string, readonly [string, string]> = {
  macd: ['MACD', 'outMACD'],
  macdSignal: ['MACD', 'outMACDSignal'],
  macdHistogram: ['MACD', 'outMACDHist'],
  bbUpper: ['BB20', 'outRealUpperBand'],
  bbMiddle: ['BB20', 'outRealMiddleBand'],
  bbLower: ['BB20', 'outRealLowerBand'],
}

const hasReference = hasRecorded('oracles', 'bars-2025-08-22_2026-08-21')
describe.skipIf(!hasReference)(
  'against TA-Lib (needs ../shared/market-data/oracles and bars-2025-08-22_2026-08-21)',
  () => {
    const { symbols } = hasReference ? (readOracle('talib-indicators.json') as Oracle) : { symbols: {} }

    test.each(Object.keys(symbols))('%s: every indicator matches to 1e-9', (symbol) => {
      for (const [name, series] of Object.entries(indicatorsOf(recordedBars(symbol)))) {
        const [indicator, output] = recordedNames[name] ?? [name.toUpperCase(), 'outReal']
        const expected = symbols[symbol]![indicator]![output]!
        expect(expected.length, name).toBeGreaterThan(50)
        expected.forEach((value, index) =>
          expectClose(series[series.length - expected.length + index]!, value, `${name} ${index}`),
        )
      }
    })
  },
)

const closes = fc
  .array(fc.double({ min: 0.01, max: 5000, noNaN: true }), { maxLength: 120 })
  .map((values) => Float64Array.from(values))

test('oscillators stay in their range, and values before there are enough bars are NaN, for any prices', () => {
  fc.assert(
    fc.property(closes, (close) => {
      const volume = new Float64Array(close.length).fill(1000)
      const bars = { high: close, low: close, close, volume }
      const expectWithin = (series: Float64Array, low: number, high: number, warmUp: number): void => {
        series.forEach((value, index) => {
          if (index < warmUp) expect(value).toBeNaN()
          else expect(value >= low - 1e-9 && value <= high + 1e-9).toBe(true)
        })
      }
      expectWithin(rsi(close, 14), 0, 100, 14)
      expectWithin(williamsR(bars, 14), -100, 0, 13)
      expectWithin(mfi(bars, 14), 0, 100, 14)
      expectWithin(historicalVolatility(close, 20), 0, Number.POSITIVE_INFINITY, 20)
    }),
  )
})

test('a flat price has oscillators and ranges of zero, and averages equal to the price', () => {
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
