import { expect, test } from 'vitest'
import type { Contract } from '#service/markets/market.ts'
import type { PricedExpiry } from '../surface.ts'
import { doubtsAbout } from './doubt.ts'

const contract = (bid: number): Contract => ({ bid }) as Contract
/** An expiry with so much volatility at the money, that many bids, and as many of them refused. */
const sketch = (days: number, volatility: number | undefined, bids = 10, refused = 0): PricedExpiry =>
  ({
    days,
    years: days / 365,
    contracts: [...Array.from({ length: bids - refused }, () => contract(1)), contract(0)],
    refused: Array.from({ length: refused }, () => ({ contract: contract(1), reason: 'parity' as const })),
    atTheMoney: () => volatility,
  }) as Partial<PricedExpiry> as PricedExpiry
const daysOf = (expiries: readonly PricedExpiry[]): number[] =>
  [...doubtsAbout(expiries).keys()].map(({ days }) => days).toSorted((a, b) => a - b)

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
    'one that falls as far as it can',
    [
      [28, 0.4],
      [56, 0.285],
      [112, 0.2],
    ],
    [],
  ],
  [
    'earnings in the nearest',
    [
      [7, 0.9],
      [14, 0.65],
      [28, 0.5],
      [56, 0.4],
    ],
    [],
  ],
  [
    'one at a quarter of its worth',
    [
      [21, 0.3],
      [28, 0.3],
      [56, 0.075],
      [119, 0.3],
    ],
    [56],
  ],
  [
    'the last at a quarter of its worth',
    [
      [21, 0.3],
      [28, 0.3],
      [56, 0.3],
      [119, 0.075],
    ],
    [119],
  ],
  [
    'one at four times its worth',
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
    'one that cannot be read',
    [
      [28, 0.3],
      [56, undefined],
      [119, 0.3],
    ],
    [],
  ],
])('%s', (_, terms, out) => {
  const expiries = terms.map(([days, volatility]) => sketch(days, volatility))
  expect(daysOf(expiries)).toEqual(out)
  for (const reason of doubtsAbout(expiries).values()) expect(reason).toBe('calendar')
})

test('an expiry is not believed where more of its bids are refused than not', () => {
  const expiries = [sketch(28, 0.3, 10, 5), sketch(56, 0.3, 10, 6), sketch(119, 0.3, 10, 10)]
  expect([...doubtsAbout(expiries)].map(([{ days }, reason]) => [days, reason])).toEqual([
    [56, 'far-from-smile'],
    [119, 'far-from-smile'],
  ])
})
