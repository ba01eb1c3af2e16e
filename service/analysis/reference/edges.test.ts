/** Synthetic edge-case symbols, each with its rule. */
import { describe, expect, test } from 'vitest'
import * as v from 'valibot'
import { IncomeSchema, type Income } from '#contract/responses/income.ts'
import { WhySchema, type Why } from '#contract/responses/resources.ts'
import { addDays } from '#service/markets/calendar.ts'
import { noBars } from '#service/markets/no-bars.ts'
import {
  barsFrom,
  chainFrom,
  changeContracts,
  syntheticMarket,
  today,
  walk,
  type SyntheticSymbol,
} from './synthetic-chains.fixture.ts'
import { answersOf } from './scenarios.fixture.ts'

const analysed = async (symbolData: SyntheticSymbol): Promise<{ why: Why; income: Income }> => {
  const responses = await answersOf(syntheticMarket({ EDGE: symbolData }), 'no scan')
  return { why: await responses.why('EDGE'), income: await responses.income('EDGE') }
}

const edges: Record<string, SyntheticSymbol> = {
  healthy: {},
  'nothing at all': { bars: noBars, chain: null, price: null, earnings: null },
  'a price only': { bars: noBars, chain: null, price: 12.34, earnings: null },
  'options only': { bars: noBars, price: 100 },
  'one bar': { bars: barsFrom([100]) },
  'three bars': { bars: barsFrom([100, 101, 99]) },
  '49 bars': { bars: barsFrom(walk({ sessions: 49 })) },
  '199 bars': { bars: barsFrom(walk({ sessions: 199 })) },
  'a flat series': { bars: barsFrom(Array.from({ length: 300 }, () => 100)) },
  'no volume': { bars: barsFrom(walk(), today, 0) },
  'a penny stock': {
    bars: barsFrom(walk({ price: 0.42, volatility: 0.9 })),
    chain: chainFrom('EDGE', { spot: 0.42, step: 0.05, tick: 0.05 }),
  },
  'a very dear stock': {
    bars: barsFrom(walk({ price: 730_000, volatility: 0.2 })),
    chain: chainFrom('EDGE', { spot: 730_000 }),
  },
  'an index': { profile: { kind: 'index' }, chain: chainFrom('EDGE', { style: 'european' }) },
  'a leveraged fund': { profile: { kind: 'leveraged-etf' } },
  'a loss maker': { profile: { eps: -3 } },
  'no earnings figures': { profile: { eps: null, marketCap: null } },
  'bids of nothing': { chain: changeContracts(chainFrom('EDGE'), (contract) => ({ ...contract, bid: 0 })) },
  'asks of nothing': { chain: changeContracts(chainFrom('EDGE'), (contract) => ({ ...contract, ask: 0 })) },
  'two contracts': { chain: { ...chainFrom('EDGE'), contracts: chainFrom('EDGE').contracts.slice(40, 42) } },
  'calls only': {
    chain: changeContracts(chainFrom('EDGE'), (contract) =>
      contract.right === 'call' ? contract : undefined,
    ),
  },
  'one expiry, tomorrow': { chain: chainFrom('EDGE', { days: [3] }) },
  'nothing told of interest': { chain: chainFrom('EDGE', { openInterest: null, volume: null }) },
  'wild options': { chain: chainFrom('EDGE', { volatility: () => 2.5 }) },
  'asleep options': { chain: chainFrom('EDGE', { volatility: () => 0.04, step: 0.5 }) },
}

describe.each(Object.entries(edges))('%s', (name, symbolData) => {
  test('gives responses that match their schema, without invalid numbers', async () => {
    const { why, income } = await analysed(symbolData)
    expect(v.safeParse(WhySchema, why).issues).toBeUndefined()
    expect(v.safeParse(IncomeSchema, income).issues).toBeUndefined()
    expect(JSON.stringify([why, income])).not.toMatch(/NaN|Infinity|undefined/)
  })

  test('every null field has a reason, and no other field has one', async () => {
    const { why, income } = await analysed(symbolData)
    const valueAt = (object: object, path: string): unknown =>
      path.split('.').reduce<unknown>((value, key) => (value as Record<string, unknown>)[key], object)
    for (const { field } of why.unknown) expect(valueAt(why, field), field).toBeNull()
    for (const { field } of income.unknown) expect(valueAt(income, field), field).toBeNull()
    const fields = [
      'sentiment',
      'technicalRank',
      'sentence',
      'sentenceMessage',
      'supportAndResistance',
      'oneMonthTrend',
      'sixMonthTrend',
      'expandedQuote.last',
      'expandedQuote.change',
      'expandedQuote.percentageChange',
      'expandedQuote.volume',
      'expandedQuote.week52Low',
      'expandedQuote.week52High',
    ]
    const unknownFields = new Set(why.unknown.map(({ field }) => field))
    expect(why.unknown.length).toBe(unknownFields.size)
    expect(
      fields.filter((field) => valueAt(why, field) === null && !unknownFields.has(field)),
      `${name}: null without a reason`,
    ).toEqual([])
    if (income.sentiment === null) expect(income.unknown.map(({ field }) => field)).toContain('sentiment')
    if (income.stockPrice === null) expect(income.unknown.map(({ field }) => field)).toContain('stockPrice')
  })

  test('unknown data is never Good', async () => {
    const { why, income } = await analysed(symbolData)
    for (const { checklist, daysUntilExpiry } of [...income.callOptimals, ...income.putOptimals]) {
      const goodItems = new Set(
        checklist.filter(({ severity }) => severity === 'Good').map((item) => item.name),
      )
      if ((daysUntilExpiry < 60 ? why.oneMonthTrend : why.sixMonthTrend) === null)
        expect(goodItems).not.toContain('StockTrend')
      if (why.impliedVolatilityRank === null) expect(goodItems).not.toContain('ImpliedVolatility')
      if (why.earningsDate === null) expect(goodItems).not.toContain('Earnings')
    }
  })
})

describe('each edge has its reason', () => {
  const reason = async (symbolData: SyntheticSymbol, field: string) =>
    (await analysed(symbolData)).why.unknown.find((entry) => entry.field === field)?.reason

  test.each([
    ['nothing at all', 'expandedQuote.last', 'no-price'],
    ['nothing at all', 'sentiment', 'no-bars'],
    ['a price only', 'expandedQuote.week52High', 'no-bars'],
    ['one bar', 'sixMonthTrend', 'too-few-bars'],
    ['three bars', 'oneMonthTrend', 'too-few-bars'],
    ['three bars', 'sentiment', 'too-few-bars'],
    ['49 bars', 'oneMonthTrend', 'too-few-bars'],
    ['199 bars', 'sixMonthTrend', 'too-few-bars'],
    ['a flat series', 'oneMonthTrend', 'flat-bars'],
    ['a flat series', 'sentiment', 'flat-bars'],
    ['healthy', 'technicalRank', 'no-scan'],
  ])('%s: %s is null for %s', async (edge, field, expected) => {
    expect(await reason(edges[edge]!, field)).toBe(expected)
  })

  test('an index and a leveraged fund are not ranked', async () => {
    const market = syntheticMarket({ IDX: edges['an index']!, LEV: edges['a leveraged fund']!, OWN: {} })
    const responses = await answersOf(market, 'scan')
    for (const symbol of ['IDX', 'LEV']) {
      const why = await responses.why(symbol)
      expect(why.technicalRank, symbol).toBeNull()
      expect(why.unknown.find(({ field }) => field === 'technicalRank')!.reason).toBe('not-ranked')
    }
    expect((await responses.why('OWN')).technicalRank).not.toBeNull()
  })

  test('with 199 bars the month’s trend gives the sentiment', async () => {
    const { why } = await analysed(edges['199 bars']!)
    expect(why.oneMonthTrend).not.toBeNull()
    expect(why.sentiment).toBe(why.oneMonthTrend!.sentimentInterpretation)
  })

  test('an index has no income trades, nor has a symbol without options', async () => {
    for (const edge of [
      'an index',
      'nothing at all',
      'a price only',
      'bids of nothing',
      'asks of nothing',
      'one expiry, tomorrow',
    ]) {
      const { income } = await analysed(edges[edge]!)
      expect([...income.callOptimals, ...income.putOptimals], edge).toEqual([])
    }
  })

  test('every part of the data has its status', async () => {
    const parts = async (symbolData: SyntheticSymbol) => (await analysed(symbolData)).why.dataStatus.parts!
    expect(await parts({})).toMatchObject({
      price: { state: 'current', reason: null },
      options: { state: 'current', reason: null },
      bars: { state: 'current', reason: null },
      earnings: { state: 'current', reason: null },
    })
    expect((await parts(edges['nothing at all']!)).price).toEqual({
      state: 'unknown',
      asOf: null,
      reason: 'no-price',
    })
    expect((await parts(edges['nothing at all']!)).bars).toEqual({
      state: 'unknown',
      asOf: null,
      reason: 'no-bars',
    })
    expect((await parts(edges['nothing at all']!)).options).toEqual({
      state: 'unknown',
      asOf: null,
      reason: 'no-chain',
    })
    expect((await parts(edges['nothing at all']!)).earnings).toMatchObject({
      state: 'unknown',
      reason: 'not-given',
    })
    const oldDay = addDays(today, -30)
    const { bars } = await parts({ bars: barsFrom(walk(), oldDay) })
    expect(bars).toMatchObject({ state: 'old', reason: 'old-bars' })
    expect(bars.asOf!.slice(0, 10) <= oldDay).toBe(true)
  })
})
