import * as v from 'valibot'
import { describe, expect, test } from 'vitest'
import { FullTradeIdeaSchema } from '#contract/responses/lists/full-ideas.ts'
import { ToneSchema } from '#contract/responses/resources.ts'
import type { Day, Market } from '#service/markets/market.ts'
import { noBars } from '#service/markets/no-bars.ts'
import { correlation } from '#service/markets/simulated/simulated.fixture.ts'
import { simulatedMarket } from '#service/markets/simulated/simulated.ts'
import type { Batch, BatchRepository } from '#service/store/batches.ts'
import { memoryBatches } from '#service/store/memory/batches.ts'
import { runScan } from './scan.ts'

/** In-memory batches that record their calls. */
const recordingBatches = () => {
  const published: Batch[] = []
  const days = new Map<Day, readonly { symbol: string; iv30: number }[]>()
  const calls: string[] = []
  const memory = memoryBatches()
  const batches: BatchRepository = {
    ...memory,
    publish: async (batch, trades) => {
      calls.push('publish')
      published.push(batch)
      await memory.publish(batch, trades)
    },
    keepVolatilities: async (day, points) => {
      calls.push('volatilities')
      days.set(day, points)
      await memory.keepVolatilities(day, points)
    },
  }
  return { batches, published, days, calls }
}
/** Ranks of the values; equal ones share the mean of their ranks. */
const ranksOf = (values: readonly number[]): Float64Array =>
  Float64Array.from(values, (value) => {
    const below = values.filter((other) => other < value).length
    return below + (values.filter((other) => other === value).length - 1) / 2
  })

/** Spearman's rank correlation. */
const rankCorrelation = (a: readonly number[], b: readonly number[]): number =>
  correlation([...ranksOf(a)], [...ranksOf(b)])

const evening = (day: Day): Market => simulatedMarket({ seed: 1, clock: () => new Date(`${day}T21:30:00Z`) })

describe('a scan of the simulated market', () => {
  test(
    'publishes once, at the end, valid ideas in both directions: consistent with their rules, strongest first',
    { timeout: 60_000 },
    async () => {
      const { batches, published, days, calls } = recordingBatches()
      const batch = await runScan({ market: evening('2026-11-20'), batches })
      expect(published).toEqual([batch])
      expect(calls).toEqual(['volatilities', 'publish'])
      expect(batch).toMatchObject({
        tradingDay: '2026-11-20',
        dateOfScan: '2026-11-20T21:30:00.000Z',
        failures: [],
      })
      expect(batch.universeSize).toBeGreaterThan(500)
      expect(batch.ideas.length).toBeGreaterThanOrEqual(5)
      expect(batch.ideas.length).toBeLessThanOrEqual(batch.universeSize / 4)
      expect(new Set(batch.ideas.map(({ sentiment }) => sentiment))).toEqual(new Set(['Bullish', 'Bearish']))
      batch.ideas.forEach((idea, index) => {
        v.parse(FullTradeIdeaSchema, idea)
        expect(idea.rules.length).toBeGreaterThan(0)
        expect(idea.rules.every(({ sentiment }) => sentiment === idea.sentiment)).toBe(true)
        expect(idea.strength).toBeLessThanOrEqual(batch.ideas[index - 1]?.strength ?? 100)
        expect(idea.impliedVolatilityRankBasis).toBe('implied')
      })
      // Distance from the money alone does not lead the list of best income.
      const best = (await batches.trades(batch.id)).slice(0, 200)
      for (const profile of ['conservative', 'optimal', 'aggressive'])
        expect(best.filter(({ riskProfile }) => riskProfile === profile).length, profile).toBeLessThan(120)
      // Signals weigh most, so they decide most.
      const strengthCorrelation = (part: 'signals' | 'rank' | 'liquidity' | 'volatility' | 'income') =>
        rankCorrelation(
          batch.ideas.map(({ strengthParts }) => strengthParts[part] ?? 0),
          batch.ideas.map(({ strength }) => strength),
        )
      for (const part of ['rank', 'liquidity', 'volatility', 'income'] as const)
        expect(strengthCorrelation('signals'), part).toBeGreaterThan(strengthCorrelation(part))
      expect(
        batch.scores.every(({ score }, index) => index === 0 || score >= batch.scores[index - 1]!.score),
      ).toBe(true)
      expect(days.get('2026-11-20')!.length).toBeGreaterThan(500)
      expect(days.get('2026-11-20')!.every(({ iv30 }) => iv30 > 0.02 && iv30 < 5)).toBe(true)
      v.parse(ToneSchema, {
        ...batch.tone,
        unknown: [],
        dataStatus: { asOf: batch.dateOfScan, simulated: true, delayedSeconds: 0 },
      })
    },
  )

  test(
    'has at least five ideas on other days, and at most for a quarter of the symbols',
    { timeout: 60_000 },
    async () => {
      for (const day of ['2026-09-23', '2026-10-13', '2026-11-04']) {
        const { ideas, universeSize } = await runScan({
          market: evening(day),
          batches: memoryBatches(),
          chains: 'matched',
        })
        expect(ideas.length, day).toBeGreaterThanOrEqual(5)
        expect(ideas.length, day).toBeLessThanOrEqual(universeSize / 4)
      }
    },
  )
})

/** A market of the first symbols of the simulated universe, with `changes`. */
const smallMarket = async (count: number, changes: Partial<Market> = {}): Promise<Market> => {
  const market = evening('2026-11-20')
  const symbols = (await market.universe()).slice(0, count)
  return { ...market, universe: async () => symbols, ...changes }
}

describe('failures', () => {
  test('of some symbols are listed, and do not affect other symbols', async () => {
    const market = await smallMarket(160)
    const [first, second, third, empty] = await market.universe()
    const brokenMarket: Market = {
      ...market,
      bars: async (symbol) => {
        if (symbol === first) throw new Error('vendor says no')
        if (symbol === empty) return noBars
        return symbol === second ? undefined : market.bars(symbol)
      },
      chain: async (symbol) => {
        const chain = await market.chain(symbol)
        return symbol === third ? { ...chain!, contracts: [], readError: 'line 3 is broken' } : chain
      },
    }
    const batch = await runScan({ market: brokenMarket, batches: memoryBatches() })
    expect(batch.failures).toEqual([
      { symbol: first, reason: 'vendor says no', kind: 'source' },
      { symbol: second, reason: 'the market does not know it', kind: 'source' },
      { symbol: third, reason: 'its option chain cannot be read: line 3 is broken', kind: 'source' },
      { symbol: empty, reason: 'no bars', kind: 'data' },
    ])
    expect(batch.scores.length).toBeGreaterThan(120)
    expect(batch.chains).toContain(empty)
    expect(batch.chains).not.toContain(third)
  })

  test('of a symbol for which the source never responds are only for that symbol', async () => {
    const market = await smallMarket(20)
    const [, second] = await market.universe()
    const silentMarket: Market = {
      ...market,
      chain: (symbol) => (symbol === second ? new Promise(() => {}) : market.chain(symbol)),
    }
    const { failures, scores } = await runScan({
      market: silentMarket,
      batches: memoryBatches(),
      timeoutMs: 250,
    })
    expect(failures).toEqual([
      { symbol: second, reason: 'chain: the source did not respond within 0.25 s', kind: 'source' },
    ])
    expect(scores.length).toBeGreaterThan(15)
  })

  test(
    'include old bars: symbols whose bars end a week ago have no idea and no rank',
    { timeout: 60_000 },
    async () => {
      const old = evening('2026-11-20')
      const laterMarket: Market = {
        ...old,
        today: () => '2026-11-27',
        now: () => new Date('2026-11-27T21:30:00Z'),
      }
      const batch = await runScan({ market: laterMarket, batches: memoryBatches(), chains: 'matched' })
      expect(batch.ideas).toEqual([])
      expect(batch.scores).toEqual([])
    },
  )

  test('include old quotes: the volatility of an earlier session is not stored for this day', async () => {
    const market = await smallMarket(40)
    const { batches, days } = recordingBatches()
    const symbols = (await market.universe()).slice(0, 20)
    await runScan({
      market: {
        ...market,
        chain: async (symbol) => {
          const chain = await market.chain(symbol)
          return chain && symbols.includes(symbol)
            ? { ...chain, asOf: new Date('2026-11-19T21:00:00Z') }
            : chain
        },
      },
      batches,
    })
    const stored = days.get('2026-11-20')!.map(({ symbol }) => symbol)
    expect(stored.length).toBeGreaterThan(10)
    expect(stored.filter((symbol) => symbols.includes(symbol))).toEqual([])
  })

  test('of the store reject the scan with the error, and nothing is published', async () => {
    const { batches, published } = recordingBatches()
    const failingStore: BatchRepository = {
      ...batches,
      keepVolatilities: () => Promise.reject(new Error('disk full')),
    }
    await expect(runScan({ market: await smallMarket(5), batches: failingStore })).rejects.toThrow(
      'disk full',
    )
    expect(published).toEqual([])
  })
})

test('a scan yields to the event loop', async () => {
  const batches = memoryBatches()
  let turns = 0
  let isScanning = true
  const countTurn = (): void => {
    turns++
    if (isScanning) setImmediate(countTurn)
  }
  setImmediate(countTurn)
  // With this clock each symbol takes longer than `yieldEvery`.
  let clock = 0
  await runScan({ market: await smallMarket(30), batches, yieldEvery: 5, now: () => (clock += 10) })
  isScanning = false
  // Two yields per symbol. Without them, there are at most two event-loop turns before the scan ends.
  expect(turns).toBeGreaterThanOrEqual(60)
})

test(
  'an idea against the market’s trend has less strength, and a sentence about the trend',
  { timeout: 60_000 },
  async () => {
    const market = await smallMarket(300)
    const benchmark = market.benchmark()
    const spy = (await market.bars(benchmark))!
    /** A scan of the same evening with a benchmark that rises or falls by 0.2 % a day. */
    const scanWithTrend = async (sign: 1 | -1) => {
      const close = spy.close.map((_, index) => 500 * 1.002 ** (sign * index))
      const bars = { ...spy, open: close, high: close, low: close, close }
      const changed: Market = {
        ...market,
        bars: async (symbol) => (symbol === benchmark ? bars : market.bars(symbol)),
      }
      const { ideas } = await runScan({ market: changed, batches: memoryBatches() })
      const bullish = ideas.filter(({ sentiment }) => sentiment === 'Bullish')
      return { bullish, bearish: ideas.filter(({ sentiment }) => sentiment === 'Bearish') }
    }
    const [rising, falling] = [await scanWithTrend(1), await scanWithTrend(-1)]
    expect(rising.bullish.length).toBeGreaterThan(falling.bullish.length)
    expect(rising.bearish.length).toBeLessThan(falling.bearish.length)
    expect(new Set(rising.bullish.map(({ toneMessage }) => toneMessage?.code))).toEqual(
      new Set(['tone.bullish-with']),
    )
    expect(new Set(falling.bullish.map(({ toneMessage }) => toneMessage?.code))).toEqual(
      new Set(['tone.bullish-against']),
    )
    const [idea] = falling.bullish
    expect(idea!.toneSentence).toContain('goes against it')
    const counterpart = rising.bullish.find(({ symbol }) => symbol === idea!.symbol)!
    expect(idea!.strengthParts.signals).toBeLessThan(counterpart.strengthParts.signals!)
  },
)

test('the source learns that no user waits for the chains of the scan', async () => {
  const market = evening('2026-11-20')
  const calls: unknown[] = []
  const chain: Market['chain'] = async (...call) => {
    calls.push(call)
    return market.chain(...call)
  }
  const universe = async () => ['AAPL', 'MSFT']
  await runScan({ market: { ...market, chain, universe }, batches: memoryBatches() })
  expect(calls).toEqual([
    ['AAPL', 'scan'],
    ['MSFT', 'scan'],
  ])
})
