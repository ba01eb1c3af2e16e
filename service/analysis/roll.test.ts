import { expect, test } from 'vitest'
import type { IncomeOption } from '#contract/responses/income.ts'
import type { Roll } from '#contract/responses/roll.ts'
import { addDays } from '#service/markets/calendar.ts'
import { type Chain, type Earnings, unknownDividends } from '#service/markets/market.ts'
import { listedContract } from '#service/markets/osi.ts'
import { allTrades, income, rate, today, fullChain } from './income/income.fixture.ts'
import { dataStatus, profileOf } from './reference/synthetic-inputs.fixture.ts'
import { american, idOf, morning, roll, withContract } from './roll/roll.fixture.ts'
import { analyseScenario } from './scenario.ts'

const kinds = ({ candidates }: Roll) => [...new Set(candidates.map(({ kind }) => kind))]

test('a call sold at 4 with an ask of 1.30 has kept 67.5 % of its premium', () => {
  const id = idOf(28, 'C', 105)
  const chain = withContract(id, { bid: 1.28, ask: 1.3 })
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

test('the commission is in the response, and only the annualized return of a sale is after it', () => {
  const id = idOf(28, 'C', 105)
  const [free, paid] = [roll(id), roll(id, { commission: 0.65 })]
  expect([free.commission, paid.commission]).toEqual([0, 0.65])
  const withoutReturns = (response: Roll) => ({
    ...response,
    commission: null,
    candidates: response.candidates.map((candidate) => ({ ...candidate, annualizedReturn: null })),
  })
  expect(withoutReturns(paid)).toEqual(withoutReturns(free))
  expect(paid.candidates[0]!.annualizedReturn).toBeLessThan(free.candidates[0]!.annualizedReturn)
})

test('half is kept from exactly 50 % on; the profit of a loss is negative; without a price, the profit is null', () => {
  const id = idOf(28, 'C', 105)
  const rollSoldAt = (price?: number) =>
    roll(id, {
      chain: withContract(id, { bid: 1.28, ask: 1.3 }),
      ...(price !== undefined && { query: { price } }),
    })
  expect(rollSoldAt(2.6)).toMatchObject({ profitShare: 0.5, isHalfKept: true })
  expect(rollSoldAt(1)).toMatchObject({ profitKept: -0.3, profitShare: -0.3, isHalfKept: false })
  expect(rollSoldAt()).toMatchObject({ price: null, profitKept: null, profitShare: null, isHalfKept: null })
})

test('figures of the open contract, and of candidates that fill a cell, are equal to those of How', () => {
  const query = { costBasis: 101 }
  const cells = new Map(allTrades(income(american, { query })).map((option) => [option.id, option]))
  let comparedCount = 0
  for (const openOption of cells.values()) {
    const response = roll(openOption.id, { query, asOf: dataStatus.asOf })
    expect(response).toMatchObject({
      probability: openOption.probability,
      bid: openOption.bid,
      ask: openOption.ask,
      costToClose: openOption.ask,
      daysUntilExpiry: openOption.daysUntilExpiry,
    })
    for (const { kind: _, credit, strikeGain: __, daysAdded, ...candidate } of response.candidates) {
      // Synthetic quotes are not in cents.
      expect(Math.abs(credit - (candidate.bid - openOption.ask))).toBeLessThan(0.011)
      expect(daysAdded).toBe(candidate.daysUntilExpiry - openOption.daysUntilExpiry)
      const cell: IncomeOption | undefined = cells.get(candidate.id)
      if (!cell) continue
      comparedCount++
      expect(cell).toMatchObject(candidate)
    }
  }
  expect(comparedCount).toBeGreaterThan(10)
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

test('each kind has at most three candidates, and one per later expiry', () => {
  for (const id of [idOf(7, 'C', 100), idOf(28, 'C', 95), idOf(28, 'P', 105), idOf(63, 'P', 100)]) {
    const { candidates } = roll(id)
    for (const kind of kinds(roll(id))) {
      const ofKind = candidates.filter((candidate) => candidate.kind === kind)
      expect(ofKind.length).toBeLessThanOrEqual(3)
      const days = ofKind.filter(({ daysAdded }) => daysAdded > 0).map(({ expiryDate }) => expiryDate)
      expect(new Set(days).size).toBe(days.length)
    }
  }
})

test('candidates are sorted by credit before debit, then the band of How, then the annualized return', () => {
  const bandRank = (probability: number) =>
    probability >= 0.8 ? 1 : probability >= 0.68 ? 0 : probability >= 0.5 ? 2 : 3
  for (const id of [idOf(7, 'C', 100), idOf(28, 'C', 100), idOf(35, 'P', 105)])
    for (const kind of kinds(roll(id))) {
      const ofKind = roll(id).candidates.filter((candidate) => candidate.kind === kind)
      const keys = ofKind.map((candidate) => [
        candidate.credit < 0 ? 1 : 0,
        bandRank(candidate.probability),
        -candidate.annualizedReturn,
      ])
      expect(keys).toEqual(keys.toSorted((a, b) => a[0]! - b[0]! || a[1]! - b[1]! || a[2]! - b[2]!))
    }
})

test('a debit requires a strike gain of twice its amount and never exceeds the premium', () => {
  const id = idOf(28, 'C', 100)
  const debits = (price?: number) =>
    roll(id, price === undefined ? {} : { query: { price } }).candidates.filter(({ credit }) => credit < 0)
  expect(debits().length).toBeGreaterThan(0)
  for (const { credit, strikeGain } of debits()) expect(strikeGain).toBeGreaterThanOrEqual(-2 * credit)
  const maxDebit = Math.max(...debits().map(({ credit }) => -credit))
  expect(maxDebit).toBeGreaterThan(1.5)
  for (const { credit } of debits(1.5)) expect(-credit).toBeLessThanOrEqual(1.5)
  expect(debits(0.01)).toEqual([])
  // Without a strike gain there is no debit.
  for (const { kind } of debits()) expect(kind).not.toBe('out')
})

test('no candidate is safer than the bands of How, because selling it would be almost the same as closing', () => {
  for (const { probability } of roll(idOf(7, 'C', 102.5)).candidates) expect(probability).toBeLessThan(0.95)
})

test('calls below the cost of the shares come last, with a warning', () => {
  const { candidates } = roll(idOf(28, 'C', 90), { query: { costBasis: 100 } })
  for (const kind of ['up', 'up-and-out']) {
    const belowCost = candidates
      .filter((candidate) => candidate.kind === kind && candidate.credit >= 0)
      .map(({ strike }) => strike < 100)
    expect(belowCost).toEqual(belowCost.toSorted((a, b) => Number(a) - Number(b)))
  }
  for (const { strike, warnings } of candidates)
    expect(warnings.includes('below-cost-basis')).toBe(strike < 100)
})

test('assignment is near if the option is in the money before a dividend above the time value', () => {
  const id = idOf(28, 'C', 90)
  const chain = withContract(id, { bid: 10.3, ask: 10.6 })
  const profilePaying = (amount: number) =>
    profileOf('TEST', {
      dividends: { declared: [{ exDate: addDays(today, 5), amount }], knownThrough: '9999-12-31' },
    })
  expect(roll(id, { chain, profile: profilePaying(0.8) })).toMatchObject({
    assignment: { isInTheMoney: true, isNear: true, causes: ['dividend'] },
    dividend: { exDate: addDays(today, 5), amount: 0.8 },
    intrinsicValue: 10,
    timeValue: 0.6,
  })
  expect(roll(id, { chain, profile: profilePaying(0.2) }).assignment).toMatchObject({
    isNear: false,
    causes: [],
  })
  // European options cannot be exercised before their last day.
  const european: Chain = { ...chain, style: 'european' }
  expect(roll(id, { chain: european, profile: profilePaying(0.8) }).assignment.isNear).toBe(false)
})

test('assignment is near for an in-the-money call or put without time value', () => {
  for (const [id, bid] of [
    [idOf(7, 'C', 90), 10.02],
    [idOf(7, 'P', 110), 9.98],
  ] as const)
    expect(roll(id, { chain: withContract(id, { bid, ask: 10.3 }) }).assignment).toEqual({
      isInTheMoney: true,
      isNear: true,
      causes: ['little-time-value'],
    })
})

test('with unknown dividends, near assignment of a call is unknown unless its time value is large', () => {
  const profile = profileOf('TEST', { dividends: unknownDividends })
  const withoutPuts = roll(idOf(28, 'C', 90), {
    profile,
    chain: { ...american, contracts: american.contracts.filter(({ right }) => right === 'call') },
  })
  expect(withoutPuts.assignment).toEqual({ isInTheMoney: true, isNear: null, causes: [] })
  expect(withoutPuts.unknown.map(({ field, reason }) => [field, reason])).toEqual([
    ['assignment.isNear', 'not-given'],
    ['dividend', 'not-given'],
  ])
  const highTimeValueId = idOf(119, 'C', 97.5)
  expect(roll(highTimeValueId, { profile }).assignment).toMatchObject({ isInTheMoney: true, isNear: false })
})

/** The American chain with options that expire today. */
const withLastDay: Chain = {
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

test('on its last day an option has a cost to close and candidates to roll out, but no probability', () => {
  const response = roll(idOf(0, 'C', 97.5), { chain: withLastDay })
  expect(response).toMatchObject({
    daysUntilExpiry: 0,
    refused: null,
    costToClose: 2.8,
    probability: null,
    assignment: { isInTheMoney: true, isNear: true },
  })
  expect(response.assignment.causes).toContain('last-day')
  expect(kinds(response)).toEqual(['out', 'up-and-out'])
  for (const { daysAdded, daysUntilExpiry } of response.candidates) expect(daysAdded).toBe(daysUntilExpiry)
})

test('an option with a refused quote has no figures, but a reason', () => {
  const id = idOf(28, 'C', 105)
  const response = roll(id, { chain: withContract(id, { bid: 2, ask: 1.5 }), query: { price: 4 } })
  expect(response).toMatchObject({
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

test('an adjusted contract has a reason and no candidates, because it does not deliver 100 shares', () => {
  const id = idOf(28, 'C', 105)
  const adjustedId = id.replace('TEST', 'TEST1')
  const { refused, candidates } = roll(adjustedId, { chain: withContract(id, { id: adjustedId }) })
  expect([refused, candidates]).toEqual(['adjusted', []])
})

test('without an ask there is no cost to close', () => {
  const id = idOf(28, 'C', 150)
  const response = roll(id, { chain: withContract(id, { bid: 0, ask: 0 }) })
  expect(response).toMatchObject({ refused: null, costToClose: null, candidates: [] })
  expect(response.unknown.map(({ field }) => field)).toEqual(['costToClose', 'timeValue', 'candidates'])
})

test('an option of an old chain has no figures, but a reason', () => {
  const chain: Chain = { ...american, asOf: new Date('2026-08-19T20:00:00Z') }
  const response = roll(idOf(28, 'C', 90), { chain })
  expect(response).toMatchObject({ refused: 'old-chain', costToClose: null, candidates: [] })
  expect(response.assignment.isNear).toBe(null)
  expect(response.unknown).toEqual(
    ['costToClose', 'probability', 'timeValue', 'assignment.isNear', 'greeks', 'candidates'].map((field) => ({
      field,
      reason: 'old-chain',
      asOf: '2026-08-19',
    })),
  )
})

test('an open option of an index has a cost to close, but no candidates', () => {
  const response = roll(idOf(28, 'C', 105), {
    profile: profileOf('TEST', { kind: 'index' }),
    chain: fullChain,
  })
  expect(response.probability).toBeGreaterThan(0.5)
  expect(response.costToClose).toBeGreaterThan(0)
  expect(response.candidates).toEqual([])
})

test('greeks are the seller’s, equal to those of the scenario, also if the option’s own quote is refused', () => {
  const id = idOf(28, 'C', 105)
  const scenario = analyseScenario({
    profile: profileOf('TEST'),
    chain: american,
    contract: listedContract(american, id)!,
    quote: undefined,
    dataStatus: { ...dataStatus, asOf: morning },
    riskFreeRate: rate,
    commission: 0,
    today,
    date: today,
  })
  const { greeks } = roll(id)
  expect(greeks).toEqual(scenario.greeks)
  expect(greeks!.delta).toBeLessThan(0)
  expect(greeks!.theta).toBeGreaterThan(0)
  expect(roll(idOf(28, 'P', 95)).greeks!.delta).toBeGreaterThan(0)
  const crossed = roll(id, { chain: withContract(id, { bid: 2, ask: 1.5 }) })
  expect(crossed.refused).toBe('crossed')
  expect(crossed.greeks!.delta).toBeCloseTo(greeks!.delta, 0)
})

test('an adjusted contract has no greeks, and a reason; on the last day there are none to miss', () => {
  const id = idOf(28, 'C', 105)
  const adjustedId = id.replace('TEST', 'TEST1')
  const adjusted = roll(adjustedId, { chain: withContract(id, { id: adjustedId }) })
  expect(adjusted.greeks).toBeNull()
  expect(adjusted.unknown).toContainEqual({ field: 'greeks', reason: 'refused', asOf: null })
  const lastDay = roll(idOf(0, 'C', 97.5), { chain: withLastDay })
  expect(lastDay.greeks).toBeNull()
  expect(lastDay.unknown.map(({ field }) => field)).not.toContain('greeks')
})

test('earnings until the expiry have their day; unknown ones a reason', () => {
  const id = idOf(28, 'C', 105)
  const earningsIn = (days: number): Earnings => ({
    day: addDays(today, days),
    time: 'AfterClose',
    estimated: true,
  })
  expect(roll(id, { earnings: earningsIn(28) }).earnings).toEqual({
    date: addDays(today, 28),
    isEstimated: true,
  })
  expect(roll(id, { earnings: earningsIn(29) })).toMatchObject({ earnings: null, unknown: [] })
  expect(roll(id, { earnings: null })).toMatchObject({
    earnings: null,
    unknown: [{ field: 'earnings', reason: 'not-given', asOf: null }],
  })
  const fund = profileOf('TEST', { kind: 'etf' })
  expect(roll(id, { earnings: null, profile: fund })).toMatchObject({ earnings: null, unknown: [] })
})
