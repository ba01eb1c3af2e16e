/** Injected faults of bars: unadjusted splits, and bars that are missing, old, few or flat. */
import { beforeAll, describe, expect, test } from 'vitest'
import { addDays } from '#service/markets/calendar.ts'
import type { Bars, Market } from '#service/markets/market.ts'
import { noBars } from '#service/markets/no-bars.ts'
import { faulty, healthySymbols, market, reasonsOf, refusals, tradedIds, verdicts } from './faults.fixture.ts'
import { tradesOf, type Symbol } from './trades.fixture.ts'
import { answersOf, barsUntil, withReplaced } from './scenarios.fixture.ts'

let healthy: Symbol[]
beforeAll(async () => {
  healthy = await healthySymbols()
})

describe('a split', () => {
  /** Bars as they were before a 4:1 split, up to `back` sessions ago: prices four times, volume a quarter. */
  const unadjusted = (bars: Bars, back: number, volumes: 'told' | 'untold'): Bars => {
    const at = bars.close.length - back
    const scaled = (column: Float64Array) => column.map((value, index) => (index < at ? value * 4 : value))
    return {
      ...bars,
      open: scaled(bars.open),
      high: scaled(bars.high),
      low: scaled(bars.low),
      close: scaled(bars.close),
      volume:
        volumes === 'told'
          ? bars.volume.map((value, index) => (index < at ? value / 4 : value))
          : bars.volume,
    }
  }

  test.each([
    [5, 'told'],
    [40, 'told'],
    [150, 'told'],
    [40, 'untold'],
  ] as const)('of the stock %i sessions ago, volumes %s: corrected or refused', async (back, volumes) => {
    for (const { symbol, why: healthyWhy } of healthy) {
      const { why, income } = await faulty(symbol, { bars: (bars) => unadjusted(bars, back, volumes) })
      const fields = ['sentiment', 'oneMonthTrend', 'sixMonthTrend', 'supportAndResistance'] as const
      for (const field of fields) {
        if (why[field] !== null) expect(why[field], `${symbol} ${field}`).toEqual(healthyWhy[field])
        else expect(reasonsOf(why)[field]).toBe('unresolved-split')
      }
      for (const field of ['week52Low', 'week52High'] as const)
        if (why.expandedQuote[field] !== null)
          expect(why.expandedQuote[field]).toBe(healthyWhy.expandedQuote[field])
        else expect(reasonsOf(why)[`expandedQuote.${field}`]).toBe('unresolved-split')
      if (why.impliedVolatilityRankBasis === 'historical')
        expect(why.impliedVolatilityRank).toBe(healthyWhy.impliedVolatilityRank)
      for (const { scoreParts } of [...income.callOptimals, ...income.putOptimals])
        if (scoreParts.realizedVolatility !== null) expect(scoreParts.realizedVolatility).toBeLessThan(1)
    }
  })

  test.each([
    ['a fifth, quietly', 1.25, 1],
    ['nearly a half, with everybody selling', 1.8, 8],
  ])('a fall of %s is no split', async (_, factor, crowd) => {
    const { symbol } = healthy[0]!
    const fallen = (bars: Bars): Bars => {
      const at = bars.close.length - 40
      const scaled = (column: Float64Array) =>
        column.map((value, index) => (index < at ? value * factor : value))
      return {
        ...bars,
        open: scaled(bars.open),
        high: scaled(bars.high),
        low: scaled(bars.low),
        close: scaled(bars.close),
        // The crowd leaves within two weeks.
        volume: bars.volume.map((value, index) =>
          index < at ? value : value * Math.max(1, crowd * 0.8 ** (index - at)),
        ),
      }
    }
    const { why, bars } = await faulty(symbol, { bars: fallen })
    expect(why.sentiment).not.toBeNull()
    expect(why.expandedQuote.week52High).toBeCloseTo(Math.max(...bars.high.slice(-240)), 1)
  })

  test('since the chain was made: the price is a quarter of what its strikes are about', async () => {
    for (const { symbol } of healthy) {
      const faultySymbol = await faulty(symbol, { price: (last) => last / 4 })
      expect(tradedIds(faultySymbol)).toEqual([])
    }
  })

  test('of the stock, whose options still stand as before it', async () => {
    for (const { symbol } of healthy) {
      const faultySymbol = await faulty(symbol, {
        chain: (chain) => ({ ...chain, underlyingPrice: chain.underlyingPrice / 4 }),
        price: (last) => last / 4,
        bars: (bars) => ({
          ...bars,
          open: bars.open.map((value) => value / 4),
          high: bars.high.map((value) => value / 4),
          low: bars.low.map((value) => value / 4),
          close: bars.close.map((value) => value / 4),
        }),
      })
      expect(tradedIds(faultySymbol)).toEqual([])
      expect(refusals(faultySymbol)).toBeGreaterThan(0)
    }
  })
})

describe('bars that say nothing of today', () => {
  const cases: [string, string, (bars: Bars) => Bars][] = [
    ['none', 'no-bars', () => noBars],
    ['half a year old', 'old-bars', (bars) => barsUntil(bars, addDays(market.today(), -180))],
    ['three sessions old', 'old-bars', (bars) => barsUntil(bars, bars.date.at(-4)!)],
    [
      'three of them',
      'too-few-bars',
      ({ date, open, high, low, close, volume }) => ({
        date: date.slice(-3),
        open: open.slice(-3),
        high: high.slice(-3),
        low: low.slice(-3),
        close: close.slice(-3),
        volume: volume.slice(-3),
      }),
    ],
    [
      'all of one price',
      'flat-bars',
      (bars) => {
        const constantCloses = bars.close.map(() => bars.close.at(-1)!)
        return {
          ...bars,
          open: constantCloses,
          high: constantCloses,
          low: constantCloses,
          close: constantCloses,
        }
      },
    ],
  ]

  test.each(cases)('%s: no trend, rank, levels or range, and the reason is %s', async (_, reason, bars) => {
    for (const { symbol } of healthy) {
      const faultySymbol = await faulty(symbol, { bars })
      const { why, income } = faultySymbol
      const reasons = reasonsOf(why)
      for (const field of [
        'sentiment',
        'oneMonthTrend',
        'sixMonthTrend',
        'supportAndResistance',
        'sentence',
      ] as const) {
        expect(why[field], `${symbol} ${field}`).toBeNull()
        expect(reasons[field], `${symbol} ${field}`).toBe(reason)
      }
      expect(why.technicalRank).toBeNull()
      expect(why.rules).toEqual([])
      if (reason !== 'flat-bars' && reason !== 'too-few-bars') {
        expect(why.expandedQuote.week52High).toBeNull()
        expect(reasons['expandedQuote.week52High']).toBe(reason)
      }
      expect(income.sentiment).toBeNull()
      expect(verdicts(faultySymbol, 'StockTrend')).toEqual(new Set([null]))
      for (const { option } of tradesOf(faultySymbol)) expect(option.scoreParts.forecast).toBe('implied')
      const lastDay = faultySymbol.bars.date.at(-1) ?? null
      if (reason === 'old-bars' || reason === 'no-bars')
        expect(why.unknown.find(({ field }) => field === 'sentiment')!.asOf).toBe(lastDay)
    }
  })

  test('and the options, which have nothing to do with it, are still there', async () => {
    for (const { symbol, income } of healthy) {
      const faultySymbol = await faulty(symbol, { bars: () => noBars })
      expect(faultySymbol.income.callOptimals.length).toBeGreaterThanOrEqual(income.callOptimals.length - 1)
    }
  })

  test('of the benchmark: no trend of the market, and none that is Good', async () => {
    for (const bars of [
      () => noBars,
      (original: Bars) => barsUntil(original, addDays(market.today(), -90)),
    ]) {
      const over = withReplaced(market, market.benchmark(), { bars })
      const responses = await answersOf(over, 'no scan')
      const income = await responses.income(healthy[0]!.symbol)
      const items = [...income.callOptimals, ...income.putOptimals].map(({ checklist }) =>
        checklist.find(({ name }) => name === 'MarketTrend')!,
      )
      expect(items.length).toBeGreaterThan(9)
      expect(new Set(items.map(({ severity }) => severity))).toEqual(new Set([null]))
    }
  })

  test('make no idea', { timeout: 30_000 }, async () => {
    const day = addDays(market.today(), -180)
    const sample = new Set((await market.universe()).filter((_, index) => index % 8 === 0))
    const small: Market = { ...market, universe: async () => [...sample].toSorted() }
    const { ideas: healthyIdeas } = await answersOf(small, 'scan')
    expect(healthyIdeas.length).toBeGreaterThan(0)
    const stale = new Set(healthyIdeas.map(({ symbol }) => symbol))
    const over: Market = {
      ...small,
      async bars(symbol) {
        const bars = await small.bars(symbol)
        return bars && stale.has(symbol) ? barsUntil(bars, day) : bars
      },
    }
    const { ideas } = await answersOf(over, 'scan')
    expect(ideas.filter(({ symbol }) => stale.has(symbol))).toEqual([])
  })
})
