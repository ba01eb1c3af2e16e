/**
 * Tests the chain response: contracts have the same figures as in How, and no figures if their
 * quote is refused.
 */
import * as v from 'valibot'
import { beforeAll, describe, expect, test } from 'vitest'
import { ChainSchema, type Chain as ChainResponse, type ChainOption } from '#contract/responses/chain.ts'
import type { Income } from '#contract/responses/income.ts'
import { readSymbolFacts, type SymbolFacts } from '#service/lookups/symbol-facts.ts'
import { simulatedMarket } from '#service/markets/simulated/simulated.ts'
import type { Chain, Contract, Market } from '#service/markets/market.ts'
import { openRecordedMarket } from '#service/markets/recorded/recorded-market.ts'
import {
  alterContracts,
  farEarnings,
  income,
  rising,
  rate,
  today,
  fullChain,
  type IncomeOverrides,
} from './income/income.fixture.ts'
import { analyseIncome } from './income.ts'
import { chainOf, dataStatus, profileOf } from './reference/synthetic-inputs.fixture.ts'
import { dataFolder, hasRecorded } from './reference/oracle-data.fixture.ts'
import { analyseChain, withRowsOf } from './chain.ts'

const analyse = (
  chain: Chain | undefined,
  { profile = profileOf('TEST'), last }: IncomeOverrides = {},
): ChainResponse => {
  const quote =
    last === undefined
      ? undefined
      : { symbol: 'TEST', last, change: 0, percentageChange: 0, volume: 0, time: dataStatus.asOf }
  const response = analyseChain({
    profile,
    bars: rising,
    earnings: farEarnings,
    chain,
    quote,
    dataStatus,
    riskFreeRate: rate,
    commission: 0,
    today,
    date: today,
  })
  v.parse(ChainSchema, response)
  return response
}

const optionsOf = ({ expiries }: ChainResponse): ChainOption[] =>
  expiries.flatMap(({ rows }) =>
    rows.flatMap(({ call, put }) => [call, put].filter((option) => option !== null)),
  )
const optionIn = (response: ChainResponse, id: string): ChainOption =>
  optionsOf(response).find((option) => option.id === id)!
const figuresOf = (option: ChainOption) => [
  option.impliedVolatility,
  option.delta,
  option.probability,
  option.return,
  option.annualizedReturn,
  option.cell,
]
const noFigures = [null, null, null, null, null, null]

/** Fields of a contract that are in the responses of both the chain and How. */
const sharedFields = [
  'bid',
  'ask',
  'openInterest',
  'volume',
  'impliedVolatility',
  'delta',
  'probability',
  'return',
  'annualizedReturn',
] as const

/**
 * Expects that the chain has the cells of How, with the same contracts and figures, and no other
 * cell.
 */
const expectFiguresOfHow = (response: ChainResponse, how: Income) => {
  const byId = new Map(optionsOf(response).map((option) => [option.id, option]))
  const optimals = [...how.callOptimals, ...how.putOptimals]
  for (const option of [...optimals, ...how.callAlternatives, ...how.putAlternatives])
    for (const name of sharedFields)
      expect([option.id, name, byId.get(option.id)![name]]).toEqual([option.id, name, option[name]])
  expect(new Map(optionsOf(response).flatMap(({ id, cell }) => (cell ? [[id, cell]] : [])))).toEqual(
    new Map(optimals.map(({ id, timeframe, riskProfile }) => [id, { timeframe, riskProfile }])),
  )
  for (const { expiryDate, expectedMove } of optimals)
    expect(response.expiries.find((expiry) => expiry.expiryDate === expiryDate)!.expectedMove).toBe(
      expectedMove.deviation,
    )
}

/** Expects the same counts of refusals as in How, from the expiries of the grid. */
const expectRefusalsOfHow = (response: ChainResponse, how: Income) => {
  const counts = new Map<string, number>()
  for (const { refused } of optionsOf({
    ...response,
    expiries: response.expiries.filter(({ daysUntilExpiry: days }) => days >= 7 && days <= 201),
  }))
    if (refused !== null) counts.set(refused, (counts.get(refused) ?? 0) + 1)
  expect(counts).toEqual(new Map(how.refused.map(({ reason, count }) => [reason, count])))
}

describe('an accepted chain', () => {
  test('contains every contract once, by expiry and strike, with call and put in one row', () => {
    const response = analyse(fullChain)
    expect(response.expiries.map(({ daysUntilExpiry }) => daysUntilExpiry)).toEqual([
      7, 28, 35, 63, 84, 119, 147, 300,
    ])
    expect(response.expiries.map(({ timeframe }) => timeframe)).toEqual([
      null,
      'short',
      'short',
      'medium',
      'medium',
      'long',
      'long',
      null,
    ])
    expect(optionsOf(response).map(({ id }) => id)).toEqual(fullChain.contracts.map(({ id }) => id))
    for (const { rows } of response.expiries)
      expect(rows.map(({ strike }) => strike)).toEqual(
        rows.map(({ strike }) => strike).toSorted((a, b) => a - b),
      )
    expect(response).toMatchObject({
      unknown: [],
      listedContracts: fullChain.contracts.length,
      chainPrice: 100,
    })
  })

  test('has the figures of How for every contract', () => {
    const response = analyse(fullChain)
    expectFiguresOfHow(response, income(fullChain))
    expectRefusalsOfHow(response, income(fullChain))
  })

  test('has a return exactly for the contracts that How evaluates', () => {
    const response = analyse(fullChain)
    const sample = optionsOf(response).filter((_, index) => index % 17 === 0)
    expect(new Set(sample.map((option) => option.return === null)).size).toBe(2)
    for (const option of sample) {
      const { contract } = income(fullChain, { query: { contract: option.id } })
      expect([option.id, contract?.return ?? null]).toEqual([option.id, option.return])
      expect(contract?.probability ?? option.probability).toBe(option.probability)
    }
  })

  test('filtered to one expiry has rows for that expiry only', () => {
    const response = analyse(fullChain)
    const filtered = withRowsOf(response, '2026-09-18')
    v.parse(ChainSchema, filtered)
    expect(filtered.expiries).toEqual(
      response.expiries.map((expiry) =>
        expiry.expiryDate === '2026-09-18' ? expiry : { ...expiry, rows: [] },
      ),
    )
  })
})

describe('a refused quote, expiry or chain', () => {
  const id = 'TEST260918C00105000'
  const withQuote = (quote: Partial<Contract>) =>
    alterContracts(fullChain, (contract) => (contract.id === id ? quote : {}))

  test('an inconsistent quote has no figures, and its neighbours keep their figures', () => {
    const response = analyse(withQuote({ bid: 9, ask: 9.2 }))
    const brokenOption = optionIn(response, id)
    expect(brokenOption).toMatchObject({ bid: 9, ask: 9.2 })
    expect(brokenOption.refused).not.toBeNull()
    expect(figuresOf(brokenOption)).toEqual(noFigures)
    expect(optionIn(response, 'TEST260918P00105000').refused).toBeNull()
  })

  test('a contract without a bid has no return, but keeps the figures from other quotes', () => {
    const option = optionIn(analyse(withQuote({ bid: 0 })), id)
    expect([option.refused, option.return, option.annualizedReturn]).toEqual(['no-bid', null, null])
    expect(option.delta).toBeGreaterThan(0)
    expect(option.probability).toBeGreaterThan(0.5)
  })

  test('a wide spread is the reason of a contract that keeps its figures', () => {
    const wideChain = alterContracts(fullChain, ({ right, expiry, bid }) =>
      right === 'put' && expiry === '2026-09-18' ? { ask: bid * 2.2 } : {},
    )
    const wideOptions = optionsOf(analyse(wideChain)).filter(({ refused }) => refused === 'wide-spread')
    expect(wideOptions.length).toBeGreaterThan(0)
    for (const option of wideOptions) expect(option.return).toBeGreaterThan(0)
    expectRefusalsOfHow(analyse(wideChain), income(wideChain))
  })

  test.each([0.25, 4])('an expiry with quotes at %s times their value has no figures', (share) => {
    const expiry = '2026-10-23'
    const mispriced = alterContracts(fullChain, (contract) =>
      contract.expiry === expiry ? { bid: contract.bid * share, ask: contract.ask * share } : {},
    )
    const response = analyse(mispriced)
    const refusedExpiry = response.expiries.find(({ expiryDate }) => expiryDate === expiry)!
    expect(refusedExpiry).toMatchObject({ impliedVolatility: null, expectedMove: null })
    expect(refusedExpiry.refused).not.toBeNull()
    for (const option of optionsOf({ ...response, expiries: [refusedExpiry] })) {
      expect(option.refused).not.toBeNull()
      expect(figuresOf(option)).toEqual(noFigures)
    }
    expectFiguresOfHow(response, income(mispriced))
    expectRefusalsOfHow(response, income(mispriced))
  })

  test('a chain with another price or of another day has no figures', () => {
    for (const [reason, response] of [
      ['price-drift', analyse(fullChain, { last: 110 })],
      ['old-chain', analyse({ ...fullChain, asOf: new Date('2026-08-14T20:00:00Z') })],
    ] as const) {
      expect(optionsOf(response)).toHaveLength(fullChain.contracts.length)
      for (const option of optionsOf(response))
        expect([option.refused, ...figuresOf(option)]).toEqual([reason, ...noFigures])
      expect(response.expiries.map(({ refused }) => refused)).toEqual(response.expiries.map(() => reason))
      expect(response.unknown).toEqual([expect.objectContaining({ field: 'expiries', reason })])
    }
  })

  test('adjusted contracts have separate rows', () => {
    const [first, ...others] = fullChain.contracts
    const adjusted = { ...first!, id: first!.id.replace('TEST', 'TEST1') }
    const { rows } = analyse({ ...fullChain, contracts: [first!, adjusted, ...others] }).expiries[0]!
    expect(rows.slice(0, 2)).toMatchObject([
      { strike: first!.strike, call: { id: first!.id }, put: { id: others[0]!.id } },
      { strike: first!.strike, call: { id: adjusted.id, refused: 'adjusted', delta: null }, put: null },
    ])
  })

  test('contracts that expire today are not listed', () => {
    const chain = alterContracts(fullChain, ({ expiry }) =>
      expiry === '2026-08-28' ? { expiry: today } : {},
    )
    const response = analyse(chain)
    expect(response.expiries[0]!.expiryDate).toBe('2026-09-18')
    expect(response.listedContracts).toBe(fullChain.contracts.length)
  })
})

test('a contract of an index has figures, but no return and no cell', () => {
  const response = analyse(fullChain, { profile: profileOf('TEST', { kind: 'index' }) })
  const option = optionIn(response, 'TEST260918C00105000')
  expect(option).toMatchObject({ return: null, annualizedReturn: null, refused: null, cell: null })
  expect(option.delta).toBeGreaterThan(0)
})

test('without options or a price, fields are unknown with a reason', () => {
  expect(analyse(undefined)).toMatchObject({
    expiries: [],
    listedContracts: 0,
    unknown: [
      { field: 'stockPrice', reason: 'no-price' },
      { field: 'optionsAsOf', reason: 'no-chain' },
      { field: 'chainPrice', reason: 'no-chain' },
    ],
  })
  expect(analyse(chainOf({ spot: 0, days: [30], volatility: () => 0.3, step: 2.5 })).expiries).toEqual([])
})

const factsOf = async (market: Market, symbol: string): Promise<SymbolFacts> =>
  (await readSymbolFacts({ market, batches: { volatilities: async () => [] } }, symbol))!
const expectSameAsHow = (facts: SymbolFacts) => {
  const response = analyseChain(facts)
  v.parse(ChainSchema, response)
  const how = analyseIncome({ ...facts, benchmark: undefined }, {})
  expect(how.callOptimals.length + how.putOptimals.length).toBeGreaterThan(9)
  expectFiguresOfHow(response, how)
  expectRefusalsOfHow(response, how)
}

test.each(['AAPL', 'SPY', 'F'])('%s of the simulated market has the figures of How', async (symbol) => {
  const market = simulatedMarket({ seed: 3, clock: () => new Date('2026-11-20T20:00:00Z') })
  expectSameAsHow(await factsOf(market, symbol))
})

const recordedFiles = ['chains-2026-08-21', 'bars-2025-08-22_2026-08-21']
describe.skipIf(!hasRecorded(...recordedFiles))(
  `recorded chains (needs ../shared/market-data/${recordedFiles.join(', ')})`,
  () => {
    let market: Market
    beforeAll(async () => {
      market = await openRecordedMarket(dataFolder)
    }, 60_000)

    test.each(['AAPL', 'LYFT', 'KO', 'TSLA'])('%s has the figures of How', async (symbol) => {
      expectSameAsHow(await factsOf(market, symbol))
    })
  },
)
