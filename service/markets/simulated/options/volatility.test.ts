import { describe, expect, it } from 'vitest'
import {
  addDays,
  newYorkDay,
  nextTradingDay,
  previousTradingDay,
  sessionClose,
  sessionOpen,
} from '#service/markets/calendar.ts'
import { hashText, mix } from '#service/markets/random.ts'
import { cdf } from './american.ts'
import type { SimulatedSymbol } from '#service/markets/simulated/companies/entry.ts'
import { createSessions } from '#service/markets/simulated/sessions.ts'
import { marketAt, mean, defined, returns, saturday } from '#service/markets/simulated/simulated.fixture.ts'
import { simulatedSymbols } from '#service/markets/simulated/companies/symbols.ts'
import { type Surface, surfaceOn } from './volatility.ts'

const entryOf = (symbol: string): SimulatedSymbol => {
  const entry = simulatedSymbols().get(symbol)
  if (!entry) throw new Error(`no ${symbol}`)
  return entry
}
const surfaceAfter = (entry: SimulatedSymbol, now: Date, seed = 1): Surface =>
  surfaceOn(seed, entry, createSessions(seed, 600).sessionOf(entry, now), now)

/**
 * P(ln S_T/F < k): the derivative of the undiscounted put price with respect to the strike, at
 * strikes `step` apart in k; the forward is 1.
 */
function distribution(
  surface: Surface,
  theta: number,
  reach: number,
  step: number,
): { k: number; p: number }[] {
  const put = (k: number) => {
    const deviation = Math.sqrt(surface.smile(theta, k))
    const d1 = -k / deviation + deviation / 2
    return Math.exp(k) * cdf(deviation - d1) - cdf(-d1)
  }
  const points = []
  for (let k = -reach; k <= reach; k += step)
    points.push({
      k,
      p: (put(k + step / 2) - put(k - step / 2)) / (Math.exp(k + step / 2) - Math.exp(k - step / 2)),
    })
  return points
}

/** Skewness of a distribution given by its cumulative probabilities. */
function skewnessOf(points: readonly { k: number; p: number }[]): number {
  const momentAround = (centre: number, power: number) =>
    points.reduce((sum, { k, p }, i) => {
      const previous = points[i - 1]
      return previous ? sum + (p - previous.p) * ((k + previous.k) / 2 - centre) ** power : sum
    }, 0)
  const centre = momentAround(0, 1)
  return momentAround(centre, 3) / momentAround(centre, 2) ** 1.5
}

describe('the surface', () => {
  it.each(['SPY', 'TLT', 'SQQQ', 'KO', 'TSLA', 'AMC'])(
    'of %s implies no negative probabilities',
    (symbol) => {
      const surface = surfaceAfter(entryOf(symbol), saturday)
      for (const theta of [0.0002, 0.01, 0.1, 1, 3]) {
        const deviation = Math.sqrt(theta)
        const points = distribution(surface, theta, 6 * deviation, deviation / 10)
        for (const [i, { k, p }] of points.entries()) {
          // The normal distribution of american.ts has an error of 7.5e-8, which the difference of two prices magnifies.
          const noise = 4e-7 / (deviation / 10) / Math.exp(k)
          expect(p - (points[i - 1]?.p ?? 0), `${symbol} ${theta} ${k}`).toBeGreaterThan(-noise)
          expect(p).toBeGreaterThan(-noise)
          expect(p).toBeLessThan(1 + noise)
        }
      }
    },
  )

  it('has a variance that never falls with time, at any strike', { timeout: 60_000 }, () => {
    for (const symbol of ['SPY', 'KO', 'TSLA', 'AMC', 'TQQQ']) {
      const entry = entryOf(symbol)
      for (const [instant, seed] of [
        [saturday, 1],
        [new Date('2024-11-13T19:30:00Z'), 3],
      ] as const) {
        const surface = surfaceAfter(entry, instant, seed)
        for (const moneyness of [-1, -0.3, -0.05, 0, 0.05, 0.3, 1]) {
          let previous = 0
          for (let days = 1; days < 800; days += 3) {
            const until = new Date(instant.getTime() + days * 86_400_000)
            const theta = surface.variance(until, newYorkDay(until))
            const variance = surface.smile(theta, moneyness)
            expect(variance, `${symbol} ${days} ${moneyness}`).toBeGreaterThanOrEqual(previous)
            previous = variance
          }
        }
      }
    }
  })

  it('prices every report from the close that includes it, and none after the open that does', async () => {
    const earnings = await marketAt(saturday).earnings('AAPL')
    const next = await marketAt(`${addDays(earnings!.day, 20)}T15:00:00Z`).earnings('AAPL')
    const expiry = (day: string) => ({ instant: sessionClose(day), day })
    const jumpAt = (surface: Surface, reportDay: string) => {
      const [before, after] = [expiry(previousTradingDay(reportDay)), expiry(addDays(reportDay, 7))]
      return surface.variance(after.instant, after.day) - surface.variance(after.instant, before.day)
    }
    // The random numbers of a market have another seed than its option.
    const seed = mix(1, hashText('market'))
    const entry = entryOf('AAPL')
    const surface = surfaceAfter(entry, saturday, seed)
    const move = jumpAt(surface, earnings!.day)
    expect(Math.sqrt(move)).toBeGreaterThan(0.02)
    expect(jumpAt(surface, next!.day)).toBeCloseTo(move, 12)
    const reactionDay = earnings!.time === 'BeforeOpen' ? earnings!.day : nextTradingDay(earnings!.day)
    const around = (minutes: number) =>
      surfaceAfter(entry, new Date(sessionOpen(reactionDay).getTime() + minutes * 60_000), seed)
    expect(jumpAt(around(-1), reactionDay)).toBeCloseTo(move, 12)
    expect(jumpAt(around(1), reactionDay)).toBe(0)
  })

  it(
    'is skewed in the direction of monthly returns, more for the index than for companies',
    { timeout: 60_000 },
    async () => {
      const stocks = ['AAPL', 'JPM', 'XOM', 'KO', 'CAT', 'TSLA', 'PFE', 'HD']
      const markets = Array.from({ length: 12 }, (_, i) => marketAt(saturday, i + 1))
      const realisedSkewOf = async (symbol: string) => {
        const skews = []
        for (const market of markets) {
          const daily = returns(await defined(market.bars(symbol)))
          const monthlyReturns = daily
            .slice(20)
            .map((_, i) => daily.slice(i, i + 21).reduce((sum, x) => sum + x, 0))
          const centre = mean(monthlyReturns)
          skews.push(
            mean(monthlyReturns.map((x) => (x - centre) ** 3)) /
              mean(monthlyReturns.map((x) => (x - centre) ** 2)) ** 1.5,
          )
        }
        return mean(skews)
      }
      const impliedSkewOf = (symbol: string) => {
        const surface = surfaceAfter(entryOf(symbol), saturday)
        const theta = surface.variance(new Date('2026-12-21T21:00:00Z'), '2026-12-21')
        return skewnessOf(distribution(surface, theta, 8 * Math.sqrt(theta), Math.sqrt(theta) / 20))
      }
      const realisedSkews = {
        index: await realisedSkewOf('SPY'),
        stocks: mean(await Promise.all(stocks.map(realisedSkewOf))),
      }
      const impliedSkews = { index: impliedSkewOf('SPY'), stocks: mean(stocks.map(impliedSkewOf)) }
      expect(realisedSkews.index).toBeLessThan(realisedSkews.stocks)
      expect(realisedSkews.stocks).toBeLessThan(0)
      expect(impliedSkews.index).toBeLessThan(impliedSkews.stocks)
      expect(impliedSkews.stocks).toBeLessThan(0)
      // Sellers of crash protection are paid a premium.
      expect(impliedSkews.index).toBeLessThan(realisedSkews.index)
    },
  )
})
