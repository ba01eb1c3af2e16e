/** A single contract in the query. */
import * as v from 'valibot'
import { describe, expect, test } from 'vitest'
import { IncomeSchema, type IncomeOption } from '#contract/responses/income.ts'
import type { Chain, Contract } from '#service/markets/market.ts'
import { profileOf } from '#service/analysis/reference/synthetic-market.fixture.ts'
import { altered, everything, income, today, whole, type More } from './income.fixture.ts'

const query = { stockQuantity: 250, costBasis: 96, cash: 40_000 }
const ask = (contract: string, more: More = {}, chain: Chain = whole) => {
  const answer = income(chain, { ...more, query: { ...query, ...more.query, contract } })
  v.parse(IncomeSchema, answer)
  return answer
}
const named = (expiry: string, right: Contract['right'], strike: number): Contract =>
  whole.contracts.find((each) => each.expiry === expiry && each.right === right && each.strike === strike)!
const placed = ({ timeframe, riskProfile }: IncomeOption) => [timeframe, riskProfile]

test('nobody has asked: null, and nothing is said of it', () => {
  const { contract, contractRefused, unknown } = income(whole, { query })
  expect([contract, contractRefused, unknown]).toEqual([null, null, []])
})

test('what fills a cell is the same by name, position, warnings, checklist and score', () => {
  const cells = income(whole, { query })
  const all = [...cells.callOptimals, ...cells.putOptimals]
  expect(all).toHaveLength(18)
  for (const option of all) expect(ask(option.id).contract).toEqual(option)
  // Independent of filters on the cells, which stay as they are.
  const narrow = ask(all[0]!.id, { query: { legtype: 'put', timeframe: 'long' } })
  expect(narrow.contract).toEqual(all[0])
  expect(everything(narrow)).toEqual(cells.putOptimals.filter(({ timeframe }) => timeframe === 'long'))
})

test('an alternative is the same but for the cell it stands in for', () => {
  // Spreads so wide that a part of the cells is filled by nothing.
  const wide = altered(whole, ({ expiry, ask: offer }) => (expiry > '2026-10-15' ? { ask: offer * 2.5 } : {}))
  const { callAlternatives, putAlternatives } = income(wide, { query })
  const found = [...callAlternatives, ...putAlternatives]
  expect(found.length).toBeGreaterThan(0)
  for (const { reason: _, reasonMessage: __, timeframe: ___, riskProfile: ____, ...same } of found)
    expect(ask(same.id, {}, wide).contract).toMatchObject(same)
})

describe('out of the grid', () => {
  test.each([
    ['2026-08-28', 'put', 95, 'short'],
    ['2026-09-18', 'put', 95, 'short'],
    ['2026-11-13', 'put', 95, 'medium'],
    ['2027-06-17', 'put', 95, 'long'],
  ] as const)('%s %s %s is in the time frame %s, or nearest to it', (expiry, right, strike, timeframe) => {
    const { contract } = ask(named(expiry, right, strike).id)
    expect(contract).toMatchObject({ strike, expiryDate: expiry, timeframe })
    expect(contract!.annualizedReturn).toBeCloseTo((contract!.return * 365) / contract!.daysUntilExpiry, 4)
  })

  test('a probability beyond all bands is nearest to the outermost', () => {
    const safe = ask(named('2026-12-18', 'put', 67.5).id).contract!
    expect(safe.probability).toBeGreaterThan(0.95)
    expect(placed(safe)).toEqual(['long', 'conservative'])
    const deep = ask(named('2026-12-18', 'call', 87.5).id).contract!
    expect(deep.probability).toBeLessThan(0.3)
    expect(placed(deep)).toEqual(['long', 'aggressive'])
    // Assigned for less than the shares have cost.
    expect(deep.warnings).toContain('below-cost-basis')
  })
})

describe('is null, and says why', () => {
  const { id } = named('2026-09-18', 'call', 105)

  test.each([
    ['no-bid', { bid: 0 }],
    ['crossed', { bid: 3, ask: 2 }],
    ['far-from-smile', { bid: 9, ask: 9.2 }],
  ] as const)('its quote is refused: %s', (_, quote) => {
    const { contract, contractRefused, unknown } = ask(
      id,
      {},
      altered(whole, (each) => (each.id === id ? quote : {})),
    )
    expect(contract).toBeNull()
    expect(contractRefused).not.toBeNull()
    if (_ === 'no-bid') expect(contractRefused).toBe('no-bid')
    expect(unknown).toEqual([{ field: 'contract', reason: 'refused', asOf: null }])
  })

  test('an expiry that is not believed takes all its contracts with it', () => {
    const wrong = altered(whole, (each) =>
      each.expiry === '2026-09-18' ? { bid: each.bid * 3, ask: each.ask * 3 } : {},
    )
    expect(ask(id, {}, wrong)).toMatchObject({
      contract: null,
      contractRefused: expect.any(String) as string,
    })
  })

  test('the price has moved away from the chain, or is of another day', () => {
    const drifted = ask(id, { last: 110 })
    expect(drifted).toMatchObject({ contract: null, contractRefused: 'price-drift' })
    expect(drifted.unknown).toContainEqual({ field: 'contract', reason: 'price-drift', asOf: today })
    const old = ask(id, {}, { ...whole, asOf: new Date('2026-08-14T20:00:00Z') })
    expect(old).toMatchObject({ contract: null, contractRefused: 'old-chain' })
    expect(old.unknown).toContainEqual({ field: 'contract', reason: 'old-chain', asOf: '2026-08-14' })
  })

  test.each([
    [
      'the bid pays no more than what it is in the money',
      named('2026-09-18', 'call', 55).id,
      {},
      altered(whole, ({ strike, right }) =>
        strike === 55 && right === 'call' ? { bid: 44.9, ask: 45.6 } : {},
      ),
    ],
    ['it is of an index', id, { profile: profileOf('TEST', { kind: 'index' }) }, whole],
    [
      'it expires today',
      named('2026-08-28', 'put', 95).id,
      {},
      altered(whole, ({ expiry }) => (expiry === '2026-08-28' ? { expiry: today } : {})),
    ],
  ] as const)('%s', (_, asked, more, chain) => {
    const { contract, contractRefused, unknown } = ask(asked, more, chain)
    expect([contract, contractRefused]).toEqual([null, null])
    expect(unknown).toContainEqual({ field: 'contract', reason: 'not-offered', asOf: null })
  })
})
