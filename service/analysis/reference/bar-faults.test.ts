/** Fault injection in bars: unadjusted splits, and bars that are missing, old, too few or flat. */
import { beforeAll, describe, expect, test } from 'vitest'
import { addDays } from '#service/markets/calendar.ts'
import type { Bars, Market } from '#service/markets/market.ts'
import { noBars } from '#service/markets/no-bars.ts'
import {
  analyseWithFault,
  healthySymbols,
  market,
  unknownReasons,
  refusedCount,
  tradedIds,
  severitiesOf,
} from './faults.fixture.ts'
import { tradesOf, type AnalysedSymbol } from './trades.fixture.ts'
import { createResponses, barsUntil, withReplacements } from './scenarios.fixture.ts'

let healthy: AnalysedSymbol[]
beforeAll(async () => {
  healthy = await healthySymbols()
})

describe('a split', () => {
  /**
   * Undoes the adjustment for a 4:1 split `sessionsAgo`: earlier prices are four times as high and,
   * with `scaled` volumes, earlier volumes a quarter.
   */
  const unadjust = (bars: Bars, sessionsAgo: number, volumes: 'scaled' | 'constant'): Bars => {
    const splitIndex = bars.close.length - sessionsAgo
    const scaled = (column: Float64Array) =>
      column.map((value, index) => (index < splitIndex ? value * 4 : value))
    return {
      ...bars,
      open: scaled(bars.open),
      high: scaled(bars.high),
      low: scaled(bars.low),
      close: scaled(bars.close),
      volume:
        volumes === 'scaled'
          ? bars.volume.map((value, index) => (index < splitIndex ? value / 4 : value))
          : bars.volume,
    }
  }

  test.each([
    [5, 'scaled'],
    [40, 'scaled'],
    [150, 'scaled'],
    [40, 'constant'],
  ] as const)(
    '%i sessions ago, with %s volumes, is corrected or unresolved',
    async (sessionsAgo, volumes) => {
      for (const { symbol, why: healthyWhy } of healthy) {
        const { why, income } = await analyseWithFault(symbol, {
          bars: (bars) => unadjust(bars, sessionsAgo, volumes),
        })
        const fields = ['sentiment', 'oneMonthTrend', 'sixMonthTrend', 'supportAndResistance'] as const
        for (const field of fields) {
          if (why[field] !== null) expect(why[field], `${symbol} ${field}`).toEqual(healthyWhy[field])
          else expect(unknownReasons(why)[field]).toBe('unresolved-split')
        }
        for (const field of ['week52Low', 'week52High'] as const)
          if (why.expandedQuote[field] !== null)
            expect(why.expandedQuote[field]).toBe(healthyWhy.expandedQuote[field])
          else expect(unknownReasons(why)[`expandedQuote.${field}`]).toBe('unresolved-split')
        for (const { scoreParts } of [...income.callOptimals, ...income.putOptimals])
          if (scoreParts.realizedVolatility !== null) expect(scoreParts.realizedVolatility).toBeLessThan(1)
      }
    },
  )

  test.each([
    ['20 % at normal volume', 1.25, 1],
    ['44 % at eight times the volume', 1.8, 8],
  ])('is not detected in a fall of %s', async (_, factor, volumeFactor) => {
    const { symbol } = healthy[0]!
    const withFall = (bars: Bars): Bars => {
      const fallIndex = bars.close.length - 40
      const scaled = (column: Float64Array) =>
        column.map((value, index) => (index < fallIndex ? value * factor : value))
      return {
        ...bars,
        open: scaled(bars.open),
        high: scaled(bars.high),
        low: scaled(bars.low),
        close: scaled(bars.close),
        // The volume returns to normal within two weeks.
        volume: bars.volume.map((value, index) =>
          index < fallIndex ? value : value * Math.max(1, volumeFactor * 0.8 ** (index - fallIndex)),
        ),
      }
    }
    const { why, bars } = await analyseWithFault(symbol, { bars: withFall })
    expect(why.sentiment).not.toBeNull()
    expect(why.expandedQuote.week52High).toBeCloseTo(Math.max(...bars.high.slice(-240)), 1)
  })

  test('after the time of the chain: nothing is recommended at a quarter of the chain’s price', async () => {
    for (const { symbol } of healthy) {
      const faultySymbol = await analyseWithFault(symbol, { price: (last) => last / 4 })
      expect(tradedIds(faultySymbol)).toEqual([])
    }
  })

  test('of the stock but not of its options: nothing is recommended, and contracts are refused', async () => {
    for (const { symbol } of healthy) {
      const faultySymbol = await analyseWithFault(symbol, {
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
      expect(refusedCount(faultySymbol)).toBeGreaterThan(0)
    }
  })
})

describe('unusable bars', () => {
  const cases: [string, string, (bars: Bars) => Bars][] = [
    ['no bars', 'no-bars', () => noBars],
    ['bars that are half a year old', 'old-bars', (bars) => barsUntil(bars, addDays(market.today(), -180))],
    ['bars that are three sessions old', 'old-bars', (bars) => barsUntil(bars, bars.date.at(-4)!)],
    [
      'three bars',
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
      'bars with a constant price',
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

  test.each(cases)('%s give no trend, rank and levels, with the reason %s', async (_, reason, bars) => {
    for (const { symbol } of healthy) {
      const faultySymbol = await analyseWithFault(symbol, { bars })
      const { why, income } = faultySymbol
      const reasons = unknownReasons(why)
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
      expect(severitiesOf(faultySymbol, 'StockTrend')).toEqual(new Set([null]))
      for (const { option } of tradesOf(faultySymbol)) expect(option.scoreParts.forecast).toBe('implied')
      const lastDay = faultySymbol.bars.date.at(-1) ?? null
      if (reason === 'old-bars' || reason === 'no-bars')
        expect(why.unknown.find(({ field }) => field === 'sentiment')!.asOf).toBe(lastDay)
    }
  })

  test('missing bars remove at most one recommended call', async () => {
    for (const { symbol, income } of healthy) {
      const faultySymbol = await analyseWithFault(symbol, { bars: () => noBars })
      expect(faultySymbol.income.callOptimals.length).toBeGreaterThanOrEqual(income.callOptimals.length - 1)
    }
  })

  test('missing or old bars of the benchmark leave the market trend without a verdict', async () => {
    for (const bars of [
      () => noBars,
      (original: Bars) => barsUntil(original, addDays(market.today(), -90)),
    ]) {
      const faultyMarket = withReplacements(market, market.benchmark(), { bars })
      const responses = await createResponses(faultyMarket, 'no scan')
      const income = await responses.income(healthy[0]!.symbol)
      const items = [...income.callOptimals, ...income.putOptimals].map(({ checklist }) =>
        checklist.find(({ name }) => name === 'MarketTrend')!,
      )
      expect(items.length).toBeGreaterThan(9)
      expect(new Set(items.map(({ severity }) => severity))).toEqual(new Set([null]))
    }
  })

  test('old bars produce no idea', { timeout: 30_000 }, async () => {
    const day = addDays(market.today(), -180)
    const sample = new Set((await market.universe()).filter((_, index) => index % 8 === 0))
    const smallMarket: Market = { ...market, universe: async () => [...sample].toSorted() }
    const { ideas: healthyIdeas } = await createResponses(smallMarket, 'scan')
    expect(healthyIdeas.length).toBeGreaterThan(0)
    const stale = new Set(healthyIdeas.map(({ symbol }) => symbol))
    const faultyMarket: Market = {
      ...smallMarket,
      async bars(symbol) {
        const bars = await smallMarket.bars(symbol)
        return bars && stale.has(symbol) ? barsUntil(bars, day) : bars
      },
    }
    const { ideas } = await createResponses(faultyMarket, 'scan')
    expect(ideas.filter(({ symbol }) => stale.has(symbol))).toEqual([])
  })
})
