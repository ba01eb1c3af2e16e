import { describe, expect, test } from 'vitest'
import type { Roll } from '#contract/responses/roll.ts'
import type { Chain, Contract } from '#service/markets/market.ts'
import { alterContracts, fullChain, today } from '../income/income.fixture.ts'
import { addDays } from '#service/markets/calendar.ts'
import { profileOf } from '../reference/synthetic-inputs.fixture.ts'
import { american, idOf, roll, withContract } from './roll.fixture.ts'

const strikesOf = ({ expiries }: Roll) =>
  [...new Set(expiries.flatMap(({ contracts }) => contracts.map(({ strike }) => strike)))].toSorted(
    (a, b) => a - b,
  )
const contractOf = ({ expiries }: Roll, id: string) =>
  expiries.flatMap(({ contracts }) => contracts).find((contract) => contract.id === id)

describe('the table of rolls', () => {
  test('starts with the expiry of the open option, which it does not contain', () => {
    const id = idOf(28, 'C', 100)
    const response = roll(id)
    const [first, ...later] = response.expiries
    expect(first).toMatchObject({ daysUntilExpiry: 28, daysAdded: 0 })
    expect(contractOf(response, id)).toBeUndefined()
    expect(later.length).toBeGreaterThan(2)
    for (const { daysAdded, daysUntilExpiry } of later) {
      expect(daysAdded).toBeGreaterThan(0)
      expect(daysAdded).toBe(daysUntilExpiry - 28)
    }
  })

  test('has better and worse strikes of the same kind only, around the open strike and the price', () => {
    for (const [id, openStrike] of [
      [idOf(28, 'C', 105), 105],
      [idOf(28, 'P', 95), 95],
    ] as const) {
      const response = roll(id)
      const strikes = strikesOf(response)
      expect(strikes.length).toBe(11)
      expect(strikes.filter((strike) => strike < Math.min(openStrike, 100)).length).toBeGreaterThan(0)
      expect(strikes.filter((strike) => strike > Math.max(openStrike, 100)).length).toBeGreaterThan(0)
      for (const { contracts } of response.expiries)
        for (const contract of contracts) expect(contract.id.at(-9)).toBe(id.at(-9))
    }
  })

  test('has strikes between a distant open strike and the price', () => {
    const strikes = strikesOf(roll(idOf(28, 'C', 75)))
    expect(strikes).toContain(75)
    expect(strikes.filter((strike) => strike > 75 && strike <= 100).length).toBeGreaterThan(5)
  })

  test('a refused quote has a reason and no figures', () => {
    const target = idOf(63, 'C', 105)
    const refusedWith = (change: Partial<Contract>) =>
      contractOf(roll(idOf(28, 'C', 100), { chain: withContract(target, change) }), target)
    const noFigures = { credit: null, probability: null, warnings: [] }
    expect(refusedWith({ bid: 4, ask: 3 })).toMatchObject({
      ...noFigures,
      bid: 4,
      ask: 3,
      refused: 'crossed',
    })
    expect(refusedWith({ bid: 0 })).toMatchObject({ ...noFigures, refused: 'no-bid' })
    expect(refusedWith({ bid: 1.2, ask: 6 })).toMatchObject({ ...noFigures, refused: 'wide-spread' })
  })

  test('a refused expiry keeps its column, in which each contract has the reason', () => {
    const day = addDays(today, 63)
    // Half of the prices of a stock before a split.
    const chain: Chain = alterContracts(american, ({ expiry, bid, ask }) =>
      expiry === day ? { bid: bid * 3, ask: ask * 3 } : {},
    )
    const response = roll(idOf(28, 'C', 100), { chain })
    const column = response.expiries.find(({ expiryDate }) => expiryDate === day)!
    expect(column.contracts.length).toBeGreaterThan(5)
    for (const { credit, refused } of column.contracts) {
      expect(credit).toBe(null)
      expect(refused).not.toBe(null)
    }
    expect(response.candidates.every(({ expiryDate }) => expiryDate !== day)).toBe(true)
  })

  test('a bid of at most the intrinsic value is not offered, without a refused quote', () => {
    const target = idOf(7, 'P', 110)
    const chain = withContract(target, { bid: 9.98, ask: 10.3 })
    expect(contractOf(roll(idOf(7, 'P', 105), { chain }), target)).toMatchObject({
      bid: 9.98,
      refused: null,
      credit: null,
      probability: null,
    })
  })

  test('is empty for a refused option, for an option without an ask and for an index', () => {
    const id = idOf(28, 'C', 105)
    expect(roll(id, { chain: withContract(id, { bid: 2, ask: 1.5 }) }).expiries).toEqual([])
    const far = idOf(28, 'C', 150)
    expect(roll(far, { chain: withContract(far, { bid: 0, ask: 0 }) }).expiries).toEqual([])
    const index = { profile: profileOf('TEST', { kind: 'index' as const }), chain: fullChain }
    expect(roll(id, index).expiries).toEqual([])
  })
})
