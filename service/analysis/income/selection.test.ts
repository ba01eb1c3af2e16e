import { describe, expect, test } from 'vitest'
import type { Contract } from '#service/markets/market.ts'
import { config } from '../config.ts'
import { chainOf } from '#service/analysis/reference/synthetic-inputs.fixture.ts'
import type { PricedExpiry } from '../surface.ts'
import { fillPriceOf, type Candidate } from './candidate.ts'
import { allTrades, income, fullChain } from './income.fixture.ts'
import { select as selectBy } from './selection.ts'

/** Fields of a test candidate. `fill`: return at the fill price; `value`: lower bound of the expected profit. */
type CandidateSpec = {
  readonly probability: number
  readonly fill: number
  /** Default: `fill`. */
  readonly value?: number
  /** What the value cannot exceed. Default: the value. */
  readonly limit?: number
  readonly day?: string
  readonly days?: number
  readonly spread?: number
  readonly openInterest?: number | null
  readonly volume?: number | null
  readonly strike?: number
  readonly fair?: number
  /** Spread at the money of the expiry. */
  readonly width?: number
}
let contractCount = 0
const values = new Map<Candidate, { readonly lowerBound: number; readonly limit: number }>()
/** Contracts whose lower bound was computed. */
const computed = new Set<Candidate>()
const valueOf = (candidate: Candidate) => {
  const { lowerBound, limit } = values.get(candidate)!
  return {
    lowerBound() {
      computed.add(candidate)
      return lowerBound
    },
    limit,
    // A row may lose a twentieth of the premium, that is a tenth of the value.
    premium: 2 * Math.abs(lowerBound),
  }
}
const select = (candidates: readonly Candidate[], query: Parameters<typeof selectBy>[2]) =>
  selectBy(candidates, valueOf, query)
/** A candidate without flaws by default. Its default expiry, 2026-09-18, is a third Friday. */
const createCandidate = ({
  day = '2026-09-18',
  days = 28,
  spread = 0.05,
  fill,
  value = fill,
  limit = value,
  ...fields
}: CandidateSpec): Candidate => {
  const { openInterest = 100, volume = 100, strike = 100, probability, fair = 1, width = 0.1 } = fields
  const contract: Contract = {
    id: `T${contractCount++}`,
    expiry: day,
    right: 'call',
    strike,
    bid: 1,
    ask: 1.1,
    last: null,
    volume,
    openInterest,
  }
  const candidate: Candidate = {
    contract,
    expiry: { day, days, widthAtTheMoney: () => width } as PricedExpiry,
    fairValue: fair,
    fairError: () => 0,
    probability,
    return: fill,
    annualizedReturn: fill,
    fillPrice: 1,
    fillReturn: fill,
    spread,
    commission: 0,
  }
  values.set(candidate, { lowerBound: value, limit })
  return candidate
}
const shortOptimal = { timeframe: 'short', riskprofile: 'optimal' } as const
const pick = (candidates: readonly Candidate[], query = {}): Candidate | undefined =>
  select(candidates, { ...shortOptimal, ...query }).optimals[0]?.candidate

describe('a cell', () => {
  test('selects the highest lower bound of the expected profit within four points of its target', () => {
    const onTarget = createCandidate({ probability: 0.74, fill: 0.1 })
    const offTarget = createCandidate({ probability: 0.7801, fill: 0.3 })
    const bestOnTarget = createCandidate({ probability: 0.7, fill: 0.12 })
    expect(pick([onTarget, offTarget, bestOnTarget])).toBe(bestOnTarget)
    expect(pick([onTarget, offTarget])).toBe(onTarget)
  })

  test('prefers the expected profit to the return, which decides only ties', () => {
    const highReturn = createCandidate({ probability: 0.72, fill: 0.3, value: 0.01 })
    const profitable = createCandidate({ probability: 0.74, fill: 0.1, value: 0.0101 })
    expect(pick([highReturn, profitable])).toBe(profitable)
    const equallyProfitable = createCandidate({ probability: 0.76, fill: 0.2, value: 0.0101 })
    expect(pick([highReturn, profitable, equallyProfitable])).toBe(equallyProfitable)
  })

  test('computes the values that may be the highest only', () => {
    const uncertain = createCandidate({ probability: 0.72, fill: 0.1, value: 0.01, limit: 0.05 })
    const best = createCandidate({ probability: 0.74, fill: 0.1, value: 0.02, limit: 0.03 })
    const hopeless = createCandidate({ probability: 0.76, fill: 0.1, value: 0.005, limit: 0.0099 })
    const otherExpiry = createCandidate({ probability: 0.74, fill: 0.1, value: 0.019, day: '2026-09-11' })
    expect(pick([hopeless, uncertain, best, otherExpiry])).toBe(best)
    expect([uncertain, best, otherExpiry, hopeless].map((candidate) => computed.has(candidate))).toEqual([
      true,
      true,
      true,
      false,
    ])
  })

  test('selects the least loss if every expected profit is negative', () => {
    const losing = createCandidate({ probability: 0.72, fill: 0.3, value: -0.02 })
    const lessLosing = createCandidate({ probability: 0.74, fill: 0.1, value: -0.01 })
    expect(pick([losing, lessLosing])).toBe(lessLosing)
  })

  test('selects the candidate of its band that is nearest to the target if none is on target', () => {
    const nearest = createCandidate({ probability: 0.79, fill: 0.05 })
    const distant = createCandidate({ probability: 0.6801, fill: 0.5 })
    expect(pick([distant, nearest])).toBe(nearest)
    expect(pick([createCandidate({ probability: 0.8, fill: 0.5 })])).toBeUndefined()
  })

  test('compares candidates with equal values and returns by spread, open interest and volume, and ignores unknown values', () => {
    const candidateWith = (overrides: Partial<CandidateSpec>) =>
      createCandidate({ probability: 0.74, fill: 0.1, ...overrides })
    const wideSpread = candidateWith({ spread: 0.06 })
    const lowOpenInterest = candidateWith({ openInterest: 50 })
    const lowVolume = candidateWith({ volume: 5 })
    const best = candidateWith({})
    expect(pick([wideSpread, lowOpenInterest, lowVolume, best])).toBe(best)
    expect(pick([lowVolume, lowOpenInterest])).toBe(lowVolume)
    expect(pick([lowOpenInterest, wideSpread])).toBe(lowOpenInterest)
    const unknownInterest = candidateWith({ openInterest: null, volume: null })
    expect(pick([unknownInterest, best])).toBe(unknownInterest)
    expect(pick([best, unknownInterest])).toBe(best)
  })

  test('refuses a spread over a quarter of mid if a neighbour has half of it', () => {
    const wideSpread = createCandidate({ probability: 0.74, fill: 0.3, spread: 0.26 })
    const similar = createCandidate({ probability: 0.77, fill: 0.1, spread: 0.14 })
    expect(pick([wideSpread, similar])).toBe(wideSpread)
    const better = createCandidate({ probability: 0.78, fill: 0.1, spread: 0.13 })
    expect(pick([wideSpread, better])).toBe(better)
    expect(select([wideSpread, better], shortOptimal).refused).toEqual(new Map([[wideSpread, 'wide-spread']]))
    const offTarget = createCandidate({ probability: 0.7001, fill: 0.1, spread: 0.01 })
    expect(pick([createCandidate({ probability: 0.741, fill: 0.3, spread: 0.26 }), offTarget])?.spread).toBe(
      0.26,
    )
    const otherWindow = createCandidate({ probability: 0.74, fill: 0.1, spread: 0.01, days: 60 })
    expect(pick([wideSpread, otherWindow])).toBe(wideSpread)
  })

  test('refuses a bid far below fair value', () => {
    expect(pick([createCandidate({ probability: 0.74, fill: 0.1, fair: 1.33 })])).toBeDefined()
    const cheap = createCandidate({ probability: 0.74, fill: 0.1, fair: 1.34 })
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
  const expiriesOfRow = (candidates: readonly Candidate[]) =>
    select(candidates, { timeframe: 'short' }).optimals.map(({ candidate }) => candidate.expiry.day)
  /** One candidate for each risk profile at an expiry, with these returns. */
  const candidatesAt = (
    day: string,
    days: number,
    [conservative, optimal, aggressive]: readonly [number, number, number],
  ) => [
    createCandidate({ day, days, probability: 0.6, fill: aggressive }),
    createCandidate({ day, days, probability: 0.74, fill: optimal }),
    createCandidate({ day, days, probability: 0.85, fill: conservative }),
  ]
  const weekly = '2026-09-11'
  const monthly = '2026-09-18'
  const lastWeekly = '2026-09-25'

  test('has one expiry if no cell loses more than a twentieth of its premium by it', () => {
    expect(
      expiriesOfRow([
        ...candidatesAt(weekly, 21, [0.1, 0.2, 0.28]),
        ...candidatesAt(lastWeekly, 35, [0.09, 0.18, 0.3]),
      ]),
    ).toEqual([weekly, weekly, weekly])
    expect(
      expiriesOfRow([
        ...candidatesAt(weekly, 21, [0.1, 0.2, 0.26]),
        ...candidatesAt(lastWeekly, 35, [0.08, 0.17, 0.3]),
      ]),
    ).toEqual([weekly, weekly, lastWeekly])
  })

  test('prefers the monthly expiry if it is nearly as good', () => {
    const weeklyCandidates = candidatesAt(weekly, 21, [0.1, 0.2, 0.3])
    expect(expiriesOfRow([...weeklyCandidates, ...candidatesAt(monthly, 28, [0.099, 0.197, 0.295])])).toEqual(
      Array(3).fill(monthly),
    )
    expect(expiriesOfRow([...weeklyCandidates, ...candidatesAt(monthly, 28, [0.095, 0.19, 0.28])])).toEqual(
      Array(3).fill(weekly),
    )
  })

  test('does not select a contract off target for a common expiry', () => {
    const candidates = [
      ...candidatesAt(weekly, 21, [0.1, 0.2, 0.3]).slice(0, 2),
      ...candidatesAt(monthly, 28, [0.1, 0.2, 0.3]),
      createCandidate({ day: weekly, days: 21, probability: 0.9, fill: 0.1 }),
    ]
    expect(expiriesOfRow(candidates)).toEqual(Array(3).fill(monthly))
  })

  test('has the same contracts if its cells are requested separately', () => {
    const chain = chainOf({ spot: 100, days: [22, 28, 35, 42, 63, 119], volatility: () => 0.35, step: 1 })
    const complete = income(chain)
    for (const option of allTrades(complete)) {
      const query = { timeframe: option.timeframe, riskprofile: option.riskProfile }
      expect(allTrades(income(chain, { query }))).toContainEqual(option)
    }
    for (const timeframe of ['short', 'medium', 'long'])
      expect(
        new Set(
          complete.callOptimals
            .filter((optimal) => optimal.timeframe === timeframe)
            .map(({ expiryDate }) => expiryDate),
        ).size,
      ).toBe(1)
  })
})

test('the fill price is a quarter of the way to the mid if the spread is narrow, otherwise the bid', () => {
  expect(fillPriceOf({ bid: 1, ask: 1.08 })).toBeCloseTo(1.01, 12)
  expect(fillPriceOf({ bid: 1, ask: 1.2 })).toBe(1)
  for (const option of allTrades(income(fullChain))) {
    const mid = (option.bid + option.ask) / 2
    expect(option.fillPrice).toBeGreaterThan(option.bid - 0.005)
    expect(option.fillPrice).toBeLessThan(mid)
    expect(option.premium).toBe(option.bid)
  }
  expect(config.income.fill.narrow).toBe(0.1)
})
