import fc from 'fast-check'
import * as v from 'valibot'
import { describe, expect, test } from 'vitest'
import { renderEnglish } from '#contract/text/messages.ts'
import { checklistNames, IncomeSchema } from '#contract/responses/income.ts'
import type { Contract } from '#service/markets/market.ts'
import { config } from './config.ts'
import { checklistItem, allTrades, income, fullChain } from './income/income.fixture.ts'
import { chainOf, profileOf } from './reference/synthetic-market.fixture.ts'

describe('a chain with many contracts', () => {
  const response = income(fullChain)

  test('fills every cell once on both sides, within its days and its band', () => {
    v.parse(IncomeSchema, response)
    for (const side of [response.callOptimals, response.putOptimals]) {
      expect(new Set(side.map(({ timeframe, riskProfile }) => `${timeframe} ${riskProfile}`)).size).toBe(9)
      expect(new Set(side.map(({ id }) => id)).size).toBe(9)
      for (const option of side) {
        const { from, to } = response.timeframes[option.timeframe]
        const { low, high } = config.income.profiles[option.riskProfile]
        expect(option.daysUntilExpiry).toBeGreaterThanOrEqual(from)
        expect(option.daysUntilExpiry).toBeLessThanOrEqual(to)
        expect(option.probability).toBeGreaterThanOrEqual(low - 5e-5)
        expect(option.probability).toBeLessThanOrEqual(high)
      }
    }
    expect(response.callAlternatives).toEqual([])
    expect(response.listedContracts).toBe(fullChain.contracts.length)
  })

  test('figures are those of the contract, sold at its bid', () => {
    for (const option of response.callOptimals) {
      const contract = fullChain.contracts.find(({ id }) => id === option.id)!
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
    for (const option of response.putOptimals) {
      const contract = fullChain.contracts.find(({ id }) => id === option.id)!
      expect(option.breakeven).toBeCloseTo(contract.strike - contract.bid, 2)
      expect(option.maxReward).toBeCloseTo(contract.bid * 100, 2)
      expect(option.maxRisk).toBeCloseTo((contract.strike - contract.bid) * 100, 2)
      expect(option.delta).toBeLessThan(0)
    }
  })

  test('an annualised return in a sentence is marked if the trade lasts less than sixty days', () => {
    for (const option of [...response.callOptimals, ...response.putOptimals]) {
      const printedReturn = `${(option.annualizedReturn * 100).toFixed(1)}%${option.daysUntilExpiry < 60 ? '*' : ''}`
      expect(option.inPlainEnglish).toContain(`(${printedReturn} a year)`)
      const returnItem = option.checklist.find(({ name }) => name === 'AnnualizedReturn')
      expect(returnItem?.sentence).toContain(`${printedReturn} a year,`)
    }
  })

  test('safer trades pay less: within a timeframe, return falls as probability rises', () => {
    for (const side of [response.callOptimals, response.putOptimals])
      for (const timeframe of ['short', 'medium', 'long'] as const) {
        const optionFor = (profile: string) =>
          side.find((option) => option.timeframe === timeframe && option.riskProfile === profile)!
        expect(optionFor('conservative').annualizedReturn).toBeLessThan(optionFor('optimal').annualizedReturn)
        expect(optionFor('optimal').annualizedReturn).toBeLessThan(optionFor('aggressive').annualizedReturn)
      }
  })

  test('text and message agree, and the checklist has all nine items', () => {
    for (const option of allTrades(response)) {
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

  test('short trades use the one-month market trend, long trades the six-month trend', () => {
    const short = response.callOptimals.find(({ timeframe }) => timeframe === 'short')!
    const long = response.callOptimals.find(({ timeframe }) => timeframe === 'long')!
    expect(checklistItem(short, 'MarketTrend').severity).toBe('Bad')
    expect(checklistItem(long, 'MarketTrend').severity).toBe('Good')
    expect(checklistItem(long, 'StockTrend').severity).toBe('Good')
  })
})

describe('filters', () => {
  test('excluded lists are empty, the others are unchanged', () => {
    const complete = income(fullChain)
    const calls = income(fullChain, { query: { legtype: 'call' } })
    expect(calls.putOptimals).toEqual([])
    expect(calls.putAlternatives).toEqual([])
    expect(calls.callOptimals).toEqual(complete.callOptimals)
    const filtered = income(fullChain, {
      query: { legtype: 'put', timeframe: 'medium', riskprofile: 'conservative' },
    })
    expect(filtered.callOptimals).toEqual([])
    expect(filtered.putOptimals).toEqual(
      complete.putOptimals.filter(
        ({ timeframe, riskProfile }) => timeframe === 'medium' && riskProfile === 'conservative',
      ),
    )
  })
})

describe('if nothing fits', () => {
  test('no expiry between 50 and 89 days: the nearest one is an alternative with the reason', () => {
    const response = income(chainOf({ spot: 100, days: [28, 42, 93, 150], volatility: () => 0.3, step: 1 }))
    expect(response.callOptimals.filter(({ timeframe }) => timeframe === 'medium')).toEqual([])
    expect(response.callOptimals).toHaveLength(6)
    const medium = response.callAlternatives.filter(({ timeframe }) => timeframe === 'medium')
    expect(medium).toHaveLength(3)
    expect(medium[0]!.reason).toBe(
      'No suitable expiration lies between 50 and 89 days; the next best expires later, in 93 days.',
    )
    expect(
      medium.every((alternative) => !response.callOptimals.some(({ id }) => id === alternative.id)),
    ).toBe(true)
  })

  test.each([
    [0.22, 'alternative.probability-low'],
    // 49.6 % prints as 50 %, an end of the band: the sentence then contains no number.
    [0.25, 'alternative.probability-below'],
  ])('strikes too coarse for a band at a volatility of %s: the nearest one, %s', (volatility, code) => {
    const response = income(chainOf({ spot: 100, days: [35], volatility: () => volatility, step: 10 }), {
      query: { legtype: 'call', timeframe: 'short' },
    })
    expect(response.callOptimals.length).toBeLessThan(3)
    expect(response.callAlternatives.map(({ reasonMessage }) => reasonMessage.code)).toContain(code)
  })

  test('untraded contracts and wide markets are only alternatives', () => {
    const untraded = income(chainOf({ spot: 100, days: [35], volatility: () => 0.3, openInterest: 2 }))
    expect(untraded.callOptimals).toEqual([])
    expect(untraded.callAlternatives[0]!.reason).toMatch(/open interest of 2 /)
    const wideMarket = income(chainOf({ spot: 100, days: [35], volatility: () => 0.3, halfSpread: 0.4 }))
    expect(wideMarket.callOptimals).toEqual([])
    expect(wideMarket.callAlternatives[0]!.reason).toMatch(/very wide bid-ask spread/)
  })

  test('no options, no bids, or an index: an empty response, not an error', () => {
    for (const response of [
      income(undefined),
      income({ ...fullChain, contracts: [] }),
      income({ ...fullChain, contracts: fullChain.contracts.map((contract) => ({ ...contract, bid: 0 })) }),
      income(fullChain, { profile: profileOf('SPX', { kind: 'index' }) }),
    ]) {
      v.parse(IncomeSchema, response)
      expect(allTrades(response)).toEqual([])
    }
    expect(income(undefined).listedContracts).toBe(0)
  })
})

describe('any chain', () => {
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
    .map(({ days, ...fields }) => {
      const expiry = new Date(Date.UTC(2026, 7, 21 + days)).toISOString().slice(0, 10)
      return {
        ...fields,
        expiry,
        id: `TEST${expiry.slice(2).replaceAll('-', '')}${fields.right === 'call' ? 'C' : 'P'}${String(fields.strike * 1000).padStart(8, '0')}`,
        last: null,
        volume: null,
      }
    })
  const order = (a: Contract, b: Contract): number =>
    a.expiry < b.expiry ? -1 : a.expiry > b.expiry ? 1 : a.strike - b.strike || (a.right < b.right ? -1 : 1)

  test('gives a valid response: no NaN, returns and probabilities in bounds', () => {
    fc.assert(
      fc.property(
        fc.array(contract, { maxLength: 60 }),
        fc.double({ min: 0.01, max: 1000, noNaN: true }),
        (contracts, underlyingPrice) => {
          const response = income({
            symbol: 'TEST',
            asOf: new Date('2026-08-21T20:00:00Z'),
            underlyingPrice,
            style: 'american',
            contracts: contracts.toSorted(order),
          })
          v.parse(IncomeSchema, response)
          for (const option of allTrades(response)) {
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
