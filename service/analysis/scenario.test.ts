/**
 * A seller explores the option's value under other conditions: the computed grid, and the interpolation error
 * between its points.
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
import { chainOf, dataStatus, profileOf } from './reference/synthetic-market.fixture.ts'
import { dataFolder, hasRecorded } from './reference/oracle-data.fixture.ts'
import { listedContract } from '#service/markets/osi.ts'
import { analyseScenario } from './scenario.ts'
import { between } from './scenario/between.fixture.ts'
import { intrinsicOf } from './income/candidate.ts'
import { volatilityBehind, worthAt } from './scenario/worth.ts'
import { fairValue } from './surface.ts'

type Facts = SymbolFacts & { readonly chain: Chain }
type Asked = { readonly facts: Facts; readonly option: IncomeOption; readonly scenario: Scenario }

const factsOf = async (market: Market, symbol: string): Promise<Facts> =>
  (await readSymbolFacts(market, { volatilities: async () => [] }, symbol)) as Facts

/** The scenarios of all contracts that fill a cell of How. */
const askedOf = (facts: Facts): Asked[] => {
  const income = analyseIncome({ ...facts, benchmark: undefined }, {})
  return [...income.callOptimals, ...income.putOptimals].map((option) => ({
    facts,
    option,
    scenario: analyseScenario({ ...facts, contract: listedContract(facts.chain, option.id)! }),
  }))
}

const valueNow = ({ values, volatilityShifts, prices, chainPrice }: Scenario): number =>
  values[0]![volatilityShifts.indexOf(0)]![prices.indexOf(chainPrice)]!

type Drawn = { readonly off: number; readonly exact: number }

/** What straight lines are off by at points drawn by chance, dollars per share. */
const drawn = ({ facts, scenario }: Omit<Asked, 'option'>, count: number): Drawn[] => {
  const random = uniforms(hashText(scenario.id))
  const { right, strike, expiry: day } = listedContract(facts.chain, scenario.id)!
  const expiry = facts.expiries.find((one) => one.day === day)!
  const worth = { exercise: expiry.exercise, option: { right, strike } }
  const volatility =
    volatilityBehind(worth, fairValue(expiry, right, strike)!) ?? expiry.volatilityAt(strike)!
  const [low, high] = [scenario.volatilityShifts[0]!, scenario.volatilityShifts.at(-1)!]
  const [least, most] = [scenario.prices[0]!, scenario.prices.at(-1)!]
  return Array.from({ length: count }, () => {
    // As many points in the last days as in the months before.
    const days = Math.max(1, Math.round(scenario.daysLeft[0]! ** random()))
    const shift = low + random() * (high - low)
    const price = least + random() * (most - least)
    const exact = worthAt(worth, { spot: price, days, volatility: volatility + shift / 100 }, 101)
    return { exact, off: Math.abs(between(scenario, { days, shift, price }) - exact) }
  })
}

/** Tolerance: 1 % of the option's price there or today, or a cent. */
const allowed = ({ scenario }: Pick<Asked, 'scenario'>, { exact }: Drawn): number =>
  Math.max(0.01, 0.01 * exact, 0.01 * scenario.fairValue!)

const errorsOf = (asked: Asked, count: number): number[] =>
  drawn(asked, count).map((one) => one.off / allowed(asked, one))

const isGrid = ({ scenario, option, facts }: Asked): void => {
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
      // The chain's own price may have more digits than the response.
      expect(Math.abs(value - intrinsicOf({ right, strike }, prices[i]!))).toBeLessThan(0.06)
    })
}

const isHows = ({ scenario, option }: Asked): void => {
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

const isStraightEnough = (asked: readonly Asked[], count: number): void => {
  const errors = asked.flatMap((one) => errorsOf(one, count))
  const within = errors.filter((error) => error <= 1).length / errors.length
  expect(within).toBeGreaterThan(0.98)
  // Where the size of the answer leaves no room for more values.
  expect(Math.max(...errors)).toBeLessThan(3)
}

describe('over the simulated market', () => {
  const market = simulatedMarket({ seed: 3, clock: () => new Date('2026-11-20T20:00:00Z') })
  let asked: Asked[]
  beforeAll(async () => {
    const all = await Promise.all(
      ['AAPL', 'KO', 'SPY', 'BKNG', 'NVDA'].map((symbol) => factsOf(market, symbol)),
    )
    asked = all.flatMap(askedOf)
  }, 60_000)

  test('each contract of the grid of How has one', () => {
    expect(asked.length).toBeGreaterThan(50)
    for (const one of asked) isGrid(one)
  })
  test('its figures are those of How', () => {
    for (const one of asked) isHows(one)
  })
  test('straight lines between values are off by less than a percent or a cent', () => {
    isStraightEnough(asked, 40)
  }, 60_000)
})

test('of contracts that How does not offer they are off by no more, or by 0.15 % of the price of the underlying', async () => {
  const market = simulatedMarket({ seed: 3, clock: () => new Date('2026-11-20T20:00:00Z') })
  const facts = await factsOf(market, 'AAPL')
  const some = facts.chain.contracts.filter((_, i) => i % 61 === 0)
  expect(some.length).toBeGreaterThan(20)
  for (const contract of some) {
    const scenario = analyseScenario({ ...facts, contract })
    expect(JSON.stringify(scenario).length, contract.id).toBeLessThanOrEqual(30_000)
    if (scenario.daysLeft[0] === 0 || scenario.fairValue! <= 0.01) continue
    for (const one of drawn({ facts, scenario }, 30))
      expect(one.off, contract.id).toBeLessThan(
        Math.max(1.1 * allowed({ scenario }, one), 0.0015 * scenario.chainPrice),
      )
  }
}, 60_000)

const folders = ['chains-2026-08-21', 'bars-2025-08-22_2026-08-21']
describe.skipIf(!hasRecorded(...folders))('over recorded chains', () => {
  let asked: Asked[]
  beforeAll(async () => {
    const market = await openRecordedMarket(dataFolder)
    for (const symbol of ['AAPL', 'XOM', 'META', 'F'])
      (asked ??= []).push(...askedOf(await factsOf(market, symbol)))
  }, 60_000)

  test('grids and figures are sound', () => {
    expect(asked.length).toBeGreaterThan(40)
    for (const one of asked) {
      isGrid(one)
      isHows(one)
    }
  })
  test('straight lines are straight enough', () => isStraightEnough(asked, 40), 60_000)
})

describe('made up', () => {
  const today = '2026-08-21'
  const chain = chainOf({ spot: 100, days: [35, 119], volatility: () => 0.3, halfSpread: 0.03, step: 2.5 })
  const of = (
    more: Partial<Omit<Parameters<typeof analyseScenario>[0], 'contract'>> = {},
    pick: Partial<Contract> = {},
  ): Scenario => {
    const { right = 'put', strike = 95, expiry = addDays(today, 35) } = pick
    const contract = chain.contracts.find(
      (one) => one.right === right && one.strike === strike && one.expiry === expiry,
    )!
    const input = {
      profile: profileOf('TEST'),
      chain,
      quote: undefined,
      dataStatus,
      riskFreeRate: 0.04,
      today,
    }
    const answer = analyseScenario({ ...input, ...more, contract: { ...contract, ...pick } })
    return v.parse(ScenarioSchema, answer)
  }
  const american: Chain = { ...chain, style: 'american' }
  const paying = profileOf('TEST', {
    dividends: { declared: [{ exDate: addDays(today, 15), amount: 2 }], knownThrough: '9999-12-31' },
  })

  test('days that pass and calm pay the seller of a put, a falling price does not', () => {
    const { greeks, values, volatilityShifts, prices } = of()
    expect(greeks!.delta).toBeGreaterThan(0)
    expect(greeks!.gamma).toBeLessThan(0)
    expect(greeks!.theta).toBeGreaterThan(0)
    expect(greeks!.vega).toBeLessThan(0)
    const [unshifted, here] = [volatilityShifts.indexOf(0), prices.indexOf(100)]
    expect(values[0]![0]![here]).toBeLessThan(values[0]![unshifted]![here]!)
    expect(values.at(-2)![unshifted]![here]).toBeLessThan(values[0]![unshifted]![here]!)
    expect(values[0]![unshifted]![here - 3]).toBeGreaterThan(values[0]![unshifted]![here]!)
  })
  test('an American option is never worth less than exercise pays', () => {
    const { values, prices } = of({ chain: american })
    for (const row of values.flat())
      row.forEach((value, i) => expect(value).toBeGreaterThanOrEqual(Math.max(0, 95 - prices[i]!) - 0.0051))
  })
  test('both sides of an ex-date are there, since the value jumps between them', () => {
    const { daysLeft, values, volatilityShifts, prices } = of({ chain: american, profile: paying })
    expect(daysLeft).toEqual(expect.arrayContaining([21, 20]))
    const at = (day: number) =>
      values[daysLeft.indexOf(day)]![volatilityShifts.indexOf(0)]![prices.indexOf(100)]!
    // At one price the share is worth two dollars more to the put once the dividend is gone.
    expect(at(21) - at(20)).toBeGreaterThan(0.2)
  })
  test('a dividend of the day of expiry stays before it', () => {
    const last = profileOf('TEST', {
      dividends: { declared: [{ exDate: addDays(today, 35), amount: 2 }], knownThrough: '9999-12-31' },
    })
    const { daysLeft, values, volatilityShifts, prices } = of({ chain: american, profile: last })
    const path = daysLeft.map((_, day) => values[day]![volatilityShifts.indexOf(0)]![prices.indexOf(100)]!)
    expect(path.slice(0, -1)).toEqual(path.slice(0, -1).toSorted((a, b) => b - a))
  })
  test('what nobody bids for has no break-even and a value all the same', () => {
    expect(of({}, { bid: 0 })).toMatchObject({ breakeven: null, refused: null, strike: 95 })
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
  ] as const)('nothing is worked out: %s', (refused, more, pick) => {
    expect(of(more, pick)).toMatchObject({
      refused,
      fairValue: null,
      impliedVolatility: null,
      greeks: null,
      daysLeft: [],
      prices: [],
      values: [],
    })
  })
  test('on the day of expiration only what exercise pays is known', () => {
    const day = addDays(today, 35)
    const quoted = { ...chain, asOf: new Date(`${day}T20:00:00Z`) }
    const {
      daysLeft,
      volatilityShifts,
      values,
      prices,
      fairValue: fair,
      greeks,
    } = of({ chain: quoted, today: day })
    expect({ daysLeft, volatilityShifts, fair, greeks }).toEqual({
      daysLeft: [0],
      volatilityShifts: [0],
      fair: null,
      greeks: null,
    })
    expect(values).toEqual([[prices.map((price) => expect.closeTo(Math.max(0, 95 - price), 6) as number)]])
  })
  test('as many values as an answer may hold', () => {
    const { daysLeft, volatilityShifts, prices } = of(
      { chain: american },
      { strike: 75, expiry: addDays(today, 119) },
    )
    expect(daysLeft.length * volatilityShifts.length * prices.length).toBeLessThanOrEqual(
      config.scenario.mostValues,
    )
  })
})
