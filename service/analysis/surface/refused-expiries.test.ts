import { describe, expect, test } from 'vitest'
import type { Contract } from '#service/markets/market.ts'
import type { PricedExpiry } from '../surface.ts'
import { usableExpiriesOf, expiryRefusalOf } from './refused-expiries.ts'

const contract = (bid: number): Contract => ({ bid }) as Contract
/**
 * An expiry with an at-the-money volatility, its width, and a number of bids, of which `refused` are
 * refused.
 */
const createTestExpiry = (
  days: number,
  volatility: number | undefined,
  { bids = 10, refused = 0, width = 0 } = {},
): PricedExpiry =>
  ({
    days,
    years: days / 365,
    contracts: [...Array.from({ length: bids - refused }, () => contract(1)), contract(0)],
    refused: Array.from({ length: refused }, () => ({ contract: contract(1), reason: 'parity' as const })),
    atTheMoney: () => volatility,
    widthAtTheMoney: () => (volatility === undefined ? undefined : width),
  }) as Partial<PricedExpiry> as PricedExpiry
/** The refused expiries, days to expiry and reason. */
const refusalsOf = (expiries: readonly PricedExpiry[]) => {
  const refusalOf = expiryRefusalOf(expiries)
  return expiries.flatMap((expiry) => {
    const reason = refusalOf(expiry)
    return reason === undefined ? [] : [[expiry.days, reason] as const]
  })
}
const refusedDays = (expiries: readonly PricedExpiry[]): number[] =>
  refusalsOf(expiries).map(([days]) => days)

test.each<[string, (readonly [days: number, volatility: number | undefined])[], number[]]>([
  [
    'accepts a flat term structure',
    [
      [21, 0.3],
      [28, 0.3],
      [56, 0.3],
      [119, 0.3],
    ],
    [],
  ],
  [
    'accepts a fall of variance just within the limit',
    [
      [28, 0.4],
      [56, 0.285],
      [112, 0.2],
    ],
    [],
  ],
  [
    'accepts higher volatilities of near expiries, as before earnings',
    [
      [7, 0.9],
      [14, 0.65],
      [28, 0.5],
      [56, 0.4],
    ],
    [],
  ],
  [
    'refuses an expiry at a quarter of the volatility of the others',
    [
      [21, 0.3],
      [28, 0.3],
      [56, 0.075],
      [119, 0.3],
    ],
    [56],
  ],
  [
    'refuses the last expiry at a quarter of the volatility of the others',
    [
      [21, 0.3],
      [28, 0.3],
      [56, 0.3],
      [119, 0.075],
    ],
    [119],
  ],
  [
    'refuses an expiry at four times the volatility of the others',
    [
      [21, 0.3],
      [28, 1.2],
      [56, 0.3],
      [119, 0.3],
    ],
    [28],
  ],
  [
    'refuses both of two expiries that contradict each other',
    [
      [28, 0.6],
      [56, 0.3],
    ],
    [28, 56],
  ],
  [
    'accepts an expiry without a volatility',
    [
      [28, 0.3],
      [56, undefined],
      [119, 0.3],
    ],
    [],
  ],
])('%s', (_, terms, expectedDays) => {
  const expiries = terms.map(([days, volatility]) => createTestExpiry(days, volatility))
  expect(refusedDays(expiries)).toEqual(expectedDays)
  for (const [, reason] of refusalsOf(expiries)) expect(reason).toBe('calendar')
})

test('refuses an expiry if most of its bids are refused', () => {
  const expiries = [
    createTestExpiry(28, 0.3, { refused: 5 }),
    createTestExpiry(56, 0.3, { refused: 6 }),
    createTestExpiry(119, 0.3, { refused: 10 }),
  ]
  expect(refusalsOf(expiries)).toEqual([
    [56, 'far-from-smile'],
    [119, 'far-from-smile'],
  ])
})

describe('the width of the quotes', () => {
  test('quotes so wide that the intervals overlap refuse nothing and are not refused', () => {
    const expiries = [
      createTestExpiry(7, 0.6, { width: 1.9 }),
      createTestExpiry(14, 0.5, { width: 1.8 }),
      createTestExpiry(28, 0.14, { width: 0.06 }),
      createTestExpiry(56, 0.14, { width: 0.06 }),
    ]
    expect(refusedDays(expiries)).toEqual([])
    // The volatilities alone contradict each other.
    const exact = expiries.map((expiry) => createTestExpiry(expiry.days, expiry.atTheMoney()))
    expect(refusedDays(exact)).not.toEqual([])
  })

  test('an expiry with certain quotes refuses one with less certain quotes, not the other way round', () => {
    const certain = createTestExpiry(56, 0.3, { width: 0.06 })
    const uncertain = [createTestExpiry(21, 0.9, { width: 0.3 }), createTestExpiry(28, 0.8, { width: 0.3 })]
    expect(refusedDays([...uncertain, certain])).toEqual([21, 28])
    const equallyCertain = uncertain.map((expiry) => createTestExpiry(expiry.days, expiry.atTheMoney()))
    expect(refusedDays([...equallyCertain, certain])).toEqual([56])
  })

  test('an expiry over 40 % wide at the money is not usable, although it is not refused', () => {
    const narrow = createTestExpiry(28, 0.3, { width: 0.39 })
    const wide = createTestExpiry(56, 0.3, { width: 0.41 })
    expect(refusedDays([narrow, wide])).toEqual([])
    const isUsable = usableExpiriesOf([narrow, wide])
    expect([narrow, wide].map((expiry) => isUsable(expiry))).toEqual([true, false])
  })

  test('a refused expiry is not usable', () => {
    const expiries = [28, 56, 119].map((days) => createTestExpiry(days, days === 28 ? 1.2 : 0.3))
    const isUsable = usableExpiriesOf(expiries)
    expect(expiries.map((expiry) => isUsable(expiry))).toEqual([false, true, true])
  })
})
