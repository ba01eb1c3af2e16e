import { expect, test } from 'vitest'
import { calibrationOf, totalsOf } from './statistics.ts'
import type { ResolvedFacts } from './statistics.ts'

const pick = (
  probability: number,
  outcome: ResolvedFacts['outcome'],
  expiry = '2026-12-18',
  profit = 100,
) => ({
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
