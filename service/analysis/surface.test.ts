import { describe, expect, test } from 'vitest'
import { liquidityRank } from './liquidity.ts'
import { chainOf } from './made-up.fixture.ts'
import { constantMaturityVolatility } from './constant-maturity.ts'
import { expiriesOf } from './surface.ts'
import { mergeVolatilities, volatilityRank } from './volatility-rank.ts'

const context = { today: '2026-08-21', riskFreeRate: 0.04, dividendYield: 0 }
const flat = chainOf({ spot: 100, days: [16, 44, 100], volatility: () => 0.3 })

describe('the surface of a chain', () => {
  test('finds the forward, dividends and all, without being told of them', () => {
    const chain = chainOf({ spot: 100, days: [90], yield: 0.05, volatility: () => 0.25 })
    const [expiry] = expiriesOf(chain, 100, context)
    expect(expiry!.forward).toBeCloseTo(100 * Math.exp((-0.01 * 90) / 365), 6)
    expect(expiry!.yield).toBeCloseTo(0.05, 6)
  })

  test('reads a flat volatility as flat, at every strike', () => {
    for (const expiry of expiriesOf(flat, 100, context)) {
      for (const strike of [60, 90, 100, 120, 180]) expect(expiry.volatilityAt(strike)).toBeCloseTo(0.3, 4)
      expect(expiry.atTheMoney()).toBeCloseTo(0.3, 4)
    }
    expect(constantMaturityVolatility(expiriesOf(flat, 100, context))).toBeCloseTo(0.3, 4)
  })

  test('one absurd quote does not bend the smile', () => {
    const contracts = flat.contracts.map((contract) =>
      contract.strike === 105 && contract.right === 'call' ? { ...contract, bid: 9, ask: 9.1 } : contract,
    )
    const [first] = expiriesOf({ ...flat, contracts }, 100, context)
    expect(first!.volatilityAt(105)).toBeCloseTo(0.3, 2)
    expect(first!.volatilityAt(100)).toBeCloseTo(0.3, 2)
  })

  test('follows a smile', () => {
    const smile = (strike: number): number =>
      0.3 + 0.4 * Math.log(strike / 100) ** 2 - 0.1 * Math.log(strike / 100)
    const [expiry] = expiriesOf(chainOf({ spot: 100, days: [60], volatility: smile }), 100, context)
    for (const strike of [85, 95, 100, 110, 120])
      expect(expiry!.volatilityAt(strike)).toBeCloseTo(smile(strike), 3)
  })

  test('thirty days between two expiries: total variance is linear in time', () => {
    const chain = chainOf({ spot: 100, days: [16, 44], volatility: (_, days) => (days === 16 ? 0.5 : 0.3) })
    const expected = Math.sqrt((16 * 0.25 * 14 + 44 * 0.09 * 14) / 28 / 30)
    expect(constantMaturityVolatility(expiriesOf(chain, 100, context))).toBeCloseTo(expected, 3)
  })

  test('quotes without a bid, adjusted contracts and expired ones are left out', () => {
    const contracts = flat.contracts.flatMap((contract) => [
      contract,
      { ...contract, id: contract.id.replace('TEST', 'TEST1'), bid: 50, ask: 51 },
    ])
    const expiries = expiriesOf({ ...flat, contracts }, 100, context)
    expect(expiries.map((expiry) => expiry.days)).toEqual([16, 44, 100])
    expect(expiries[0]!.volatilityAt(100)).toBeCloseTo(0.3, 4)
  })

  test('no quotes, no volatility', () => {
    const contracts = flat.contracts.map((contract) => ({ ...contract, bid: 0 }))
    const expiries = expiriesOf({ ...flat, contracts }, 100, context)
    expect(expiries[0]!.volatilityAt(100)).toBeUndefined()
    expect(constantMaturityVolatility(expiries)).toBeUndefined()
    expect(liquidityRank({ ...flat, contracts }, expiries)).toBe(3)
  })
})

describe('liquidity', () => {
  const rank = (halfSpread: number, openInterest: number | null): number => {
    const chain = chainOf({ spot: 100, days: [44], volatility: () => 0.3, halfSpread, openInterest })
    return liquidityRank(chain, expiriesOf(chain, 100, context))
  }
  test.each([
    [0.02, 1000, 1],
    [0.02, 100, 2],
    [0.1, 1000, 2],
    [0.3, 1000, 3],
    [0.02, 1, 3],
    // Not known is not none: the spread alone decides.
    [0.02, null, 1],
    [0.2, null, 3],
  ])('half spread %d, open interest %s a contract: rank %d', (halfSpread, openInterest, expected) => {
    expect(rank(halfSpread, openInterest)).toBe(expected)
  })

  test('a nickel wide is tight, however cheap the option', () => {
    const chain = chainOf({ spot: 4, days: [44], volatility: () => 0.4, halfSpread: 0.3 })
    expect(liquidityRank(chain, expiriesOf(chain, 4, context))).toBe(3)
    const contracts = chain.contracts.map((contract) => ({
      ...contract,
      ask: contract.bid + 0.05,
      openInterest: 2000,
    }))
    expect(liquidityRank({ ...chain, contracts }, expiriesOf({ ...chain, contracts }, 4, context))).toBe(1)
  })

  test('no options at all: not liquid', () => expect(liquidityRank(undefined, [])).toBe(3))
})

describe('volatility rank', () => {
  const points = (values: readonly number[]) =>
    values.map((iv30, index) => ({ day: `2026-01-${String(index + 1).padStart(2, '0')}`, iv30 }))
  const sixty = points([0.3, 0.6, ...Array.from({ length: 58 }, () => 0.4)])
  const quiet = new Float64Array(300).fill(100)

  test('45 between 30 and 60 ranks 50', () =>
    expect(volatilityRank(0.45, sixty, quiet)).toEqual({ rank: expect.closeTo(50, 9), basis: 'implied' }))

  test("a new high ranks 100, today's included", () =>
    expect(volatilityRank(0.9, sixty, quiet).rank).toBe(100))

  test('too few stored days: realised volatility stands in and says so', () => {
    const moving = Float64Array.from({ length: 300 }, (_, i) => 100 + Math.sin(i / 3) * (i / 100))
    const found = volatilityRank(0.45, sixty.slice(1), moving)
    expect(found.basis).toBe('historical')
    expect(found.rank).toBeGreaterThan(50)
  })

  test('nothing to go by: null, never a made-up number', () => {
    expect(volatilityRank(0.45, [], quiet.subarray(0, 30))).toEqual({ rank: null, basis: null })
    expect(volatilityRank(undefined, [], quiet)).toEqual({ rank: null, basis: null })
  })

  test('two histories become one, in order, our own day counting', () => {
    const merged = mergeVolatilities(
      [
        { day: '2026-01-02', iv30: 0.2 },
        { day: '2026-01-05', iv30: 0.3 },
      ],
      [
        { day: '2026-01-05', iv30: 0.31 },
        { day: '2026-01-01', iv30: 0.1 },
      ],
    )
    expect(merged.map(({ day, iv30 }) => [day, iv30])).toEqual([
      ['2026-01-01', 0.1],
      ['2026-01-02', 0.2],
      ['2026-01-05', 0.31],
    ])
  })
})
