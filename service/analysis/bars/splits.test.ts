/** Distinguishes splits from crashes and jumps: synthetic ones, and splits injected into recorded bars. */
import { describe, expect, test } from 'vitest'
import type { Bars } from '#service/markets/market.ts'
import { openRecordedMarket } from '#service/markets/recorded/recorded-market.ts'
import { dataFolder, hasRecorded } from '#service/analysis/reference/oracle-data.fixture.ts'
import { splitsIn } from './splits.ts'
import { unadjusted, walk, type News } from './walk.fixture.ts'

const factors = [1.5, 2, 3, 4, 5, 10, 20, 50, 0.5, 0.2, 0.1, 0.02]
const seeds = Array.from({ length: 40 }, (_, seed) => seed)

/**
 * The outcome of `splitsIn` for a split injected into good bars: corrected, refused, missed (taken for a price move),
 * or wrong (corrected by another split).
 */
const outcomeOf = (
  adjusted: Bars,
  daysAgo: number,
  factor: number,
): 'corrected' | 'refused' | 'missed' | 'wrong' => {
  const result = splitsIn(unadjusted(adjusted, daysAgo, factor))
  if (!result || result.bars.date.length < adjusted.date.length) return 'refused'
  if (result.splits.length === 0) return 'missed'
  const [split] = result.splits
  if (result.splits.length > 1 || split!.day !== adjusted.date.at(-daysAgo) || split!.factor !== factor)
    return 'wrong'
  for (const name of ['open', 'high', 'low', 'close', 'volume'] as const) {
    const errors = adjusted[name].map(
      (value, i) => Math.abs(result.bars[name][i]! - value) / Math.max(value, 1),
    )
    expect(Math.max(...errors), name).toBeLessThan(1e-9)
  }
  return 'corrected'
}

const countsOf = (results: readonly string[]) => ({
  corrected: results.filter((outcome) => outcome === 'corrected').length / results.length,
  missed: results.filter((outcome) => outcome === 'missed').length / results.length,
  wrong: results.filter((outcome) => outcome === 'wrong').length,
})

describe('a split that the source has not adjusted for', () => {
  test.each(factors)(
    'of %d for 1 is corrected on any day, or refused; never taken for a price move',
    (factor) => {
      for (const daysAgo of [1, 3, 12, 120, 290]) {
        const { corrected, missed, wrong } = countsOf(
          seeds.map((seed) => outcomeOf(walk(seed), daysAgo, factor)),
        )
        expect(missed + wrong, `${daysAgo} days ago`).toBe(0)
        // Random volume sometimes hides a small ratio; the bars are then refused.
        const minCorrected = factor > 2.9 || factor < 0.4 ? 0.95 : factor === 1.5 ? 0.4 : 0.75
        expect(corrected, `${daysAgo} days ago`).toBeGreaterThanOrEqual(minCorrected)
      }
    },
  )

  test('is corrected if there are two of them', () => {
    const adjusted = walk(5)
    const result = splitsIn(unadjusted(unadjusted(adjusted, 200, 4), 50, 3))!
    expect(result.splits).toEqual([
      { day: adjusted.date.at(-200), factor: 4 },
      { day: adjusted.date.at(-50), factor: 3 },
    ])
    expect(result.bars.high[0]! / adjusted.high[0]!).toBeCloseTo(1, 9)
  })
})

describe('a price move that is not a split', () => {
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
  ])('%s is left unchanged, on its day and later', (_, gap, shares) => {
    for (const daysAgo of [1, 2, 10, 100]) {
      const isUnchanged = seeds.map((seed) => {
        const bars = walk(seed, 300, crash(gap, shares, daysAgo))
        return splitsIn(bars)?.bars === bars
      })
      // Until the following weeks show its effect on volume, a small split may be unresolved; it is never
      // adjusted wrongly.
      const unresolved = isUnchanged.filter((unchanged) => !unchanged).length
      expect(unresolved / isUnchanged.length, `${daysAgo} days ago`).toBeLessThanOrEqual(
        daysAgo < 10 ? 0.15 : 0,
      )
    }
  })

  test.each([-0.5, 1, -0.75])('a move of %d is never corrected, whatever its volume', (gap) => {
    for (const seed of seeds)
      for (const shares of [2.5, 6, 15, 60])
        for (const daysAgo of [1, 4, 30])
          expect(splitsIn(walk(seed, 300, crash(gap, shares, daysAgo)))?.splits ?? []).toEqual([])
  })

  test.each([0.7, 0.57, 0.5, 0.667, 1.5, 2])(
    'a price that moves to %d times its value on ordinary days is hardly ever taken for a split',
    (ratio) => {
      const corrected = seeds.filter(
        (seed) =>
          (splitsIn(walk(seed, 300, { daysAgo: 40, gap: ratio - 1, shares: 1, range: 0.02 }))?.splits ?? [])
            .length,
      )
      // The median volume of 20 days varies by a sixth by chance, as much as a 3:2 split would change it.
      expect(corrected.length / seeds.length).toBeLessThanOrEqual(
        ratio === 1.5 || ratio === 0.667 ? 0.15 : 0.05,
      )
    },
  )

  test('bars without jumps are returned unchanged', () => {
    const bars = walk(1)
    expect(splitsIn(bars)!.bars).toBe(bars)
  })
})

describe('an unexplained jump is refused', () => {
  test('half the price with ordinary volume: a spin-off, or partly adjusted data', () => {
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
  test('a jump that fits no ratio and has no volume', () => {
    expect(splitsIn(unadjusted(walk(4), 30, 3.5))).toBeUndefined()
  })
  test('in the first week, the bars of that week are dropped', () => {
    const bars = walk(6, 100, { daysAgo: 98, gap: 0.5, shares: 1, range: 0.02 })
    expect(splitsIn(bars)!.bars.date).toEqual(bars.date.slice(2))
  })
  test('long ago, the bars before it are dropped', () => {
    const bars = unadjusted(walk(4, 600), 300, 3.5)
    const result = splitsIn(bars)!
    expect(result.bars.date).toEqual(bars.date.slice(300))
    expect(result.bars.volume).toEqual(bars.volume.slice(300))
  })
})

const recordedFiles = ['bars-2025-08-22_2026-08-21', 'bars-2024-02-28_2026-02-27-universe.csv.gz']
describe.skipIf(!hasRecorded(...recordedFiles))(
  `recorded bars (need ../shared/market-data/${recordedFiles.join(', ')})`,
  () => {
    const recorded = async () => {
      const market = await openRecordedMarket(dataFolder)
      const allBars = await Promise.all((await market.universe()).map(async (symbol) => market.bars(symbol)))
      return allBars.filter((bars) => bars !== undefined && bars.close.length >= 60) as Bars[]
    }

    test('contain no splits, in spite of all crashes in two years', { timeout: 60_000 }, async () => {
      const allBars = await recorded()
      expect(allBars.length).toBeGreaterThan(500)
      for (const bars of allBars) expect(splitsIn(bars)).toEqual({ bars, splits: [] })
    })

    test('injected splits are corrected or refused', { timeout: 60_000 }, async () => {
      const allBars = (await recorded()).filter((bars) => bars.close.length > 240)
      for (const [factor, minCorrected, maxMissed] of [
        [1.5, 0.6, 0.03],
        [2, 0.85, 0.03],
        [4, 0.93, 0.005],
        [10, 0.93, 0.005],
        [0.5, 0.8, 0.03],
        [0.1, 0.93, 0.005],
      ] as const) {
        const results = allBars.flatMap((bars) =>
          [1, 8, 40, 200].map((daysAgo) => outcomeOf(bars, daysAgo, factor)),
        )
        const { corrected, missed, wrong } = countsOf(results)
        expect(corrected, `${factor} for 1`).toBeGreaterThanOrEqual(minCorrected)
        expect(missed, `${factor} for 1`).toBeLessThanOrEqual(maxMissed)
        // A fall by a tenth on the same day can turn one ratio into another: 1 in 2,000.
        expect(wrong, `${factor} for 1`).toBeLessThanOrEqual(1)
      }
    })
  },
)
