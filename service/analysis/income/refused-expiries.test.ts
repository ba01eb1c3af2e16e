import { expect, test } from 'vitest'
import type { Contract } from '#service/markets/market.ts'
import type { PricedExpiry } from '../surface.ts'
import { refusedExpiries } from './refused-expiries.ts'

const contract = (bid: number): Contract => ({ bid }) as Contract
/**
 * An expiry with an at-the-money volatility and a number of bids, of which `refused` are refused.
 */
const createTestExpiry = (
  days: number,
  volatility: number | undefined,
  bids = 10,
  refused = 0,
): PricedExpiry =>
  ({
    days,
    years: days / 365,
    contracts: [...Array.from({ length: bids - refused }, () => contract(1)), contract(0)],
    refused: Array.from({ length: refused }, () => ({ contract: contract(1), reason: 'parity' as const })),
    atTheMoney: () => volatility,
  }) as Partial<PricedExpiry> as PricedExpiry
const refusedDays = (expiries: readonly PricedExpiry[]): number[] =>
  [...refusedExpiries(expiries).keys()].map(({ days }) => days).toSorted((a, b) => a - b)

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
  for (const reason of refusedExpiries(expiries).values()) expect(reason).toBe('calendar')
})

test('refuses an expiry if most of its bids are refused', () => {
  const expiries = [
    createTestExpiry(28, 0.3, 10, 5),
    createTestExpiry(56, 0.3, 10, 6),
    createTestExpiry(119, 0.3, 10, 10),
  ]
  expect([...refusedExpiries(expiries)].map(([{ days }, reason]) => [days, reason])).toEqual([
    [56, 'far-from-smile'],
    [119, 'far-from-smile'],
  ])
})
