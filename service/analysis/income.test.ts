import fc from 'fast-check'
import * as v from 'valibot'
import { describe, expect, test } from 'vitest'
import { renderEnglish } from '#contract/messages.ts'
import { checklistNames, IncomeSchema, type Income, type IncomeOption } from '#contract/resources.ts'
import type { Chain, Contract, Earnings, Profile } from '#service/market/market.ts'
import { config } from './config.ts'
import { analyseIncome } from './income.ts'
import { barsOf, chainOf, dataStatus, profileOf } from './made-up.fixture.ts'
import { trendOf } from './trend.ts'

const rising = barsOf(Array.from({ length: 260 }, (_, i) => 60 + i * 0.15 + Math.sin(i)))
const whole = chainOf({
  spot: 100,
  days: [7, 28, 35, 63, 84, 119, 147, 300],
  volatility: (strike) => 0.3 + 0.1 * Math.log(100 / strike),
  halfSpread: 0.03,
  step: 2.5,
})
type More = {
  query?: Parameters<typeof analyseIncome>[1]
  earnings?: Earnings | null
  profile?: Profile
  last?: number
}
const income = (
  chain: Chain | undefined,
  { query = {}, earnings = null, profile = profileOf('TEST'), last }: More = {},
): Income =>
  analyseIncome(
    {
      profile,
      bars: rising,
      chain,
      quote:
        last === undefined
          ? undefined
          : { symbol: 'TEST', last, change: 0, percentageChange: 0, volume: 0, time: dataStatus.asOf },
      earnings,
      volatilities: [],
      benchmark: { symbol: 'SPY', oneMonthTrend: trendOf(-3), sixMonthTrend: trendOf(4) },
      dataStatus,
      riskFreeRate: 0.04,
      today: '2026-08-21',
    },
    query,
  )
const everything = ({
  callOptimals,
  putOptimals,
  callAlternatives,
  putAlternatives,
}: Income): IncomeOption[] => [...callOptimals, ...putOptimals, ...callAlternatives, ...putAlternatives]
const severity = (option: IncomeOption, name: string) =>
  option.checklist.find((item) => item.name === name)?.severity

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

  test('the score is the formula of its parts', () => {
    for (const { serviceScore, scoreParts: parts } of everything(answer)) {
      const expected = Math.min(
        250,
        100 * parts.probabilityOfProfit * (1 + parts.expectedReward / parts.expectedRisk),
      )
      expect(Math.abs(serviceScore - expected)).toBeLessThan(2 + expected * 0.02)
      expect(parts.rangeLow).toBeLessThan(parts.rangeHigh)
    }
  })

  test('the market trend is the short one for short trades and the long one for long ones', () => {
    const short = answer.callOptimals.find(({ timeframe }) => timeframe === 'short')!
    const long = answer.callOptimals.find(({ timeframe }) => timeframe === 'long')!
    expect(severity(short, 'MarketTrend')).toBe('Bad')
    expect(severity(long, 'MarketTrend')).toBe('Good')
    expect(severity(long, 'StockTrend')).toBe('Good')
  })
})

describe('a position', () => {
  test('350 shares are three contracts, and all dollars are of the whole position', () => {
    const [one] = income(whole, {
      query: { legtype: 'call', timeframe: 'short', riskprofile: 'optimal' },
    }).callOptimals
    const answer = income(whole, { query: { stockQuantity: 350 } })
    const three = answer.callOptimals.find(({ id }) => id === one!.id)!
    expect(three.contracts).toBe(3)
    expect(three.maxReward).toBeCloseTo(one!.maxReward * 3, 1)
    expect(three.maxRisk).toBeCloseTo(one!.maxRisk * 3, 1)
    expect(three.inPlainEnglish).toMatch(/^Sell 3 TEST .* calls .* against 300 shares you own/)
    expect(answer.putOptimals[0]!.contracts).toBe(3)
    expect(answer.stockQuantity).toBe(350)
  })

  test('fewer than a hundred shares still make one contract', () =>
    expect(income(whole, { query: { stockQuantity: 40 } }).callOptimals[0]!.contracts).toBe(1))

  test('what the shares cost moves breakeven, reward and risk of calls and nothing of puts', () => {
    const plain = income(whole)
    const owned = income(whole, { query: { costBasis: 80 } })
    plain.callOptimals.forEach((option, index) => {
      const mine = owned.callOptimals[index]!
      expect(mine.breakeven).toBeCloseTo(option.breakeven - 20, 2)
      expect(mine.maxReward).toBeCloseTo(option.maxReward + 2000, 2)
      expect(mine.maxRisk).toBeCloseTo(option.maxRisk - 2000, 2)
      expect(mine.return).toBe(option.return)
      expect(mine.inPlainEnglish).toContain('shares you bought at $80.00')
    })
    expect(owned.putOptimals).toEqual(plain.putOptimals)
  })

  test('shares bought far higher: assignment would lock in a loss, and it says so', () => {
    const [option] = income(whole, { query: { costBasis: 150, legtype: 'call' } }).callOptimals
    expect(option!.maxReward).toBeLessThan(0)
    expect(option!.inPlainEnglish).toMatch(/below what you paid, for a total loss of \$[\d,.]+\./)
  })

  test('shares that cost less than the premium cannot lose', () => {
    const [option] = income(whole, { query: { costBasis: 0.01, legtype: 'call' } }).callOptimals
    expect(option!.breakeven).toBe(0)
    expect(option!.maxRisk).toBe(0)
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

  test('strikes too coarse for a band: the nearest one, with its probability', () => {
    const answer = income(chainOf({ spot: 100, days: [35], volatility: () => 0.25, step: 10 }), {
      query: { legtype: 'call', timeframe: 'short' },
    })
    expect(answer.callOptimals.length).toBeLessThan(3)
    expect(answer.callAlternatives.map(({ reasonMessage }) => reasonMessage.code)).toEqual([
      'alternative.probability-low',
    ])
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

describe('the checklist', () => {
  const short = (more: More) =>
    income(whole, { ...more, query: { legtype: 'call', timeframe: 'short', riskprofile: 'aggressive' } })
      .callOptimals[0]!

  test('earnings before expiry are a caution, after it they are not', () => {
    expect(
      severity(short({ earnings: { day: '2026-08-25', time: 'AfterClose', estimated: false } }), 'Earnings'),
    ).toBe('Neutral')
    expect(
      severity(short({ earnings: { day: '2026-12-01', time: 'AfterClose', estimated: false } }), 'Earnings'),
    ).toBe('Good')
    expect(
      severity(short({ earnings: { day: '2026-08-20', time: 'AfterClose', estimated: false } }), 'Earnings'),
    ).toBe('Good')
    expect(severity(short({ earnings: null }), 'Earnings')).toBe('Neutral')
    expect(severity(short({ profile: profileOf('TEST', { kind: 'etf' }) }), 'Earnings')).toBe('Good')
  })

  test('a dividend worth more than the time value of a call in the money invites early assignment', () => {
    const dividend = { exDate: '2026-08-28', amount: 9 }
    expect(severity(short({ profile: profileOf('TEST', { dividend }) }), 'Dividend')).toBe('Neutral')
    expect(severity(short({ profile: profileOf('TEST', { dividend }), last: 103.5 }), 'Dividend')).toBe('Bad')
    expect(
      severity(
        short({ profile: profileOf('TEST', { dividend: { exDate: '2026-12-01', amount: 9 } }) }),
        'Dividend',
      ),
    ).toBe('Good')
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
            asOf: new Date(0),
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
