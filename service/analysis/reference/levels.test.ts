/**
 * Support and resistance of every recorded symbol: properties that every correct result has, and
 * obvious turning points.
 */
import { beforeAll, describe, expect, test } from 'vitest'
import type { Level, Why } from '#contract/responses/resources.ts'
import { newYorkDay } from '#service/markets/calendar.ts'
import type { Bars, Day } from '#service/markets/market.ts'
import { averageTrueRange, closeToClose, yangZhang } from './bars.oracle.ts'
import { disagreementsAmong } from './disagreements.fixture.ts'
import { expectedMove, obviousTurningPoints } from './levels.oracle.ts'
import {
  createResponses,
  hasRecordedData,
  marketOn,
  recordedFolders,
  recordedMarket,
  universeDay,
} from './scenarios.fixture.ts'

type Subject = {
  readonly symbol: string
  readonly day: Day
  readonly bars: Bars
  readonly why: Why
}

/** Maximum number of levels a side. */
const perSide = 5

describe.skipIf(!hasRecordedData)(
  `levels (needs ../shared/market-data/${recordedFolders.join(', ')})`,
  () => {
    const subjects: Subject[] = []

    beforeAll(async () => {
      const recorded = await recordedMarket()
      for (const day of ['2025-12-15', universeDay, '2026-08-21'] as const) {
        const market = day === '2026-08-21' ? recorded : marketOn(recorded, day)
        const responses = await createResponses(market, 'no scan')
        for (const symbol of await market.universe()) {
          const bars = (await market.bars(symbol))!
          if (bars.date.at(-1) !== day || bars.close.length < 60) continue
          subjects.push({ symbol, day, bars, why: await responses.why(symbol) })
        }
      }
    }, 60_000)

    const disagreements = (check: (subject: Subject) => string | undefined | false) =>
      disagreementsAmong(subjects, ({ day, symbol }) => `${day} ${symbol}`, check)

    /** Returns the levels of both sides; none if the bars have an unresolved split. */
    const sidesOf = ({ why: { supportAndResistance, unknown } }: Subject) =>
      unknown?.some(({ reason }) => reason === 'unresolved-split')
        ? { support: [], resistance: [] }
        : supportAndResistance!

    /**
     * The smallest acceptable maximum distance: three expected 60-day moves by the lowest of the
     * volatilities.
     */
    const minReach = ({ bars: { close }, why }: Subject): number =>
      3 *
      expectedMove(
        close.at(-1)!,
        Math.min(why.impliedVolatility ?? Infinity, closeToClose(close, 20), closeToClose(close, 58)),
        60,
      )

    test('support is below the price and resistance above it, nearest first, at most five a side', () => {
      expect(
        disagreements((subject) => {
          const last = subject.bars.close.at(-1)!
          const { support, resistance } = sidesOf(subject)
          for (const [levels, sign] of [
            [support, -1],
            [resistance, 1],
          ] as const) {
            const distances = levels.map(({ value }) => sign * (value - last))
            if (distances.some((distance) => distance <= 0)) return `${sign} of ${last}: ${distances.join()}`
            if (distances.some((distance, index) => distance < (distances[index - 1] ?? 0)))
              return `order ${distances.join()}`
            if (levels.length > perSide) return `${levels.length} levels`
          }
          return undefined
        }),
      ).toEqual([])
      expect(subjects.flatMap((subject) => sidesOf(subject).support).length).toBeGreaterThan(subjects.length)
    })

    test('no level is further from the price than three expected 60-day moves', () => {
      expect(
        disagreements((subject) => {
          const { bars, why } = subject
          const last = bars.close.at(-1)!
          const sessions = Math.min(60, bars.close.length - 2)
          // The definition does not determine which volatility is used, so the highest one is the limit.
          const volatility = Math.max(
            why.impliedVolatility ?? 0,
            ...[20, sessions, Math.min(252, bars.close.length - 2)].map((count) =>
              closeToClose(bars.close, count),
            ),
            yangZhang(bars, sessions),
          )
          const reach = 3 * expectedMove(last, volatility, 60)
          const { support, resistance } = sidesOf(subject)
          const far = [...support, ...resistance].find(
            ({ value }) => !(Math.abs(value - last) <= reach * 1.001),
          )
          return far && `${far.value} from ${last}, reach ${reach.toFixed(2)}`
        }),
      ).toEqual([])
    })

    test('the price reached a level on its day, and the level has touches and strength', () => {
      expect(
        disagreements((subject) => {
          const { bars } = subject
          const atr = averageTrueRange(bars)
          const { support, resistance } = sidesOf(subject)
          const errorOf = (level: Level): string | undefined => {
            const index = bars.date.indexOf(newYorkDay(new Date(level.date)))
            if (index < bars.close.length - 253)
              return `${level.value}: no bar of ${level.date} within a year`
            const distances = [bars.low[index]!, bars.high[index]!].map((price) =>
              Math.abs(price - level.value),
            )
            if (Math.min(...distances) > atr) return `${level.value} was not touched on ${level.date}`
            if (!Number.isInteger(level.touches) || level.touches < 1) return `${level.touches} touches`
            return level.strength > 0 ? undefined : `strength ${level.strength}`
          }
          return [...support, ...resistance].map(errorOf).find((message) => message !== undefined)
        }),
      ).toEqual([])
    })

    test('obvious double bottoms and tops are levels if they are close enough to the price', () => {
      let checkedCount = 0
      expect(
        disagreements((subject) => {
          const { bars } = subject
          const last = bars.close.at(-1)!
          const atr = averageTrueRange(bars)
          const { support, resistance } = sidesOf(subject)
          const reach = minReach(subject)
          for (const turn of obviousTurningPoints(bars)) {
            const distance = Math.abs(turn.value - last)
            if (distance < atr || distance > 0.8 * reach) continue
            const levels = turn.value < last ? support : resistance
            // The last level of a side may be the extreme of the year instead.
            const lastRegularLevel = levels[perSide - 2]
            if (lastRegularLevel && distance > Math.abs(lastRegularLevel.value - last) - atr) continue
            checkedCount++
            if (!levels.some(({ value }) => Math.abs(value - turn.value) <= atr))
              return `${turn.kind} ${turn.value} (${turn.touches} times) at ${last}, ATR ${atr.toFixed(2)}: ${levels.map(({ value }) => value).join()}`
          }
          return undefined
        }),
      ).toEqual([])
      expect(checkedCount).toBeGreaterThan(100)
    })

    test.each([
      ['HOOD', 118, 121],
      ['NVDA', 189.8, 190],
      ['TSLA', 409, 446],
      ['META', 605, 686],
    ])('%s has a level from %d to %d', (symbol, low, high) => {
      const subject = subjects.find(
        (candidate) => candidate.symbol === symbol && candidate.day === '2026-08-21',
      )!
      const { support, resistance } = sidesOf(subject)
      const band = averageTrueRange(subject.bars) / 2
      const values = [...support, ...resistance].map(({ value }) => value)
      expect(
        values.filter((value) => value >= low - band && value <= high + band),
        values.join(),
      ).not.toEqual([])
    })

    test('the lowest low and highest high of the last year are levels if they are close enough to the price', () => {
      expect(
        disagreements((subject) => {
          const { bars } = subject
          const start = Math.max(0, bars.close.length - 250)
          const last = bars.close.at(-1)!
          const atr = averageTrueRange(bars)
          const reach = minReach(subject)
          const { support, resistance } = sidesOf(subject)
          for (const [levels, extreme] of [
            [support, Math.min(...bars.low.slice(start))],
            [resistance, Math.max(...bars.high.slice(start))],
          ] as const) {
            const distance = Math.abs(extreme - last)
            if (distance < atr || distance > 0.8 * reach || levels.length >= perSide) continue
            if (!levels.some(({ value }) => Math.abs(value - extreme) <= atr))
              return `${extreme} at ${last}: ${levels.map(({ value }) => value).join()}`
          }
          return undefined
        }),
      ).toEqual([])
    })
  },
)
