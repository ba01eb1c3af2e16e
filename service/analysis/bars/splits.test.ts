/**
 * Tests that splits are distinguished from real price moves, in synthetic bars and in recorded
 * bars.
 */
import { describe, expect, test } from 'vitest'
import type { Bars } from '#service/markets/market.ts'
import { openRecordedMarket } from '#service/markets/recorded/recorded-market.ts'
import { dataFolder, hasRecorded } from '#service/analysis/reference/oracle-data.fixture.ts'
import { removeSplits } from './splits.ts'
import { withUnadjustedSplit, randomWalkBars, type PriceEvent } from './random-walk-bars.fixture.ts'

const factors = [1.5, 2, 3, 4, 5, 10, 20, 50, 0.5, 0.2, 0.1, 0.02]
const seeds = Array.from({ length: 40 }, (_, seed) => seed)

/**
 * The outcome of `removeSplits` for a split injected into adjusted bars: corrected, refused, missed
 * (taken for a price move), or wrong (another split was corrected).
 */
const outcomeOf = (
  adjusted: Bars,
  daysAgo: number,
  factor: number,
): 'corrected' | 'refused' | 'missed' | 'wrong' => {
  const result = removeSplits(withUnadjustedSplit(adjusted, daysAgo, factor))
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

/** Shares of the outcomes `corrected` and `missed`, and the number of outcomes `wrong`. */
const summaryOf = (outcomes: readonly string[]) => ({
  correctedShare: outcomes.filter((outcome) => outcome === 'corrected').length / outcomes.length,
  missedShare: outcomes.filter((outcome) => outcome === 'missed').length / outcomes.length,
  wrongCount: outcomes.filter((outcome) => outcome === 'wrong').length,
})

describe('a split that the source has not adjusted for', () => {
  test.each(factors)(
    'of %d for 1 is corrected or refused on any day, and never taken for a price move',
    (factor) => {
      for (const daysAgo of [1, 3, 12, 120, 290]) {
        const { correctedShare, missedShare, wrongCount } = summaryOf(
          seeds.map((seed) => outcomeOf(randomWalkBars(seed), daysAgo, factor)),
        )
        expect(missedShare + wrongCount, `${daysAgo} days ago`).toBe(0)
        // Random volume sometimes hides a small ratio. The bars are refused then.
        const minCorrected = factor > 2.9 || factor < 0.4 ? 0.95 : factor === 1.5 ? 0.4 : 0.75
        expect(correctedShare, `${daysAgo} days ago`).toBeGreaterThanOrEqual(minCorrected)
      }
    },
  )

  test('is corrected even if there is a second one', () => {
    const adjusted = randomWalkBars(5)
    const result = removeSplits(withUnadjustedSplit(withUnadjustedSplit(adjusted, 200, 4), 50, 3))!
    expect(result.splits).toEqual([
      { day: adjusted.date.at(-200), factor: 4 },
      { day: adjusted.date.at(-50), factor: 3 },
    ])
    expect(result.bars.high[0]! / adjusted.high[0]!).toBeCloseTo(1, 9)
  })
})

describe('a price move that is not a split', () => {
  const eventOf = (gap: number, volumeRatio: number, daysAgo: number): PriceEvent => ({
    gap,
    volumeRatio,
    daysAgo,
    range: 0.1,
  })
  test.each([
    ['a crash of 45 %', -0.45, 12],
    ['a crash to exactly half the price', -0.5, 12],
    ['a crash by exactly a third', -1 / 3, 9],
    ['a crash to a quarter of the price', -0.75, 60],
    ['a rise of 60 %', 0.6, 8],
    ['a rise to exactly twice the price', 1, 15],
    ['a rise to five times the price', 4, 40],
    ['a fall of a fifth', -0.2, 5],
  ])('%s leaves the bars unchanged, except for a few samples in the first days', (_, gap, volumeRatio) => {
    for (const daysAgo of [1, 2, 10, 100]) {
      const isUnchanged = seeds.map((seed) => {
        const bars = randomWalkBars(seed, 300, eventOf(gap, volumeRatio, daysAgo))
        return removeSplits(bars)?.bars === bars
      })
      // Until the volume of the following days is known, a move may be unresolved. The next test checks that it is
      // never corrected as a split.
      const changedCount = isUnchanged.filter((unchanged) => !unchanged).length
      expect(changedCount / isUnchanged.length, `${daysAgo} days ago`).toBeLessThanOrEqual(
        daysAgo < 10 ? 0.15 : 0,
      )
    }
  })

  test.each([-0.5, 1, -0.75])('a relative move of %d is never corrected as a split, at any volume', (gap) => {
    for (const seed of seeds)
      for (const volumeRatio of [2.5, 6, 15, 60])
        for (const daysAgo of [1, 4, 30])
          expect(
            removeSplits(randomWalkBars(seed, 300, eventOf(gap, volumeRatio, daysAgo)))?.splits ?? [],
          ).toEqual([])
  })

  test.each([0.7, 0.57, 0.5, 0.667, 1.5, 2])(
    'a move to %d times the price on a day with usual volume is rarely taken for a split',
    (ratio) => {
      const correctedSeeds = seeds.filter(
        (seed) =>
          (
            removeSplits(
              randomWalkBars(seed, 300, { daysAgo: 40, gap: ratio - 1, volumeRatio: 1, range: 0.02 }),
            )?.splits ?? []
          ).length,
      )
      // The median volume of 20 days varies by a sixth by chance, as much as a 3:2 split would change it.
      expect(correctedSeeds.length / seeds.length).toBeLessThanOrEqual(
        ratio === 1.5 || ratio === 0.667 ? 0.15 : 0.05,
      )
    },
  )

  test('bars without jumps are returned unchanged', () => {
    const bars = randomWalkBars(1)
    expect(removeSplits(bars)!.bars).toBe(bars)
  })
})

describe('an unexplained jump', () => {
  test('to half the price with usual volume (a spin-off, or partly adjusted data) refuses the bars', () => {
    const bars = withUnadjustedSplit(randomWalkBars(2), 30, 2)
    expect(removeSplits({ ...bars, volume: randomWalkBars(2).volume.fill(1e6) })).toBeUndefined()
  })
  test('without any volume data refuses the bars', () => {
    expect(
      removeSplits({ ...withUnadjustedSplit(randomWalkBars(2), 30, 4), volume: new Float64Array(300) }),
    ).toBeUndefined()
  })
  test('of a single bar to a quarter of the price refuses the bars', () => {
    const bars = randomWalkBars(3)
    for (const column of [bars.open, bars.high, bars.low, bars.close]) column[280]! /= 4
    expect(removeSplits(bars)).toBeUndefined()
  })
  test('that matches no ratio and has usual volume refuses the bars', () => {
    expect(removeSplits(withUnadjustedSplit(randomWalkBars(4), 30, 3.5))).toBeUndefined()
  })
  test('in the first week drops the bars before it', () => {
    const bars = randomWalkBars(6, 100, { daysAgo: 98, gap: 0.5, volumeRatio: 1, range: 0.02 })
    expect(removeSplits(bars)!.bars.date).toEqual(bars.date.slice(2))
  })
  test('long ago drops the bars before it', () => {
    const bars = withUnadjustedSplit(randomWalkBars(4, 600), 300, 3.5)
    const result = removeSplits(bars)!
    expect(result.bars.date).toEqual(bars.date.slice(300))
    expect(result.bars.volume).toEqual(bars.volume.slice(300))
  })
})

const recordedFiles = ['bars-2025-08-22_2026-08-21', 'bars-2024-02-28_2026-02-27-universe.csv.gz']
describe.skipIf(!hasRecorded(...recordedFiles))(
  `recorded bars (need ../shared/market-data/${recordedFiles.join(', ')})`,
  () => {
    const readRecordedBars = async () => {
      const market = await openRecordedMarket(dataFolder)
      const allBars = await Promise.all((await market.universe()).map(async (symbol) => market.bars(symbol)))
      return allBars.filter((bars) => bars !== undefined && bars.close.length >= 60) as Bars[]
    }

    test(
      'contain no splits, although they contain all crashes of two years',
      { timeout: 60_000 },
      async () => {
        const allBars = await readRecordedBars()
        expect(allBars.length).toBeGreaterThan(500)
        for (const bars of allBars) expect(removeSplits(bars)).toEqual({ bars, splits: [] })
      },
    )

    test('with injected splits are corrected or refused, except for a few', { timeout: 60_000 }, async () => {
      const allBars = (await readRecordedBars()).filter((bars) => bars.close.length > 240)
      for (const [factor, minCorrected, maxMissed] of [
        [1.5, 0.6, 0.03],
        [2, 0.85, 0.03],
        [4, 0.93, 0.005],
        [10, 0.93, 0.005],
        [0.5, 0.8, 0.03],
        [0.1, 0.93, 0.005],
      ] as const) {
        const outcomes = allBars.flatMap((bars) =>
          [1, 8, 40, 200].map((daysAgo) => outcomeOf(bars, daysAgo, factor)),
        )
        const { correctedShare, missedShare, wrongCount } = summaryOf(outcomes)
        expect(correctedShare, `${factor} for 1`).toBeGreaterThanOrEqual(minCorrected)
        expect(missedShare, `${factor} for 1`).toBeLessThanOrEqual(maxMissed)
        // A fall by a tenth on the same day can turn one ratio into another: 1 in 2,000.
        expect(wrongCount, `${factor} for 1`).toBeLessThanOrEqual(1)
      }
    })
  },
)
