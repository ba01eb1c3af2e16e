/**
 * Synthetic symbols with doubtful quotes: Why, How, the chain table, rolls and the
 * volatility history decide alike.
 */
import { describe, expect, test } from 'vitest'
import type { Chain, Contract } from '#service/markets/market.ts'
import { addDays, daysBetween } from '#service/markets/calendar.ts'
import { readSymbolFacts, type SymbolFacts } from '#service/lookups/symbol-facts.ts'
import { analyseChain } from '../chain.ts'
import { analyseIncome } from '../income.ts'
import { analyseRoll } from '../roll.ts'
import { analyseVolatility } from '../volatility/volatility-history.ts'
import { analyseWhy } from '../why.ts'
import { blackPrice } from './pricing.oracle.ts'
import {
  chainFrom,
  changeContracts,
  flatSmile,
  rate,
  syntheticMarket,
  today,
} from './synthetic-market.fixture.ts'

const factsOf = async (chain: Chain): Promise<SymbolFacts> =>
  (await readSymbolFacts(
    { market: syntheticMarket({ TEST: { chain } }), batches: { volatilities: async () => [] } },
    'TEST',
  ))!
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

describe('a put whose quote is 12 % above its fair value', () => {
  const isMiddle = isOn([56])
  const isFlattering = ({ expiry, right, strike }: Contract): boolean =>
    isMiddle(expiry) && right === 'put' && strike === 92.5
  const original = chainFrom('TEST', { days: [28, 56, 119], spread: 0.06 })
  /** The chain with the bid of the put at this multiple of its mid. */
  const chainAt = (multiple: number): Chain =>
    changeContracts(original, (contract) => {
      if (!isFlattering(contract)) return contract
      const mid = (contract.bid + contract.ask) / 2
      return { ...contract, bid: mid * multiple, ask: mid * multiple * 1.08 }
    })
  const listed = (facts: SymbolFacts) =>
    analyseChain(facts)
      .expiries.find(({ expiryDate }) => isMiddle(expiryDate))!
      .rows.find(({ strike }) => strike === 92.5)!.put!
  const scoreOf = async (chain: Chain): Promise<{ score: number; scored: number }> => {
    const facts = await factsOf(chain)
    const { contract } = analyseIncome(
      { ...facts, benchmark: undefined },
      { contract: chain.contracts.find(isFlattering)!.id },
    )
    const { expectedGain, expectedLoss } = contract!.scoreParts
    return { score: contract!.serviceScore, scored: expectedGain - expectedLoss }
  }

  test('is refused, with the reason, and not chosen; its expiry stays', async () => {
    const facts = await factsOf(chainAt(1.12))
    expect(listed(facts).refused).toBe('far-from-smile')
    const picks = picksOf(facts)
    expect(picks.filter(({ expiryDate }) => isMiddle(expiryDate)).length).toBeGreaterThan(4)
    const id = facts.chain!.contracts.find(isFlattering)!.id
    expect(picks.map((pick) => pick.id)).not.toContain(id)
  })

  test('scores at most as a standard error above fair value, if it is less far above', async () => {
    const [above, higher] = [await scoreOf(chainAt(1.04)), await scoreOf(chainAt(1.055))]
    // Both bids are above the limit, so they have nearly the same score; the bids differ by 1.5 % of the price.
    const price = 1.9
    expect(Math.abs(higher.scored - above.scored)).toBeLessThan(0.006 * price)
    const [below, fair] = [await scoreOf(chainAt(0.97)), await scoreOf(chainAt(0.985))]
    expect(fair.scored - below.scored).toBeGreaterThan(0.01 * price)
  })
})

/** A European chain of a stock whose price is one of two outcomes, each lognormal with `width`; quotes 3 % wide. */
const twoOutcomes = (low: number, high: number, width: number): Chain =>
  changeContracts(chainFrom('TEST', { days: [28, 56, 119], style: 'european' }), (contract) => {
    const { right, strike, expiry } = contract
    const growth = Math.exp((rate * daysBetween(today, expiry)) / 365)
    const highShare = (100 * growth - low) / (high - low)
    const valueAt = (forward: number): number =>
      blackPrice({ right, strike, forward, years: 1, volatility: width }) / growth
    const mid = (1 - highShare) * valueAt(low) + highShare * valueAt(high)
    return mid < 0.05 ? undefined : { ...contract, bid: mid * 0.985, ask: mid * 1.015 }
  })

describe('a verdict at 80 or 120', () => {
  test.each([
    ['each 4 % wide', 80, 120, 0.04],
    ['85 or 115, each 5 % wide', 85, 115, 0.05],
    ['90 or 110, each 3 % wide', 90, 110, 0.03],
  ])('%s: no density has this shape, so the expiries are refused', async (_, low, high, width) => {
    const facts = await factsOf(twoOutcomes(low, high, width))
    expect(picksOf(facts)).toEqual([])
    expect(analyseChain(facts).expiries.map(({ refused }) => refused)).toEqual(
      Array.from({ length: 3 }, () => 'far-from-smile'),
    )
    expect(whyOf(facts).impliedVolatility).toBeNull()
  })

  test.each([0.08, 0.12])('outcomes %f wide are fitted and kept', async (width) => {
    const facts = await factsOf(twoOutcomes(80, 120, width))
    expect(analyseChain(facts).expiries.map(({ refused }) => refused)).toEqual([null, null, null])
    expect(picksOf(facts).length).toBeGreaterThan(0)
    const middle = facts.expiries.find(({ days }) => days === 56)!
    // A stock that is at 80 or 120 is below 90 as often as the forward requires.
    expect(middle.probabilityBelow(100)).toBeCloseTo(0.49, 1)
  })
})
