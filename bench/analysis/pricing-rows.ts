/** Speed of option prices and implied volatilities on one core. */
import { greeks, price } from '#service/analysis/pricing/black-scholes.ts'
import { impliedVolatility } from '#service/analysis/pricing/implied-volatility.ts'
import { americanPrice } from '#service/analysis/pricing/american.ts'
import { europeanEquivalent } from '#service/analysis/pricing/european-equivalent.ts'
import { leisenReimer } from '#service/analysis/pricing/leisen-reimer.ts'
import type { AmericanTerms } from '#service/analysis/pricing/terms.ts'
import { incomeContracts, randomContracts } from './contracts.ts'
import { library } from './libraries.ts'
import { perSecond } from './measure.ts'
import type { AnalysisBenchmark, BenchmarkGroup } from './row.ts'

const contracts = randomContracts(10_000)
const prices = contracts.map(price)
const forwards = contracts.map((terms) => terms.spot * Math.exp((terms.rate - terms.yield) * terms.years))

const volatilityOf = (i: number): number => {
  const { right, strike, years, rate } = contracts[i]!
  return impliedVolatility(right, prices[i]!, forwards[i]!, strike, years, rate) ?? 0.3
}
const greeksOf = (i: number, volatility: number): number => {
  const { right, spot, strike, years, rate, yield: dividendYield } = contracts[i]!
  const result = greeks({ right, spot, strike, years, rate, yield: dividendYield, volatility })
  // Uses every result: the compiler would eliminate an unused computation.
  return result.price + result.delta + result.gamma + result.theta + result.vega + result.rho
}
/** Thousands of calls per second, over the given terms. */
const thousandsPerSecond = (
  terms: readonly AmericanTerms[],
  work: (terms: AmericanTerms) => number,
): number => perSecond(terms.length, (i) => work(terms[i]!)) / 1e3

const europeanBenchmarks: AnalysisBenchmark[] = [
  {
    label: 'European price and five greeks',
    unit: 'M/s',
    bar: { minimum: 0.35 },
    measure: async () => ({
      figure: perSecond(contracts.length, (i) => greeksOf(i, contracts[i]!.volatility)) / 1e6,
    }),
    npm: async () => {
      const [formula, greeksPackage] = [library('black-scholes'), library('greeks')]
      if (!formula || !greeksPackage) return undefined
      const { getDelta, getGamma, getTheta, getVega, getRho } = greeksPackage
      const functions = [formula.blackScholes, getDelta, getGamma, getTheta, getVega, getRho]
      const work = (i: number): number => {
        const { spot, strike, years, volatility, rate, right } = contracts[i]!
        return functions.reduce(
          (sum, calculate) => sum + calculate(spot, strike, years, volatility, rate, right),
          0,
        )
      }
      return { name: 'black-scholes, greeks', figure: perSecond(200, work) / 1e6 }
    },
    quantlib: 'greeks',
  },
  {
    label: 'European implied volatility',
    unit: 'M/s',
    bar: { minimum: 0.065 },
    measure: async () => ({ figure: perSecond(contracts.length, volatilityOf) / 1e6 }),
    npm: async () => {
      const implied = library('implied-volatility')
      if (!implied) return undefined
      const work = (i: number): number => {
        const { spot, strike, years, rate, right } = contracts[i]!
        return implied.getImpliedVolatility(prices[i]!, spot, strike, years, rate, right)
      }
      return { name: 'implied-volatility', figure: perSecond(50, work) / 1e6 }
    },
    quantlib: 'volatility',
  },
  {
    label: 'European implied volatility, price and five greeks',
    unit: 'M/s',
    measure: async () => ({
      figure: perSecond(contracts.length, (i) => greeksOf(i, volatilityOf(i))) / 1e6,
    }),
  },
]

const americanBenchmarks = (): AnalysisBenchmark[] => {
  const puts = incomeContracts(200, 'put', 0)
  const putsWithDividends = incomeContracts(200, 'put', 1)
  const callsWithDividends = incomeContracts(200, 'call', 1)
  const quotes = [...puts, ...callsWithDividends, ...incomeContracts(200, 'call', 0)].map((terms) => ({
    terms,
    mid: americanPrice(terms),
  }))
  return [
    {
      label: 'American: one Leisen-Reimer tree of 101 steps',
      unit: 'k/s',
      bar: { minimum: 0.007 },
      measure: async () => ({
        figure: thousandsPerSecond(contracts.slice(0, 500), (terms) => leisenReimer(terms, 101)),
      }),
      quantlib: 'american',
    },
    {
      label: 'American put, extrapolated from 101 and 51 steps',
      unit: 'k/s',
      bar: { minimum: 0.0058 },
      measure: async () => ({ figure: thousandsPerSecond(puts, (terms) => americanPrice(terms)) }),
    },
    {
      label: 'American put, a dividend in cash',
      unit: 'k/s',
      measure: async () => ({
        figure: thousandsPerSecond(putsWithDividends, (terms) => americanPrice(terms)),
      }),
      quantlib: 'dividends',
    },
    {
      label: 'American call, a dividend in cash',
      unit: 'k/s',
      measure: async () => ({
        figure: thousandsPerSecond(callsWithDividends, (terms) => americanPrice(terms)),
      }),
    },
    {
      label: 'European price behind an American quote, spread 10 %',
      unit: 'k/s',
      measure: async () => {
        const work = (i: number): number => {
          const { terms, mid } = quotes[i]!
          return europeanEquivalent(terms.right, mid, Math.max(0.05, 0.1 * mid), terms)?.price ?? 0
        }
        return { figure: perSecond(quotes.length, work) / 1e3 }
      },
    },
  ]
}

export const pricing: BenchmarkGroup = {
  name: 'pricing',
  rows: async () => [...europeanBenchmarks, ...americanBenchmarks()],
}
