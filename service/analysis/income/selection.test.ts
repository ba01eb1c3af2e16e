import { describe, expect, test } from 'vitest'
import type { Contract } from '#service/markets/market.ts'
import { config } from '../config.ts'
import { chainOf } from '#service/analysis/reference/synthetic-market.fixture.ts'
import type { PricedExpiry } from '../surface.ts'
import { fillPriceOf, type Candidate } from './candidate.ts'
import { everything, income, whole } from './income.fixture.ts'
import { select } from './selection.ts'

type Sketch = {
  readonly probability: number
  readonly fill: number
  readonly day?: string
  readonly days?: number
  readonly spread?: number
  readonly openInterest?: number | null
  readonly volume?: number | null
  readonly strike?: number
  readonly fair?: number
}
let made = 0
/** A sound candidate with just what choosing looks at; 2026-09-18 is a third Friday. */
const sketch = ({ day = '2026-09-18', days = 28, spread = 0.05, fill, ...more }: Sketch): Candidate => {
  const { openInterest = 100, volume = 100, strike = 100, probability, fair = 1 } = more
  const contract: Contract = {
    id: `T${made++}`,
    expiry: day,
    right: 'call',
    strike,
    bid: 1,
    ask: 1.1,
    last: null,
    volume,
    openInterest,
  }
  return {
    contract,
    expiry: { day, days } as PricedExpiry,
    fairValue: fair,
    probability,
    return: fill,
    annualizedReturn: fill,
    fillPrice: 1,
    fillReturn: fill,
    spread,
  }
}
const shortOptimal = { timeframe: 'short', riskprofile: 'optimal' } as const
const pick = (candidates: readonly Candidate[], query = {}): Candidate | undefined =>
  select(candidates, { ...shortOptimal, ...query }).optimals[0]?.candidate

describe('a cell', () => {
  test('takes the highest return at a realistic fill within four points of its target', () => {
    const near = sketch({ probability: 0.74, fill: 0.1 })
    const better = sketch({ probability: 0.7801, fill: 0.3 })
    const best = sketch({ probability: 0.7, fill: 0.12 })
    expect(pick([near, better, best])).toBe(best)
    expect(pick([near, better])).toBe(near)
  })

  test('takes the nearest of its band where nothing is as near', () => {
    const nearest = sketch({ probability: 0.79, fill: 0.05 })
    const richer = sketch({ probability: 0.6801, fill: 0.5 })
    expect(pick([richer, nearest])).toBe(nearest)
    expect(pick([sketch({ probability: 0.8, fill: 0.5 })])).toBeUndefined()
  })

  test('among equal returns goes by spread, then open interest, then volume; what is unknown decides nothing', () => {
    const at = (more: Partial<Sketch>) => sketch({ probability: 0.74, fill: 0.1, ...more })
    const wide = at({ spread: 0.06 })
    const thin = at({ openInterest: 50 })
    const quiet = at({ volume: 5 })
    const best = at({})
    expect(pick([wide, thin, quiet, best])).toBe(best)
    expect(pick([quiet, thin])).toBe(quiet)
    expect(pick([thin, wide])).toBe(thin)
    const silent = at({ openInterest: null, volume: null })
    expect(pick([silent, best])).toBe(silent)
    expect(pick([best, silent])).toBe(best)
  })

  test('is not filled with a spread over a quarter of mid where a neighbor has half of it', () => {
    const wide = sketch({ probability: 0.74, fill: 0.3, spread: 0.26 })
    const alike = sketch({ probability: 0.77, fill: 0.1, spread: 0.14 })
    expect(pick([wide, alike])).toBe(wide)
    const better = sketch({ probability: 0.78, fill: 0.1, spread: 0.13 })
    expect(pick([wide, better])).toBe(better)
    expect(select([wide, better], shortOptimal).refused).toEqual(new Map([[wide, 'wide-spread']]))
    const far = sketch({ probability: 0.7001, fill: 0.1, spread: 0.01 })
    expect(pick([sketch({ probability: 0.741, fill: 0.3, spread: 0.26 }), far])?.spread).toBe(0.26)
    const later = sketch({ probability: 0.74, fill: 0.1, spread: 0.01, days: 60 })
    expect(pick([wide, later])).toBe(wide)
  })

  test('is not filled with a bid far below fair value', () => {
    expect(pick([sketch({ probability: 0.74, fill: 0.1, fair: 1.33 })])).toBeDefined()
    const cheap = sketch({ probability: 0.74, fill: 0.1, fair: 1.34 })
    const { optimals, alternatives, refused } = select([cheap], shortOptimal)
    expect(optimals).toEqual([])
    expect(refused).toEqual(new Map([[cheap, 'below-fair-value']]))
    expect(alternatives[0]!.reason).toEqual({
      code: 'alternative.fair-value',
      params: { bid: 1, fair: 1.34 },
    })
  })
})

describe('a row', () => {
  const row = (candidates: readonly Candidate[]) =>
    select(candidates, { timeframe: 'short' }).optimals.map(({ candidate }) => candidate.expiry.day)
  const expiry = (day: string, days: number, [low, middle, high]: readonly [number, number, number]) => [
    sketch({ day, days, probability: 0.6, fill: high }),
    sketch({ day, days, probability: 0.74, fill: middle }),
    sketch({ day, days, probability: 0.85, fill: low }),
  ]
  const weekly = '2026-09-11'
  const monthly = '2026-09-18'
  const late = '2026-09-25'

  test('is of one expiry where that costs no cell more than a tenth of its return', () => {
    expect(row([...expiry(weekly, 21, [0.1, 0.2, 0.28]), ...expiry(late, 35, [0.09, 0.18, 0.3])])).toEqual([
      weekly,
      weekly,
      weekly,
    ])
    expect(row([...expiry(weekly, 21, [0.1, 0.2, 0.26]), ...expiry(late, 35, [0.08, 0.17, 0.3])])).toEqual([
      weekly,
      weekly,
      late,
    ])
  })

  test('is of the monthly where it is as good', () => {
    const sooner = expiry(weekly, 21, [0.1, 0.2, 0.3])
    expect(row([...sooner, ...expiry(monthly, 28, [0.099, 0.197, 0.295])])).toEqual(Array(3).fill(monthly))
    expect(row([...sooner, ...expiry(monthly, 28, [0.095, 0.19, 0.28])])).toEqual(Array(3).fill(weekly))
  })

  test('never leaves the target for it', () => {
    const candidates = [
      ...expiry(weekly, 21, [0.1, 0.2, 0.3]).slice(0, 2),
      ...expiry(monthly, 28, [0.1, 0.2, 0.3]),
      sketch({ day: weekly, days: 21, probability: 0.9, fill: 0.1 }),
    ]
    expect(row(candidates)).toEqual(Array(3).fill(monthly))
  })

  test('is the same asked for cell by cell', () => {
    const chain = chainOf({ spot: 100, days: [22, 28, 35, 42, 63, 119], volatility: () => 0.35, step: 1 })
    const all = income(chain)
    for (const option of everything(all)) {
      const query = { timeframe: option.timeframe, riskprofile: option.riskProfile }
      expect(everything(income(chain, { query }))).toContainEqual(option)
    }
    for (const timeframe of ['short', 'medium', 'long'])
      expect(
        new Set(
          all.callOptimals.filter((each) => each.timeframe === timeframe).map(({ expiryDate }) => expiryDate),
        ).size,
      ).toBe(1)
  })
})

test('a patient seller gets a quarter of the way to the mid where the spread is narrow, else the bid', () => {
  expect(fillPriceOf({ bid: 1, ask: 1.08 })).toBeCloseTo(1.01, 12)
  expect(fillPriceOf({ bid: 1, ask: 1.2 })).toBe(1)
  for (const option of everything(income(whole))) {
    const mid = (option.bid + option.ask) / 2
    expect(option.fillPrice).toBeGreaterThan(option.bid - 0.005)
    expect(option.fillPrice).toBeLessThan(mid)
    expect(option.premium).toBe(option.bid)
  }
  expect(config.income.fill.narrow).toBe(0.1)
})
