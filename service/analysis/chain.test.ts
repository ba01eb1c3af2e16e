/** The chain as a table: the same figures of a contract as in How, and none for refused quotes. */
import * as v from 'valibot'
import { beforeAll, describe, expect, test } from 'vitest'
import { ChainSchema, type Chain as WholeChain, type ChainOption } from '#contract/responses/chain.ts'
import type { Income } from '#contract/responses/income.ts'
import { readSymbolFacts, type SymbolFacts } from '#service/lookups/symbol-facts.ts'
import { simulatedMarket } from '#service/markets/simulated/simulated.ts'
import type { Chain, Contract, Market } from '#service/markets/market.ts'
import { openRecordedMarket } from '#service/markets/recorded/recorded-market.ts'
import { altered, income, rate, today, whole, type More } from './income/income.fixture.ts'
import { analyseIncome } from './income.ts'
import { chainOf, dataStatus, profileOf } from './reference/synthetic-market.fixture.ts'
import { dataFolder, hasRecorded } from './reference/oracle-data.fixture.ts'
import { analyseChain, narrowedTo } from './chain.ts'

const table = (chain: Chain | undefined, { profile = profileOf('TEST'), last }: More = {}): WholeChain => {
  const quote =
    last === undefined
      ? undefined
      : { symbol: 'TEST', last, change: 0, percentageChange: 0, volume: 0, time: dataStatus.asOf }
  const answer = analyseChain({ profile, chain, quote, dataStatus, riskFreeRate: rate, today })
  v.parse(ChainSchema, answer)
  return answer
}

const optionsOf = ({ expiries }: WholeChain): ChainOption[] =>
  expiries.flatMap(({ rows }) => rows.flatMap(({ call, put }) => [call, put].filter((each) => each !== null)))
const optionIn = (answer: WholeChain, id: string): ChainOption =>
  optionsOf(answer).find((each) => each.id === id)!
const figuresOf = ({
  impliedVolatility,
  delta,
  probability,
  return: gain,
  annualizedReturn,
  cell,
}: ChainOption) => [impliedVolatility, delta, probability, gain, annualizedReturn, cell]
const nothing = [null, null, null, null, null, null]

/** Fields of a contract in both responses. */
const shared = [
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

/** Every cell of How stands in the chain with the same figures and its cell, and no other contract has one. */
const expectHowsFigures = (answer: WholeChain, how: Income) => {
  const byId = new Map(optionsOf(answer).map((each) => [each.id, each]))
  const optimals = [...how.callOptimals, ...how.putOptimals]
  for (const option of [...optimals, ...how.callAlternatives, ...how.putAlternatives])
    for (const name of shared)
      expect([option.id, name, byId.get(option.id)![name]]).toEqual([option.id, name, option[name]])
  expect(new Map(optionsOf(answer).flatMap(({ id, cell }) => (cell ? [[id, cell]] : [])))).toEqual(
    new Map(optimals.map(({ id, timeframe, riskProfile }) => [id, { timeframe, riskProfile }])),
  )
  for (const { expiryDate, expectedMove } of optimals)
    expect(answer.expiries.find((each) => each.expiryDate === expiryDate)!.expectedMove).toBe(
      expectedMove.deviation,
    )
}

/** Counted over the expiries that the grid reaches, the reasons are those of How. */
const expectHowsRefusals = (answer: WholeChain, how: Income) => {
  const counts = new Map<string, number>()
  for (const { refused } of optionsOf({
    ...answer,
    expiries: answer.expiries.filter(({ daysUntilExpiry: days }) => days >= 7 && days <= 201),
  }))
    if (refused !== null) counts.set(refused, (counts.get(refused) ?? 0) + 1)
  expect(counts).toEqual(new Map(how.refused.map(({ reason, count }) => [reason, count])))
}

describe('a chain that can be believed', () => {
  test('has every contract once, by expiry and strike, call beside put', () => {
    const answer = table(whole)
    expect(answer.expiries.map(({ daysUntilExpiry }) => daysUntilExpiry)).toEqual([
      7, 28, 35, 63, 84, 119, 147, 300,
    ])
    expect(answer.expiries.map(({ timeframe }) => timeframe)).toEqual([
      null,
      'short',
      'short',
      'medium',
      'medium',
      'long',
      'long',
      null,
    ])
    expect(optionsOf(answer).map(({ id }) => id)).toEqual(whole.contracts.map(({ id }) => id))
    for (const { rows } of answer.expiries)
      expect(rows.map(({ strike }) => strike)).toEqual(
        rows.map(({ strike }) => strike).toSorted((a, b) => a - b),
      )
    expect(answer).toMatchObject({ unknown: [], listedContracts: whole.contracts.length, chainPrice: 100 })
  })

  test('says of every contract what How says', () => {
    const answer = table(whole)
    expectHowsFigures(answer, income(whole))
    expectHowsRefusals(answer, income(whole))
  })

  test('has a return exactly where How works the contract out', () => {
    const answer = table(whole)
    const some = optionsOf(answer).filter((_, index) => index % 17 === 0)
    expect(new Set(some.map((each) => each.return === null)).size).toBe(2)
    for (const each of some) {
      const { contract } = income(whole, { query: { contract: each.id } })
      expect([each.id, contract?.return ?? null]).toEqual([each.id, each.return])
      expect(contract?.probability ?? each.probability).toBe(each.probability)
    }
  })

  test('narrowed to one expiry has its rows, and of the others all but theirs', () => {
    const answer = table(whole)
    const narrow = narrowedTo(answer, '2026-09-18')
    v.parse(ChainSchema, narrow)
    expect(narrow.expiries).toEqual(
      answer.expiries.map((each) => (each.expiryDate === '2026-09-18' ? each : { ...each, rows: [] })),
    )
  })
})

describe('what is not believed', () => {
  const id = 'TEST260918C00105000'
  const only = (quote: Partial<Contract>) => altered(whole, (each) => (each.id === id ? quote : {}))

  test('a quote that cannot be true has no figures, and its neighbors keep theirs', () => {
    const answer = table(only({ bid: 9, ask: 9.2 }))
    const broken = optionIn(answer, id)
    expect(broken).toMatchObject({ bid: 9, ask: 9.2 })
    expect(broken.refused).not.toBeNull()
    expect(figuresOf(broken)).toEqual(nothing)
    expect(optionIn(answer, 'TEST260918P00105000').refused).toBeNull()
  })

  test('without a bid there is no return; what the other quotes say of the strike stays', () => {
    const {
      refused,
      delta,
      probability,
      return: gain,
      annualizedReturn,
    } = optionIn(table(only({ bid: 0 })), id)
    expect([refused, gain, annualizedReturn]).toEqual(['no-bid', null, null])
    expect(delta).toBeGreaterThan(0)
    expect(probability).toBeGreaterThan(0.5)
  })

  test('a wide spread is told, and doubts no figure', () => {
    const wide = altered(whole, ({ right, expiry, bid }) =>
      right === 'put' && expiry === '2026-09-18' ? { ask: bid * 2.2 } : {},
    )
    const told = optionsOf(table(wide)).filter(({ refused }) => refused === 'wide-spread')
    expect(told.length).toBeGreaterThan(0)
    for (const each of told) expect(each.return).toBeGreaterThan(0)
    expectHowsRefusals(table(wide), income(wide))
  })

  test.each([0.25, 4])('an expiry at %s times its worth has no figures at all', (share) => {
    const expiry = '2026-10-23'
    const wrong = altered(whole, (each) =>
      each.expiry === expiry ? { bid: each.bid * share, ask: each.ask * share } : {},
    )
    const answer = table(wrong)
    const found = answer.expiries.find(({ expiryDate }) => expiryDate === expiry)!
    expect(found).toMatchObject({ impliedVolatility: null, expectedMove: null })
    expect(found.refused).not.toBeNull()
    for (const each of optionsOf({ ...answer, expiries: [found] })) {
      expect(each.refused).not.toBeNull()
      expect(figuresOf(each)).toEqual(nothing)
    }
    expectHowsFigures(answer, income(wrong))
    expectHowsRefusals(answer, income(wrong))
  })

  test('quotes of another price or day stand by themselves', () => {
    for (const [reason, answer] of [
      ['price-drift', table(whole, { last: 110 })],
      ['old-chain', table({ ...whole, asOf: new Date('2026-08-14T20:00:00Z') })],
    ] as const) {
      expect(optionsOf(answer)).toHaveLength(whole.contracts.length)
      for (const each of optionsOf(answer))
        expect([each.refused, ...figuresOf(each)]).toEqual([reason, ...nothing])
      expect(answer.expiries.map(({ refused }) => refused)).toEqual(answer.expiries.map(() => reason))
      expect(answer.unknown).toEqual([expect.objectContaining({ field: 'expiries', reason })])
    }
  })

  test('adjusted contracts have rows of their own', () => {
    const [first, ...rest] = whole.contracts
    const left = { ...first!, id: first!.id.replace('TEST', 'TEST1') }
    const { rows } = table({ ...whole, contracts: [first!, left, ...rest] }).expiries[0]!
    expect(rows.slice(0, 2)).toMatchObject([
      { strike: first!.strike, call: { id: first!.id }, put: { id: rest[0]!.id } },
      { strike: first!.strike, call: { id: left.id, refused: 'adjusted', delta: null }, put: null },
    ])
  })

  test('what expires today is listed no more', () => {
    const chain = altered(whole, ({ expiry }) => (expiry === '2026-08-28' ? { expiry: today } : {}))
    const answer = table(chain)
    expect(answer.expiries[0]!.expiryDate).toBe('2026-09-18')
    expect(answer.listedContracts).toBe(whole.contracts.length)
  })
})

test('of an index there are figures, and nothing to sell', () => {
  const answer = table(whole, { profile: profileOf('TEST', { kind: 'index' }) })
  const found = optionIn(answer, 'TEST260918C00105000')
  expect(found).toMatchObject({ return: null, annualizedReturn: null, refused: null, cell: null })
  expect(found.delta).toBeGreaterThan(0)
})

test('without options, or a price, it says so', () => {
  expect(table(undefined)).toMatchObject({
    expiries: [],
    listedContracts: 0,
    unknown: [
      { field: 'stockPrice', reason: 'no-price' },
      { field: 'optionsAsOf', reason: 'no-chain' },
      { field: 'chainPrice', reason: 'no-chain' },
    ],
  })
  expect(table(chainOf({ spot: 0, days: [30], volatility: () => 0.3, step: 2.5 })).expiries).toEqual([])
})

const factsOf = async (market: Market, symbol: string): Promise<SymbolFacts> =>
  (await readSymbolFacts(market, { volatilities: async () => [] }, symbol))!
const expectTheSame = (facts: SymbolFacts) => {
  const answer = analyseChain(facts)
  v.parse(ChainSchema, answer)
  const how = analyseIncome({ ...facts, benchmark: undefined }, {})
  expect(how.callOptimals.length + how.putOptimals.length).toBeGreaterThan(9)
  expectHowsFigures(answer, how)
  expectHowsRefusals(answer, how)
}

test.each(['AAPL', 'SPY', 'F'])('of the simulated market: %s is as How has it', async (symbol) => {
  const market = simulatedMarket({ seed: 3, clock: () => new Date('2026-11-20T20:00:00Z') })
  expectTheSame(await factsOf(market, symbol))
})

const wanted = ['chains-2026-08-21', 'bars-2025-08-22_2026-08-21']
describe.skipIf(!hasRecorded(...wanted))(
  `recorded chains (needs ../shared/market-data/${wanted.join(', ')})`,
  () => {
    let market: Market
    beforeAll(async () => {
      market = await openRecordedMarket(dataFolder)
    }, 60_000)

    test.each(['AAPL', 'LYFT', 'KO', 'TSLA'])('%s is as How has it', async (symbol) => {
      expectTheSame(await factsOf(market, symbol))
    })
  },
)
