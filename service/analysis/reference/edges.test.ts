/** Made-up symbols at the edges of what there is: each has a rule. */
import { describe, expect, test } from 'vitest'
import * as v from 'valibot'
import { IncomeSchema, type Income } from '#contract/responses/income.ts'
import { WhySchema, type Why } from '#contract/responses/resources.ts'
import { addDays } from '#service/markets/calendar.ts'
import { noBars } from '#service/markets/no-bars.ts'
import {
  barsFrom,
  chainFrom,
  changed,
  madeUpMarket,
  today,
  walk,
  type MadeUp,
} from './synthetic-chains.fixture.ts'
import { answersOf } from './scenarios.fixture.ts'

const analysed = async (made: MadeUp): Promise<{ why: Why; income: Income }> => {
  const answers = await answersOf(madeUpMarket({ EDGE: made }), 'no scan')
  return { why: await answers.why('EDGE'), income: await answers.income('EDGE') }
}

const edges: Record<string, MadeUp> = {
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
  'bids of nothing': { chain: changed(chainFrom('EDGE'), (each) => ({ ...each, bid: 0 })) },
  'asks of nothing': { chain: changed(chainFrom('EDGE'), (each) => ({ ...each, ask: 0 })) },
  'two contracts': { chain: { ...chainFrom('EDGE'), contracts: chainFrom('EDGE').contracts.slice(40, 42) } },
  'calls only': { chain: changed(chainFrom('EDGE'), (each) => (each.right === 'call' ? each : undefined)) },
  'one expiry, tomorrow': { chain: chainFrom('EDGE', { days: [3] }) },
  'nothing told of interest': { chain: chainFrom('EDGE', { openInterest: null, volume: null }) },
  'wild options': { chain: chainFrom('EDGE', { volatility: () => 2.5 }) },
  'asleep options': { chain: chainFrom('EDGE', { volatility: () => 0.04, step: 0.5 }) },
}

describe.each(Object.entries(edges))('%s', (name, made) => {
  test('gives resources that keep their schema, without a figure that is none', async () => {
    const { why, income } = await analysed(made)
    expect(v.safeParse(WhySchema, why).issues).toBeUndefined()
    expect(v.safeParse(IncomeSchema, income).issues).toBeUndefined()
    expect(JSON.stringify([why, income])).not.toMatch(/NaN|Infinity|undefined/)
  })

  test('every field that is null says why, and no other field does', async () => {
    const { why, income } = await analysed(made)
    const at = (object: object, path: string): unknown =>
      path.split('.').reduce<unknown>((value, key) => (value as Record<string, unknown>)[key], object)
    for (const { field } of why.unknown) expect(at(why, field), field).toBeNull()
    for (const { field } of income.unknown) expect(at(income, field), field).toBeNull()
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
    const told = new Set(why.unknown.map(({ field }) => field))
    expect(why.unknown.length).toBe(told.size)
    expect(
      fields.filter((field) => at(why, field) === null && !told.has(field)),
      `${name}: null without a reason`,
    ).toEqual([])
    if (income.sentiment === null) expect(income.unknown.map(({ field }) => field)).toContain('sentiment')
    if (income.stockPrice === null) expect(income.unknown.map(({ field }) => field)).toContain('stockPrice')
  })

  test('says nothing Good of what it does not know', async () => {
    const { why, income } = await analysed(made)
    for (const { checklist, daysUntilExpiry } of [...income.callOptimals, ...income.putOptimals]) {
      const good = new Set(checklist.filter(({ severity }) => severity === 'Good').map((item) => item.name))
      if ((daysUntilExpiry < 60 ? why.oneMonthTrend : why.sixMonthTrend) === null)
        expect(good).not.toContain('StockTrend')
      if (why.impliedVolatilityRank === null) expect(good).not.toContain('ImpliedVolatility')
      if (why.earningsDate === null) expect(good).not.toContain('Earnings')
    }
  })
})

describe('each edge has its reason', () => {
  const reason = async (made: MadeUp, field: string) =>
    (await analysed(made)).why.unknown.find((each) => each.field === field)?.reason

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
    const market = madeUpMarket({ IDX: edges['an index']!, LEV: edges['a leveraged fund']!, OWN: {} })
    const answers = await answersOf(market, 'scan')
    for (const symbol of ['IDX', 'LEV']) {
      const why = await answers.why(symbol)
      expect(why.technicalRank, symbol).toBeNull()
      expect(why.unknown.find(({ field }) => field === 'technicalRank')!.reason).toBe('not-ranked')
    }
    expect((await answers.why('OWN')).technicalRank).not.toBeNull()
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

  test('every part of the data says how it stands', async () => {
    const parts = async (made: MadeUp) => (await analysed(made)).why.dataStatus.parts!
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
    const old = addDays(today, -30)
    const { bars } = await parts({ bars: barsFrom(walk(), old) })
    expect(bars).toMatchObject({ state: 'old', reason: 'old-bars' })
    expect(bars.asOf!.slice(0, 10) <= old).toBe(true)
  })
})
