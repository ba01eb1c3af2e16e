/**
 * Figures by which a trader tells whether a market is real, over the simulated universe: how much
 * implied volatility exceeds the realised one, how volatility clusters and follows falls, how peers
 * move together, and what the next expiry does over a weekend.
 *
 * Bands hold for the mean over several markets; those of one market are wider, because two years
 * differ in how many crises they have.
 */
import { beforeAll, describe, expect, it } from 'vitest'
import { daysBetween, expiryInstant, latestSession } from '#service/markets/calendar.ts'
import { hashText, mix } from '#service/markets/random.ts'
import { simulatedSymbols } from './companies/symbols.ts'
import { clusteringOf, impliedOverFollowing, leverageOf, median } from './figures.fixture.ts'
import { surfaceOn } from './options/volatility.ts'
import { createSessions, type SymbolSession } from './sessions.ts'
import { correlation, defined, marketAt, mean, returns } from './simulated.fixture.ts'
import { createVarianceForecast } from './volatility-memory.ts'

/** Every fourth symbol with listed options, and all of those with the most. */
const sample = [...simulatedSymbols().values()].filter(
  ({ listing }, index) =>
    listing === 'most' || (index % 4 === 0 && (listing === 'weekly' || listing === 'monthly')),
)
const companies = sample.filter(({ kind }) => kind === 'stock')
/** The first is the seed of `MARKET=simulated`. */
const seeds = [20_260_821, 1, 2, 3, 4, 5]
const instants = ['2026-11-21T15:00:00Z', '2024-11-13T15:00:00Z']

type MarketFigures = {
  readonly name: string
  readonly impliedOverFollowing: number
  readonly clustering: number
  readonly leverage: number
}
const markets: MarketFigures[] = []

beforeAll(async () => {
  for (const seed of seeds) {
    for (const instant of instants) {
      const market = marketAt(instant, seed)
      const ratios: number[] = []
      const daily = new Map<string, readonly number[]>()
      for (const { symbol } of sample) {
        const symbolReturns = returns(await defined(market.bars(symbol)))
        daily.set(symbol, symbolReturns)
        const implied = (await market.volatilityHistory(symbol)).map(({ iv30 }) => iv30)
        ratios.push(...impliedOverFollowing(implied, symbolReturns))
      }
      const medianOf = (figure: (symbolReturns: readonly number[]) => number) =>
        median(companies.map(({ symbol }) => figure(daily.get(symbol) ?? [])))
      markets.push({
        name: `${instant} ${seed}`,
        impliedOverFollowing: median(ratios),
        clustering: medianOf((symbolReturns) => clusteringOf(symbolReturns, 1)),
        leverage: medianOf(leverageOf),
      })
    }
  }
}, 120_000)

/** Checks the mean over all markets, and that every market has nearly the figure. */
function expectFigure(
  figure: Exclude<keyof MarketFigures, 'name'>,
  [low, high]: readonly [number, number],
  [lowest, highest]: readonly [number, number],
) {
  const values = markets.map((market) => market[figure])
  for (const [index, value] of values.entries()) {
    expect(value, markets[index]?.name).toBeGreaterThan(lowest)
    expect(value, markets[index]?.name).toBeLessThan(highest)
  }
  expect(mean(values)).toBeGreaterThan(low)
  expect(mean(values)).toBeLessThan(high)
}

describe('options', () => {
  it('imply 1.1 to 1.2 times the volatility of the month that follows, in the median', () => {
    expectFigure('impliedOverFollowing', [1.1, 1.2], [1, 1.4])
  })
})

describe('returns of companies', () => {
  it('cluster: the sizes of returns of successive days have a correlation of about 0.2', () => {
    expectFigure('clustering', [0.17, 0.24], [0.12, 0.4])
  })

  it('raise volatility when they are negative: a correlation of about -0.1', () => {
    expectFigure('leverage', [-0.14, -0.08], [-0.22, -0.05])
  })

  it.each([
    ['GLD', 'SLV', 0.75],
    ['KO', 'PG', 0.5],
    ['JPM', 'BAC', 0.7],
    ['XOM', 'CVX', 0.68],
    ['V', 'MA', 0.75],
    ['GOOG', 'GOOGL', 0.99],
  ])('of %s and %s correlate at about %s', async (first, second, expected) => {
    const correlations: number[] = []
    for (const seed of seeds) {
      const market = marketAt('2026-11-21T15:00:00Z', seed)
      const daily = async (symbol: string) => returns(await defined(market.bars(symbol)))
      correlations.push(correlation(await daily(first), await daily(second)))
    }
    expect(Math.abs(mean(correlations) - expected)).toBeLessThan(0.06)
    for (const value of correlations) expect(Math.abs(value - expected)).toBeLessThan(0.18)
  })
})

/** Sessions of the default market's symbols. */
const defaultSeed = mix(20_260_821, hashText('market'))
const sessions = createSessions(defaultSeed, 600)

describe('the next expiries, at a weekend', () => {
  /**
   * Volatility of the options of an expiry over that of the next month, in the median. Days are
   * counted as the analysis does, from the latest session (decision 68).
   */
  const frontRatio = (instant: string, expiry: string): number => {
    const now = new Date(instant)
    const ratios = companies
      .filter(({ listing }) => listing === 'most')
      .map((entry) => {
        const surface = surfaceOn(defaultSeed, entry, sessions.sessionOf(entry, now), now)
        const variancePerDay = (day: string) =>
          surface.variance(expiryInstant(day), day) / daysBetween(latestSession(now), day)
        return Math.sqrt(variancePerDay(expiry) / variancePerDay('2026-12-18'))
      })
    return median(ratios)
  }

  it.each(['2026-11-23', '2026-11-25', '2026-11-27'])(
    'of %s keeps 0.8 to 1.15 of the volatility of the next month from Friday to Monday',
    (expiry) => {
      for (const instant of [
        '2026-11-20T20:59:00Z',
        '2026-11-20T21:01:00Z',
        '2026-11-21T15:00:00Z',
        '2026-11-22T22:00:00Z',
        '2026-11-23T14:00:00Z',
      ]) {
        expect(frontRatio(instant, expiry), instant).toBeGreaterThan(0.8)
        expect(frontRatio(instant, expiry), instant).toBeLessThan(1.15)
      }
    },
  )

  it('does not change between Friday’s close and Monday’s open', () => {
    const [evening, morning] = ['2026-11-20T21:01:00Z', '2026-11-23T14:00:00Z'].map((instant) =>
      frontRatio(instant, '2026-11-23'),
    )
    expect(morning! / evening!).toBeCloseTo(1, 2)
  })

  it('does not jump at Friday’s close or Monday’s open', () => {
    const change = (before: string, after: string, expiry: string) =>
      Math.abs(Math.log(frontRatio(after, expiry) / frontRatio(before, expiry)))
    expect(change('2026-11-20T20:59:00Z', '2026-11-20T21:01:00Z', '2026-11-23')).toBeLessThan(0.08)
    expect(change('2026-11-23T14:29:00Z', '2026-11-23T14:31:00Z', '2026-11-27')).toBeLessThan(0.15)
  })

  it('counts a weekend day less than a session', () => {
    expect(frontRatio('2026-11-20T21:01:00Z', '2026-11-23')).toBeLessThan(0.97)
  })
})

describe('the forecast of variance', () => {
  /** Realised over forecast variances of the next sessions, without the jumps at reports. */
  const forecastRatios = ({ history, bars }: SymbolSession, count: number): number[] => {
    const squares = history.sigmas.map((sigma) => sigma ** 2)
    const forecast = createVarianceForecast(history.components)
    const ratios: number[] = []
    for (let index = 0; index + count <= bars.date.length; index += count) {
      const realised = squares.subarray(index, index + count).reduce((sum, square) => sum + square, 0)
      ratios.push(realised / forecast(index, count))
    }
    return ratios
  }

  let samples: SymbolSession[]
  beforeAll(() => {
    samples = [1, 2, 3, 4, 5, 6, 7, 8].flatMap((seed) => {
      const seedSessions = createSessions(seed, 600)
      return instants.flatMap((instant) =>
        companies.slice(0, 40).map((entry) => seedSessions.sessionOf(entry, new Date(instant))),
      )
    })
  }, 60_000)

  it.each([1, 5, 21, 63])('is right on average over %d sessions', (count) => {
    const ratios = samples.flatMap((session) => forecastRatios(session, count))
    expect(mean(ratios)).toBeGreaterThan(0.9)
    expect(mean(ratios)).toBeLessThan(1.08)
  })

  it('returns to the long-run variance', () => {
    const now = new Date(instants[0]!)
    for (const entry of companies) {
      const { components } = sessions.sessionOf(entry, now).history
      const longRun = components.reduce((sum, part) => sum + part.weight * part.longRunVariance, 0)
      const forecast = createVarianceForecast(components)
      const ratioOver = (from: number, to: number) =>
        (forecast(700, to) - forecast(700, from)) / (to - from) / longRun
      expect(Math.abs(ratioOver(600, 700) - 1), entry.symbol).toBeLessThan(0.02)
    }
  })
})
