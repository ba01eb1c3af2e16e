import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest'
import { openDataDir } from '#service/server/config/data-dir.ts'
import { openMarket, registerMarket } from '#service/markets/registry.ts'
import type { ScanContext, ScanPool } from '#service/scan/scan-context.ts'
import { runScan } from '#service/scan/scan.ts'
import type { Batch } from '#service/store/batches.ts'
import { memoryBatches } from '#service/store/memory/batches.ts'
import { servicePool, workerPool } from './worker-pool.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'threads-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

const choice = { kind: 'simulated' } as const

test('workers produce the same batch as the main thread', { timeout: 60_000 }, async () => {
  const scanTime = new Date('2026-11-20T21:30:00Z')
  const fullMarket = await openMarket(choice, { log: () => {}, purpose: 'scan', fixedTime: scanTime })
  const symbols = (await fullMarket.universe()).slice(0, 130)
  const market = { ...fullMarket, universe: async () => symbols }
  const { store } = await openDataDir(folder, choice)
  const lines: string[] = []
  const log = (line: string) => void lines.push(line)
  const onMainThread = await runScan({ market, batches: memoryBatches() })
  const inWorkers = await runScan({
    market,
    batches: store.batches,
    openPool: servicePool({
      databaseUrl: null,
      dataDir: folder,
      market: choice,
      pepperFile: join(folder, 'pepper'),
    }),
    log,
  })
  const withoutTimes = (batch: Batch) => ({ ...batch, id: '', durationMs: 0 })
  // Compares the stored batch, as every reader gets it.
  expect(withoutTimes((await store.batches.latest())!)).toEqual(
    JSON.parse(JSON.stringify(withoutTimes(onMainThread))),
  )
  expect(inWorkers.failures).toEqual([])
  expect(inWorkers.ideas.length).toBeGreaterThan(0)
  expect((await store.batches.trades(inWorkers.id)).length).toBeGreaterThan(10)
  expect(lines.join(), 'the workers ran the scan').not.toContain('main thread')
  await store.close()
})

const context: ScanContext = { tradingDay: '2026-11-20', tone: null, chains: 'all' }
/** Writes the module of a worker. */
const workerModule = (source: string): URL => {
  const file = join(folder, 'worker.mjs')
  writeFileSync(file, source)
  return pathToFileURL(file)
}
/** A worker that returns its thread's id as a failure of each symbol; some symbols make it fail. */
const testWorker = () =>
  workerModule(`
    import { threadId } from 'node:worker_threads'
    export const processPart = ({ symbols, port }) => {
      if (symbols.includes('EXIT')) process.exit(3)
      if (symbols.includes('THROW')) throw new Error('unreadable chain')
      if (symbols.includes('CRASH')) setTimeout(() => { throw new Error('out of memory') })
      if (symbols.includes('LOOP')) for (;;);
      if (symbols.includes('SILENCE') || symbols.includes('CRASH')) return new Promise(() => {})
      port.postMessage('alive')
      const failures = symbols.map((symbol) => ({ symbol, reason: String(threadId) }))
      return { scores: [], drafts: [], trades: [], volatilities: [], chains: [], failures }
    }
  `)
const threadOf = async (pool: ScanPool, symbol = 'AAPL') =>
  (await pool.scanPart(context, [symbol])).failures[0]!.reason

test('a worker that crashes loses its part and is replaced', async () => {
  const pool = await workerPool({ entry: testWorker(), data: null, threads: 1 })
  const firstThread = await threadOf(pool)
  expect(await threadOf(pool, 'MSFT')).toBe(firstThread)
  await expect(pool.scanPart(context, ['CRASH'])).rejects.toThrow('out of memory')
  expect(await threadOf(pool)).not.toBe(firstThread)
  await pool.close()
})

test('a part that throws fails with its error, and the worker continues', async () => {
  const pool = await workerPool({ entry: testWorker(), data: null, threads: 1 })
  await expect(pool.scanPart(context, ['THROW'])).rejects.toThrow('unreadable chain')
  expect(await threadOf(pool)).toMatch(/^\d+$/)
  await pool.close()
})

test.each(['LOOP', 'SILENCE', 'EXIT'])(
  'a worker that stops responding (%s) is terminated and replaced',
  async (symbol) => {
    const pool = await workerPool({ entry: testWorker(), data: null, threads: 1, silentMs: 2000 })
    const firstThread = await threadOf(pool)
    await expect(pool.scanPart(context, [symbol])).rejects.toThrow('did not respond for 2 s')
    expect(await threadOf(pool)).not.toBe(firstThread)
    await pool.close()
  },
)

test('a worker that hangs while it opens the market rejects the pool', async () => {
  const hanging = workerModule('await new Promise(() => setInterval(() => {}, 1000))')
  const opening = workerPool({ entry: hanging, data: null, threads: 2, silentMs: 200 })
  await expect(opening).rejects.toThrow('did not respond for 0.2 s')
})

test('processes as many parts at once as there are workers', async () => {
  const pool = await workerPool({ entry: testWorker(), data: null, threads: 3 })
  expect(pool.width).toBe(3)
  const threads = await Promise.all(['A', 'B', 'C'].map((symbol) => threadOf(pool, symbol)))
  expect(new Set(threads).size).toBe(3)
  await pool.close()
})

test('a worker that cannot open the market rejects the pool', async () => {
  const broken = workerModule('throw new Error("no such market")')
  await expect(workerPool({ entry: broken, data: null, threads: 2 })).rejects.toThrow('no such market')
})

test('workers that fail while the pool is being closed cause no uncaught exception', async () => {
  // All workers fail at the same time.
  const failing = workerModule(`
    const time = Math.ceil(Date.now() / 100) * 100
    while (Date.now() < time);
    throw new Error('no such market')
  `)
  for (let run = 0; run < 10; run += 1)
    await expect(workerPool({ entry: failing, data: null, threads: 4 })).rejects.toThrow('no such market')
})

test('a market that workers may not open has no pool: the scan uses the market of its process', () => {
  const unregister = registerMarket({
    kind: 'one-connection',
    syntax: 'one-connection',
    meaning: 'a source of a test',
    opensInWorkers: false,
    parse: () => undefined,
    name: () => 'one-connection',
    open: () => Promise.reject(new Error('is open already')),
  })
  onTestFinished(unregister)
  const location = { databaseUrl: null, dataDir: folder, pepperFile: join(folder, 'pepper') }
  expect(servicePool({ ...location, market: { kind: 'one-connection' } })).toBeUndefined()
  expect(servicePool({ ...location, market: choice })).toBeTypeOf('function')
})
