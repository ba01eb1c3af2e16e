/** Tests the query parameter `contract`: the evaluation of a single listed contract. */
import * as v from 'valibot'
import { describe, expect, test } from 'vitest'
import { IncomeSchema, type IncomeOption } from '#contract/responses/income.ts'
import type { Chain, Contract } from '#service/markets/market.ts'
import { profileOf } from '#service/analysis/reference/synthetic-inputs.fixture.ts'
import {
  alterContracts,
  allTrades,
  income,
  today,
  fullChain,
  type IncomeOverrides,
} from './income.fixture.ts'

const query = { stockQuantity: 250, costBasis: 96, cash: 40_000 }
const incomeWith = (contract: string, overrides: IncomeOverrides = {}, chain: Chain = fullChain) => {
  const response = income(chain, { ...overrides, query: { ...query, ...overrides.query, contract } })
  v.parse(IncomeSchema, response)
  return response
}
const listedContract = (expiry: string, right: Contract['right'], strike: number): Contract =>
  fullChain.contracts.find(
    (contract) => contract.expiry === expiry && contract.right === right && contract.strike === strike,
  )!
const cellOf = ({ timeframe, riskProfile }: IncomeOption) => [timeframe, riskProfile]

test('the contract is null without a reason if the query has none', () => {
  const { contract, contractRefused, unknown } = income(fullChain, { query })
  expect([contract, contractRefused, unknown]).toEqual([null, null, []])
})

test('a contract of a cell is returned with the same fields as in its cell', () => {
  const cells = income(fullChain, { query })
  const optimals = [...cells.callOptimals, ...cells.putOptimals]
  expect(optimals).toHaveLength(18)
  for (const option of optimals) expect(incomeWith(option.id).contract).toEqual(option)
  // Independent of the filters, which still apply to the cells.
  const filtered = incomeWith(optimals[0]!.id, { query: { legtype: 'put', timeframe: 'long' } })
  expect(filtered.contract).toEqual(optimals[0])
  expect(allTrades(filtered)).toEqual(cells.putOptimals.filter(({ timeframe }) => timeframe === 'long'))
})

test('an alternative is returned with the same fields except for the cell', () => {
  // Spreads so wide that some cells stay empty.
  const wideChain = alterContracts(fullChain, ({ expiry, ask }) =>
    expiry > '2026-10-15' ? { ask: ask * 2.5 } : {},
  )
  const { callAlternatives, putAlternatives } = income(wideChain, { query })
  const alternatives = [...callAlternatives, ...putAlternatives]
  expect(alternatives.length).toBeGreaterThan(0)
  for (const { reason: _, reasonMessage: __, timeframe: ___, riskProfile: ____, ...fields } of alternatives)
    expect(incomeWith(fields.id, {}, wideChain).contract).toMatchObject(fields)
})

describe('a contract outside the grid', () => {
  test.each([
    ['2026-08-28', 'put', 95, 'short'],
    ['2026-09-18', 'put', 95, 'short'],
    ['2026-11-13', 'put', 95, 'medium'],
    ['2027-06-17', 'put', 95, 'long'],
  ] as const)('%s %s %s has the nearest time frame: %s', (expiry, right, strike, timeframe) => {
    const { contract } = incomeWith(listedContract(expiry, right, strike).id)
    expect(contract).toMatchObject({ strike, expiryDate: expiry, timeframe })
    expect(contract!.annualizedReturn).toBeCloseTo((contract!.return * 365) / contract!.daysUntilExpiry, 4)
  })

  test('has the nearest band if its probability is outside all bands', () => {
    const safePut = incomeWith(listedContract('2026-12-18', 'put', 67.5).id).contract!
    expect(safePut.probability).toBeGreaterThan(0.95)
    expect(cellOf(safePut)).toEqual(['long', 'conservative'])
    const deepCall = incomeWith(listedContract('2026-12-18', 'call', 87.5).id).contract!
    expect(deepCall.probability).toBeLessThan(0.3)
    expect(cellOf(deepCall)).toEqual(['long', 'aggressive'])
    // The strike is below the cost basis.
    expect(deepCall.warnings).toContain('below-cost-basis')
  })
})

describe('the contract is null with a reason if', () => {
  const { id } = listedContract('2026-09-18', 'call', 105)

  test.each([
    ['no-bid', { bid: 0 }],
    ['crossed', { bid: 3, ask: 2 }],
    ['far-from-smile', { bid: 9, ask: 9.2 }],
  ] as const)('its quote is refused: %s', (defect, quote) => {
    const { contract, contractRefused, unknown } = incomeWith(
      id,
      {},
      alterContracts(fullChain, (listed) => (listed.id === id ? quote : {})),
    )
    expect(contract).toBeNull()
    expect(contractRefused).not.toBeNull()
    if (defect === 'no-bid') expect(contractRefused).toBe('no-bid')
    expect(unknown).toEqual([{ field: 'contract', reason: 'refused', asOf: null }])
  })

  test('its expiry is refused', () => {
    const mispriced = alterContracts(fullChain, (listed) =>
      listed.expiry === '2026-09-18' ? { bid: listed.bid * 3, ask: listed.ask * 3 } : {},
    )
    expect(incomeWith(id, {}, mispriced)).toMatchObject({
      contract: null,
      contractRefused: expect.any(String) as string,
    })
  })

  test('the last price is far from the chain’s price, or the chain is of another day', () => {
    const drifted = incomeWith(id, { last: 110 })
    expect(drifted).toMatchObject({ contract: null, contractRefused: 'price-drift' })
    expect(drifted.unknown).toContainEqual({ field: 'contract', reason: 'price-drift', asOf: today })
    const outdated = incomeWith(id, {}, { ...fullChain, asOf: new Date('2026-08-14T20:00:00Z') })
    expect(outdated).toMatchObject({ contract: null, contractRefused: 'old-chain' })
    expect(outdated.unknown).toContainEqual({ field: 'contract', reason: 'old-chain', asOf: '2026-08-14' })
  })

  test.each([
    [
      'the bid is at most the intrinsic value',
      listedContract('2026-09-18', 'call', 55).id,
      {},
      alterContracts(fullChain, ({ strike, right }) =>
        strike === 55 && right === 'call' ? { bid: 44.9, ask: 45.6 } : {},
      ),
    ],
    ['it is of an index', id, { profile: profileOf('TEST', { kind: 'index' }) }, fullChain],
    [
      'it expires today',
      listedContract('2026-08-28', 'put', 95).id,
      {},
      alterContracts(fullChain, ({ expiry }) => (expiry === '2026-08-28' ? { expiry: today } : {})),
    ],
  ] as const)('%s', (_, contractId, overrides, chain) => {
    const { contract, contractRefused, unknown } = incomeWith(contractId, overrides, chain)
    expect([contract, contractRefused]).toEqual([null, null])
    expect(unknown).toContainEqual({ field: 'contract', reason: 'not-offered', asOf: null })
  })
})
