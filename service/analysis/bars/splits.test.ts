/** Splits told from crashes and jumps: synthetic ones, and splits injected into recorded bars. */
import { describe, expect, test } from 'vitest'
import type { Bars } from '#service/markets/market.ts'
import { openRecordedMarket } from '#service/markets/recorded/recorded-market.ts'
import { dataFolder, hasRecorded } from '#service/analysis/reference/oracle-data.fixture.ts'
import { splitsIn } from './splits.ts'
import { unadjusted, walk, type News } from './walk.fixture.ts'

const factors = [1.5, 2, 3, 4, 5, 10, 20, 50, 0.5, 0.2, 0.1, 0.02]
const seeds = Array.from({ length: 40 }, (_, seed) => seed)

/** How `splitsIn` takes a split that was put into good bars: taken out again, refused, taken for a move of the price, or for another split. */
const taken = (good: Bars, daysAgo: number, factor: number): 'corrected' | 'refused' | 'missed' | 'wrong' => {
  const found = splitsIn(unadjusted(good, daysAgo, factor))
  if (!found || found.bars.date.length < good.date.length) return 'refused'
  if (found.splits.length === 0) return 'missed'
  const [split] = found.splits
  if (found.splits.length > 1 || split!.day !== good.date.at(-daysAgo) || split!.factor !== factor)
    return 'wrong'
  for (const name of ['open', 'high', 'low', 'close', 'volume'] as const) {
    const off = good[name].map((value, i) => Math.abs(found.bars[name][i]! - value) / Math.max(value, 1))
    expect(Math.max(...off), name).toBeLessThan(1e-9)
  }
  return 'corrected'
}

const countsOf = (results: readonly string[]) => ({
  corrected: results.filter((one) => one === 'corrected').length / results.length,
  missed: results.filter((one) => one === 'missed').length / results.length,
  wrong: results.filter((one) => one === 'wrong').length,
})

describe('a split the source has left in', () => {
  test.each(factors)(
    'of %d for 1 is taken out wherever it lies, or refused; never taken for a move',
    (factor) => {
      for (const daysAgo of [1, 3, 12, 120, 290]) {
        const { corrected, missed, wrong } = countsOf(seeds.map((seed) => taken(walk(seed), daysAgo, factor)))
        expect(missed + wrong, `${daysAgo} days ago`).toBe(0)
        // A small ratio drowns in the noise of volume now and then; the bars are then refused.
        const least = factor > 2.9 || factor < 0.4 ? 0.95 : factor === 1.5 ? 0.4 : 0.75
        expect(corrected, `${daysAgo} days ago`).toBeGreaterThanOrEqual(least)
      }
    },
  )

  test('two of them, one after the other', () => {
    const good = walk(5)
    const found = splitsIn(unadjusted(unadjusted(good, 200, 4), 50, 3))!
    expect(found.splits).toEqual([
      { day: good.date.at(-200), factor: 4 },
      { day: good.date.at(-50), factor: 3 },
    ])
    expect(found.bars.high[0]! / good.high[0]!).toBeCloseTo(1, 9)
  })
})

describe('what is no split', () => {
  const crash = (gap: number, shares: number, daysAgo: number): News => ({ gap, shares, daysAgo, range: 0.1 })
  test.each([
    ['a crash of 45 %', -0.45, 12],
    ['a crash to the half exactly', -0.5, 12],
    ['a crash by a third exactly', -1 / 3, 9],
    ['a crash to a quarter', -0.75, 60],
    ['a jump of 60 %', 0.6, 8],
    ['a leap to the double exactly', 1, 15],
    ['a leap to the fivefold', 4, 40],
    ['a fifth lost', -0.2, 5],
  ])('%s stays as it is, the day it happens and later', (_, gap, shares) => {
    for (const daysAgo of [1, 2, 10, 100]) {
      const found = seeds.map((seed) => {
        const bars = walk(seed, 300, crash(gap, shares, daysAgo))
        return splitsIn(bars)?.bars === bars
      })
      // Until the following weeks show its effect on volume, a small split may be unresolved; it is never
      // adjusted wrongly.
      const unclear = found.filter((asItIs) => !asItIs).length
      expect(unclear / found.length, `${daysAgo} days ago`).toBeLessThanOrEqual(daysAgo < 10 ? 0.15 : 0)
    }
  })

  test.each([-0.5, 1, -0.75])('a move of %d is never corrected, however it was traded', (gap) => {
    for (const seed of seeds)
      for (const shares of [2.5, 6, 15, 60])
        for (const daysAgo of [1, 4, 30])
          expect(splitsIn(walk(seed, 300, crash(gap, shares, daysAgo)))?.splits ?? []).toEqual([])
  })

  test.each([0.7, 0.57, 0.5, 0.667, 1.5, 2])(
    'a price that goes to %d of itself in days like all others is hardly ever taken for a split',
    (to) => {
      const corrected = seeds.filter(
        (seed) =>
          (splitsIn(walk(seed, 300, { daysAgo: 40, gap: to - 1, shares: 1, range: 0.02 }))?.splits ?? [])
            .length,
      )
      // The volume of 20 days varies by a sixth by chance, which is what three for two would make of it.
      expect(corrected.length / seeds.length).toBeLessThanOrEqual(to === 1.5 || to === 0.667 ? 0.15 : 0.05)
    },
  )

  test('bars without jumps are given back as they are', () => {
    const bars = walk(1)
    expect(splitsIn(bars)!.bars).toBe(bars)
  })
})

describe('a jump that nothing explains is refused', () => {
  test('half the price with the shares of every day: a part split off, or data half adjusted', () => {
    const bars = unadjusted(walk(2), 30, 2)
    expect(splitsIn({ ...bars, volume: walk(2).volume.fill(1e6) })).toBeUndefined()
  })
  test('no volume at all', () => {
    expect(splitsIn({ ...unadjusted(walk(2), 30, 4), volume: new Float64Array(300) })).toBeUndefined()
  })
  test('one bar at a quarter of the price', () => {
    const bars = walk(3)
    for (const column of [bars.open, bars.high, bars.low, bars.close]) column[280]! /= 4
    expect(splitsIn(bars)).toBeUndefined()
  })
  test('a leap that fits no ratio and that nobody traded', () => {
    expect(splitsIn(unadjusted(walk(4), 30, 3.5))).toBeUndefined()
  })
  test('in the first week it takes that week away', () => {
    const bars = walk(6, 100, { daysAgo: 98, gap: 0.5, shares: 1, range: 0.02 })
    expect(splitsIn(bars)!.bars.date).toEqual(bars.date.slice(2))
  })
  test('of long ago it takes away what lies before it, and no more', () => {
    const bars = unadjusted(walk(4, 600), 300, 3.5)
    const found = splitsIn(bars)!
    expect(found.bars.date).toEqual(bars.date.slice(300))
    expect(found.bars.volume).toEqual(bars.volume.slice(300))
  })
})

const wanted = ['bars-2025-08-22_2026-08-21', 'bars-2024-02-28_2026-02-27-universe.csv.gz']
describe.skipIf(!hasRecorded(...wanted))(
  `recorded bars (need ../shared/market-data/${wanted.join(', ')})`,
  () => {
    const recorded = async () => {
      const market = await openRecordedMarket(dataFolder)
      const all = await Promise.all((await market.universe()).map(async (symbol) => market.bars(symbol)))
      return all.filter((bars) => bars !== undefined && bars.close.length >= 60) as Bars[]
    }

    test('nothing is found in them, whatever crashed in two years', { timeout: 60_000 }, async () => {
      const all = await recorded()
      expect(all.length).toBeGreaterThan(500)
      for (const bars of all) expect(splitsIn(bars)).toEqual({ bars, splits: [] })
    })

    test('splits put into them are taken out or refused', { timeout: 60_000 }, async () => {
      const all = (await recorded()).filter((bars) => bars.close.length > 240)
      for (const [factor, least, most] of [
        [1.5, 0.6, 0.03],
        [2, 0.85, 0.03],
        [4, 0.93, 0.005],
        [10, 0.93, 0.005],
        [0.5, 0.8, 0.03],
        [0.1, 0.93, 0.005],
      ] as const) {
        const results = all.flatMap((bars) => [1, 8, 40, 200].map((daysAgo) => taken(bars, daysAgo, factor)))
        const { corrected, missed, wrong } = countsOf(results)
        expect(corrected, `${factor} for 1`).toBeGreaterThanOrEqual(least)
        expect(missed, `${factor} for 1`).toBeLessThanOrEqual(most)
        // A tenth of the price lost on the very day makes one ratio another: 1 in 2,000.
        expect(wrong, `${factor} for 1`).toBeLessThanOrEqual(1)
      }
    })
  },
)
