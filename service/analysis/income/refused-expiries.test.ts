import { expect, test } from 'vitest'
import type { Contract } from '#service/markets/market.ts'
import type { PricedExpiry } from '../surface.ts'
import { refusedExpiries } from './refused-expiries.ts'

const contract = (bid: number): Contract => ({ bid }) as Contract
/** An expiry with this at-the-money volatility and number of bids, of which `refused` are refused. */
const expirySketch = (days: number, volatility: number | undefined, bids = 10, refused = 0): PricedExpiry =>
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
    'a flat term structure',
    [
      [21, 0.3],
      [28, 0.3],
      [56, 0.3],
      [119, 0.3],
    ],
    [],
  ],
  [
    'variance that falls just within the limit',
    [
      [28, 0.4],
      [56, 0.285],
      [112, 0.2],
    ],
    [],
  ],
  [
    'earnings before the nearest expiry',
    [
      [7, 0.9],
      [14, 0.65],
      [28, 0.5],
      [56, 0.4],
    ],
    [],
  ],
  [
    'one at a quarter of its value',
    [
      [21, 0.3],
      [28, 0.3],
      [56, 0.075],
      [119, 0.3],
    ],
    [56],
  ],
  [
    'the last at a quarter of its value',
    [
      [21, 0.3],
      [28, 0.3],
      [56, 0.3],
      [119, 0.075],
    ],
    [119],
  ],
  [
    'one at four times its value',
    [
      [21, 0.3],
      [28, 1.2],
      [56, 0.3],
      [119, 0.3],
    ],
    [28],
  ],
  [
    'two that contradict each other',
    [
      [28, 0.6],
      [56, 0.3],
    ],
    [28, 56],
  ],
  [
    'one without a volatility',
    [
      [28, 0.3],
      [56, undefined],
      [119, 0.3],
    ],
    [],
  ],
])('%s', (_, terms, expectedDays) => {
  const expiries = terms.map(([days, volatility]) => expirySketch(days, volatility))
  expect(refusedDays(expiries)).toEqual(expectedDays)
  for (const reason of refusedExpiries(expiries).values()) expect(reason).toBe('calendar')
})

test('an expiry is refused if most of its bids are refused', () => {
  const expiries = [
    expirySketch(28, 0.3, 10, 5),
    expirySketch(56, 0.3, 10, 6),
    expirySketch(119, 0.3, 10, 10),
  ]
  expect([...refusedExpiries(expiries)].map(([{ days }, reason]) => [days, reason])).toEqual([
    [56, 'far-from-smile'],
    [119, 'far-from-smile'],
  ])
})
