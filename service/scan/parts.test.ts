/** Tests of a scan's parts: resuming a killed scan, and failures of the pool. */
import { describe, expect, test, vi } from 'vitest'
import type { Day, Market } from '#service/markets/market.ts'
import { simulatedMarket } from '#service/markets/simulated/simulated.ts'
import type { Batch, BatchRepository } from '#service/store/batches.ts'
import { memoryBatches } from '#service/store/memory/batches.ts'
import type { ScanPool } from './scan-context.ts'
import { inlinePool } from './inline-pool.ts'
import { runScan } from './scan.ts'

const evening = (day: Day): Market => simulatedMarket({ seed: 1, clock: () => new Date(`${day}T21:30:00Z`) })

/** A market of the first symbols of the simulated universe, with `changes`. */
const smallMarket = async (count: number, changes: Partial<Market> = {}): Promise<Market> => {
  const market = evening('2026-11-20')
  const symbols = (await market.universe()).slice(0, count)
  return { ...market, universe: async () => symbols, ...changes }
}

describe('the scan after a killed scan', () => {
  /**
   * A pool that finishes this many parts and then never responds, with the symbols that it has
   * received.
   */
  const hangingPool = (parts: number, market: Market, batches: BatchRepository) => {
    const received: string[][] = []
    const inline = inlinePool({ market, batches, now: () => 0, yieldEvery: 12 })
    const pool: ScanPool = {
      ...inline,
      scanPart: async (context, symbols) => {
        received.push([...symbols])
        return received.length > parts ? new Promise(() => {}) : inline.scanPart(context, symbols)
      },
    }
    return { received, pool }
  }
  /** A batch without its id and duration. */
  const withoutIdAndDuration = (batch: Batch) => ({ ...batch, id: '', durationMs: 0 })

  test('processes only the missing parts, with the same result', { timeout: 60_000 }, async () => {
    const market = await smallMarket(200)
    const batches = memoryBatches()
    const hanging = hangingPool(2, market, batches)
    void runScan({ market, batches, openPool: async () => hanging.pool })
    await vi.waitFor(() => expect(hanging.received).toHaveLength(3), { timeout: 30_000 })
    expect(await batches.latest()).toBeUndefined()

    const lines: string[] = []
    const resumed = hangingPool(Infinity, market, batches)
    const batch = await runScan({
      market,
      batches,
      openPool: async () => resumed.pool,
      log: (line) => lines.push(line),
    })
    const finished = hanging.received.slice(0, 2).flat()
    expect(resumed.received.flat()).toEqual(
      (await market.universe()).filter((symbol) => !finished.includes(symbol)),
    )
    expect(lines.join()).toContain('2 of 5 parts were stored')
    const uninterrupted = await runScan({ market, batches: memoryBatches() })
    expect(withoutIdAndDuration(batch)).toEqual(withoutIdAndDuration(uninterrupted))
    expect((await batches.trades(batch.id)).length).toBeGreaterThan(0)
  })

  test(
    'processes all parts if the stored ones are more than two hours old',
    { timeout: 60_000 },
    async () => {
      let clock = new Date('2026-11-20T21:30:00Z')
      const market = await smallMarket(80, {
        now: () => clock,
      })
      const batches = memoryBatches()
      const hanging = hangingPool(1, market, batches)
      void runScan({ market, batches, openPool: async () => hanging.pool })
      await vi.waitFor(() => expect(hanging.received).toHaveLength(2), { timeout: 30_000 })
      clock = new Date('2026-11-21T02:00:00Z')
      const resumed = hangingPool(Infinity, market, batches)
      await runScan({ market, batches, openPool: async () => resumed.pool })
      expect(resumed.received.flat()).toEqual(await market.universe())
    },
  )
})

describe('the pool', () => {
  test('is replaced by the main thread, with a log line, if it cannot be opened', async () => {
    const lines: string[] = []
    const batch = await runScan({
      market: await smallMarket(10),
      batches: memoryBatches(),
      openPool: () => Promise.reject(new Error('no threads here')),
      log: (line) => lines.push(line),
    })
    expect(lines.join()).toContain('no threads here')
    expect(batch.failures).toEqual([])
    expect(batch.scores.length).toBeGreaterThan(0)
  })

  test('reports the symbols of a failed part as failures, and keeps the results of the other parts', async () => {
    const market = await smallMarket(100)
    const batches = memoryBatches()
    const inline = inlinePool({ market, batches, now: () => 0, yieldEvery: 12 })
    const failedSymbols = (await market.universe()).slice(40, 80)
    const batch = await runScan({
      market,
      batches,
      acceptFailures: true,
      openPool: async () => ({
        ...inline,
        scanPart: async (context, symbols) => {
          if (symbols.includes(failedSymbols[0]!)) throw new Error('out of memory')
          return inline.scanPart(context, symbols)
        },
      }),
    })
    expect(batch.failures).toEqual(
      failedSymbols.map((symbol) => ({ symbol, reason: 'out of memory', kind: 'source' })),
    )
    expect(batch.scores.length).toBeGreaterThan(40)
  })
})
