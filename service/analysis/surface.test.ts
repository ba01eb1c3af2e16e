import { describe, expect, test } from 'vitest'
import type { Contract } from '#service/markets/market.ts'
import { blackPrice, probabilityWorthless } from './pricing/black-scholes.ts'
import { liquidityRank } from './liquidity.ts'
import { chainOf } from './reference/synthetic-inputs.fixture.ts'
import { constantMaturityVolatility } from './volatility/constant-maturity.ts'
import { expiriesOf, fairValue } from './surface.ts'
import { varianceFalls } from './surface/calendar.ts'
import { mergeVolatilities, volatilityRank } from './volatility/volatility-rank.ts'

const context = { today: '2026-08-21', date: '2026-08-21', riskFreeRate: 0.04, dividendYield: 0 }
const flatChain = chainOf({ spot: 100, days: [16, 44, 100], volatility: () => 0.3 })

describe('the surface of a chain', () => {
  test('derives the forward including dividends from the quotes', () => {
    const chain = chainOf({ spot: 100, days: [90], yield: 0.05, volatility: () => 0.25 })
    const [expiry] = expiriesOf(chain, 100, context)
    expect(expiry!.forward).toBeCloseTo(100 * Math.exp((-0.01 * 90) / 365), 6)
    expect(expiry!.yield).toBeCloseTo(0.05, 6)
  })

  test('recovers a flat volatility at every strike', () => {
    for (const expiry of expiriesOf(flatChain, 100, context)) {
      // Accurate to a hundredth of a percentage point, because a price far from the money has few significant cents.
      for (const strike of [60, 90, 100, 120, 180])
        expect(Math.abs(expiry.volatilityAt(strike)! - 0.3)).toBeLessThan(1e-4)
      expect(expiry.atTheMoney()).toBeCloseTo(0.3, 4)
    }
    expect(constantMaturityVolatility(expiriesOf(flatChain, 100, context))).toBeCloseTo(0.3, 4)
  })

  test('is robust against one wrong quote', () => {
    const contracts = flatChain.contracts.map((contract) =>
      contract.strike === 105 && contract.right === 'call' ? { ...contract, bid: 9, ask: 9.1 } : contract,
    )
    const [first] = expiriesOf({ ...flatChain, contracts }, 100, context)
    expect(first!.volatilityAt(105)).toBeCloseTo(0.3, 2)
    expect(first!.volatilityAt(100)).toBeCloseTo(0.3, 2)
  })

  test('recovers a smile', () => {
    const smile = (strike: number): number =>
      0.3 + 0.4 * Math.log(strike / 100) ** 2 - 0.1 * Math.log(strike / 100)
    const [expiry] = expiriesOf(chainOf({ spot: 100, days: [60], volatility: smile }), 100, context)
    for (const strike of [85, 95, 100, 110, 120])
      expect(expiry!.volatilityAt(strike)).toBeCloseTo(smile(strike), 3)
  })

  test('interpolates total variance linearly in time for thirty days', () => {
    const chain = chainOf({ spot: 100, days: [16, 44], volatility: (_, days) => (days === 16 ? 0.5 : 0.3) })
    const expected = Math.sqrt((16 * 0.25 * 14 + 44 * 0.09 * 14) / 28 / 30)
    expect(constantMaturityVolatility(expiriesOf(chain, 100, context))).toBeCloseTo(expected, 3)
  })

  test('ignores quotes without a bid, adjusted contracts and expired ones', () => {
    const contracts = flatChain.contracts.flatMap((contract) => [
      contract,
      { ...contract, id: contract.id.replace('TEST', 'TEST1'), bid: 50, ask: 51 },
    ])
    const expiries = expiriesOf({ ...flatChain, contracts }, 100, context)
    expect(expiries.map((expiry) => expiry.days)).toEqual([16, 44, 100])
    expect(expiries[0]!.volatilityAt(100)).toBeCloseTo(0.3, 4)
  })

  test('has no volatility without quotes', () => {
    const contracts = flatChain.contracts.map((contract) => ({ ...contract, bid: 0 }))
    const expiries = expiriesOf({ ...flatChain, contracts }, 100, context)
    expect(expiries[0]!.volatilityAt(100)).toBeUndefined()
    expect(constantMaturityVolatility(expiries)).toBeUndefined()
    expect(liquidityRank({ ...flatChain, contracts }, expiries)).toBe(3)
  })
})

describe('the distribution of an expiry', () => {
  const skew = (strike: number): number => 0.3 - 0.3 * Math.log(strike / 100)
  const chain = chainOf({ spot: 100, days: [60], volatility: skew, step: 1 })
  const [expiry] = expiriesOf(chain, 100, context)
  const root = Math.sqrt(60 / 365)
  const exactPut = (strike: number): number => blackPrice('put', expiry!.forward, strike, skew(strike) * root)

  test('probabilities are slopes of put prices, including the slope of the smile', () => {
    for (const strike of [80, 90, 95, 100, 105, 115]) {
      const slope = (exactPut(strike + 0.01) - exactPut(strike - 0.01)) / 0.02
      expect(Math.abs(expiry!.probabilityBelow(strike)! - slope)).toBeLessThan(0.001)
      expect(expiry!.undiscountedPut(strike)).toBeCloseTo(exactPut(strike), 2)
    }
    // At the money N(-d2) is 50.6 %, because it ignores the slope.
    const probability = expiry!.probabilityBelow(100)!
    expect(probabilityWorthless('call', expiry!.forward, 100, 0.3 * root) - probability).toBeGreaterThan(0.04)
  })

  test('price, volatility and U are consistent', () => {
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

  test('probabilities run from 0 to 1', () => {
    expect(expiry!.probabilityBelow(0)).toBe(0)
    expect(expiry!.probabilityBelow(-5)).toBe(0)
    expect(expiry!.probabilityBelow(1e6)).toBeCloseTo(1, 12)
    expect(expiry!.undiscountedPut(0)).toBe(0)
    expect(expiry!.volatilityAt(0)).toBeUndefined()
  })

  test('volatility is constant beyond the last quotes', () => {
    const [lowest, highest] = [
      chain.contracts.find(({ bid }) => bid > 0.01)!,
      chain.contracts.findLast(({ bid }) => bid > 0.01)!,
    ]
    expect(expiry!.volatilityAt(1)).toBeCloseTo(expiry!.volatilityAt(Math.min(lowest.strike, 60))!, 1)
    expect(expiry!.volatilityAt(1_000)).toBe(expiry!.volatilityAt(highest.strike * 5))
  })

  test.each([
    ['minimal', 0.03],
    ['high', 1.5],
    ['maximal', 4.5],
  ])('recovers a %s volatility, with the probabilities of Black’s formula', (_, volatility) => {
    const flatVolatilityChain = chainOf({
      spot: 100,
      days: [30, 180],
      volatility: () => volatility,
      step: volatility < 0.1 ? 0.5 : 2.5,
    })
    for (const pricedExpiry of expiriesOf(flatVolatilityChain, 100, context)) {
      for (const strike of [98, 100, 102])
        expect(pricedExpiry.volatilityAt(strike)! / volatility).toBeCloseTo(1, 2)
      const deviation = volatility * Math.sqrt(pricedExpiry.years)
      expect(pricedExpiry.probabilityBelow(100)).toBeCloseTo(
        probabilityWorthless('call', pricedExpiry.forward, 100, deviation),
        2,
      )
    }
  })

  test('two quotes determine the level of the volatility', () => {
    const contracts = flatChain.contracts.filter(
      ({ strike, right }) => (strike === 95 && right === 'put') || (strike === 105 && right === 'call'),
    )
    const [first] = expiriesOf({ ...flatChain, contracts }, 100, context)
    expect(first!.volatilityAt(100)).toBeCloseTo(0.3, 1)
    expect(first!.probabilityBelow(105)).toBeCloseTo(
      probabilityWorthless('call', first!.forward, 105, 0.3 * Math.sqrt(16 / 365)),
      1,
    )
    expect(first!.dividends).toBeUndefined()
  })

  test('one stale quote among few has no influence', () => {
    const strikes = [80, 90, 95, 100, 105, 110, 120]
    const contracts = flatChain.contracts
      .filter(({ strike }) => strikes.includes(strike))
      .map((contract) =>
        contract.strike === 110 && contract.right === 'call' ? { ...contract, bid: 2.2, ask: 2.3 } : contract,
      )
    const [, second] = expiriesOf({ ...flatChain, contracts }, 100, context)
    for (const strike of [90, 100, 105]) expect(second!.volatilityAt(strike)).toBeCloseTo(0.3, 2)
  })

  test('asks without a bid limit the value of far strikes', () => {
    const farStrike = 130
    const bids = chain.contracts.filter(({ strike }) => strike >= 88 && strike <= 112)
    const asks = chain.contracts
      .filter(({ strike, right }) => strike === farStrike && right === 'call')
      .map((contract) => ({ ...contract, bid: 0, ask: 0.02 }))
    const fairValueWith = (contracts: readonly Contract[]): number =>
      fairValue(expiriesOf({ ...chain, contracts }, 100, context)[0]!, 'call', farStrike)!
    expect(fairValueWith(bids)).toBeGreaterThan(0.03)
    expect(fairValueWith([...bids, ...asks])).toBeLessThan(0.025)
  })

  test('is computed lazily', () => {
    let readCount = 0
    const countReads = (contract: Contract): Contract => ({
      ...contract,
      get bid() {
        readCount++
        return contract.bid
      },
    })
    const multiExpiry = chainOf({
      spot: 100,
      days: [7, 14, 21, 28, 60, 90, 120, 180, 360],
      volatility: () => 0.3,
    })
    const expiries = expiriesOf(
      { ...multiExpiry, contracts: multiExpiry.contracts.map(countReads) },
      100,
      context,
    )
    expect(readCount).toBe(0)
    expiries[3]!.volatilityAt(100)
    const readsOfFirst = readCount
    for (const pricedExpiry of expiries) pricedExpiry.volatilityAt(100)
    // The first access screened the expiry and its neighbours, but not the other six expiries.
    expect(readCount).toBeGreaterThan(2 * readsOfFirst)
  })
})

describe('total variance', () => {
  test('is reported if it falls from one expiry to the next', () => {
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
        missingShare: expect.closeTo(1 - (0.04 * 35) / (0.09 * 28), 4),
      },
    ])
    expect(varianceFalls(expiriesOf(flatChain, 100, context))).toEqual([])
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
    // If open interest is unknown, only the spread determines the rank.
    [0.02, null, 1],
    [0.2, null, 3],
  ])('half spread %d, open interest %s a contract: rank %d', (halfSpread, openInterest, expected) => {
    expect(rank(halfSpread, openInterest)).toBe(expected)
  })

  test('a spread of five cents is tight, even if the option is cheap', () => {
    const chain = chainOf({ spot: 4, days: [44], volatility: () => 0.4, halfSpread: 0.3 })
    expect(liquidityRank(chain, expiriesOf(chain, 4, context))).toBe(3)
    const contracts = chain.contracts.map((contract) => ({
      ...contract,
      ask: contract.bid + 0.05,
      openInterest: 2000,
    }))
    expect(liquidityRank({ ...chain, contracts }, expiriesOf({ ...chain, contracts }, 4, context))).toBe(1)
  })

  test('without options the rank is not liquid', () => expect(liquidityRank(undefined, [])).toBe(3))
})

describe('volatility rank', () => {
  const points = (values: readonly number[]) =>
    values.map((iv30, index) => ({ day: `2026-01-${String(index + 1).padStart(2, '0')}`, iv30 }))
  const sixtyPoints = points([0.3, 0.6, ...Array.from({ length: 58 }, () => 0.4)])

  test('of 45 % between 30 % and 60 % is 50', () =>
    expect(volatilityRank(0.45, sixtyPoints)).toEqual({
      rank: expect.closeTo(50, 9),
      basis: 'implied',
    }))

  test("of a new high is 100, because today's value is included", () =>
    expect(volatilityRank(0.9, sixtyPoints).rank).toBe(100))

  test('is unknown with too few stored days, or without a volatility today', () => {
    const unknown = { rank: null, basis: null }
    expect(volatilityRank(0.45, sixtyPoints.slice(1))).toEqual(unknown)
    expect(volatilityRank(0.45, [])).toEqual(unknown)
    expect(volatilityRank(undefined, sixtyPoints)).toEqual(unknown)
  })

  test('merged histories are sorted, and stored days take precedence', () => {
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
