/**
 * Chains with a known smile: compares probabilities, volatilities, values and greeks with slopes
 * and differences of the known prices.
 */
import { describe, expect, test } from 'vitest'
import { daysBetween } from '#service/markets/calendar.ts'
import { disagreementsAmong } from './disagreements.fixture.ts'
import {
  chainFrom,
  syntheticMarket,
  rate,
  skewedSmile,
  today,
  type SyntheticChainOptions,
} from './synthetic-market.fixture.ts'
import { blackPrice } from './pricing.oracle.ts'
import { sliceOfSmile } from './surface.oracle.ts'
import {
  analyseSymbols,
  tradeName,
  tradesOf,
  type AnalysedSymbol,
  type TradeWithContract,
} from './trades.fixture.ts'

const smiles: [
  string,
  SyntheticChainOptions & { readonly volatility: (moneyness: number, years: number) => number },
][] = [
  ['a skew', { volatility: skewedSmile(0.3), spread: 0.02 }],
  [
    'a steep skew',
    {
      volatility: (x, years) => 0.28 - (0.11 * x) / Math.sqrt(years + 0.05) + (0.2 * x * x) / (years + 0.2),
      spread: 0.03,
    },
  ],
  ['a symmetric smile', { volatility: (x, years) => 0.4 + (0.25 * x * x) / (years + 0.15), spread: 0.02 }],
  ['a term structure', { volatility: (x, years) => 0.2 + 0.15 * Math.sqrt(years) - 0.05 * x, spread: 0.02 }],
  [
    'quotes in cents at few strikes',
    { volatility: skewedSmile(0.35), spot: 400, step: 10, tick: 0.01, spread: 0.02 },
  ],
  ['no open interest', { volatility: skewedSmile(0.25), spread: 0.04, openInterest: null, volume: null }],
]

const isWithin = (actual: number, expected: number, tolerance: number): boolean =>
  Math.abs(actual - expected) <= tolerance

describe.each(smiles)('%s', (_, smile) => {
  const { volatility, spot = 100 } = smile
  const symbolFor = async (style: SyntheticChainOptions['style'] & string): Promise<AnalysedSymbol> => {
    const chain = chainFrom('TEST', { ...smile, style })
    return (await analyseSymbols(syntheticMarket({ TEST: { chain } }), ['TEST']))[0]!
  }
  const slice = ({ option }: TradeWithContract) =>
    sliceOfSmile(option.expiryDate, { today, spot, rate, volatility })

  test('at least seven cells a side are filled', async () => {
    const { income } = await symbolFor('american')
    expect(income.callOptimals.length).toBeGreaterThanOrEqual(7)
    expect(income.putOptimals.length).toBeGreaterThanOrEqual(7)
  })

  test('probabilities are within half a point of the terminal distribution', async () => {
    expect(
      disagreementsAmong(tradesOf(await symbolFor('european')), tradeName, (trade) => {
        const { option, contract } = trade
        const { below } = slice(trade)
        const worthless = contract.right === 'call' ? below(contract.strike) : 1 - below(contract.strike)
        if (!isWithin(option.probability, worthless, 0.005))
          return `${option.probability}, not ${worthless.toFixed(4)}`
        const profit = 1 - below(option.breakeven)
        return (
          !isWithin(option.probabilityOfProfit, profit, 0.006) &&
          `profit ${option.probabilityOfProfit}, not ${profit.toFixed(4)}`
        )
      }),
    ).toEqual([])
  })

  test('probabilities of American options are within a point of the terminal distribution', async () => {
    expect(
      disagreementsAmong(tradesOf(await symbolFor('american')), tradeName, (trade) => {
        const { option, contract } = trade
        const { below } = slice(trade)
        const worthless = contract.right === 'call' ? below(contract.strike) : 1 - below(contract.strike)
        return (
          !isWithin(option.probability, worthless, 0.01) &&
          `${option.probability}, not ${worthless.toFixed(4)}`
        )
      }),
    ).toEqual([])
  })

  test('the expected move is price x at-the-money volatility x root of time', async () => {
    expect(
      disagreementsAmong(tradesOf(await symbolFor('european')), tradeName, (trade) => {
        const { years } = slice(trade)
        const { deviation, low, high } = trade.option.expectedMove
        const expected = spot * volatility(0, years) * Math.sqrt(years)
        if (!isWithin(deviation, expected, 0.01 + 0.01 * expected))
          return `${deviation}, not ${expected.toFixed(3)}`
        return (
          !(isWithin(low, spot - deviation, 0.011) && isWithin(high, spot + deviation, 0.011)) &&
          `${low} to ${high}`
        )
      }),
    ).toEqual([])
  })

  test('volatilities and fair values are those of the smile', async () => {
    expect(
      disagreementsAmong(tradesOf(await symbolFor('european')), tradeName, (trade) => {
        const { option, contract } = trade
        const knownSmile = slice(trade)
        const sigma = knownSmile.volatility(contract.strike)
        if (!isWithin(option.impliedVolatility, sigma, 0.004))
          return `${option.impliedVolatility}, not ${sigma}`
        const value = blackPrice({ ...knownSmile, ...contract, volatility: sigma }) / knownSmile.growth
        return !isWithin(option.fairValue, value, 0.01 + 0.01 * value) && `${option.fairValue}, not ${value}`
      }),
    ).toEqual([])
  })

  test('greeks are difference quotients of the price', async () => {
    expect(
      disagreementsAmong(tradesOf(await symbolFor('european')), tradeName, (trade) => {
        const { option, contract } = trade
        const { volatility: volatilityAt, years } = slice(trade)
        const sigma = volatilityAt(contract.strike)
        const value = ({ price = spot, vol = sigma, time = years, interest = rate } = {}): number =>
          blackPrice({
            ...contract,
            forward: price * Math.exp(interest * time),
            years: time,
            volatility: vol,
          }) * Math.exp(-interest * time)
        const h = spot * 1e-3
        const expectedGreeks = {
          delta: (value({ price: spot + h }) - value({ price: spot - h })) / (2 * h),
          gamma: (value({ price: spot + h }) - 2 * value() + value({ price: spot - h })) / (h * h),
          theta: (value({ time: years - 1e-4 }) - value({ time: years + 1e-4 })) / 2e-4 / 365,
          vega: (value({ vol: sigma + 1e-4 }) - value({ vol: sigma - 1e-4 })) / 2e-4 / 100,
          rho: (value({ interest: rate + 1e-4 }) - value({ interest: rate - 1e-4 })) / 2e-4 / 100,
        }
        for (const [name, expected] of Object.entries(expectedGreeks)) {
          const actual = option[name as keyof typeof expectedGreeks]
          if (!isWithin(actual, expected, 0.002 + 0.03 * Math.abs(expected)))
            return `${name} ${actual}, not ${expected.toFixed(5)}`
        }
        return undefined
      }),
    ).toEqual([])
  })

  test('the 30-day volatility is interpolated in total variance between the expiries around it', async () => {
    const { why, chain } = await symbolFor('european')
    const days = [...new Set(chain.contracts.map(({ expiry }) => daysBetween(today, expiry)))]
    const near = Math.max(...days.filter((day) => day <= 30))
    const far = Math.min(...days.filter((day) => day > 30))
    const total = (daysLeft: number): number => volatility(0, daysLeft / 365) ** 2 * daysLeft
    const variance = (total(near) * (far - 30) + total(far) * (30 - near)) / (far - near) / 30
    expect(why.impliedVolatility).toBeCloseTo(Math.sqrt(variance), 2)
    expect(Math.abs(why.impliedVolatility! - Math.sqrt(variance))).toBeLessThan(0.003)
  })
})
