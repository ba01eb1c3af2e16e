/**
 * Tests of scans of a source that fails completely or in part: nothing is published, the previous
 * batch stays published, and the failure is stored.
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

const symbolCount = 120
const fullMarket = simulatedMarket({ seed: 1, clock: () => new Date('2026-11-20T21:30:00Z') })
const symbols = (await fullMarket.universe()).slice(0, symbolCount)

/**
 * Created once. Only the last chain is complete; the others have four contracts, to keep the scan
 * short.
 */
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
const failingCall = async () => {
  throw new Error('the vendor is down')
}
/** A `chain` method that fails for the first `failing` symbols. */
const chainsWithout = (failing: number) => {
  const failingSymbols = new Set(symbols.slice(0, failing))
  return async (symbol: string) => (failingSymbols.has(symbol) ? failingCall() : market.chain(symbol))
}
const emptyChain = async (symbol: string) => {
  const chain = await market.chain(symbol)
  return chain && { ...chain, contracts: [] }
}

describe('without an earlier batch', () => {
  test.each<[string, Partial<Market>, RegExp]>([
    [
      'fails at everything',
      { profile: failingCall, bars: failingCall, chain: failingCall },
      /failed at \d+ of 120 symbols/,
    ],
    ['fails at chains', { chain: failingCall }, /failed at \d+ of 120 symbols: more than 2 %/],
    ['returns no profile', { profile: async () => undefined }, /failed at/],
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

  test('is published if the source fails at 2 of 120 symbols, and refused at 3', async () => {
    const twoFailures = await scan({ chain: chainsWithout(2) })
    expect(twoFailures.failures).toHaveLength(2)
    expect((await store.scans.summary()).last?.counts).toMatchObject({ universe: symbolCount, failures: 2 })
    await expect(scan({ chain: chainsWithout(3) })).rejects.toThrow('the source failed at 3 of 120 symbols')
  })

  test('stops after the first part if the source is unavailable', async () => {
    let calls = 0
    const profile = async () => {
      calls++
      return failingCall()
    }
    await expect(scan({ profile })).rejects.toThrow('failed at 40 of 120 symbols')
    expect(calls).toBe(40)
  })

  test('waits for three timeouts of a silent source, not for one of each symbol', async () => {
    let calls = 0
    const profile = () => {
      calls++
      return new Promise<never>(() => {})
    }
    await expect(scan({ profile }, { timeoutMs: 20 })).rejects.toThrow('failed at 40 of 120 symbols')
    expect(calls).toBe(3)
  })

  test('fails if the universe cannot be read, also by a timeout', async () => {
    await expect(scan({ universe: failingCall })).rejects.toThrow('the vendor is down')
    const never = () => new Promise<never>(() => {})
    await expect(scan({ universe: never }, { timeoutMs: 20 })).rejects.toThrow('did not respond within')
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

  test('counts symbols whose chain has disappeared as failures, even without an error of the source', async () => {
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

  test('counts symbols whose bars have disappeared as failures', async () => {
    const bars = async (symbol: string) => (symbols.indexOf(symbol) < 3 ? noBars : market.bars(symbol))
    await expect(scan({ bars })).rejects.toThrow('failed at 3 of 120 symbols')
    await expectUnchanged()
  })

  test('refuses a universe of less than 90 % of the previous one', async () => {
    const universe = async () => symbols.slice(0, 107)
    await expect(scan({ universe })).rejects.toThrow('107 symbols against 120 of the previous batch')
    await expectUnchanged()
    await scan({ universe: async () => symbols.slice(10) })
  })

  test('refuses the next scan if the bars have not advanced', async () => {
    const laterMarket: Partial<Market> = {
      now: () => new Date('2026-11-25T21:30:00Z'),
      today: () => '2026-11-25',
    }
    await expect(scan(laterMarket)).rejects.toThrow(
      /0 symbols with a technical score against \d+ of the previous batch: less than 90 %; the bars of SPY end on 2026-11-20, before the session of 2026-11-25$/,
    )
    await expectUnchanged()
  })

  test('publishes a refused batch with `acceptFailures`', async () => {
    const batch = await scan({ chain: chainsWithout(60) }, { acceptFailures: true })
    expect(batch.failures).toHaveLength(60)
    expect(await store.batches.latest()).toBe(batch)
    const { last } = await store.scans.summary()
    expect(last).toMatchObject({ outcome: 'published', batchId: batch.id })
    expect(last?.reason).toContain('despite: the source failed at 60 of 120 symbols')
  })

  test('processes only the failed parts again after a repair', async () => {
    const scanned: string[] = []
    const { batches } = store
    const recordingPool = (source: Market): { openPool: () => Promise<ScanPool> } => ({
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
    const failingMarket = { ...market, chain: chainsWithout(5) }
    await expect(scan(failingMarket, recordingPool(failingMarket))).rejects.toThrow('failed at')
    expect(scanned, 'it stops after the first part').toEqual(symbols.slice(0, 40))
    scanned.length = 0
    const lateFailures = {
      ...market,
      chain: async (symbol: string) =>
        symbols.indexOf(symbol) >= 117 ? failingCall() : market.chain(symbol),
    }
    await expect(scan(lateFailures, recordingPool(lateFailures))).rejects.toThrow('failed at 3 of 120')
    scanned.length = 0
    const { failures } = await scan({}, recordingPool(market))
    expect(scanned).toEqual(symbols.slice(80))
    expect(failures).toEqual([])
  })

  test('compares the next scan with the batch to which an operator has rolled back', async () => {
    const smallerUniverse = async () => symbols.slice(0, 110)
    const secondBatch = await scan({ universe: smallerUniverse })
    await store.batches.rollback()
    await expect(scan({ universe: async () => symbols.slice(0, 100) })).rejects.toThrow(
      '100 symbols against 120',
    )
    await store.batches.rollback(secondBatch.id)
    await scan({ universe: async () => symbols.slice(0, 100) })
  })
})

test('returns the batch even if the outcome cannot be stored', async () => {
  const lines: string[] = []
  const batch = await scan(
    {},
    { scans: { keep: () => Promise.reject(new Error('disk full')) }, log: (line) => lines.push(line) },
  )
  expect(await store.batches.latest()).toBe(batch)
  expect(lines.join()).toContain('cannot be stored: disk full')
})
