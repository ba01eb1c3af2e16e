/**
 * Injected faults: a healthy symbol of the simulated market, one thing wrong with it. What is wrong must not reach a
 * recommendation, nor a "Good", and the answers must say what they no longer know.
 */
import { beforeAll, describe, expect, test } from 'vitest'
import type { ChecklistItem, Why } from '#contract/resources.ts'
import { addDays, previousTradingDay, sessionClose } from '#service/market/calendar.ts'
import type { Bars, Chain, Contract, Market } from '#service/market/market.ts'
import { noBars } from '#service/market/no-bars.ts'
import { changed } from './made-up.fixture.ts'
import { severities } from './statements.oracle.ts'
import { symbolsOf, tradesOf, type Symbol } from './trades.fixture.ts'
import { answersOf, barsUntil, simulated, withReplaced, type Replaced } from './worlds.fixture.ts'

const market = simulated()

/** Names with tight quotes that fill every cell, payers of dividends and others. */
const names = ['AAPL', 'MSFT', 'NVDA', 'KO', 'XOM', 'JPM']
let healthy: Symbol[]

beforeAll(async () => {
  healthy = (await symbolsOf(market, names)).filter(
    ({ income }) => income.callOptimals.length >= 8 && income.putOptimals.length >= 8,
  )
})

const faulty = async (symbol: string, replaced: Replaced, over: Market = market): Promise<Symbol> =>
  (await symbolsOf(withReplaced(over, symbol, replaced), [symbol]))[0]!

const tradedIds = (symbol: Symbol): string[] => tradesOf(symbol).map(({ option }) => option.id)

const verdicts = (symbol: Symbol, name: ChecklistItem['name']) =>
  new Set(
    tradesOf(symbol).map(({ option }) => option.checklist.find((item) => item.name === name)!.severity),
  )

const reasonsOf = ({ unknown }: Why): Record<string, string> =>
  Object.fromEntries(unknown.map(({ field, reason }) => [field, reason]))

const refusals = ({ income }: Symbol): number => income.refused.reduce((sum, { count }) => sum + count, 0)

test('the symbols are healthy to begin with', () => {
  expect(healthy.length).toBeGreaterThanOrEqual(4)
  for (const symbol of healthy) {
    expect(symbol.why.sentiment).not.toBeNull()
    expect(symbol.income.unknown).toEqual([])
    for (const trade of tradesOf(symbol)) expect(severities(trade).StockTrend).not.toBeNull()
  }
})

describe('a broken quote', () => {
  type Breaking = (contract: Contract) => Contract
  const breakings: [string, Breaking][] = [
    ['twice its worth', (each) => ({ ...each, bid: each.bid * 2 + 0.2, ask: each.ask * 2 + 0.2 })],
    ['five times its worth', (each) => ({ ...each, bid: each.bid * 5 + 0.5, ask: each.ask * 5 + 0.6 })],
    ['the bid of another day under today’s ask', (each) => ({ ...each, bid: each.ask * 1.8, ask: each.ask * 4 })],
    ['crossed', (each) => ({ ...each, bid: each.ask + 0.05, ask: each.bid })],
    ['locked', (each) => ({ ...each, ask: each.bid })],
    ['a third of its worth', (each) => ({ ...each, bid: each.bid / 3, ask: each.bid / 2.5 })],
    ['above the stock', (each) => ({ ...each, bid: each.strike * 3, ask: each.strike * 3.1 })],
    ['no bid', (each) => ({ ...each, bid: 0 })],
    ['no ask', (each) => ({ ...each, ask: 0 })],
  ]

  test.each(breakings)('%s: never recommended, in place of any recommended contract', async (_, breaking) => {
    for (const { symbol, income } of healthy) {
      // One at a time would be thorough and slow; every third trade is broken at once, which leaves its neighbours whole.
      const chosen = [...income.callOptimals, ...income.putOptimals].map(({ id }) => id)
      for (const start of [0, 1, 2]) {
        const broken = new Set(chosen.filter((_, at) => at % 3 === start))
        const after = await faulty(symbol, {
          chain: (chain) => changed(chain, (each) => (broken.has(each.id) ? breaking(each) : each)),
        })
        expect(
          tradedIds(after).filter((id) => broken.has(id)),
          `${symbol}`,
        ).toEqual([])
        expect(refusals(after), 'counted').toBeGreaterThan(0)
      }
    }
  })

  test('a far call that bids more than a nearer one asks, of which nobody bids', async () => {
    for (const { symbol, chain, income } of healthy) {
      const { expiryDate } = income.callOptimals.find(({ timeframe }) => timeframe === 'short')!
      const calls = chain.contracts.filter(
        (each) => each.right === 'call' && each.expiry === expiryDate && each.strike > chain.underlyingPrice,
      )
      const [far, nearer] = [calls.at(-1)!, calls.at(-2)!]
      const after = await faulty(symbol, {
        chain: (given) =>
          changed(given, (each) => {
            if (each.id === far.id)
              return {
                ...each,
                bid: chain.underlyingPrice * 0.08,
                ask: chain.underlyingPrice * 0.085,
                openInterest: 5_000,
              }
            return each.id === nearer.id ? { ...each, bid: 0, ask: 0.55 } : each
          }),
      })
      expect(tradedIds(after)).not.toContain(far.id)
      // The rest of the row is as it was: one broken quote takes nothing else with it.
      expect(after.income.callOptimals.length).toBeGreaterThanOrEqual(income.callOptimals.length)
      expect(refusals(after)).toBeGreaterThan(0)
    }
  })

  test('a few broken quotes leave the other figures where they were', async () => {
    for (const { symbol, income } of healthy) {
      const broken = new Set(income.callOptimals.slice(0, 1).map(({ id }) => id))
      const after = await faulty(symbol, {
        chain: (chain) =>
          changed(chain, (each) => (broken.has(each.id) ? { ...each, bid: each.bid * 3, ask: each.ask * 3 } : each)),
      })
      for (const option of [...after.income.callOptimals, ...after.income.putOptimals]) {
        const before = [...income.callOptimals, ...income.putOptimals].find(({ id }) => id === option.id)
        if (before) expect(option.probability).toBeCloseTo(before.probability, 2)
      }
    }
  })
})

describe('a chain of another moment', () => {
  test.each([1.06, 0.94, 1.021, 0.979])('the price has drifted by a factor of %f: nothing is recommended', async (factor) => {
    for (const { symbol } of healthy) {
      const after = await faulty(symbol, { price: (last) => last * factor })
      expect(tradedIds(after)).toEqual([])
      expect(after.income.refused.map(({ reason }) => reason)).toContain('price-drift')
      expect(after.income.chainPrice).toBeCloseTo(after.chain.underlyingPrice, 2)
    }
  })

  test.each([1.015, 0.985])('a drift within bounds (%f): figures are of the chain’s own price', async (factor) => {
    for (const { symbol, income } of healthy) {
      const after = await faulty(symbol, { price: (last) => last * factor })
      const figures = ({ callOptimals, putOptimals }: Symbol['income']) =>
        [...callOptimals, ...putOptimals].map((each) => [each.id, each.return, each.probability, each.serviceScore])
      expect(figures(after.income)).toEqual(figures(income))
    }
  })

  test.each([
    ['the session before', (day: string) => previousTradingDay(day)],
    ['a week before', (day: string) => previousTradingDay(addDays(day, -7))],
  ])('of %s: nothing is recommended, and it says of when it is', async (_, earlier) => {
    for (const { symbol } of healthy) {
      const asOf = sessionClose(earlier(market.today()))
      const after = await faulty(symbol, { chain: (chain) => ({ ...chain, asOf }) })
      expect(tradedIds(after)).toEqual([])
      expect(after.income.refused.map(({ reason }) => reason)).toContain('old-chain')
      expect(after.income.optionsAsOf).toBe(asOf.toISOString())
      expect(after.income.dataStatus.parts!.options).toMatchObject({ state: 'old', reason: 'old-chain' })
    }
  })
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
      volume: volumes === 'told' ? bars.volume.map((value, index) => (index < at ? value / 4 : value)) : bars.volume,
    }
  }

  test.each([
    [5, 'told'],
    [40, 'told'],
    [150, 'told'],
    [40, 'untold'],
  ] as const)('of the stock %i sessions ago, volumes %s: corrected or refused', async (back, volumes) => {
    for (const { symbol, why: before } of healthy) {
      const { why, income } = await faulty(symbol, { bars: (bars) => unadjusted(bars, back, volumes) })
      const fields = ['sentiment', 'oneMonthTrend', 'sixMonthTrend', 'supportAndResistance'] as const
      for (const field of fields) {
        if (why[field] !== null) expect(why[field], `${symbol} ${field}`).toEqual(before[field])
        else expect(reasonsOf(why)[field]).toBe('unresolved-split')
      }
      for (const field of ['week52Low', 'week52High'] as const)
        if (why.expandedQuote[field] !== null) expect(why.expandedQuote[field]).toBe(before.expandedQuote[field])
        else expect(reasonsOf(why)[`expandedQuote.${field}`]).toBe('unresolved-split')
      if (why.impliedVolatilityRankBasis === 'historical')
        expect(why.impliedVolatilityRank).toBe(before.impliedVolatilityRank)
      for (const { scoreParts } of [...income.callOptimals, ...income.putOptimals])
        if (scoreParts.realizedVolatility !== null) expect(scoreParts.realizedVolatility).toBeLessThan(1)
    }
  })

  test('a fall of a third without one is no split', async () => {
    const [{ symbol }] = healthy as [Symbol]
    const fallen = (bars: Bars): Bars => {
      const at = bars.close.length - 40
      const scaled = (column: Float64Array) => column.map((value, index) => (index < at ? value * 1.43 : value))
      return {
        ...bars,
        open: scaled(bars.open),
        high: scaled(bars.high),
        low: scaled(bars.low),
        close: scaled(bars.close),
      }
    }
    const { why, bars } = await faulty(symbol, { bars: fallen })
    expect(why.sentiment).not.toBeNull()
    expect(why.expandedQuote.week52High).toBeCloseTo(Math.max(...bars.high.slice(-252)), 1)
  })

  test('since the chain was made: the price is a quarter of what its strikes are about', async () => {
    for (const { symbol } of healthy) {
      const after = await faulty(symbol, { price: (last) => last / 4 })
      expect(tradedIds(after)).toEqual([])
    }
  })

  test('of the stock, whose options still stand as before it', async () => {
    for (const { symbol } of healthy) {
      const after = await faulty(symbol, {
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
      expect(tradedIds(after)).toEqual([])
      expect(refusals(after)).toBeGreaterThan(0)
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
        const same = bars.close.map(() => bars.close.at(-1)!)
        return { ...bars, open: same, high: same, low: same, close: same }
      },
    ],
  ]

  test.each(cases)('%s: no trend, rank, levels or range, and the reason is %s', async (_, reason, bars) => {
    for (const { symbol } of healthy) {
      const after = await faulty(symbol, { bars })
      const { why, income } = after
      const reasons = reasonsOf(why)
      for (const field of ['sentiment', 'oneMonthTrend', 'sixMonthTrend', 'supportAndResistance', 'sentence'] as const) {
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
      expect(verdicts(after, 'StockTrend')).toEqual(new Set([null]))
      for (const { option } of tradesOf(after)) expect(option.scoreParts.forecast).toBe('implied')
      const lastDay = after.bars.date.at(-1) ?? null
      if (reason === 'old-bars' || reason === 'no-bars')
        expect(why.unknown.find(({ field }) => field === 'sentiment')!.asOf).toBe(lastDay)
    }
  })

  test('and the options, which have nothing to do with it, are still there', async () => {
    for (const { symbol, income } of healthy) {
      const after = await faulty(symbol, { bars: () => noBars })
      expect(after.income.callOptimals.length).toBeGreaterThanOrEqual(income.callOptimals.length - 1)
    }
  })

  test('of the benchmark: no trend of the market, and none that is Good', async () => {
    for (const bars of [() => noBars, (given: Bars) => barsUntil(given, addDays(market.today(), -90))]) {
      const over = withReplaced(market, market.benchmark(), { bars })
      const answers = await answersOf(over, 'no scan')
      const income = await answers.income(healthy[0]!.symbol)
      const items = [...income.callOptimals, ...income.putOptimals].map(
        ({ checklist }) => checklist.find(({ name }) => name === 'MarketTrend')!,
      )
      expect(items.length).toBeGreaterThan(9)
      expect(new Set(items.map(({ severity }) => severity))).toEqual(new Set([null]))
    }
  })

  test('make no idea', async () => {
    const day = addDays(market.today(), -180)
    const some = new Set((await market.universe()).filter((_, at) => at % 4 === 0))
    const small: Market = { ...market, universe: async () => [...some].toSorted() }
    const { ideas: before } = await answersOf(small, 'scan')
    expect(before.length).toBeGreaterThan(0)
    const stale = new Set(before.map(({ symbol }) => symbol))
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

describe('what is not told', () => {
  test('earnings: never Good, and what the options imply is the forecast', async () => {
    for (const { symbol } of healthy) {
      const after = await faulty(symbol, { earnings: null })
      expect(verdicts(after, 'Earnings')).toEqual(new Set(['Neutral']))
      for (const { option } of tradesOf(after)) expect(option.scoreParts.forecast).toBe('implied')
    }
  })

  test('open interest and volume: cells are filled by spread alone', async () => {
    for (const { symbol, income } of healthy) {
      const after = await faulty(symbol, {
        chain: (chain: Chain) => changed(chain, (each) => ({ ...each, openInterest: null, volume: null })),
      })
      expect(after.income.callOptimals.length).toBeGreaterThanOrEqual(income.callOptimals.length)
      expect(after.income.putOptimals.length).toBeGreaterThanOrEqual(income.putOptimals.length)
      for (const { option } of tradesOf(after)) expect(option.openInterest).toBeNull()
    }
  })

  test('the price: the chain’s stands in for nothing that is of today', async () => {
    for (const { symbol } of healthy) {
      const { why } = await faulty(symbol, { price: () => undefined, bars: () => noBars, chain: (chain) => ({ ...chain, contracts: [] }) })
      expect(why.expandedQuote).toMatchObject({ last: null, change: null, percentageChange: null })
      expect(reasonsOf(why)['expandedQuote.last']).toBe('no-price')
    }
  })
})
