import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import {
  blackPrice,
  greeks,
  price,
  probabilityAbove,
  probabilityWorthless,
  type Terms,
} from './black-scholes.ts'
import { impliedDeviation, impliedVolatility } from './implied-volatility.ts'
import { erfc, erfcx, normalCdf } from './normal.ts'
import {
  hasRecorded,
  readOracle,
  readReferenceTable,
  type ReferenceRow,
} from '#service/analysis/reference/oracle-data.fixture.ts'

describe('the normal distribution', () => {
  test.each([
    // Abramowitz and Stegun, table 26.1; in the far tail, the continued fraction.
    [0, 0.5],
    [1, 0.8413447460685429],
    [-1, 0.15865525393145705],
    [2, 0.9772498680518208],
    [-5, 2.866515718791939e-7],
    [-10, 7.619853024160527e-24],
    [-37, 5.725571222524576e-300],
  ])('N(%d) is exact to the last digits', (x, expected) => {
    // In the tail, a relative error of x is amplified by x².
    expect(Math.abs(normalCdf(x) / expected - 1)).toBeLessThan(5e-16 * Math.max(4, x * x))
  })

  test('erfcx stays finite where erfc underflows', () => {
    expect(erfcx(30)).toBeCloseTo(0.018795888861416751, 16)
    expect(erfc(30)).toBe(0)
    expect(erfc(-30)).toBe(2)
  })
})

const numericColumns = [
  'S',
  'K',
  'days',
  'r',
  'q',
  'vol',
  'price',
  'delta',
  'gamma',
  'vega',
  'theta',
  'rho',
  'probITM',
] as const
type EuropeanRow = { readonly type: 'call' | 'put' } & Readonly<
  Record<(typeof numericColumns)[number], number>
>
const europeanRow = (row: ReferenceRow): EuropeanRow => {
  const numbers = Object.fromEntries(numericColumns.map((name) => [name, Number(row[name])]))
  return {
    ...(numbers as Record<(typeof numericColumns)[number], number>),
    type: row['type'] === 'call' ? 'call' : 'put',
  }
}
const termsOf = (row: EuropeanRow): Terms => ({
  right: row.type,
  spot: row.S,
  strike: row.K,
  years: row.days / 365,
  rate: row.r,
  yield: row.q,
  volatility: row.vol,
})

/** The committed reference rows, and all recorded rows if they are available. */
const rowSets = [
  [
    'QuantLib',
    {
      isAvailable: true,
      minRows: 300,
      readRows: () => readReferenceTable('quantlib-european.csv').map(europeanRow),
    },
  ],
  [
    'all of QuantLib (needs ../shared/market-data/oracles)',
    {
      isAvailable: hasRecorded('oracles'),
      minRows: 750,
      readRows: () => (readOracle('quantlib-european.json') as { rows: EuropeanRow[] }).rows,
    },
  ],
] as const

describe.each(rowSets)('against %s', (_name, { isAvailable, minRows, readRows }) => {
  const test = it.skipIf(!isAvailable)
  const rows = isAvailable ? readRows() : []

  test('prices match to a relative 1e-10, or to 1e-13 dollars for small prices', () => {
    expect(rows.length).toBeGreaterThanOrEqual(minRows)
    for (const row of rows) {
      const computed = price(termsOf(row))
      expect(Math.abs(computed - row.price), JSON.stringify(row)).toBeLessThan(
        1e-10 * Math.max(Math.abs(row.price), 1e-3),
      )
    }
  })

  test('greeks match to a relative 1e-6 after conversion to the units of QuantLib', () => {
    for (const row of rows) {
      const computed = greeks(termsOf(row))
      const expectClose = (actual: number, expected: number): void =>
        expect(Math.abs(actual - expected)).toBeLessThan(1e-6 * Math.max(1e-3, Math.abs(expected)))
      expectClose(computed.delta, row.delta)
      expectClose(computed.gamma, row.gamma)
      expectClose(computed.vega * 100, row.vega)
      expectClose(computed.theta * 365, row.theta)
      expectClose(computed.rho * 100, row.rho)
    }
  })

  test('probability of expiring worthless is N(-d2) for calls and N(d2), the column of QuantLib, for puts', () => {
    for (const row of rows) {
      const forward = row.S * Math.exp(((row.r - row.q) * row.days) / 365)
      const computed = probabilityWorthless(row.type, forward, row.K, row.vol * Math.sqrt(row.days / 365))
      expect(Math.abs(computed - (row.type === 'call' ? 1 - row.probITM : row.probITM))).toBeLessThan(1e-12)
    }
  })

  test('implied volatility is recovered to 1e-12 if the time value exceeds a basis point of the forward', () => {
    let count = 0
    for (const row of rows) {
      const years = row.days / 365
      const forward = row.S * Math.exp((row.r - row.q) * years)
      const value = price(termsOf(row))
      const intrinsic = Math.max(0, row.type === 'call' ? forward - row.K : row.K - forward)
      if (value * Math.exp(row.r * years) - intrinsic < 1e-4 * forward) continue
      count++
      expect(
        Math.abs(impliedVolatility(row.type, value, forward, row.K, years, row.r)! - row.vol),
      ).toBeLessThan(1e-12)
    }
    expect(count).toBeGreaterThan(minRows / 2)
  })
})

test.skipIf(!hasRecorded('oracles'))(
  "recovers Jaeckel's test values (needs ../shared/market-data/oracles)",
  () => {
    const { input, output } = readOracle('lets-be-rational-TestValues.json.gz') as {
      input: { q: number; T: number; F: number; K: number; sigma: number }[]
      output: { black: number }[]
    }
    input.forEach((row, index) => {
      const { black } = output[index]!
      if (black - Math.max(0, row.q * (row.F - row.K)) < 1e-4 * row.F) return
      const deviation = impliedDeviation(row.q > 0 ? 'call' : 'put', black, row.F, row.K)!
      expect(Math.abs(deviation / Math.sqrt(row.T) - row.sigma)).toBeLessThan(1e-12)
    })
  },
)

describe('implied volatility', () => {
  const forward = fc.double({ min: 1, max: 2000, noNaN: true })
  const moneyness = fc.double({ min: -1.5, max: 1.5, noNaN: true })
  const deviation = fc.double({ min: 0.005, max: 4, noNaN: true })
  const right = fc.constantFrom<'call' | 'put'>('call', 'put')

  test('recovers the volatility from any price with time value', () => {
    fc.assert(
      fc.property(forward, moneyness, deviation, right, (f, m, s, side) => {
        const strike = f * Math.exp(m)
        const value = blackPrice(side, f, strike, s)
        const intrinsic = Math.max(0, side === 'call' ? f - strike : strike - f)
        fc.pre(value - intrinsic > 1e-4 * f && value < 0.999 * (side === 'call' ? f : strike))
        expect(Math.abs(impliedDeviation(side, value, f, strike)! / s - 1)).toBeLessThan(1e-10)
      }),
      { numRuns: 2000 },
    )
  })

  test('is never NaN, for any input', () => {
    const anyNumber = fc.double()
    fc.assert(
      fc.property(anyNumber, anyNumber, anyNumber, right, (value, f, strike, side) => {
        const implied = impliedDeviation(side, value, f, strike)
        expect(implied === undefined || (Number.isFinite(implied) && implied > 0)).toBe(true)
      }),
      { numRuns: 2000 },
    )
  })

  test('a higher price means a higher volatility', () => {
    fc.assert(
      fc.property(forward, moneyness, deviation, deviation, (f, m, a, b) => {
        const strike = f * Math.exp(m)
        const [low, high] = [
          blackPrice('call', f, strike, Math.min(a, b)),
          blackPrice('call', f, strike, Math.max(a, b)),
        ]
        fc.pre(high > low * (1 + 1e-9) && low - Math.max(0, f - strike) > 1e-6 * f)
        const [first, second] = [
          impliedDeviation('call', low, f, strike),
          impliedDeviation('call', high, f, strike),
        ]
        fc.pre(first !== undefined && second !== undefined)
        expect(first).toBeLessThan(second)
      }),
    )
  })

  test('is undefined for a price that allows arbitrage, and at expiry', () => {
    expect(impliedVolatility('call', 9, 110, 100, 1, 0)).toBeUndefined()
    expect(impliedVolatility('call', 120, 110, 100, 1, 0)).toBeUndefined()
    expect(impliedVolatility('put', 101, 110, 100, 1, 0)).toBeUndefined()
    expect(impliedVolatility('call', 12, 110, 100, 0, 0)).toBeUndefined()
  })
})

test('the probability of ending above a level falls as the level rises', () => {
  let previous = 1
  for (let level = 10; level < 300; level += 5) {
    const probability = probabilityAbove(100, level, 0.3)
    expect(probability).toBeLessThanOrEqual(previous)
    previous = probability
  }
  expect(probabilityAbove(100, 0, 0.3)).toBe(1)
  expect(probabilityAbove(100, 99, 0)).toBe(1)
})
