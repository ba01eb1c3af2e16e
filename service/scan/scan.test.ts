import * as v from 'valibot'
import { describe, expect, test } from 'vitest'
import { TradeIdeaSchema } from '#contract/ideas.ts'
import { ToneSchema } from '#contract/resources.ts'
import type { Day, Market } from '#service/market/market.ts'
import { simulatedMarket } from '#service/market/simulated/simulated.ts'
import type { Batch, BatchRepository } from '#service/store/batches.ts'
import { runScan } from './scan.ts'

/** Batches kept in memory, in the order they came. */
const memoryBatches = () => {
  const published: Batch[] = []
  const days = new Map<Day, readonly { symbol: string; iv30: number }[]>()
  const calls: string[] = []
  const batches: BatchRepository = {
    publish: async (batch) => {
      calls.push('publish')
      published.push(batch)
    },
    latest: async () => published.at(-1),
    keepVolatilities: async (day, points) => {
      calls.push('volatilities')
      days.set(day, points)
    },
    volatilities: async (symbol) =>
      [...days].flatMap(([day, points]) =>
        points.filter((point) => point.symbol === symbol).map(({ iv30 }) => ({ day, iv30 })),
      ),
  }
  return { batches, published, days, calls }
}
const evening = (day: Day): Market => simulatedMarket({ seed: 1, clock: () => new Date(`${day}T21:30:00Z`) })

describe('a night of the simulated market', () => {
  test(
    'ideas both ways, valid, agreeing with their rules, liquid first, published once and last',
    { timeout: 60_000 },
    async () => {
      const { batches, published, days, calls } = memoryBatches()
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
      expect(batch.ideas.length).toBeLessThanOrEqual(60)
      expect(new Set(batch.ideas.map(({ sentiment }) => sentiment))).toEqual(new Set(['Bullish', 'Bearish']))
      batch.ideas.forEach((idea, index) => {
        v.parse(TradeIdeaSchema, idea)
        expect(idea.rules.length).toBeGreaterThan(0)
        expect(idea.rules.every(({ sentiment }) => sentiment === idea.sentiment)).toBe(true)
        expect(idea.liquidityRank).toBeGreaterThanOrEqual(batch.ideas[index - 1]?.liquidityRank ?? 1)
        expect(idea.impliedVolatilityRankBasis).toBe('implied')
      })
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

  test('other nights stay between 5 and 60 ideas', { timeout: 60_000 }, async () => {
    for (const day of ['2026-09-23', '2026-10-13', '2026-11-04']) {
      const { ideas } = await runScan({
        market: evening(day),
        batches: memoryBatches().batches,
        chains: 'matched',
      })
      expect(ideas.length, day).toBeGreaterThanOrEqual(5)
      expect(ideas.length, day).toBeLessThanOrEqual(60)
    }
  })
})

/** The first symbols of the simulated universe, with some things changed. */
const small = async (count: number, changes: Partial<Market> = {}): Promise<Market> => {
  const market = evening('2026-11-20')
  const symbols = (await market.universe()).slice(0, count)
  return { ...market, universe: async () => symbols, ...changes }
}

describe('trouble', () => {
  test("one symbol's failure is listed and the others go on", async () => {
    const market = await small(30)
    const [first, second, third] = await market.universe()
    const broken: Market = {
      ...market,
      bars: async (symbol) => {
        if (symbol === first) throw new Error('vendor says no')
        return symbol === second ? undefined : market.bars(symbol)
      },
      chain: async (symbol) => {
        if (symbol === third) throw new Error('chain is broken')
        return market.chain(symbol)
      },
    }
    const batch = await runScan({ market: broken, batches: memoryBatches().batches })
    expect(batch.failures).toEqual([
      { symbol: first, reason: 'vendor says no' },
      { symbol: second, reason: 'the market does not know it' },
      { symbol: third, reason: 'chain is broken' },
    ])
    expect(batch.scores.length).toBeGreaterThan(20)
  })

  test(
    'bars that ended a week ago make no idea and have no place in the ranking',
    { timeout: 60_000 },
    async () => {
      const old = evening('2026-11-20')
      const late: Market = { ...old, today: () => '2026-11-27', now: () => new Date('2026-11-27T21:30:00Z') }
      const batch = await runScan({ market: late, batches: memoryBatches().batches, chains: 'matched' })
      expect(batch.ideas).toEqual([])
      expect(batch.scores).toEqual([])
    },
  )

  test('an unreachable store leaves nothing published and says why', async () => {
    const { batches, published } = memoryBatches()
    const full: BatchRepository = {
      ...batches,
      keepVolatilities: () => Promise.reject(new Error('disk full')),
    }
    await expect(runScan({ market: await small(5), batches: full })).rejects.toThrow('disk full')
    expect(published).toEqual([])
  })

  test('an empty universe publishes an empty batch', async () => {
    const { batches, published } = memoryBatches()
    await runScan({ market: await small(0), batches })
    expect(published[0]).toMatchObject({ ideas: [], scores: [], universeSize: 0 })
  })
})

test('the event loop gets its turns while a scan runs', async () => {
  const { batches } = memoryBatches()
  let turns = 0
  let scanning = true
  const count = (): void => {
    turns++
    if (scanning) setImmediate(count)
  }
  setImmediate(count)
  // A clock by which every symbol takes too long.
  let clock = 0
  await runScan({ market: await small(30), batches, yieldEvery: 5, now: () => (clock += 10) })
  scanning = false
  // Once a symbol and pass; without a yield the loop turns at most once or twice before everything is done.
  expect(turns).toBeGreaterThanOrEqual(60)
})
