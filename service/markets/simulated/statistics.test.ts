/**
 * Compares the bars with stylised facts (Cont 2001, Quantitative Finance 1, "Empirical properties
 * of asset returns"): fat tails, clustered volatility without correlated returns, falls that are
 * faster than rises, and companies that move with their sector and the market.
 *
 * Figures are means over several seeds, with about 500 companies each. Seeds differ in how many
 * crashes their two years have; the limits are wider than that.
 */
import { beforeAll, describe, expect, it } from 'vitest'
import { type SimulatedSymbol, sectors } from './companies/entry.ts'
import { basketOf, sumOfHoldings } from './companies/funds.ts'
import { toTick } from './bars.ts'
import { marketAt, correlation, mean, defined, returns, saturday } from './simulated.fixture.ts'
import { simulatedSymbols } from './companies/symbols.ts'

const stocks = [...simulatedSymbols().values()].filter(({ kind }) => kind === 'stock')

/** Standard deviation, skewness and excess kurtosis of a sample. */
function moments(list: readonly number[]) {
  const centre = mean(list)
  let [second, third, fourth] = [0, 0, 0]
  for (const value of list) {
    const offset = value - centre
    const square = offset * offset
    second += square
    third += square * offset
    fourth += square * square
  }
  const variance = second / list.length
  return {
    deviation: Math.sqrt(variance),
    skewness: third / list.length / variance ** 1.5,
    kurtosis: fourth / list.length / variance ** 2 - 3,
  }
}

/** Correlation of a series with itself `lag` days later. */
function autocorrelationOf(list: readonly number[], lag: number): number {
  const centre = mean(list)
  let covariance = 0
  let variance = 0
  for (let day = 0; day < list.length; day++) {
    const offset = (list[day] as number) - centre
    variance += offset * offset
    if (day >= lag) covariance += offset * ((list[day - lag] as number) - centre)
  }
  return covariance / variance
}
/**
 * Scales a series to mean 0 and norm 1, so that the dot product of two such series is their
 * correlation.
 */
function normalised(list: readonly number[]): Float64Array {
  const centre = mean(list)
  const offsets = Float64Array.from(list, (value) => value - centre)
  const length = Math.sqrt(dotProduct(offsets, offsets))
  return offsets.map((offset) => offset / length)
}
function dotProduct(a: Float64Array, b: Float64Array): number {
  let sum = 0
  for (let day = 0; day < a.length; day++) sum += (a[day] as number) * (b[day] as number)
  return sum
}
const squares = (list: readonly number[]) => list.map((x) => x * x)

type SampleMarket = {
  readonly name: string
  readonly companies: readonly Company[]
}
/** Daily returns of a company, with the statistics that several tests need. */
type Company = {
  readonly entry: SimulatedSymbol
  readonly daily: readonly number[]
  readonly squares: readonly number[]
  readonly moments: ReturnType<typeof moments>
}

describe('returns of companies', () => {
  const samples: SampleMarket[] = []
  beforeAll(async () => {
    for (const [seed, instant] of [
      [1, '2026-11-21T15:00:00Z'],
      [2, '2024-11-13T15:00:00Z'],
      [3, '2026-11-21T15:00:00Z'],
      [4, '2024-11-13T15:00:00Z'],
    ] as const) {
      const market = marketAt(instant, seed)
      const companies: Company[] = []
      for (const entry of stocks) {
        const daily = returns(await defined(market.bars(entry.symbol)))
        companies.push({ entry, daily, squares: squares(daily), moments: moments(daily) })
      }
      samples.push({ name: `${instant} ${seed}`, companies })
    }
  }, 60_000)

  const average = (figureOf: (company: Company) => number) =>
    samples.map(({ companies }) => mean(companies.map(figureOf)))

  it('have fat tails: an excess kurtosis of about seven', { timeout: 60_000 }, () => {
    const kurtosis = average((company) => company.moments.kurtosis)
    for (const [i, value] of kurtosis.entries()) {
      expect(value, samples[i]?.name).toBeGreaterThan(5)
      expect(value, samples[i]?.name).toBeLessThan(9)
    }
    expect(Math.abs(mean(kurtosis) - 7)).toBeLessThan(1)
  })

  it('fall faster than they rise', { timeout: 60_000 }, () => {
    for (const skewness of average((company) => company.moments.skewness)) {
      expect(skewness).toBeLessThan(-0.1)
      expect(skewness).toBeGreaterThan(-1)
    }
  })

  it(
    'have persistent volatility, and do not predict the sign of the next return',
    { timeout: 60_000 },
    () => {
      const [day, week, month] = [1, 5, 20].map((lag) =>
        mean(average((company) => autocorrelationOf(company.squares, lag))),
      ) as [number, number, number]
      expect(day).toBeGreaterThan(0.03)
      expect(week).toBeGreaterThan(0.5 * day)
      expect(month).toBeGreaterThan(0.1 * day)
      expect(month).toBeLessThan(week)
      expect(week).toBeLessThan(day)
      // The standard error of one company is 1 / sqrt(503) = 0.045, and companies are correlated.
      for (const lag of [1, 2, 5])
        for (const autocorrelation of average(({ daily }) => autocorrelationOf(daily, lag)))
          expect(Math.abs(autocorrelation)).toBeLessThan(0.05)
    },
  )

  it('move with the market, and more with their sector', { timeout: 60_000 }, () => {
    for (const { name, companies } of samples) {
      const series = companies.map(({ daily }) => normalised(daily))
      const within: number[] = []
      const across: number[] = []
      for (let i = 0; i < companies.length; i += 5) {
        for (let j = i + 1; j < companies.length; j += 4) {
          const isSameSector = companies[i]?.entry.sector === companies[j]?.entry.sector
          const correlation = dotProduct(series[i] as Float64Array, series[j] as Float64Array)
          ;(isSameSector ? within : across).push(correlation)
        }
      }
      expect(mean(across), name).toBeGreaterThan(0.05)
      expect(mean(within), name).toBeGreaterThan(mean(across) + 0.1)
      expect(mean(within), name).toBeLessThan(0.75)
    }
  })

  it('have the configured volatility', { timeout: 60_000 }, () => {
    const ratios = samples.map(({ companies }) =>
      mean(
        companies.map(
          ({ entry, moments: { deviation } }) =>
            (deviation * Math.sqrt(252)) / Math.hypot(entry.idiosyncraticVolatility, entry.beta * 0.145),
        ),
      ),
    )
    // The configured volatility is the root of the mean variance, which rare crises raise: most years are below it.
    expect(mean(ratios)).toBeGreaterThan(0.8)
    expect(mean(ratios)).toBeLessThan(1.05)
  })
})

describe('the index', () => {
  const samples: { daily: number[]; implied: number[] }[] = []
  beforeAll(async () => {
    for (let seed = 1; seed <= 12; seed++) {
      for (const instant of ['2026-11-21T15:00:00Z', '2024-11-13T15:00:00Z']) {
        const market = marketAt(instant, seed)
        samples.push({
          daily: returns(await defined(market.bars('SPY'))),
          implied: (await market.volatilityHistory('SPY')).map(({ iv30 }) => iv30),
        })
      }
    }
  }, 60_000)
  const average = (figureOf: (sample: (typeof samples)[number]) => number) => mean(samples.map(figureOf))

  it('has negative skewness, fat tails and persistent volatility', { timeout: 60_000 }, () => {
    const { skewness, kurtosis } = {
      skewness: average(({ daily }) => moments(daily).skewness),
      kurtosis: average(({ daily }) => moments(daily).kurtosis),
    }
    // A two-year sample without a crash can have either skew. The standard errors over the simulated markets are about
    // 0.1 (skewness) and 0.5 (kurtosis).
    expect(skewness).toBeLessThan(-0.2)
    expect(skewness).toBeGreaterThan(-1.5)
    expect(kurtosis).toBeGreaterThan(2)
    expect(kurtosis).toBeLessThan(12)
    const [day, week, month] = [1, 5, 20].map((lag) =>
      average(({ daily }) => autocorrelationOf(squares(daily), lag)),
    ) as [number, number, number]
    expect(day).toBeGreaterThan(0.08)
    expect(week).toBeGreaterThan(0.4 * day)
    expect(month).toBeGreaterThan(0.01)
    expect(day).toBeGreaterThan(week)
    expect(week).toBeGreaterThan(month)
    expect(Math.abs(average(({ daily }) => autocorrelationOf(daily, 1)))).toBeLessThan(0.03)
  })

  it('has a higher volatility after falls than after rises', { timeout: 60_000 }, () => {
    // Correlation of a return with the next day's square.
    const leverage = average(({ daily }) => correlation(daily.slice(0, -1), squares(daily.slice(1))))
    expect(leverage).toBeLessThan(-0.02)
  })

  it('has an implied volatility a few points above the realised one', { timeout: 60_000 }, () => {
    const premium = average(({ daily, implied }) => {
      const gaps = []
      for (let i = 0; i + 21 < implied.length; i += 7) {
        const start = daily.length - implied.length + 1 + i
        const realised = Math.sqrt(252 * mean(squares(daily.slice(start, start + 21))))
        gaps.push((implied[i] as number) - realised)
      }
      return mean(gaps)
    })
    expect(premium).toBeGreaterThan(0.01)
    expect(premium).toBeLessThan(0.04)
  })
})

describe('a fund', () => {
  it.each(['SPY', 'QQQ', 'IWM', 'VTI', 'DIA', 'XLF', 'XLE', 'XLK'])(
    '%s is the sum of its holdings',
    async (symbol) => {
      const market = marketAt(saturday)
      const bars = await defined(market.bars(symbol))
      const basket = basketOf(symbol)
      if (!basket) throw new Error(`${symbol} holds nothing`)
      const holdings = await Promise.all(basket.members.map((entry) => defined(market.bars(entry.symbol))))
      const levels = Array.from(bars.close, (_, day) =>
        holdings.reduce((sum, { close }, i) => sum + (basket.units[i] as number) * (close[day] as number), 0),
      )
      const base = simulatedSymbols().get(symbol)?.price as number
      const unrounded = sumOfHoldings(
        basket,
        holdings.map((holdingBars) => ({ bars: holdingBars })),
        'close',
      )
      for (const [day, close] of bars.close.entries()) {
        expect(Math.abs((unrounded[day] as number) / (levels[day] as number) - 1)).toBeLessThan(1e-12)
        expect(close).toBe(toTick(base * (levels[day] as number)))
        if (day === 0) continue
        // The return is that of the members, weighted at the previous close.
        const weighted = holdings.reduce((sum, { close: prices }, i) => {
          const [previous, now] = [prices[day - 1] as number, prices[day] as number]
          const weight = ((basket.units[i] as number) * previous) / (levels[day - 1] as number)
          return sum + weight * (now / previous - 1)
        }, 0)
        expect(
          Math.abs((unrounded[day] as number) / (unrounded[day - 1] as number) - 1 - weighted),
        ).toBeLessThan(1e-9)
      }
      expect(basket.weights.reduce((sum, weight) => sum + weight, 0)).toBeCloseTo(1, 12)
    },
  )

  it(
    'of a sector correlates more with companies of its sector than with others',
    { timeout: 60_000 },
    async () => {
      const market = marketAt(saturday)
      const fund = returns(await defined(market.bars('XLE')))
      const withSector = async (sector: string) => {
        const companies = stocks.filter((entry) => entry.sector === sector).slice(0, 20)
        return mean(
          await Promise.all(
            companies.map(async ({ symbol }) =>
              correlation(fund, returns(await defined(market.bars(symbol)))),
            ),
          ),
        )
      }
      expect(await withSector(sectors.E)).toBeGreaterThan((await withSector(sectors.T)) + 0.15)
    },
  )

  it('with leverage returns that multiple of its index', { timeout: 60_000 }, async () => {
    const market = marketAt(saturday)
    const indexReturns = returns(await defined(market.bars('QQQ')))
    for (const [symbol, leverage] of [
      ['TQQQ', 3],
      ['SQQQ', -3],
    ] as const) {
      const daily = returns(await defined(market.bars(symbol)))
      // The tolerance allows for rounding both prices to ticks.
      for (const [i, dailyReturn] of daily.entries())
        expect(Math.abs(dailyReturn - leverage * (indexReturns[i] as number))).toBeLessThan(0.003)
    }
  })
})
