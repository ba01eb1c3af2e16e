/**
 * Synthetic symbols with doubtful quotes: Why, How, the chain table, rolls and the
 * volatility history decide alike.
 */
import { describe, expect, test } from 'vitest'
import type { Chain, Contract } from '#service/markets/market.ts'
import { addDays } from '#service/markets/calendar.ts'
import { readSymbolFacts, type SymbolFacts } from '#service/lookups/symbol-facts.ts'
import { analyseChain } from '../chain.ts'
import { analyseIncome } from '../income.ts'
import { analyseRoll } from '../roll.ts'
import { analyseVolatility } from '../volatility/volatility-history.ts'
import { analyseWhy } from '../why.ts'
import { chainFrom, changeContracts, flatSmile, syntheticMarket, today } from './synthetic-market.fixture.ts'

const factsOf = async (chain: Chain): Promise<SymbolFacts> =>
  (await readSymbolFacts(syntheticMarket({ TEST: { chain } }), { volatilities: async () => [] }, 'TEST'))!
const whyOf = (facts: SymbolFacts) => analyseWhy({ ...facts, scores: [] })
const picksOf = (facts: SymbolFacts) => {
  const { callOptimals, putOptimals } = analyseIncome({ ...facts, benchmark: undefined }, {})
  return [...callOptimals, ...putOptimals]
}
const isOn = (days: readonly number[]) => {
  const expiries = new Set(days.map((count) => addDays(today, count)))
  return (expiry: string): boolean => expiries.has(expiry)
}
const replaceQuotes = (
  chain: Chain,
  days: readonly number[],
  quoteOf: (contract: Contract) => Pick<Contract, 'bid' | 'ask'>,
): Chain => {
  const isReplaced = isOn(days)
  return changeContracts(chain, (contract) =>
    isReplaced(contract.expiry) ? { ...contract, ...quoteOf(contract) } : contract,
  )
}

describe('weeklies quoted 0.05 x 4.95 among eight good expiries', () => {
  const junkDays = [21, 28]
  const goodDays = [7, 14, 35, 56, 84, 112, 147, 182]
  const truth = 0.14
  const chain = replaceQuotes(
    chainFrom('TEST', {
      days: [...goodDays, ...junkDays].toSorted((a, b) => a - b),
      volatility: flatSmile(truth),
      step: 1,
    }),
    junkDays,
    () => ({ bid: 0.05, ask: 4.95 }),
  )

  test('make no 30-day volatility in Why and in the history', async () => {
    const facts = await factsOf(chain)
    expect(whyOf(facts).impliedVolatility).toBeCloseTo(truth, 2)
    const { impliedVolatility } = analyseVolatility(facts)
    expect(impliedVolatility.at(-1)).toBeCloseTo(truth, 2)
  })

  test('refuse no other expiry, and nothing is chosen from them', async () => {
    const facts = await factsOf(chain)
    const { expiries } = analyseChain(facts)
    expect(
      expiries.filter(({ refused }) => refused !== null).map(({ daysUntilExpiry }) => daysUntilExpiry),
    ).toEqual([])
    const isJunk = isOn(junkDays)
    const picks = picksOf(facts)
    expect(picks.length).toBeGreaterThan(10)
    expect(picks.filter(({ expiryDate }) => isJunk(expiryDate))).toEqual([])
  })
})

/** Widens the quotes of expiries to `spread` of the mid price. */
const widenQuotes = (chain: Chain, days: readonly number[], spread: number): Chain =>
  replaceQuotes(chain, days, ({ bid, ask }) => {
    const mid = (bid + ask) / 2
    return { bid: mid * (1 - spread / 2), ask: mid * (1 + spread / 2) }
  })

describe('expiries 45 % wide at the money', () => {
  const days = [28, 56, 119]
  const original = chainFrom('TEST', { days })

  test('have prices in the chain table, but nothing is chosen from them, and the empty cell has the reason', async () => {
    const facts = await factsOf(widenQuotes(original, days, 0.45))
    const income = analyseIncome({ ...facts, benchmark: undefined }, {})
    expect([...income.callOptimals, ...income.putOptimals]).toEqual([])
    expect(income.callAlternatives.length).toBeGreaterThan(0)
    for (const { reasonMessage, reason } of [...income.callAlternatives, ...income.putAlternatives]) {
      expect(reasonMessage.code).toBe('alternative.wide-expiry')
      expect(reason).toContain('spread is 45% of the price')
    }
    const { expiries } = analyseChain(facts)
    for (const { refused, impliedVolatility, rows } of expiries) {
      expect(refused).toBeNull()
      expect(impliedVolatility).toBeCloseTo(0.3, 1)
      const nearMoney = rows.find(({ strike }) => strike === 105)!
      expect(nearMoney.call!.probability).not.toBeNull()
      expect(nearMoney.call!.refused).toBe('wide-spread')
    }
  })

  test('make no 30-day volatility, which then has a cause', async () => {
    const facts = await factsOf(widenQuotes(original, days, 0.45))
    const why = whyOf(facts)
    expect(why.impliedVolatility).toBeNull()
    expect(why.unknown).toContainEqual(
      expect.objectContaining({
        field: 'impliedVolatility',
        reason: 'not-given',
        cause: 'doubtful-quotes',
      }),
    )
    expect(analyseVolatility(facts).unknown).toContainEqual(
      expect.objectContaining({ field: 'impliedVolatility', cause: 'doubtful-quotes' }),
    )
  })

  test('are chosen from at 35 %', async () => {
    const facts = await factsOf(widenQuotes(original, days, 0.35))
    expect(picksOf(facts).length).toBeGreaterThan(10)
    expect(whyOf(facts).impliedVolatility).toBeCloseTo(0.3, 1)
  })

  test('get no rolls', async () => {
    const rollOver = async (wideDays: readonly number[]) => {
      const facts = await factsOf(widenQuotes(original, wideDays, 0.45))
      const isNear = isOn([28])
      const contract = facts.chain!.contracts.find(
        ({ expiry, right, strike }) => isNear(expiry) && right === 'call' && strike === 100,
      )!
      return analyseRoll({ ...facts, chain: facts.chain!, contract }, {})
    }
    const isMiddle = isOn([56])
    const before = await rollOver([])
    expect(before.candidates.some(({ expiryDate }) => isMiddle(expiryDate))).toBe(true)
    const after = await rollOver([56])
    expect(after.candidates.length).toBeGreaterThan(0)
    expect(after.candidates.filter(({ expiryDate }) => isMiddle(expiryDate))).toEqual([])
    const refused = after.expiries.find(({ expiryDate }) => isMiddle(expiryDate))!.contracts
    expect(new Set(refused.filter(({ bid }) => bid > 0).map((contract) => contract.refused))).toContain(
      'wide-spread',
    )
  })
})
