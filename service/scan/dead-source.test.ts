/**
 * A source that fails completely or in part: nothing is published, the previous batch stays, and the failure
 * is reported.
 */
import { beforeEach, describe, expect, test } from 'vitest'
import type { Chain, Market } from '#service/markets/market.ts'
import { noBars } from '#service/markets/no-bars.ts'
import { simulatedMarket } from '#service/markets/simulated/simulated.ts'
import type { Batch } from '#service/store/batches.ts'
import { memoryStore } from '#service/store/memory/memory.ts'
import type { Store } from '#service/store/store.ts'
import type { ScanPool } from './scan-context.ts'
import { inlinePool } from './inline-pool.ts'
import { runScan } from './scan.ts'

const count = 120
const fullMarket = simulatedMarket({ seed: 1, clock: () => new Date('2026-11-20T21:30:00Z') })
const symbols = (await fullMarket.universe()).slice(0, count)

/** Created once; all but the last have a few contracts only, to keep the scan short. */
const chains = new Map<string, Chain | undefined>()
for (const symbol of symbols) {
  const chain = await fullMarket.chain(symbol)
  const contracts = chain?.contracts ?? []
  chains.set(
    symbol,
    chain && { ...chain, contracts: symbol === symbols.at(-1) ? contracts : contracts.slice(0, 4) },
  )
}
const market: Market = {
  ...fullMarket,
  universe: async () => symbols,
  chain: async (symbol) => chains.get(symbol),
}

let store: Store
beforeEach(() => {
  store = memoryStore()
})

const scan = (changes: Partial<Market>, options: Partial<Parameters<typeof runScan>[0]> = {}) => {
  const { batches, scans } = store
  return runScan({ market: { ...market, ...changes }, batches, scans, ...options })
}
const fails = async () => {
  throw new Error('the vendor is down')
}
/** Chains that fail for the first `count` symbols. */
const chainsWithout = (failing: number) => {
  const failingSymbols = new Set(symbols.slice(0, failing))
  return async (symbol: string) => (failingSymbols.has(symbol) ? fails() : market.chain(symbol))
}
const emptyChain = async (symbol: string) => {
  const chain = await market.chain(symbol)
  return chain && { ...chain, contracts: [] }
}

describe('without a batch before', () => {
  test.each<[string, Partial<Market>, RegExp]>([
    ['fails at everything', { profile: fails, bars: fails, chain: fails }, /failed at \d+ of 120 symbols/],
    ['fails at chains', { chain: fails }, /failed at \d+ of 120 symbols: more than 2 %/],
    ['knows no symbol', { profile: async () => undefined }, /failed at/],
    ['lists nothing', { universe: async () => [] }, /lists no symbol/],
    [
      'has neither bars nor options of any symbol',
      { bars: async () => noBars, chain: emptyChain },
      /neither bars nor options of any of 120 symbols/,
    ],
  ])('publishes nothing for a source that %s', async (_, changes, reason) => {
    await expect(scan(changes)).rejects.toThrow(reason)
    expect(await store.batches.latest()).toBeUndefined()
    expect(await store.batches.volatilities(symbols[0]!), 'nor volatilities').toEqual([])
    const { last, totals } = await store.scans.summary()
    expect(last).toMatchObject({ outcome: 'refused', reason: expect.stringMatching(reason) as string })
    expect(last).toMatchObject({ tradingDay: '2026-11-20', batchId: null })
    expect(totals).toEqual({ published: 0, refused: 1, failed: 0 })
  })

  test('two of a hundred may fail, three may not', async () => {
    const two = await scan({ chain: chainsWithout(2) })
    expect(two.failures).toHaveLength(2)
    expect((await store.scans.summary()).last?.counts).toMatchObject({ universe: count, failures: 2 })
    await expect(scan({ chain: chainsWithout(3) })).rejects.toThrow('the source failed at 3 of 120 symbols')
  })

  test('a scan gives up early if the source is unavailable', async () => {
    let calls = 0
    const profile = async () => {
      calls++
      return fails()
    }
    await expect(scan({ profile })).rejects.toThrow('failed at 40 of 120 symbols')
    expect(calls).toBe(40)
  })

  test('a silent source times out once, not for every symbol', async () => {
    let calls = 0
    const profile = () => {
      calls++
      return new Promise<never>(() => {})
    }
    await expect(scan({ profile }, { deadlineMs: 20 })).rejects.toThrow('failed at 40 of 120 symbols')
    expect(calls).toBe(3)
  })

  test('a scan fails in time if the universe cannot be read', async () => {
    await expect(scan({ universe: fails })).rejects.toThrow('the vendor is down')
    const never = () => new Promise<never>(() => {})
    await expect(scan({ universe: never }, { deadlineMs: 20 })).rejects.toThrow('did not respond within')
    expect((await store.scans.summary()).last).toMatchObject({ outcome: 'failed', counts: null })
  })
})

describe('after a complete scan', () => {
  let previous: Batch
  beforeEach(async () => {
    previous = await scan({})
  })
  const expectUnchanged = async () => {
    expect(await store.batches.latest()).toBe(previous)
    expect((await store.batches.trades(previous.id)).length).toBeGreaterThan(0)
  }

  test('symbols whose chain has disappeared are failures, even without an error of the source', async () => {
    const removed = new Set(previous.chains!.slice(0, 3))
    const chain = async (symbol: string) => (removed.has(symbol) ? emptyChain(symbol) : market.chain(symbol))
    await expect(scan({ chain })).rejects.toThrow('failed at 3 of 120 symbols')
    await expectUnchanged()
    removed.delete(previous.chains![0]!)
    const { failures } = await scan({ chain })
    expect(failures.map(({ symbol, kind }) => [symbol, kind])).toEqual(
      [...removed].map((symbol) => [symbol, 'source']),
    )
    expect(failures[0]!.reason).toBe('its option chain is missing: the previous batch had it')
  })

  test('symbols whose bars have disappeared are failures', async () => {
    const bars = async (symbol: string) => (symbols.indexOf(symbol) < 3 ? noBars : market.bars(symbol))
    await expect(scan({ bars })).rejects.toThrow('failed at 3 of 120 symbols')
    await expectUnchanged()
  })

  test('a universe below nine tenths of the previous one is refused', async () => {
    const universe = async () => symbols.slice(0, 107)
    await expect(scan({ universe })).rejects.toThrow('107 symbols against 120 of the previous batch')
    await expectUnchanged()
    await scan({ universe: async () => symbols.slice(10) })
  })

  test('the next scan is refused if the bars have not advanced', async () => {
    const laterMarket: Partial<Market> = {
      now: () => new Date('2026-11-25T21:30:00Z'),
      today: () => '2026-11-25',
    }
    await expect(scan(laterMarket)).rejects.toThrow('0 symbols with a technical score against')
    await expectUnchanged()
  })

  test('an operator may publish a refused batch', async () => {
    const batch = await scan({ chain: chainsWithout(60) }, { acceptFailures: true })
    expect(batch.failures).toHaveLength(60)
    expect(await store.batches.latest()).toBe(batch)
    const { last } = await store.scans.summary()
    expect(last).toMatchObject({ outcome: 'published', batchId: batch.id })
    expect(last?.reason).toContain('despite: the source failed at 60 of 120 symbols')
  })

  test('after a repair only the failed parts are processed again', async () => {
    const scanned: string[] = []
    const { batches } = store
    const recording = (source: Market): { openPool: () => Promise<ScanPool> } => ({
      openPool: async () => {
        const pool = inlinePool({ market: source, batches, now: () => 0, yieldEvery: 12 })
        return {
          ...pool,
          scanPart: (context, partSymbols) => (
            scanned.push(...partSymbols),
            pool.scanPart(context, partSymbols)
          ),
        }
      },
    })
    const broken = { ...market, chain: chainsWithout(5) }
    await expect(scan(broken, recording(broken))).rejects.toThrow('failed at')
    expect(scanned, 'it gives up').toEqual(symbols.slice(0, 40))
    scanned.length = 0
    const lateFailures = {
      ...market,
      chain: async (symbol: string) => (symbols.indexOf(symbol) >= 117 ? fails() : market.chain(symbol)),
    }
    await expect(scan(lateFailures, recording(lateFailures))).rejects.toThrow('failed at 3 of 120')
    scanned.length = 0
    const { failures } = await scan({}, recording(market))
    expect(scanned).toEqual(symbols.slice(80))
    expect(failures).toEqual([])
  })

  test('the next scan is compared with a rolled back batch', async () => {
    const smaller = async () => symbols.slice(0, 110)
    const second = await scan({ universe: smaller })
    await store.batches.rollback()
    await expect(scan({ universe: async () => symbols.slice(0, 100) })).rejects.toThrow(
      '100 symbols against 120',
    )
    await store.batches.rollback(second.id)
    await scan({ universe: async () => symbols.slice(0, 100) })
  })
})

test('a failure to store the outcome does not change it', async () => {
  const lines: string[] = []
  const batch = await scan(
    {},
    { scans: { keep: () => Promise.reject(new Error('disk full')) }, log: (line) => lines.push(line) },
  )
  expect(await store.batches.latest()).toBe(batch)
  expect(lines.join()).toContain('cannot be stored: disk full')
})
