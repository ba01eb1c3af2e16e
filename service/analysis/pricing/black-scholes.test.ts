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
  oracle,
  referenceTable,
  type ReferenceRow,
} from '#service/analysis/reference/oracle-data.fixture.ts'

describe('the normal distribution', () => {
  test.each([
    // Abramowitz and Stegun, table 26.1, and the far tail by its continued fraction.
    [0, 0.5],
    [1, 0.8413447460685429],
    [-1, 0.15865525393145705],
    [2, 0.9772498680518208],
    [-5, 2.866515718791939e-7],
    [-10, 7.619853024160527e-24],
    [-37, 5.725571222524576e-300],
  ])('N(%d) to the last digits', (x, expected) => {
    // A relative error of x costs x² times as much in the tail.
    expect(Math.abs(normalCdf(x) / expected - 1)).toBeLessThan(5e-16 * Math.max(4, x * x))
  })

  test('erfcx stays finite where erfc underflows', () => {
    expect(erfcx(30)).toBeCloseTo(0.018795888861416751, 16)
    expect(erfc(30)).toBe(0)
    expect(erfc(-30)).toBe(2)
  })
})

const figures = [
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
type EuropeanRow = { readonly type: 'call' | 'put' } & Readonly<Record<(typeof figures)[number], number>>
const europeanRow = (row: ReferenceRow): EuropeanRow => {
  const numbers = Object.fromEntries(figures.map((name) => [name, Number(row[name])]))
  return {
    ...(numbers as Record<(typeof figures)[number], number>),
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

/** The rows beside this test, and all of them where they are. */
const sets = [
  [
    'QuantLib',
    {
      there: true,
      atLeast: 300,
      read: () => referenceTable('quantlib-european.csv').map(europeanRow),
    },
  ],
  [
    'all of QuantLib (needs ../shared/market-data/oracles)',
    {
      there: hasRecorded('oracles'),
      atLeast: 750,
      read: () => (oracle('quantlib-european.json') as { rows: EuropeanRow[] }).rows,
    },
  ],
] as const

describe.each(sets)('against %s', (_name, { there, atLeast, read }) => {
  const test = it.skipIf(!there)
  const rows = there ? read() : []

  test('prices to 1e-10 relative, wherever the price is more than rounding noise', () => {
    expect(rows.length).toBeGreaterThanOrEqual(atLeast)
    for (const row of rows) {
      const mine = price(termsOf(row))
      expect(Math.abs(mine - row.price), JSON.stringify(row)).toBeLessThan(
        1e-10 * Math.max(Math.abs(row.price), 1e-3),
      )
    }
  })

  test('greeks to 1e-6, in the units the contract states', () => {
    for (const row of rows) {
      const mine = greeks(termsOf(row))
      const near = (actual: number, expected: number): void =>
        expect(Math.abs(actual - expected)).toBeLessThan(1e-6 * Math.max(1e-3, Math.abs(expected)))
      near(mine.delta, row.delta)
      near(mine.gamma, row.gamma)
      near(mine.vega * 100, row.vega)
      near(mine.theta * 365, row.theta)
      near(mine.rho * 100, row.rho)
    }
  })

  test("probability of expiring worthless is N(-d2) for calls and N(d2), which QuantLib's column holds, for puts", () => {
    for (const row of rows) {
      const forward = row.S * Math.exp(((row.r - row.q) * row.days) / 365)
      const mine = probabilityWorthless(row.type, forward, row.K, row.vol * Math.sqrt(row.days / 365))
      expect(Math.abs(mine - (row.type === 'call' ? 1 - row.probITM : row.probITM))).toBeLessThan(1e-12)
    }
  })

  test('implied volatility comes back to 1e-12 where the time value exceeds a basis point of the forward', () => {
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
    expect(count).toBeGreaterThan(atLeast / 2)
  })
})

test.skipIf(!hasRecorded('oracles'))(
  "Jaeckel's own test values come back (needs ../shared/market-data/oracles)",
  () => {
    const { input, output } = oracle('lets-be-rational-TestValues.json.gz') as {
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

  test('any price with time value left gives back the volatility it was made with', () => {
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

  test('never NaN, whatever is asked', () => {
    const wild = fc.double()
    fc.assert(
      fc.property(wild, wild, wild, right, (value, f, strike, side) => {
        const answer = impliedDeviation(side, value, f, strike)
        expect(answer === undefined || (Number.isFinite(answer) && answer > 0)).toBe(true)
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

  test('an arbitrage has no volatility', () => {
    expect(impliedVolatility('call', 9, 110, 100, 1, 0)).toBeUndefined()
    expect(impliedVolatility('call', 120, 110, 100, 1, 0)).toBeUndefined()
    expect(impliedVolatility('put', 101, 110, 100, 1, 0)).toBeUndefined()
    expect(impliedVolatility('call', 12, 110, 100, 0, 0)).toBeUndefined()
  })
})

test('the chance of ending above a level falls as the level rises', () => {
  let before = 1
  for (let level = 10; level < 300; level += 5) {
    const now = probabilityAbove(100, level, 0.3)
    expect(now).toBeLessThanOrEqual(before)
    before = now
  }
  expect(probabilityAbove(100, 0, 0.3)).toBe(1)
  expect(probabilityAbove(100, 99, 0)).toBe(1)
})
