import fc from 'fast-check'
import * as v from 'valibot'
import { describe, expect, test } from 'vitest'
import { renderEnglish } from '#contract/text/messages.ts'
import { checklistNames, IncomeSchema } from '#contract/responses/income.ts'
import type { Contract } from '#service/markets/market.ts'
import { config } from './config.ts'
import { checked, everything, income, whole } from './income/income.fixture.ts'
import { chainOf, profileOf } from './reference/synthetic-market.fixture.ts'

describe('a rich chain', () => {
  const answer = income(whole)

  test('fills every cell once, on both sides, each within its days and its band', () => {
    v.parse(IncomeSchema, answer)
    for (const side of [answer.callOptimals, answer.putOptimals]) {
      expect(new Set(side.map(({ timeframe, riskProfile }) => `${timeframe} ${riskProfile}`)).size).toBe(9)
      expect(new Set(side.map(({ id }) => id)).size).toBe(9)
      for (const option of side) {
        const { from, to } = answer.timeframes[option.timeframe]
        const { low, high } = config.income.profiles[option.riskProfile]
        expect(option.daysUntilExpiry).toBeGreaterThanOrEqual(from)
        expect(option.daysUntilExpiry).toBeLessThanOrEqual(to)
        expect(option.probability).toBeGreaterThanOrEqual(low - 5e-5)
        expect(option.probability).toBeLessThanOrEqual(high)
      }
    }
    expect(answer.callAlternatives).toEqual([])
    expect(answer.listedContracts).toBe(whole.contracts.length)
  })

  test('the figures are those of the contract, sold at its bid', () => {
    for (const option of answer.callOptimals) {
      const contract = whole.contracts.find(({ id }) => id === option.id)!
      expect(option.premium).toBeCloseTo(contract.bid, 2)
      expect(option.return).toBeCloseTo((contract.bid - Math.max(0, 100 - contract.strike)) / 100, 6)
      expect(option.annualizedReturn).toBeCloseTo((option.return * 365) / option.daysUntilExpiry, 4)
      expect(option.breakeven).toBeCloseTo(100 - contract.bid, 2)
      expect(option.maxReward).toBeCloseTo((contract.strike - 100 + contract.bid) * 100, 2)
      expect(option.maxRisk).toBeCloseTo((100 - contract.bid) * 100, 2)
      expect(option.legType).toBe('Call')
      expect(option.delta).toBeGreaterThan(0)
      expect(option.theta).toBeLessThan(0)
    }
    for (const option of answer.putOptimals) {
      const contract = whole.contracts.find(({ id }) => id === option.id)!
      expect(option.breakeven).toBeCloseTo(contract.strike - contract.bid, 2)
      expect(option.maxReward).toBeCloseTo(contract.bid * 100, 2)
      expect(option.maxRisk).toBeCloseTo((contract.strike - contract.bid) * 100, 2)
      expect(option.delta).toBeLessThan(0)
    }
  })

  test('an annualised return inside a sentence is marked where the trade lasts less than sixty days', () => {
    for (const option of [...answer.callOptimals, ...answer.putOptimals]) {
      const figure = `${(option.annualizedReturn * 100).toFixed(1)}%${option.daysUntilExpiry < 60 ? '*' : ''}`
      expect(option.inPlainEnglish).toContain(`(${figure} a year)`)
      const pays = option.checklist.find(({ name }) => name === 'AnnualizedReturn')
      expect(pays?.sentence).toContain(`${figure} a year,`)
    }
  })

  test('safer pays less: within a timeframe, return falls as probability rises', () => {
    for (const side of [answer.callOptimals, answer.putOptimals])
      for (const timeframe of ['short', 'medium', 'long'] as const) {
        const of = (profile: string) =>
          side.find((option) => option.timeframe === timeframe && option.riskProfile === profile)!
        expect(of('conservative').annualizedReturn).toBeLessThan(of('optimal').annualizedReturn)
        expect(of('optimal').annualizedReturn).toBeLessThan(of('aggressive').annualizedReturn)
      }
  })

  test('text and message agree, and the checklist has all nine points', () => {
    for (const option of everything(answer)) {
      expect(option.inPlainEnglish).toBe(renderEnglish(option.inPlainEnglishMessage))
      expect(option.inPlainEnglish).not.toContain('{{')
      expect(option.inPlainEnglish).toContain('assignment')
      if (option.legType === 'Put') expect(option.inPlainEnglish).toContain('secured by $')
      expect(option.checklist.map(({ name }) => name)).toEqual([...checklistNames])
      for (const item of option.checklist) {
        expect(item.sentence).toBe(renderEnglish(item.sentenceMessage))
        expect(item.sentence).not.toMatch(/\{\{|NaN|undefined/)
        expect(item.sentence).not.toBe(item.sentenceMessage.code)
      }
    }
  })

  test('the market trend is the short one for short trades and the long one for long ones', () => {
    const short = answer.callOptimals.find(({ timeframe }) => timeframe === 'short')!
    const long = answer.callOptimals.find(({ timeframe }) => timeframe === 'long')!
    expect(checked(short, 'MarketTrend').severity).toBe('Bad')
    expect(checked(long, 'MarketTrend').severity).toBe('Good')
    expect(checked(long, 'StockTrend').severity).toBe('Good')
  })
})

describe('narrowing', () => {
  test('what is excluded comes back empty, what stays is the same', () => {
    const all = income(whole)
    const calls = income(whole, { query: { legtype: 'call' } })
    expect(calls.putOptimals).toEqual([])
    expect(calls.putAlternatives).toEqual([])
    expect(calls.callOptimals).toEqual(all.callOptimals)
    const one = income(whole, { query: { legtype: 'put', timeframe: 'medium', riskprofile: 'conservative' } })
    expect(one.callOptimals).toEqual([])
    expect(one.putOptimals).toEqual(
      all.putOptimals.filter(
        ({ timeframe, riskProfile }) => timeframe === 'medium' && riskProfile === 'conservative',
      ),
    )
  })
})

describe('where nothing fits', () => {
  test('no expiry between 50 and 89 days: fewer than nine, and the nearest one with the reason', () => {
    const answer = income(chainOf({ spot: 100, days: [28, 42, 93, 150], volatility: () => 0.3, step: 1 }))
    expect(answer.callOptimals.filter(({ timeframe }) => timeframe === 'medium')).toEqual([])
    expect(answer.callOptimals).toHaveLength(6)
    const medium = answer.callAlternatives.filter(({ timeframe }) => timeframe === 'medium')
    expect(medium).toHaveLength(3)
    expect(medium[0]!.reason).toBe(
      'No suitable expiration lies between 50 and 89 days; the next best expires later, in 93 days.',
    )
    expect(medium.every((each) => !answer.callOptimals.some(({ id }) => id === each.id))).toBe(true)
  })

  test.each([
    [0.22, 'alternative.probability-low'],
    // 49.6 % reads as 50 %, which is where the band begins: the sentence then names no figure.
    [0.25, 'alternative.probability-below'],
  ])('strikes too coarse for a band at a volatility of %s: the nearest one, %s', (volatility, code) => {
    const answer = income(chainOf({ spot: 100, days: [35], volatility: () => volatility, step: 10 }), {
      query: { legtype: 'call', timeframe: 'short' },
    })
    expect(answer.callOptimals.length).toBeLessThan(3)
    expect(answer.callAlternatives.map(({ reasonMessage }) => reasonMessage.code)).toContain(code)
  })

  test('untraded contracts and wide markets are alternatives at best', () => {
    const quiet = income(chainOf({ spot: 100, days: [35], volatility: () => 0.3, openInterest: 2 }))
    expect(quiet.callOptimals).toEqual([])
    expect(quiet.callAlternatives[0]!.reason).toMatch(/open interest of 2 /)
    const wide = income(chainOf({ spot: 100, days: [35], volatility: () => 0.3, halfSpread: 0.4 }))
    expect(wide.callOptimals).toEqual([])
    expect(wide.callAlternatives[0]!.reason).toMatch(/very wide bid-ask spread/)
  })

  test('no options, no bids, or an index: an empty answer, not an error', () => {
    for (const answer of [
      income(undefined),
      income({ ...whole, contracts: [] }),
      income({ ...whole, contracts: whole.contracts.map((contract) => ({ ...contract, bid: 0 })) }),
      income(whole, { profile: profileOf('SPX', { kind: 'index' }) }),
    ]) {
      v.parse(IncomeSchema, answer)
      expect(everything(answer)).toEqual([])
    }
    expect(income(undefined).listedContracts).toBe(0)
  })
})

describe('whatever a chain holds', () => {
  const number = (min: number, max: number) => fc.double({ min, max, noNaN: true })
  const contract: fc.Arbitrary<Contract> = fc
    .record({
      days: fc.integer({ min: -5, max: 400 }),
      right: fc.constantFrom<'call' | 'put'>('call', 'put'),
      strike: fc.integer({ min: 1, max: 400 }),
      bid: fc.oneof(fc.constant(0), number(0, 150)),
      ask: fc.oneof(fc.constant(0), number(0, 150)),
      openInterest: fc.oneof(fc.constant(null), fc.integer({ min: 0, max: 1e5 })),
    })
    .map(({ days, ...rest }) => {
      const expiry = new Date(Date.UTC(2026, 7, 21 + days)).toISOString().slice(0, 10)
      return {
        ...rest,
        expiry,
        id: `TEST${expiry.slice(2).replaceAll('-', '')}${rest.right === 'call' ? 'C' : 'P'}${String(rest.strike * 1000).padStart(8, '0')}`,
        last: null,
        volume: null,
      }
    })
  const order = (a: Contract, b: Contract): number =>
    a.expiry < b.expiry ? -1 : a.expiry > b.expiry ? 1 : a.strike - b.strike || (a.right < b.right ? -1 : 1)

  test('the answer is a valid resource: no NaN, no padding, returns and probabilities in bounds', () => {
    fc.assert(
      fc.property(
        fc.array(contract, { maxLength: 60 }),
        fc.double({ min: 0.01, max: 1000, noNaN: true }),
        (contracts, underlyingPrice) => {
          const answer = income({
            symbol: 'TEST',
            asOf: new Date('2026-08-21T20:00:00Z'),
            underlyingPrice,
            style: 'american',
            contracts: contracts.toSorted(order),
          })
          v.parse(IncomeSchema, answer)
          for (const option of everything(answer)) {
            expect(option.probability).toBeGreaterThanOrEqual(0)
            expect(option.probability).toBeLessThanOrEqual(1)
            expect(option.return).toBeGreaterThanOrEqual(0)
            expect(option.maxRisk).toBeGreaterThanOrEqual(0)
            expect(option.serviceScore).toBeGreaterThanOrEqual(0)
            expect(option.serviceScore).toBeLessThanOrEqual(250)
            expect(contracts.some(({ id, bid }) => id === option.id && bid > 0)).toBe(true)
          }
        },
      ),
      { numRuns: 300 },
    )
  })
})
