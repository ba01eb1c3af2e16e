import { describe, expect, test } from 'vitest'
import type { Contract } from '#service/markets/market.ts'
import { blackPrice, probabilityWorthless } from './pricing/black-scholes.ts'
import { liquidityRank } from './liquidity.ts'
import { chainOf } from './reference/synthetic-market.fixture.ts'
import { constantMaturityVolatility } from './volatility/constant-maturity.ts'
import { expiriesOf, fairValue } from './surface.ts'
import { varianceFalls } from './surface/calendar.ts'
import { mergeVolatilities, volatilityRank } from './volatility/volatility-rank.ts'

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
      // To a hundredth of a point: a far price has few significant cents.
      for (const strike of [60, 90, 100, 120, 180])
        expect(Math.abs(expiry.volatilityAt(strike)! - 0.3)).toBeLessThan(1e-4)
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

describe('the distribution of an expiry', () => {
  const skew = (strike: number): number => 0.3 - 0.3 * Math.log(strike / 100)
  const chain = chainOf({ spot: 100, days: [60], volatility: skew, step: 1 })
  const [expiry] = expiriesOf(chain, 100, context)
  const root = Math.sqrt(60 / 365)
  const truth = (strike: number): number => blackPrice('put', expiry!.forward, strike, skew(strike) * root)

  test('a probability is the slope of put prices: the slope of the smile is part of it', () => {
    for (const strike of [80, 90, 95, 100, 105, 115]) {
      const slope = (truth(strike + 0.01) - truth(strike - 0.01)) / 0.02
      expect(Math.abs(expiry!.probabilityBelow(strike)! - slope)).toBeLessThan(0.001)
      expect(expiry!.undiscountedPut(strike)).toBeCloseTo(truth(strike), 2)
    }
    // At the money N(-d2) says 50.6 %, with no regard to the slope.
    const below = expiry!.probabilityBelow(100)!
    expect(probabilityWorthless('call', expiry!.forward, 100, 0.3 * root) - below).toBeGreaterThan(0.04)
  })

  test('price, volatility and U are of one density', () => {
    for (const strike of [70, 85, 100, 120]) {
      const put = expiry!.undiscountedPut(strike)!
      const deviation = expiry!.volatilityAt(strike)! * root
      expect(blackPrice('put', expiry!.forward, strike, deviation)).toBeCloseTo(put, 9)
      expect(fairValue(expiry!, 'call', strike)).toBeCloseTo(
        expiry!.discount * (put - strike + expiry!.forward),
        9,
      )
    }
  })

  test('nothing is below zero, and everything below enough', () => {
    expect(expiry!.probabilityBelow(0)).toBe(0)
    expect(expiry!.probabilityBelow(-5)).toBe(0)
    expect(expiry!.probabilityBelow(1e6)).toBeCloseTo(1, 12)
    expect(expiry!.undiscountedPut(0)).toBe(0)
    expect(expiry!.volatilityAt(0)).toBeUndefined()
  })

  test('beyond the last quotes the volatility is theirs', () => {
    const [low, high] = [
      chain.contracts.find(({ bid }) => bid > 0.01)!,
      chain.contracts.findLast(({ bid }) => bid > 0.01)!,
    ]
    expect(expiry!.volatilityAt(1)).toBeCloseTo(expiry!.volatilityAt(Math.min(low.strike, 60))!, 1)
    expect(expiry!.volatilityAt(1_000)).toBe(expiry!.volatilityAt(high.strike * 5))
  })

  test.each([
    ['hardly any', 0.03],
    ['a lot', 1.5],
    ['as much as there is', 4.5],
  ])('%s volatility', (_, volatility) => {
    const steps = chainOf({
      spot: 100,
      days: [30, 180],
      volatility: () => volatility,
      step: volatility < 0.1 ? 0.5 : 2.5,
    })
    for (const each of expiriesOf(steps, 100, context)) {
      for (const strike of [98, 100, 102]) expect(each.volatilityAt(strike)! / volatility).toBeCloseTo(1, 2)
      const deviation = volatility * Math.sqrt(each.years)
      expect(each.probabilityBelow(100)).toBeCloseTo(
        probabilityWorthless('call', each.forward, 100, deviation),
        2,
      )
    }
  })

  test('two quotes are enough for a level', () => {
    const contracts = flat.contracts.filter(
      ({ strike, right }) => (strike === 95 && right === 'put') || (strike === 105 && right === 'call'),
    )
    const [first] = expiriesOf({ ...flat, contracts }, 100, context)
    expect(first!.volatilityAt(100)).toBeCloseTo(0.3, 1)
    expect(first!.probabilityBelow(105)).toBeCloseTo(
      probabilityWorthless('call', first!.forward, 105, 0.3 * Math.sqrt(16 / 365)),
      1,
    )
    expect(first!.dividends).toBeUndefined()
  })

  test('one stale quote among few does not carry the rest', () => {
    const strikes = [80, 90, 95, 100, 105, 110, 120]
    const contracts = flat.contracts
      .filter(({ strike }) => strikes.includes(strike))
      .map((contract) =>
        contract.strike === 110 && contract.right === 'call' ? { ...contract, bid: 2.2, ask: 2.3 } : contract,
      )
    const [, second] = expiriesOf({ ...flat, contracts }, 100, context)
    for (const strike of [90, 100, 105]) expect(second!.volatilityAt(strike)).toBeCloseTo(0.3, 2)
  })

  test('asks without a bid hold the tail down', () => {
    const far = 130
    const bids = chain.contracts.filter(({ strike }) => strike >= 88 && strike <= 112)
    const asks = chain.contracts
      .filter(({ strike, right }) => strike === far && right === 'call')
      .map((contract) => ({ ...contract, bid: 0, ask: 0.02 }))
    const of = (contracts: readonly Contract[]): number =>
      fairValue(expiriesOf({ ...chain, contracts }, 100, context)[0]!, 'call', far)!
    expect(of(bids)).toBeGreaterThan(0.03)
    expect(of([...bids, ...asks])).toBeLessThan(0.025)
  })

  test('only what is asked for is computed', () => {
    let read = 0
    const watched = (contract: Contract): Contract => ({
      ...contract,
      get bid() {
        read++
        return contract.bid
      },
    })
    const many = chainOf({ spot: 100, days: [7, 14, 21, 28, 60, 90, 120, 180, 360], volatility: () => 0.3 })
    const expiries = expiriesOf({ ...many, contracts: many.contracts.map(watched) }, 100, context)
    expect(read).toBe(0)
    expiries[3]!.volatilityAt(100)
    const one = read
    for (const each of expiries) each.volatilityAt(100)
    // Its neighbors were screened as well, the other six were not.
    expect(read).toBeGreaterThan(2 * one)
  })
})

describe('total variance', () => {
  test('that falls from one expiry to the next is told', () => {
    const chain = chainOf({
      spot: 100,
      days: [28, 35, 63],
      volatility: (_, days) => (days === 35 ? 0.2 : 0.3),
    })
    const expiries = expiriesOf(chain, 100, context)
    expect(varianceFalls(expiries)).toEqual([
      {
        near: expiries[0]!.day,
        far: expiries[1]!.day,
        share: expect.closeTo(1 - (0.04 * 35) / (0.09 * 28), 4),
      },
    ])
    expect(varianceFalls(expiriesOf(flat, 100, context))).toEqual([])
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
