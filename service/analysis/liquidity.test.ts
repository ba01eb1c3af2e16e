import { describe, expect, test } from 'vitest'
import type { Chain } from '#service/markets/market.ts'
import { liquidityOf } from './liquidity.ts'
import { chainOf } from './reference/synthetic-inputs.fixture.ts'
import { expiriesOf } from './surface.ts'

/** Liquidity of a 30-day chain whose spreads are all twice `halfSpread` of mid. */
const liquidityWith = (halfSpread: number, openInterest: number | null, spot = 100) => {
  const chain = chainOf({ spot, days: [30], volatility: () => 0.3, halfSpread, openInterest })
  const context = { today: '2026-08-21', date: '2026-08-21', riskFreeRate: 0.04, dividendYield: 0 }
  return liquidityOf(chain, expiriesOf(chain, spot, context))
}

describe('the class of a spread', () => {
  test.each([
    [0.02, 'tight'],
    [0.05, 'fair'],
    [0.1, 'wide'],
  ] as const)('a half spread of %d of mid is %s', (halfSpread, spreadClass) => {
    const liquidity = liquidityWith(halfSpread, 1000)
    expect(liquidity.spreadClass).toBe(spreadClass)
    expect(liquidity.spread).toBeCloseTo(2 * halfSpread, 3)
  })

  test('a spread of five cents is tight, even if the option is cheap', () => {
    expect(liquidityWith(0.1, 1000, 2)).toMatchObject({ spread: 0, spreadClass: 'tight' })
  })
})

describe('the rank', () => {
  test('depends on spread and open interest', () => {
    expect(liquidityWith(0.04, 1000).rank).toBe(1)
    expect(liquidityWith(0.04, 100).rank).toBe(2)
    expect(liquidityWith(0.1, 1000).rank).toBe(2)
    expect(liquidityWith(0.04, 1).rank).toBe(3)
    expect(liquidityWith(0.2, 1000).rank).toBe(3)
  })

  test('depends only on the spread if the source has no open interest', () => {
    expect(liquidityWith(0.04, null)).toMatchObject({ rank: 1, openInterest: null })
    expect(liquidityWith(0.2, null)).toMatchObject({ rank: 3, openInterest: null })
  })

  test('ignores contracts with unknown open interest in the sum', () => {
    const chain = chainOf({ spot: 100, days: [30], volatility: () => 0.3, openInterest: 2000 })
    const partlyKnown: Chain = {
      ...chain,
      contracts: chain.contracts.map((contract, index) =>
        index % 2 === 0 ? contract : { ...contract, openInterest: null },
      ),
    }
    expect(liquidityOf(partlyKnown, []).openInterest).toBe(1000 * chain.contracts.length)
  })

  test('is the lowest without options or quotes, with an unknown spread', () => {
    expect(liquidityOf(undefined, [])).toEqual({
      rank: 3,
      spread: null,
      spreadClass: null,
      openInterest: null,
    })
    expect(liquidityWith(1, 1000)).toMatchObject({ rank: 3, spread: null, spreadClass: null })
  })
})
