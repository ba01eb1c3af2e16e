import fc from 'fast-check'
import * as v from 'valibot'
import { describe, expect, test } from 'vitest'
import { renderEnglish } from '#contract/text/messages.ts'
import { checklistNames, IncomeSchema } from '#contract/responses/income.ts'
import type { Contract } from '#service/markets/market.ts'
import { config } from './config.ts'
import { checklistItem, allTrades, income, fullChain } from './income/income.fixture.ts'
import { chainOf, profileOf } from './reference/synthetic-inputs.fixture.ts'

describe('a chain with many contracts', () => {
  const response = income(fullChain)

  test('fills every cell on both sides with a different contract within its time frame and band', () => {
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

  test('gives each trade the figures of a sale of its contract at the bid', () => {
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

  test('marks an annualized return in a sentence if the trade has less than sixty days to expiry', () => {
    for (const option of [...response.callOptimals, ...response.putOptimals]) {
      const printedReturn = `${(option.annualizedReturn * 100).toFixed(1)}%${option.daysUntilExpiry < 60 ? '*' : ''}`
      expect(option.inPlainEnglish).toContain(`(${printedReturn} a year)`)
      const returnItem = option.checklist.find(({ name }) => name === 'AnnualizedReturn')
      expect(returnItem?.sentence).toContain(`${printedReturn} a year,`)
    }
  })

  test('divides each premium into the cost of assignment, the volatility premium and the spread', () => {
    for (const option of [...response.callOptimals, ...response.putOptimals]) {
      const { assignmentCost, volatilityPremium, spreadCost } = option.premiumParts
      expect(Math.abs(assignmentCost + volatilityPremium - spreadCost - option.premium)).toBeLessThan(1e-9)
      expect(assignmentCost).toBeGreaterThan(0)
      // Reaching the strike is necessary, and mostly at most twice as likely as ending beyond it.
      expect(option.probabilityOfTouch).toBeGreaterThanOrEqual(1 - option.probability - 1e-4)
      expect(option.probabilityOfTouch).toBeLessThan(2.3 * (1 - option.probability))
    }
  })

  test('gives lower returns to safer trades of the same time frame', () => {
    for (const side of [response.callOptimals, response.putOptimals])
      for (const timeframe of ['short', 'medium', 'long'] as const) {
        const optionFor = (profile: string) =>
          side.find((option) => option.timeframe === timeframe && option.riskProfile === profile)!
        expect(optionFor('conservative').annualizedReturn).toBeLessThan(optionFor('optimal').annualizedReturn)
        expect(optionFor('optimal').annualizedReturn).toBeLessThan(optionFor('aggressive').annualizedReturn)
      }
  })

  test('gives each trade texts that are its rendered messages, and a checklist with all items', () => {
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

  test('uses the one-month market trend for short trades and the six-month trend for long trades', () => {
    const short = response.callOptimals.find(({ timeframe }) => timeframe === 'short')!
    const long = response.callOptimals.find(({ timeframe }) => timeframe === 'long')!
    expect(checklistItem(short, 'MarketTrend').severity).toBe('Bad')
    expect(checklistItem(long, 'MarketTrend').severity).toBe('Good')
    expect(checklistItem(long, 'StockTrend').severity).toBe('Good')
  })
})

describe('filters', () => {
  test('leave excluded lists empty and the others unchanged', () => {
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

describe('if no contract fits a cell', () => {
  test('because its time frame has no expiry, a contract of the nearest expiry is the alternative', () => {
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
    // 49.6 % is displayed as 50 %, the end of the band, so that the sentence contains no number.
    [0.25, 'alternative.probability-below'],
  ])(
    'because strikes are too far apart at a volatility of %s, the nearest one is the alternative: %s',
    (volatility, code) => {
      const response = income(chainOf({ spot: 100, days: [35], volatility: () => volatility, step: 10 }), {
        query: { legtype: 'call', timeframe: 'short' },
      })
      expect(response.callOptimals.length).toBeLessThan(3)
      expect(response.callAlternatives.map(({ reasonMessage }) => reasonMessage.code)).toContain(code)
    },
  )

  test('except contracts with little open interest or a wide spread, one of these is the alternative', () => {
    const lowOpenInterest = income(chainOf({ spot: 100, days: [35], volatility: () => 0.3, openInterest: 2 }))
    expect(lowOpenInterest.callOptimals).toEqual([])
    expect(lowOpenInterest.callAlternatives[0]!.reason).toMatch(/open interest of 2 /)
    const wideSpread = income(chainOf({ spot: 100, days: [35], volatility: () => 0.3, halfSpread: 0.4 }))
    expect(wideSpread.callOptimals).toEqual([])
    expect(wideSpread.callAlternatives[0]!.reason).toMatch(/very wide bid-ask spread/)
  })

  test('because there are no options or no bids, or for an index, the response has no trades', () => {
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

describe('a random chain', () => {
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

  test('gives a valid response with returns, probabilities and scores within their bounds', () => {
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
