/** Synthetic symbols with unusual data: valid responses, and a reason for each unknown field. */
import { describe, expect, test } from 'vitest'
import * as v from 'valibot'
import { IncomeSchema, type Income, type IncomeOption } from '#contract/responses/income.ts'
import { WhySchema, type Why } from '#contract/responses/resources.ts'
import { addDays } from '#service/markets/calendar.ts'
import { noBars } from '#service/markets/no-bars.ts'
import {
  barsFrom,
  chainFrom,
  changeContracts,
  earningsAfterExpiries,
  flatSmile,
  syntheticMarket,
  today,
  randomWalk,
  type SyntheticChainOptions,
  type SyntheticSymbol,
} from './synthetic-market.fixture.ts'
import { createResponses } from './scenarios.fixture.ts'

const analyse = async (symbolData: SyntheticSymbol): Promise<{ why: Why; income: Income }> => {
  const responses = await createResponses(syntheticMarket({ EDGE: symbolData }), 'no scan')
  return { why: await responses.why('EDGE'), income: await responses.income('EDGE') }
}

const edgeCases: Record<string, SyntheticSymbol> = {
  healthy: {},
  'nothing at all': { bars: noBars, chain: null, price: null, earnings: null },
  'a price only': { bars: noBars, chain: null, price: 12.34, earnings: null },
  'options only': { bars: noBars, price: 100 },
  'one bar': { bars: barsFrom([100]) },
  'three bars': { bars: barsFrom([100, 101, 99]) },
  '49 bars': { bars: barsFrom(randomWalk({ sessions: 49 })) },
  '199 bars': { bars: barsFrom(randomWalk({ sessions: 199 })) },
  'a flat series': { bars: barsFrom(Array.from({ length: 300 }, () => 100)) },
  'no volume': { bars: barsFrom(randomWalk(), today, 0) },
  'a penny stock': {
    bars: barsFrom(randomWalk({ price: 0.42, volatility: 0.9 })),
    chain: chainFrom('EDGE', { spot: 0.42, step: 0.05, tick: 0.05 }),
  },
  'a very expensive stock': {
    bars: barsFrom(randomWalk({ price: 730_000, volatility: 0.2 })),
    chain: chainFrom('EDGE', { spot: 730_000 }),
  },
  'an index': { profile: { kind: 'index' }, chain: chainFrom('EDGE', { style: 'european' }) },
  'a leveraged fund': { profile: { kind: 'leveraged-etf' } },
  'a company with losses': { profile: { eps: -3 } },
  'no earnings figures': { profile: { eps: null, marketCap: null } },
  'no bids': { chain: changeContracts(chainFrom('EDGE'), (contract) => ({ ...contract, bid: 0 })) },
  'no asks': { chain: changeContracts(chainFrom('EDGE'), (contract) => ({ ...contract, ask: 0 })) },
  'two contracts': { chain: { ...chainFrom('EDGE'), contracts: chainFrom('EDGE').contracts.slice(40, 42) } },
  'calls only': {
    chain: changeContracts(chainFrom('EDGE'), (contract) =>
      contract.right === 'call' ? contract : undefined,
    ),
  },
  'one expiry, in three days': { chain: chainFrom('EDGE', { days: [3] }) },
  'no open interest and volume': { chain: chainFrom('EDGE', { openInterest: null, volume: null }) },
  'very volatile options': { chain: chainFrom('EDGE', { volatility: () => 2.5 }) },
  'options with hardly any volatility': { chain: chainFrom('EDGE', { volatility: () => 0.04, step: 0.5 }) },
}

describe.each(Object.entries(edgeCases))('%s', (name, symbolData) => {
  test('gives responses that match their schema, without invalid numbers', async () => {
    const { why, income } = await analyse(symbolData)
    expect(v.safeParse(WhySchema, why).issues).toBeUndefined()
    expect(v.safeParse(IncomeSchema, income).issues).toBeUndefined()
    expect(JSON.stringify([why, income])).not.toMatch(/NaN|Infinity|undefined/)
  })

  test('every null field has a reason, and no other field has one', async () => {
    const { why, income } = await analyse(symbolData)
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

  test('a checklist item without its data is never Good', async () => {
    const { why, income } = await analyse(symbolData)
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

describe('reasons for unknown fields', () => {
  const reasonOf = async (symbolData: SyntheticSymbol, field: string) =>
    (await analyse(symbolData)).why.unknown.find((entry) => entry.field === field)?.reason

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
  ])('with %s, %s is null for the reason %s', async (name, field, expected) => {
    expect(await reasonOf(edgeCases[name]!, field)).toBe(expected)
  })

  test('an index and a leveraged fund are not ranked', async () => {
    const market = syntheticMarket({
      IDX: edgeCases['an index']!,
      LEV: edgeCases['a leveraged fund']!,
      OWN: {},
    })
    const responses = await createResponses(market, 'scan')
    for (const symbol of ['IDX', 'LEV']) {
      const why = await responses.why(symbol)
      expect(why.technicalRank, symbol).toBeNull()
      expect(why.unknown.find(({ field }) => field === 'technicalRank')!.reason).toBe('not-ranked')
    }
    // The reason of a stock is the small market.
    expect((await responses.why('OWN')).unknown.find(({ field }) => field === 'technicalRank')).toMatchObject(
      {
        reason: 'not-given',
        cause: 'too-few-ranked',
      },
    )
  })

  test('with 199 bars the sentiment is that of the one-month trend', async () => {
    const { why } = await analyse(edgeCases['199 bars']!)
    expect(why.oneMonthTrend).not.toBeNull()
    expect(why.sentiment).toBe(why.oneMonthTrend!.sentimentInterpretation)
  })

  test('an index and symbols without usable options have no income trades', async () => {
    for (const name of [
      'an index',
      'nothing at all',
      'a price only',
      'no bids',
      'no asks',
      'one expiry, in three days',
    ]) {
      const { income } = await analyse(edgeCases[name]!)
      expect([...income.callOptimals, ...income.putOptimals], name).toEqual([])
    }
  })

  test('the response has the status of every part of the data', async () => {
    const parts = async (symbolData: SyntheticSymbol) => (await analyse(symbolData)).why.dataStatus.parts!
    expect(await parts({})).toMatchObject({
      price: { state: 'current', reason: null },
      options: { state: 'current', reason: null },
      bars: { state: 'current', reason: null },
      earnings: { state: 'current', reason: null },
    })
    expect((await parts(edgeCases['nothing at all']!)).price).toEqual({
      state: 'unknown',
      asOf: null,
      reason: 'no-price',
      source: 'simulated',
      class: 'real-time',
    })
    expect((await parts(edgeCases['nothing at all']!)).bars).toEqual({
      state: 'unknown',
      asOf: null,
      reason: 'no-bars',
      source: 'simulated',
      class: 'real-time',
    })
    expect((await parts(edgeCases['nothing at all']!)).options).toEqual({
      state: 'unknown',
      asOf: null,
      reason: 'no-chain',
      source: 'simulated',
      class: 'real-time',
    })
    expect((await parts(edgeCases['nothing at all']!)).earnings).toMatchObject({
      state: 'unknown',
      reason: 'not-given',
    })
    const oldDay = addDays(today, -30)
    const { bars } = await parts({ bars: barsFrom(randomWalk(), oldDay) })
    expect(bars).toMatchObject({ state: 'old', reason: 'old-bars' })
    expect(bars.asOf!.slice(0, 10) <= oldDay).toBe(true)
  })
})

describe('STALEU: a chain quoted while the underlying was at another price', () => {
  const quotedAt = (spot: number, overrides: Partial<SyntheticChainOptions> = {}): SyntheticSymbol => ({
    chain: {
      ...chainFrom('EDGE', { spot, step: 2.5, volatility: flatSmile(0.3), ...overrides }),
      underlyingPrice: 100,
    },
  })

  test('at 103 for 100 is refused as `price-drift`, in How and in the volatility of Why', async () => {
    const { why, income } = await analyse(quotedAt(103))
    expect(why.impliedVolatility).toBeNull()
    const reasons = new Map(why.unknown.map(({ field, reason }) => [field, reason]))
    expect(reasons.get('impliedVolatility')).toBe('price-drift')
    expect(reasons.get('impliedVolatilityRank')).toBe('price-drift')
    expect(income.unknown).toEqual(
      ['callOptimals', 'putOptimals'].map((field) => ({ field, reason: 'price-drift', asOf: today })),
    )
    expect(income.refused).toEqual([{ reason: 'price-drift', count: income.listedContracts }])
    const { callOptimals, putOptimals, callAlternatives, putAlternatives } = income
    expect([...callOptimals, ...putOptimals, ...callAlternatives, ...putAlternatives]).toEqual([])
  })

  test.each([
    ['a quarter after today', quotedAt(103, { days: [91, 182] })],
    ['with dividends that later expiries include', quotedAt(102, { yield: 0.03 })],
  ])('is also refused %s', async (_, symbolData) => {
    expect((await analyse(symbolData)).why.impliedVolatility).toBeNull()
  })

  test.each([
    ['at 100', quotedAt(100)],
    ['a quarter of a per cent above', quotedAt(100.25)],
    ['below, which dividends explain', quotedAt(99)],
  ])('is accepted %s', async (_, symbolData) => {
    const { why, income } = await analyse(symbolData)
    expect(why.impliedVolatility).not.toBeNull()
    expect(income.unknown).toEqual([])
  })

  test('is doubtful, not at another price, as much above with wide quotes', async () => {
    const { why, income } = await analyse(quotedAt(103, { spread: 1 }))
    expect(why.unknown).toContainEqual(
      expect.objectContaining({ field: 'impliedVolatility', cause: 'doubtful-quotes' }),
    )
    expect(income.unknown).toEqual([])
  })
})

describe('EVENTA: options imply an event that no calendar has', () => {
  // The volatility is 25 %, and an event after 28 days adds a move of 12 %.
  const move = 0.12
  const volatility = (_: number, years: number): number =>
    Math.sqrt(0.25 ** 2 + (years > 28 / 365 ? move ** 2 / years : 0))
  const days = [7, 14, 21, 28, 35, 63, 91, 119, 182]
  const [after, until] = [addDays(today, 28), addDays(today, 35)]
  const eventa: SyntheticSymbol = {
    chain: chainFrom('EDGE', { days, volatility, step: 2.5, spread: 0.02 }),
    earnings: null,
  }
  const tradesOf = async (symbolData: SyntheticSymbol): Promise<IncomeOption[]> => {
    const { income } = await analyse(symbolData)
    return [...income.callOptimals, ...income.putOptimals]
  }

  test('trades that span it have its move and window, a warning, a sentence, and its variance in the score', async () => {
    const trades = await tradesOf(eventa)
    const spanning = trades.filter(({ expiryDate }) => expiryDate >= until)
    expect(spanning.length).toBeGreaterThan(6)
    for (const { impliedEvent, warnings, checklist, scoreParts } of spanning) {
      expect(impliedEvent).toEqual({ move: expect.closeTo(move, 2), after, until })
      expect(warnings).toContain('earnings-before-expiry')
      expect(checklist.find(({ name }) => name === 'Earnings')).toMatchObject({
        severity: 'Neutral',
        sentenceMessage: { code: 'checklist.Earnings.Neutral.implied', params: { after, until } },
      })
      expect(scoreParts.reportMove).toBeGreaterThan(move - 0.005)
    }
    for (const { expiryDate, impliedEvent, warnings, scoreParts } of trades)
      if (expiryDate < until) {
        expect(impliedEvent).toBeNull()
        expect(warnings).not.toContain('earnings-before-expiry')
        expect(scoreParts.reportMove).toBeNull()
      }
  })

  test('it needs no report before the expiry: with a known one, only that is named', async () => {
    const trades = await tradesOf({
      ...eventa,
      earnings: { day: addDays(today, 31), time: 'AfterClose', estimated: false },
    })
    expect(trades.filter(({ impliedEvent }) => impliedEvent)).toEqual([])
    // A report after all expiries does not explain it.
    expect((await tradesOf({ ...eventa, earnings: earningsAfterExpiries })).some((t) => t.impliedEvent)).toBe(
      true,
    )
  })

  test('funds, flat surfaces, rising volatilities and wide quotes imply none', async () => {
    const flat = { ...eventa, chain: chainFrom('EDGE', { days, volatility: flatSmile(0.25), spread: 0.02 }) }
    const rising = (_: number, years: number): number => 0.2 + 0.1 * Math.sqrt(years)
    for (const symbolData of [
      { ...eventa, profile: { kind: 'etf' } },
      flat,
      { ...flat, chain: chainFrom('EDGE', { days, volatility: rising, spread: 0.02 }) },
      { ...flat, chain: chainFrom('EDGE', { days, spread: 0.1 }) },
      { ...eventa, chain: chainFrom('EDGE', { days, volatility, step: 2.5, spread: 0.8 }) },
    ] satisfies SyntheticSymbol[])
      expect((await tradesOf(symbolData)).filter(({ impliedEvent }) => impliedEvent)).toEqual([])
  })
})
