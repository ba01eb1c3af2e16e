import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { OptionQuote } from '#contract/feed.ts'
import { sampleIncome, sampleOptimals } from '#app/testing/income.ts'
import { optionById } from './choices/cells.ts'
import { currentPrice, quoteIncome } from './quoted-income.ts'

const call = sampleOptimals('call')[4]!
const put = sampleOptimals('put')[4]!
const quoteOf = (id: string, bid: number, ask: number): Record<string, OptionQuote> => ({
  [id]: { id, bid, ask, last: null, time: '2026-11-12T20:59:30Z' },
})

describe('at a newer quote', () => {
  test('every figure of a covered call follows the bid', () => {
    const costBasis = 210
    const option = {
      ...call,
      contracts: 3,
      breakeven: costBasis - call.premium,
      maxReward: (call.strike - costBasis + call.premium) * 300,
      maxRisk: (costBasis - call.premium) * 300,
      returns: {
        ifUnchanged: { onPrice: call.return, onBasis: call.premium / costBasis },
        ifAssigned: { onPrice: 0.12, onBasis: (call.strike - costBasis + call.premium) / costBasis },
        purchasePrice: null,
      },
    }
    const income = sampleIncome({ costBasis, callOptimals: [option], contract: option })
    const quoted = quoteIncome(income, quoteOf(option.id, 4.5, 4.6))
    const figures = quoted.callOptimals[0]!
    expect(figures).toMatchObject({ bid: 4.5, ask: 4.6, premium: 4.5, breakeven: 205.5 })
    expect(figures.return).toBeCloseTo(4.5 / 231.42, 6)
    expect(figures.annualizedReturn).toBeCloseTo(((4.5 / 231.42) * 365) / 64, 5)
    expect(figures.maxReward).toBeCloseTo((255 - 210 + 4.5) * 300, 6)
    expect(figures.maxRisk).toBeCloseTo((210 - 4.5) * 300, 6)
    expect(figures.returns.ifUnchanged.onBasis).toBeCloseTo(4.5 / 210, 6)
    expect(figures.returns.ifAssigned?.onBasis).toBeCloseTo((255 - 210 + 4.5) / 210, 6)
    expect(figures.spread).toBeCloseTo(0.1 / 4.55, 12)
    expect(quoted.contract).toEqual(figures)
  })

  test('every figure of a short put follows the bid, over its strike', () => {
    const quoted = quoteIncome(sampleIncome({ putOptimals: [put] }), quoteOf(put.id, 4.0, 4.2))
      .putOptimals[0]!
    expect(quoted.return).toBeCloseTo(4 / put.strike, 6)
    expect(quoted.breakeven).toBe(put.breakeven + 0.1)
    expect(quoted.maxReward).toBeCloseTo(put.maxReward - 10, 6)
    expect(quoted.returns.purchasePrice).toBe(put.strike - 4)
  })

  test('the sentences of the checklist have the figures of the card', () => {
    const item = {
      name: 'AnnualizedReturn' as const,
      severity: 'Good' as const,
      reason: null,
      sentence: '',
      sentenceMessage: {
        code: 'checklist.AnnualizedReturn.Good',
        params: { annualized: 1, return: 1, mark: '' },
      },
    }
    const option = { ...call, checklist: [item] }
    const quoted = quoteIncome(sampleIncome({ callOptimals: [option] }), quoteOf(call.id, 4.5, 4.6))
    const { checklist, return: returnRate, annualizedReturn } = quoted.callOptimals[0]!
    expect(checklist[0]?.sentenceMessage.params).toEqual({
      annualized: annualizedReturn,
      return: returnRate,
      mark: '',
    })
  })
})

test('an older, an equal and an incomplete quote change nothing', () => {
  const income = sampleIncome()
  expect(quoteIncome(income, {})).toBe(income)
  expect(quoteIncome(income, quoteOf(call.id, call.bid, call.ask))).toBe(income)
  expect(quoteIncome(income, quoteOf(call.id, 0, call.ask))).toBe(income)
  const older = { [call.id]: { ...quoteOf(call.id, 5, 6)[call.id]!, time: '2026-11-12T20:58:59Z' } }
  expect(quoteIncome(income, older)).toBe(income)
})

test('the contract of a cell and the requested contract have the same figures after any ticks', () => {
  const cents = fc.integer({ min: 1, max: 2_000 })
  const ticks = fc.array(fc.record({ bid: cents, width: cents, index: fc.nat(8) }), { maxLength: 30 })
  fc.assert(
    fc.property(ticks, fc.nat(8), (sequence, chosen) => {
      const income = sampleIncome({ contract: sampleOptimals('call')[chosen]! })
      let quotes: Record<string, OptionQuote> = {}
      for (const { bid, width, index } of sequence) {
        const { id } = income.callOptimals[index]!
        quotes = { ...quotes, ...quoteOf(id, bid / 100, (bid + width) / 100) }
        const quoted = quoteIncome(income, quotes)
        const { contract } = quoted
        const { id: _, ...figures } = contract!
        expect(optionById(quoted, contract!.id)).toMatchObject(figures)
        expect(contract!.breakeven + contract!.premium).toBeCloseTo(231.42, 6)
        expect(contract!.maxReward / 100).toBeCloseTo(contract!.strike - contract!.breakeven, 2)
      }
    }),
  )
})

describe('at a newer price of the underlying', () => {
  test('a covered call without a cost basis has break-even, reward, risk and returns at it', () => {
    const quoted = quoteIncome(sampleIncome({ callOptimals: [call] }), {}, 232.5)
    const { chainPrice, callOptimals } = quoted
    const [figures] = callOptimals
    expect(chainPrice).toBe(232.5)
    expect(figures!.breakeven).toBeCloseTo(232.5 - call.premium, 6)
    expect(figures!.maxReward).toBeCloseTo((255 - 232.5 + call.premium) * 100, 6)
    expect(figures!.maxRisk).toBeCloseTo((232.5 - call.premium) * 100, 6)
    expect(figures!.return).toBeCloseTo(call.premium / 232.5, 6)
    expect(figures!.returns.ifAssigned?.onPrice).toBeCloseTo((255 - 232.5 + call.premium) / 232.5, 6)
  })

  test('shares held keep their cost, and missing ones are bought at the price', () => {
    const option = {
      ...call,
      breakeven: 210 - call.premium,
      maxReward: (255 - 210 + call.premium) * 100,
      maxRisk: (210 - call.premium) * 100,
    }
    const at = (stockQuantity: number) =>
      quoteIncome(sampleIncome({ costBasis: 210, stockQuantity, callOptimals: [option] }), {}, 232.5)
        .callOptimals[0]!.breakeven
    expect(at(100)).toBeCloseTo(210 - call.premium, 6)
    expect(at(60)).toBeCloseTo(0.6 * 210 + 0.4 * 232.5 - call.premium, 6)
  })

  test('a put depends on it only through its intrinsic value', () => {
    const [figures] = quoteIncome(sampleIncome({ putOptimals: [put] }), {}, 232.5).putOptimals
    expect(figures).toMatchObject({
      breakeven: put.breakeven,
      maxReward: put.maxReward,
      maxRisk: put.maxRisk,
    })
  })
})

test('the current price is the pushed one, or that of a response that is much newer', () => {
  const income = sampleIncome()
  const pushedAt = (time: string) => ({
    symbol: 'AAPL',
    last: 232.5,
    change: 1,
    percentageChange: 1,
    volume: 1,
    time,
  })
  expect(currentPrice(income, undefined)).toBe(231.42)
  expect(currentPrice(income, pushedAt('2026-11-12T20:58:30Z'))).toBe(232.5)
  expect(currentPrice(income, pushedAt('2026-11-12T20:50:00Z'))).toBe(231.42)
})
