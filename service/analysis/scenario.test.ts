/**
 * Tests the scenario response: the grid of values, its agreement with How, and the error of linear
 * interpolation between the points of the grid.
 */
import * as v from 'valibot'
import { beforeAll, describe, expect, test } from 'vitest'
import type { IncomeOption } from '#contract/responses/income.ts'
import { ScenarioSchema, type Scenario } from '#contract/responses/scenario.ts'
import { readSymbolFacts, type SymbolFacts } from '#service/lookups/symbol-facts.ts'
import { addDays } from '#service/markets/calendar.ts'
import type { Chain, Contract, Market } from '#service/markets/market.ts'
import { hashText, uniforms } from '#service/markets/random.ts'
import { simulatedMarket } from '#service/markets/simulated/simulated.ts'
import { openRecordedMarket } from '#service/markets/recorded/recorded-market.ts'
import { config } from './config.ts'
import { analyseIncome } from './income.ts'
import { chainOf, dataStatus, profileOf } from './reference/synthetic-inputs.fixture.ts'
import { dataFolder, hasRecorded } from './reference/oracle-data.fixture.ts'
import { listedContract } from '#service/markets/osi.ts'
import { analyseScenario } from './scenario.ts'
import { interpolatedValueAt } from './scenario/interpolation.fixture.ts'
import { intrinsicOf } from './income/candidate.ts'
import { volatilityOfFairValue, valueAt } from './scenario/option-value.ts'
import { fairValue } from './surface.ts'

type Facts = SymbolFacts & { readonly chain: Chain }
type ScenarioCase = { readonly facts: Facts; readonly option: IncomeOption; readonly scenario: Scenario }

const factsOf = async (market: Market, symbol: string): Promise<Facts> =>
  (await readSymbolFacts({ market, batches: { volatilities: async () => [] } }, symbol)) as Facts

/** The scenarios of all contracts that fill a cell of How. */
const casesOf = (facts: Facts): ScenarioCase[] => {
  const income = analyseIncome({ ...facts, benchmark: undefined }, {})
  return [...income.callOptimals, ...income.putOptimals].map((option) => ({
    facts,
    option,
    scenario: analyseScenario({ ...facts, contract: listedContract(facts.chain, option.id)! }),
  }))
}

const valueNow = ({ values, volatilityShifts, prices, chainPrice }: Scenario): number =>
  values[0]![volatilityShifts.indexOf(0)]![prices.indexOf(chainPrice)]!

type InterpolationError = { readonly error: number; readonly exact: number }

/** Errors of linear interpolation at random points, dollars per share. */
const interpolationErrors = (
  { facts, scenario }: Omit<ScenarioCase, 'option'>,
  count: number,
): InterpolationError[] => {
  const random = uniforms(hashText(scenario.id))
  const { right, strike, expiry: day } = listedContract(facts.chain, scenario.id)!
  const expiry = facts.expiries.find((pricedExpiry) => pricedExpiry.day === day)!
  const optionTerms = { exercise: expiry.exercise, option: { right, strike } }
  const volatility =
    volatilityOfFairValue(optionTerms, fairValue(expiry, right, strike)!) ?? expiry.volatilityAt(strike)!
  const [minShift, maxShift] = [scenario.volatilityShifts[0]!, scenario.volatilityShifts.at(-1)!]
  const [minPrice, maxPrice] = [scenario.prices[0]!, scenario.prices.at(-1)!]
  return Array.from({ length: count }, () => {
    // Uniform in the logarithm of time, so that the last days are sampled as often as the months before.
    const days = Math.max(1, Math.round(scenario.daysLeft[0]! ** random()))
    const shift = minShift + random() * (maxShift - minShift)
    const price = minPrice + random() * (maxPrice - minPrice)
    const exact = valueAt(optionTerms, { spot: price, days, volatility: volatility + shift / 100 }, 101)
    return { exact, error: Math.abs(interpolatedValueAt(scenario, { days, shift, price }) - exact) }
  })
}

/**
 * Tolerance, dollars: the largest of 1 % of the option's value at the point, 1 % of its value
 * today, and a cent.
 */
const toleranceOf = ({ scenario }: Pick<ScenarioCase, 'scenario'>, { exact }: InterpolationError): number =>
  Math.max(0.01, 0.01 * exact, 0.01 * scenario.fairValue!)

/** Errors as multiples of the tolerance. */
const relativeErrors = (scenarioCase: ScenarioCase, count: number): number[] =>
  interpolationErrors(scenarioCase, count).map((point) => point.error / toleranceOf(scenarioCase, point))

const expectValidGrid = ({ scenario, option, facts }: ScenarioCase): void => {
  const { daysLeft, volatilityShifts, prices, values } = v.parse(ScenarioSchema, scenario)
  expect(scenario.refused).toBeNull()
  expect(JSON.stringify(scenario).length, option.id).toBeLessThanOrEqual(30_000)
  expect(daysLeft).toEqual([...new Set(daysLeft)].toSorted((a, b) => b - a))
  expect([daysLeft[0], daysLeft.at(-1)]).toEqual([option.daysUntilExpiry, 0])
  for (const list of [volatilityShifts, prices])
    expect(list, option.id).toEqual([...new Set(list)].toSorted((a, b) => a - b))
  expect(prices).toEqual(expect.arrayContaining([option.strike, option.breakeven, scenario.chainPrice]))
  expect(values.map((day) => day.map((row) => row.length))).toEqual(
    daysLeft.map(() => volatilityShifts.map(() => prices.length)),
  )
  const { right, strike } = listedContract(facts.chain, option.id)!
  for (const row of values.at(-1)!)
    row.forEach((value, i) => {
      // The chain's price may have more digits than the response.
      expect(Math.abs(value - intrinsicOf({ right, strike }, prices[i]!))).toBeLessThan(0.06)
    })
}

const expectFiguresOfHow = ({ scenario, option }: ScenarioCase): void => {
  const { fairValue: fair, impliedVolatility, breakeven, greeks } = scenario
  expect({ fair, impliedVolatility, breakeven }).toEqual({
    fair: option.fairValue,
    impliedVolatility: option.impliedVolatility,
    breakeven: option.breakeven,
  })
  for (const name of ['delta', 'gamma', 'theta', 'vega', 'rho'] as const)
    expect(greeks![name], `${option.id} ${name}`).toBeCloseTo(-100 * option[name], 6)
  expect(Math.abs(valueNow(scenario) - option.fairValue), option.id).toBeLessThan(
    option.fairValue < 200 ? 0.0056 : 0.056,
  )
}

const expectSmallErrors = (cases: readonly ScenarioCase[], count: number): void => {
  const errors = cases.flatMap((scenarioCase) => relativeErrors(scenarioCase, count))
  const shareWithinTolerance = errors.filter((error) => error <= 1).length / errors.length
  expect(shareWithinTolerance).toBeGreaterThan(0.98)
  // Larger errors occur only if the size limit prevents a finer grid.
  expect(Math.max(...errors)).toBeLessThan(3)
}

describe('of the simulated market', () => {
  const market = simulatedMarket({ seed: 3, clock: () => new Date('2026-11-20T20:00:00Z') })
  let cases: ScenarioCase[]
  beforeAll(async () => {
    const allFacts = await Promise.all(
      ['AAPL', 'KO', 'SPY', 'BKNG', 'NVDA'].map((symbol) => factsOf(market, symbol)),
    )
    cases = allFacts.flatMap(casesOf)
  }, 60_000)

  test('every trade of How has a complete grid', () => {
    expect(cases.length).toBeGreaterThan(50)
    for (const scenarioCase of cases) expectValidGrid(scenarioCase)
  })
  test('figures of the scenario are equal to those of How', () => {
    for (const scenarioCase of cases) expectFiguresOfHow(scenarioCase)
  })
  test('linear interpolation is within the tolerance at 98 % of the points', () => {
    expectSmallErrors(cases, 40)
  }, 60_000)
})

test('outside the grid of How, errors are within the tolerance or 0.15 % of the underlying’s price', async () => {
  const market = simulatedMarket({ seed: 3, clock: () => new Date('2026-11-20T20:00:00Z') })
  const facts = await factsOf(market, 'AAPL')
  const sample = facts.chain.contracts.filter((_, i) => i % 61 === 0)
  expect(sample.length).toBeGreaterThan(20)
  for (const contract of sample) {
    const scenario = analyseScenario({ ...facts, contract })
    expect(JSON.stringify(scenario).length, contract.id).toBeLessThanOrEqual(30_000)
    if (scenario.daysLeft[0] === 0 || scenario.fairValue! <= 0.01) continue
    for (const point of interpolationErrors({ facts, scenario }, 30))
      expect(point.error, contract.id).toBeLessThan(
        Math.max(1.1 * toleranceOf({ scenario }, point), 0.0015 * scenario.chainPrice),
      )
  }
}, 60_000)

const recordedFiles = ['chains-2026-08-21', 'bars-2025-08-22_2026-08-21']
describe.skipIf(!hasRecorded(...recordedFiles))('of recorded chains', () => {
  let cases: ScenarioCase[]
  beforeAll(async () => {
    const market = await openRecordedMarket(dataFolder)
    for (const symbol of ['AAPL', 'XOM', 'META', 'F'])
      (cases ??= []).push(...casesOf(await factsOf(market, symbol)))
  }, 60_000)

  test('every trade of How has a complete grid and the figures of How', () => {
    expect(cases.length).toBeGreaterThan(40)
    for (const scenarioCase of cases) {
      expectValidGrid(scenarioCase)
      expectFiguresOfHow(scenarioCase)
    }
  })
  test(
    'linear interpolation is within the tolerance at 98 % of the points',
    () => expectSmallErrors(cases, 40),
    60_000,
  )
})

describe('of synthetic chains', () => {
  const today = '2026-08-21'
  const chain = chainOf({ spot: 100, days: [35, 119], volatility: () => 0.3, halfSpread: 0.03, step: 2.5 })
  const scenarioWith = (
    overrides: Partial<Omit<Parameters<typeof analyseScenario>[0], 'contract'>> = {},
    contractOverrides: Partial<Contract> = {},
  ): Scenario => {
    const { right = 'put', strike = 95, expiry = addDays(today, 35) } = contractOverrides
    const contract = chain.contracts.find(
      (listed) => listed.right === right && listed.strike === strike && listed.expiry === expiry,
    )!
    const input = {
      profile: profileOf('TEST'),
      chain,
      quote: undefined,
      dataStatus,
      riskFreeRate: 0.04,
      commission: 0,
      today,
      date: today,
    }
    const response = analyseScenario({
      ...input,
      ...overrides,
      contract: { ...contract, ...contractOverrides },
    })
    return v.parse(ScenarioSchema, response) as Scenario
  }
  const american: Chain = { ...chain, style: 'american' }
  const payingProfile = profileOf('TEST', {
    dividends: { declared: [{ exDate: addDays(today, 15), amount: 2 }], knownThrough: '9999-12-31' },
  })

  test('the seller of a put gains from passing time and falling volatility, and loses from a falling price', () => {
    const { greeks, values, volatilityShifts, prices } = scenarioWith()
    expect(greeks!.delta).toBeGreaterThan(0)
    expect(greeks!.gamma).toBeLessThan(0)
    expect(greeks!.theta).toBeGreaterThan(0)
    expect(greeks!.vega).toBeLessThan(0)
    const [unshifted, spotIndex] = [volatilityShifts.indexOf(0), prices.indexOf(100)]
    expect(values[0]![0]![spotIndex]).toBeLessThan(values[0]![unshifted]![spotIndex]!)
    expect(values.at(-2)![unshifted]![spotIndex]).toBeLessThan(values[0]![unshifted]![spotIndex]!)
    expect(values[0]![unshifted]![spotIndex - 3]).toBeGreaterThan(values[0]![unshifted]![spotIndex]!)
  })
  test('an American option is never worth less than its exercise value', () => {
    const { values, prices } = scenarioWith({ chain: american })
    for (const row of values.flat())
      row.forEach((value, i) => expect(value).toBeGreaterThanOrEqual(Math.max(0, 95 - prices[i]!) - 0.0051))
  })
  test('both sides of an ex-date are on the grid, because the value jumps between them', () => {
    const { daysLeft, values, volatilityShifts, prices } = scenarioWith({
      chain: american,
      profile: payingProfile,
    })
    expect(daysLeft).toEqual(expect.arrayContaining([21, 20]))
    const valueAtDay = (day: number) =>
      values[daysLeft.indexOf(day)]![volatilityShifts.indexOf(0)]![prices.indexOf(100)]!
    // At the same price, a put is worth more after the dividend has been paid.
    expect(valueAtDay(21) - valueAtDay(20)).toBeGreaterThan(0.2)
  })
  test('a dividend on the day of expiry counts on all days before it, so that the value never jumps', () => {
    const profile = profileOf('TEST', {
      dividends: { declared: [{ exDate: addDays(today, 35), amount: 2 }], knownThrough: '9999-12-31' },
    })
    const { daysLeft, values, volatilityShifts, prices } = scenarioWith({
      chain: american,
      profile,
    })
    const valuesByDay = daysLeft.map(
      (_, day) => values[day]![volatilityShifts.indexOf(0)]![prices.indexOf(100)]!,
    )
    expect(valuesByDay.slice(0, -1)).toEqual(valuesByDay.slice(0, -1).toSorted((a, b) => b - a))
  })
  test('an option without a bid has a value, but no break-even', () => {
    expect(scenarioWith({}, { bid: 0 })).toMatchObject({ breakeven: null, refused: null, strike: 95 })
  })
  test.each([
    ['old-chain', { today: addDays(today, 4) }, {}],
    [
      'adjusted',
      {
        chain: {
          ...chain,
          contracts: chain.contracts.map((c) => ({ ...c, id: c.id.replace('TEST', 'TEST1') })),
        },
      },
      { id: 'TEST1260925P00095000' },
    ],
    [
      'far-from-smile',
      { chain: { ...chain, contracts: chain.contracts.map((c) => ({ ...c, bid: 0, ask: 0 })) } },
      {},
    ],
  ] as const)(
    'figures are null and the grid is empty if the reason is %s',
    (refused, overrides, contractOverrides) => {
      expect(scenarioWith(overrides, contractOverrides)).toMatchObject({
        refused,
        fairValue: null,
        impliedVolatility: null,
        greeks: null,
        daysLeft: [],
        prices: [],
        values: [],
      })
    },
  )
  test('on the day of expiry the grid contains the exercise value only', () => {
    const day = addDays(today, 35)
    const chainOfExpiryDay = { ...chain, asOf: new Date(`${day}T20:00:00Z`) }
    const {
      daysLeft,
      volatilityShifts,
      values,
      prices,
      fairValue: fair,
      greeks,
    } = scenarioWith({ chain: chainOfExpiryDay, today: day, date: day })
    expect({ daysLeft, volatilityShifts, fair, greeks }).toEqual({
      daysLeft: [0],
      volatilityShifts: [0],
      fair: null,
      greeks: null,
    })
    expect(values).toEqual([[prices.map((price) => expect.closeTo(Math.max(0, 95 - price), 6) as number)]])
  })
  test('the number of values is within the limit', () => {
    const { daysLeft, volatilityShifts, prices } = scenarioWith(
      { chain: american },
      { strike: 75, expiry: addDays(today, 119) },
    )
    expect(daysLeft.length * volatilityShifts.length * prices.length).toBeLessThanOrEqual(
      config.scenario.maxValues,
    )
  })
})
