import { expect, test } from 'vitest'
import { calibrationOf, groupsOf, totalsOf } from './statistics.ts'
import type { ResolvedFacts } from './statistics.ts'

const pick = (
  probability: number,
  outcome: ResolvedFacts['outcome'],
  expiry = '2026-12-18',
  profit = 100,
): ResolvedFacts => ({
  right: 'call',
  night: '2026-11-20',
  probability,
  outcome,
  expiry,
  result: outcome === 'void' ? null : { profit, stock: 10, cash: 1 },
})

test('compares stated and observed shares by band, with errors clustered by expiry', () => {
  const picks = [
    pick(0.7, 'expired'),
    pick(0.74, 'expired'),
    pick(0.78, 'assigned', '2026-12-24'),
    pick(0.79, 'assigned-early', '2026-12-24'),
    pick(0.8, 'expired'),
    pick(0.75, 'void'),
  ]
  const [low, high] = calibrationOf(picks)
  // Two clusters deviate by 2 x 0.5 and -2 x 0.5: the root of 1 + 1, over 4 picks.
  expect(low).toEqual({ from: 0.7, to: 0.8, count: 4, stated: 0.7525, observed: 0.5, error: Math.SQRT2 / 4 })
  expect(high).toMatchObject({ from: 0.8, to: 0.9, count: 1, observed: 1 })
})

test('counts losers and leaves out void picks', () => {
  const picks = [pick(0.7, 'expired'), pick(0.7, 'assigned', '2026-12-18', -300), pick(0.7, 'void')]
  expect(totalsOf(picks)).toEqual({
    resolved: 2,
    expired: 1,
    void: 1,
    withResult: 2,
    losers: 1,
    means: { profit: -100, stock: 10, cash: 1 },
  })
  expect(totalsOf([])).toMatchObject({ resolved: 0, means: null })
})

test('groups similar picks by right, band and days, and omits groups below 30', () => {
  const many = (count: number, changes: Partial<ResolvedFacts>) =>
    Array.from({ length: count }, () => ({ ...pick(0.74, 'expired'), ...changes }))
  const picks = [
    ...many(29, {}),
    ...many(1, { outcome: 'assigned', probability: 0.7 }),
    ...many(5, { outcome: 'void' }),
    // 50 days, the first of the next band.
    ...many(30, { expiry: '2027-01-09', outcome: 'assigned' }),
    ...many(29, { right: 'put' }),
    ...many(29, { probability: 0.8 }),
    ...many(30, { right: 'put', expiry: '2027-03-19', probability: 0.92 }),
  ]
  expect(groupsOf(picks)).toEqual([
    {
      right: 'call',
      from: 0.7,
      to: 0.8,
      minDays: 0,
      maxDays: 49,
      resolved: 30,
      expired: 29,
      stated: expect.closeTo((29 * 0.74 + 0.7) / 30, 10) as number,
    },
    {
      right: 'call',
      from: 0.7,
      to: 0.8,
      minDays: 50,
      maxDays: 89,
      resolved: 30,
      expired: 0,
      stated: expect.closeTo(0.74, 10) as number,
    },
    {
      right: 'put',
      from: 0.9,
      to: 1,
      minDays: 90,
      maxDays: null,
      resolved: 30,
      expired: 30,
      stated: expect.closeTo(0.92, 10) as number,
    },
  ])
})
