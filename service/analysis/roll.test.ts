import { expect, test } from 'vitest'
import * as v from 'valibot'
import type { IncomeOption } from '#contract/responses/income.ts'
import { RollSchema, type Roll } from '#contract/responses/roll.ts'
import type { RollQuery } from '#contract/api/routes.ts'
import { addDays } from '#service/markets/calendar.ts'
import { unknownDividends, type Chain, type Contract, type Profile } from '#service/markets/market.ts'
import { altered, everything, farEarnings, income, rate, today, whole } from './income/income.fixture.ts'
import { dataStatus, profileOf } from './reference/synthetic-market.fixture.ts'
import { listedContract } from '#service/markets/osi.ts'
import { analyseRoll } from './roll.ts'

/** American options of the same prices, during the session. */
const american: Chain = { ...whole, style: 'american' }
const morning = '2026-08-21T15:00:00.000Z'

type Told = {
  readonly chain?: Chain
  readonly profile?: Profile
  readonly asOf?: string
  readonly query?: Omit<RollQuery, 'contract'>
}

const ask = (contract: string, { chain = american, profile = profileOf('TEST'), asOf, query }: Told = {}) =>
  analyseRoll(
    {
      profile,
      chain,
      contract: listedContract(chain, contract)!,
      quote: undefined,
      earnings: farEarnings,
      dataStatus: { ...dataStatus, asOf: asOf ?? morning },
      riskFreeRate: rate,
      today,
    },
    { ...query },
  )
const roll = (contract: string, told?: Told): Roll => v.parse(RollSchema, ask(contract, told))

const idOf = (days: number, letter: 'C' | 'P', strike: number) =>
  `TEST${addDays(today, days).slice(2).replaceAll('-', '')}${letter}${String(strike * 1000).padStart(8, '0')}`
/** The chain with one of its contracts changed. */
const having = (id: string, change: Partial<Contract>): Chain =>
  altered(american, (contract) => (contract.id === id ? change : {}))
const kinds = ({ candidates }: Roll) => [...new Set(candidates.map(({ kind }) => kind))]

test('a call sold at 4 that asks 1.30: two thirds are kept', () => {
  const id = idOf(28, 'C', 105)
  const chain = having(id, { bid: 1.28, ask: 1.3 })
  expect(roll(id, { chain, query: { price: 4 } })).toMatchObject({
    id,
    legType: 'Call',
    strike: 105,
    daysUntilExpiry: 28,
    refused: null,
    price: 4,
    costToClose: 1.3,
    profitKept: 2.7,
    profitShare: 0.675,
    isHalfKept: true,
    intrinsicValue: 0,
    timeValue: 1.3,
    assignment: { isInTheMoney: false, isNear: false, causes: [] },
    unknown: [],
  })
})

test('half of the premium exactly is half, a loss is told as one, and without a price nothing is', () => {
  const id = idOf(28, 'C', 105)
  const at = (price?: number) =>
    roll(id, {
      chain: having(id, { bid: 1.28, ask: 1.3 }),
      ...(price !== undefined && { query: { price } }),
    })
  expect(at(2.6)).toMatchObject({ profitShare: 0.5, isHalfKept: true })
  expect(at(1)).toMatchObject({ profitKept: -0.3, profitShare: -0.3, isHalfKept: false })
  expect(at()).toMatchObject({ price: null, profitKept: null, profitShare: null, isHalfKept: null })
})

test('figures are How’s: of the open contract and of every candidate that fills one of its cells', () => {
  const query = { costBasis: 101 }
  const cells = new Map(everything(income(american, { query })).map((option) => [option.id, option]))
  let compared = 0
  for (const open of cells.values()) {
    const answer = roll(open.id, { query, asOf: dataStatus.asOf })
    expect(answer).toMatchObject({
      probability: open.probability,
      bid: open.bid,
      ask: open.ask,
      costToClose: open.ask,
      daysUntilExpiry: open.daysUntilExpiry,
    })
    for (const { kind: _, credit, strikeGain: __, daysAdded, ...candidate } of answer.candidates) {
      // Made-up quotes are not in cents.
      expect(Math.abs(credit - (candidate.bid - open.ask))).toBeLessThan(0.011)
      expect(daysAdded).toBe(candidate.daysUntilExpiry - open.daysUntilExpiry)
      const cell: IncomeOption | undefined = cells.get(candidate.id)
      if (!cell) continue
      compared++
      expect(cell).toMatchObject(candidate)
    }
  }
  expect(compared).toBeGreaterThan(10)
})

test('a call is rolled out, up, and up and out; a put out, down, and down and out', () => {
  const call = roll(idOf(28, 'C', 100))
  expect(kinds(call)).toEqual(['out', 'up', 'up-and-out'])
  for (const { kind, strike, strikeGain, daysAdded } of call.candidates) {
    expect(strikeGain).toBe(strike - 100)
    expect([kind, strikeGain > 0, daysAdded > 0]).toEqual([kind, kind !== 'out', kind !== 'up'])
  }
  const put = roll(idOf(28, 'P', 100))
  expect(kinds(put)).toEqual(['out', 'down', 'down-and-out'])
  for (const { kind, strike, strikeGain, daysAdded } of put.candidates) {
    expect(strikeGain).toBe(100 - strike)
    expect([kind, strikeGain > 0, daysAdded > 0]).toEqual([kind, kind !== 'out', kind !== 'down'])
  }
})

test('three of a kind at most, and of later ones one an expiry', () => {
  for (const id of [idOf(7, 'C', 100), idOf(28, 'C', 95), idOf(28, 'P', 105), idOf(63, 'P', 100)]) {
    const { candidates } = roll(id)
    for (const kind of kinds(roll(id))) {
      const some = candidates.filter((candidate) => candidate.kind === kind)
      expect(some.length).toBeLessThanOrEqual(3)
      const days = some.filter(({ daysAdded }) => daysAdded > 0).map(({ expiryDate }) => expiryDate)
      expect(new Set(days).size).toBe(days.length)
    }
  }
})

test('what pays comes first, then How’s bands, then the return of a year', () => {
  const rank = (probability: number) =>
    probability >= 0.8 ? 1 : probability >= 0.68 ? 0 : probability >= 0.5 ? 2 : 3
  for (const id of [idOf(7, 'C', 100), idOf(28, 'C', 100), idOf(35, 'P', 105)])
    for (const kind of kinds(roll(id))) {
      const some = roll(id).candidates.filter((candidate) => candidate.kind === kind)
      const keys = some.map((one) => [one.credit < 0 ? 1 : 0, rank(one.probability), -one.annualizedReturn])
      expect(keys).toEqual(keys.toSorted((a, b) => a[0]! - b[0]! || a[1]! - b[1]! || a[2]! - b[2]!))
    }
})

test('a debit is offered where the strike gains twice of it, and never more than was taken in', () => {
  const id = idOf(28, 'C', 100)
  const costs = (price?: number) =>
    roll(id, price === undefined ? {} : { query: { price } }).candidates.filter(({ credit }) => credit < 0)
  expect(costs().length).toBeGreaterThan(0)
  for (const { credit, strikeGain } of costs()) expect(strikeGain).toBeGreaterThanOrEqual(-2 * credit)
  const most = Math.max(...costs().map(({ credit }) => -credit))
  expect(most).toBeGreaterThan(1.5)
  for (const { credit } of costs(1.5)) expect(-credit).toBeLessThanOrEqual(1.5)
  expect(costs(0.01)).toEqual([])
  // The same strike gains nothing.
  for (const { kind } of costs()) expect(kind).not.toBe('out')
})

test('nothing is sold that is safer than How’s bands: that is closing', () => {
  for (const { probability } of roll(idOf(7, 'C', 102.5)).candidates) expect(probability).toBeLessThan(0.95)
})

test('calls below what the shares cost come last and say so', () => {
  const { candidates } = roll(idOf(28, 'C', 90), { query: { costBasis: 100 } })
  for (const kind of ['up', 'up-and-out']) {
    const below = candidates
      .filter((candidate) => candidate.kind === kind && candidate.credit >= 0)
      .map(({ strike }) => strike < 100)
    expect(below).toEqual(below.toSorted((a, b) => Number(a) - Number(b)))
  }
  for (const { strike, warnings } of candidates)
    expect(warnings.includes('below-cost-basis')).toBe(strike < 100)
})

test('in the money for a dividend that is worth more than the time value: assignment is near', () => {
  const id = idOf(28, 'C', 90)
  const chain = having(id, { bid: 10.3, ask: 10.6 })
  const paying = (amount: number) =>
    profileOf('TEST', {
      dividends: { declared: [{ exDate: addDays(today, 5), amount }], knownThrough: '9999-12-31' },
    })
  expect(roll(id, { chain, profile: paying(0.8) })).toMatchObject({
    assignment: { isInTheMoney: true, isNear: true, causes: ['dividend'] },
    dividend: { exDate: addDays(today, 5), amount: 0.8 },
    intrinsicValue: 10,
    timeValue: 0.6,
  })
  expect(roll(id, { chain, profile: paying(0.2) }).assignment).toMatchObject({ isNear: false, causes: [] })
  // European options wait for their last day.
  const european: Chain = { ...chain, style: 'european' }
  expect(roll(id, { chain: european, profile: paying(0.8) }).assignment.isNear).toBe(false)
})

test('in the money with no time value left: assignment is near, call or put', () => {
  for (const [id, bid] of [
    [idOf(7, 'C', 90), 10.02],
    [idOf(7, 'P', 110), 9.98],
  ] as const)
    expect(roll(id, { chain: having(id, { bid, ask: 10.3 }) }).assignment).toEqual({
      isInTheMoney: true,
      isNear: true,
      causes: ['little-time-value'],
    })
})

test('where nobody tells dividends a call may be exercised for one: unknown, unless time value is far beyond it', () => {
  const profile = profileOf('TEST', { dividends: unknownDividends })
  const bare = roll(idOf(28, 'C', 90), {
    profile,
    chain: { ...american, contracts: american.contracts.filter(({ right }) => right === 'call') },
  })
  expect(bare.assignment).toEqual({ isInTheMoney: true, isNear: null, causes: [] })
  expect(bare.unknown.map(({ field, reason }) => [field, reason])).toEqual([
    ['assignment.isNear', 'not-given'],
    ['dividend', 'not-given'],
  ])
  const rich = idOf(119, 'C', 97.5)
  expect(roll(rich, { profile }).assignment).toMatchObject({ isInTheMoney: true, isNear: false })
})

test('on its last day an option has a price, a roll out and no distribution', () => {
  const chain: Chain = {
    ...american,
    contracts: [
      ...american.contracts.slice(0, 1).map((contract) => ({
        ...contract,
        id: idOf(0, 'C', 97.5),
        expiry: today,
        right: 'call' as const,
        strike: 97.5,
        bid: 2.6,
        ask: 2.8,
      })),
      ...american.contracts,
    ],
  }
  const answer = roll(idOf(0, 'C', 97.5), { chain })
  expect(answer).toMatchObject({
    daysUntilExpiry: 0,
    refused: null,
    costToClose: 2.8,
    probability: null,
    assignment: { isInTheMoney: true, isNear: true },
  })
  expect(answer.assignment.causes).toContain('last-day')
  expect(kinds(answer)).toEqual(['out', 'up-and-out'])
  for (const { daysAdded, daysUntilExpiry } of answer.candidates) expect(daysAdded).toBe(daysUntilExpiry)
})

test('a quote that is not believed gives no figure, and says why', () => {
  const id = idOf(28, 'C', 105)
  const answer = roll(id, { chain: having(id, { bid: 2, ask: 1.5 }), query: { price: 4 } })
  expect(answer).toMatchObject({
    bid: 2,
    ask: 1.5,
    refused: 'crossed',
    costToClose: null,
    profitKept: null,
    profitShare: null,
    isHalfKept: null,
    probability: null,
    timeValue: null,
    candidates: [],
  })
})

test('an adjusted contract can be seen and not rolled: it delivers something else', () => {
  const id = idOf(28, 'C', 105)
  const odd = id.replace('TEST', 'TEST1')
  const { refused, candidates } = roll(odd, { chain: having(id, { id: odd }) })
  expect([refused, candidates]).toEqual(['adjusted', []])
})

test('where nobody asks, closing has no price', () => {
  const id = idOf(28, 'C', 150)
  const answer = roll(id, { chain: having(id, { bid: 0, ask: 0 }) })
  expect(answer).toMatchObject({ refused: null, costToClose: null, candidates: [] })
  expect(answer.unknown.map(({ field }) => field)).toEqual(['costToClose', 'timeValue', 'candidates'])
})

test('of an old chain nothing is made, and the answer says so', () => {
  const chain: Chain = { ...american, asOf: new Date('2026-08-19T20:00:00Z') }
  const answer = roll(idOf(28, 'C', 90), { chain })
  expect(answer).toMatchObject({ refused: 'old-chain', costToClose: null, candidates: [] })
  expect(answer.assignment.isNear).toBe(null)
  expect(answer.unknown).toEqual(
    ['costToClose', 'probability', 'timeValue', 'assignment.isNear', 'candidates'].map((field) => ({
      field,
      reason: 'old-chain',
      asOf: '2026-08-19',
    })),
  )
})

test('of an index closing is told, and nothing else is sold in it', () => {
  const answer = roll(idOf(28, 'C', 105), { profile: profileOf('TEST', { kind: 'index' }), chain: whole })
  expect(answer.probability).toBeGreaterThan(0.5)
  expect(answer.costToClose).toBeGreaterThan(0)
  expect(answer.candidates).toEqual([])
})
