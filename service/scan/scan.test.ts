import * as v from 'valibot'
import { describe, expect, test, vi } from 'vitest'
import { WholeTradeIdeaSchema } from '#contract/whole-ideas.ts'
import { ToneSchema } from '#contract/resources.ts'
import type { Day, Market } from '#service/market/market.ts'
import { simulatedMarket } from '#service/market/simulated/simulated.ts'
import type { Batch, BatchRepository } from '#service/store/batches.ts'
import { memoryBatches } from '#service/store/memory/batches.ts'
import type { Crew } from './night.ts'
import { ownCrew } from './own-crew.ts'
import { runScan } from './scan.ts'

/** Batches in memory, and what was done with them, in the order it was. */
const watchedBatches = () => {
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
const evening = (day: Day): Market => simulatedMarket({ seed: 1, clock: () => new Date(`${day}T21:30:00Z`) })

describe('a night of the simulated market', () => {
  test(
    'ideas both ways, valid, agreeing with their rules, the strongest first, published once and last',
    { timeout: 60_000 },
    async () => {
      const { batches, published, days, calls } = watchedBatches()
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
        v.parse(WholeTradeIdeaSchema, idea)
        expect(idea.rules.length).toBeGreaterThan(0)
        expect(idea.rules.every(({ sentiment }) => sentiment === idea.sentiment)).toBe(true)
        expect(idea.strength).toBeLessThanOrEqual(batch.ideas[index - 1]?.strength ?? 100)
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

  test(
    'other nights have five ideas or more, and make one of a quarter of the symbols at most',
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
    const batch = await runScan({ market: broken, batches: memoryBatches() })
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
      const batch = await runScan({ market: late, batches: memoryBatches(), chains: 'matched' })
      expect(batch.ideas).toEqual([])
      expect(batch.scores).toEqual([])
    },
  )

  test('an unreachable store leaves nothing published and says why', async () => {
    const { batches, published } = watchedBatches()
    const full: BatchRepository = {
      ...batches,
      keepVolatilities: () => Promise.reject(new Error('disk full')),
    }
    await expect(runScan({ market: await small(5), batches: full })).rejects.toThrow('disk full')
    expect(published).toEqual([])
  })

  test('an empty universe publishes an empty batch', async () => {
    const { batches, published } = watchedBatches()
    await runScan({ market: await small(0), batches })
    expect(published[0]).toMatchObject({ ideas: [], scores: [], universeSize: 0 })
  })
})

test('the event loop gets its turns while a scan runs', async () => {
  const batches = memoryBatches()
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

describe('a scan that was killed', () => {
  /** A crew that looks through so many parts and then is never heard of again, and the symbols it was asked for. */
  const dyingAfter = (parts: number, market: Market, batches: BatchRepository) => {
    const asked: string[][] = []
    const own = ownCrew({ market, batches, now: () => 0, yieldEvery: 12 })
    const crew: Crew = {
      ...own,
      sweep: async (night, symbols) => {
        asked.push([...symbols])
        return asked.length > parts ? new Promise(() => {}) : own.sweep(night, symbols)
      },
    }
    return { asked, crew }
  }
  /** What a batch is but for its own name and time. */
  const whatOf = (batch: Batch) => ({ ...batch, id: '', durationMs: 0 })

  test('goes on where it stopped, and ends as one that was not', { timeout: 60_000 }, async () => {
    const market = await small(200)
    const batches = memoryBatches()
    const dying = dyingAfter(2, market, batches)
    void runScan({ market, batches, openCrew: async () => dying.crew })
    await vi.waitFor(() => expect(dying.asked).toHaveLength(3), { timeout: 30_000 })
    expect(await batches.latest()).toBeUndefined()

    const lines: string[] = []
    const second = dyingAfter(Infinity, market, batches)
    const batch = await runScan({
      market,
      batches,
      openCrew: async () => second.crew,
      log: (line) => lines.push(line),
    })
    const done = dying.asked.slice(0, 2).flat()
    expect(second.asked.flat()).toEqual((await market.universe()).filter((symbol) => !done.includes(symbol)))
    expect(lines.join()).toContain('2 of 5 parts were there')
    const whole = await runScan({ market, batches: memoryBatches() })
    expect(whatOf(batch)).toEqual(whatOf(whole))
    expect((await batches.trades(batch.id)).length).toBeGreaterThan(0)
  })

  test('begins anew where what is left of it is hours old', { timeout: 60_000 }, async () => {
    let clock = new Date('2026-11-20T21:30:00Z')
    const market = await small(80, {
      now: () => clock,
    })
    const batches = memoryBatches()
    const dying = dyingAfter(1, market, batches)
    void runScan({ market, batches, openCrew: async () => dying.crew })
    await vi.waitFor(() => expect(dying.asked).toHaveLength(2), { timeout: 30_000 })
    clock = new Date('2026-11-21T02:00:00Z')
    const second = dyingAfter(Infinity, market, batches)
    await runScan({ market, batches, openCrew: async () => second.crew })
    expect(second.asked.flat()).toEqual(await market.universe())
  })
})

describe('the crew', () => {
  test('that cannot be had is stood in for by this thread, and the log says so', async () => {
    const lines: string[] = []
    const batch = await runScan({
      market: await small(10),
      batches: memoryBatches(),
      openCrew: () => Promise.reject(new Error('no threads here')),
      log: (line) => lines.push(line),
    })
    expect(lines.join()).toContain('no threads here')
    expect(batch.failures).toEqual([])
    expect(batch.scores.length).toBeGreaterThan(0)
  })

  test('that loses a part loses no more: its symbols are failures with the reason', async () => {
    const market = await small(100)
    const batches = memoryBatches()
    const own = ownCrew({ market, batches, now: () => 0, yieldEvery: 12 })
    const lost = (await market.universe()).slice(40, 80)
    const batch = await runScan({
      market,
      batches,
      openCrew: async () => ({
        ...own,
        sweep: async (night, symbols) => {
          if (symbols.includes(lost[0]!)) throw new Error('out of memory')
          return own.sweep(night, symbols)
        },
      }),
    })
    expect(batch.failures).toEqual(lost.map((symbol) => ({ symbol, reason: 'out of memory' })))
    expect(batch.scores.length).toBeGreaterThan(40)
  })
})

test('against the market an idea takes more, and says where it stands', { timeout: 60_000 }, async () => {
  const market = await small(300)
  const benchmark = market.benchmark()
  const spy = (await market.bars(benchmark))!
  /** The same night under a market that rose or fell by a fifth of a percent a day. */
  const under = async (sign: 1 | -1) => {
    const close = spy.close.map((_, at) => 500 * 1.002 ** (sign * at))
    const bars = { ...spy, open: close, high: close, low: close, close }
    const changed: Market = {
      ...market,
      bars: async (symbol) => (symbol === benchmark ? bars : market.bars(symbol)),
    }
    const { ideas } = await runScan({ market: changed, batches: memoryBatches() })
    const bullish = ideas.filter(({ sentiment }) => sentiment === 'Bullish')
    return { bullish, bearish: ideas.filter(({ sentiment }) => sentiment === 'Bearish') }
  }
  const [rising, falling] = [await under(1), await under(-1)]
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
  const same = rising.bullish.find(({ symbol }) => symbol === idea!.symbol)!
  expect(idea!.strengthParts.signals).toBeLessThan(same.strengthParts.signals!)
})
