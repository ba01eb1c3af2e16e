import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openDataDir } from '#service/server/config/data-dir.ts'
import { openMarket } from '#service/markets/registry.ts'
import type { ScanContext } from '#service/scan/scan-context.ts'
import { runScan } from '#service/scan/scan.ts'
import type { Batch } from '#service/store/batches.ts'
import { memoryBatches } from '#service/store/memory/batches.ts'
import { servicePool } from './service-pool.ts'
import { workerPool } from './worker-pool.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'threads-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

const choice = { kind: 'simulated' } as const

test('threads find what the service’s own thread finds', { timeout: 60_000 }, async () => {
  const at = new Date('2026-11-20T21:30:00Z')
  const whole = await openMarket(choice, () => {}, { at })
  const symbols = (await whole.universe()).slice(0, 130)
  const market = { ...whole, universe: async () => symbols }
  const { store } = await openDataDir(folder, choice)
  const lines: string[] = []
  const log = (line: string) => void lines.push(line)
  const ours = await runScan({ market, batches: memoryBatches() })
  const theirs = await runScan({
    market,
    batches: store.batches,
    openCrew: servicePool({
      databaseUrl: null,
      dataDir: folder,
      market: choice,
      pepperFile: join(folder, 'pepper'),
    }),
    log,
  })
  const whatOf = (batch: Batch) => ({ ...batch, id: '', durationMs: 0 })
  // Through the store, like every reader.
  expect(whatOf((await store.batches.latest())!)).toEqual(JSON.parse(JSON.stringify(whatOf(ours))))
  expect(theirs.failures).toEqual([])
  expect(theirs.ideas.length).toBeGreaterThan(0)
  expect((await store.batches.trades(theirs.id)).length).toBeGreaterThan(10)
  expect(lines.join(), 'the threads did it').not.toContain('own thread')
  await store.close()
})

const night: ScanContext = { tradingDay: '2026-11-20', tone: null, chains: 'all' }
/** A thread that finds a failure in every symbol, and dies of one. */
const entry = new URL(
  `data:text/javascript,${encodeURIComponent(`
    import { parentPort, threadId } from 'node:worker_threads'
    parentPort.on('message', ({ symbols }) => {
      if (symbols.includes('DEATH')) process.exit(3)
      if (symbols.includes('THROW')) throw new Error('chain of lead')
      if (symbols.includes('LOOP')) for (;;);
      if (symbols.includes('SILENCE')) return
      const failures = symbols.map((symbol) => ({ symbol, reason: String(threadId) }))
      parentPort.postMessage('alive')
      parentPort.postMessage({ found: { scores: [], drafts: [], trades: [], volatilities: [], chains: [], failures } })
    })
    parentPort.postMessage('ready')
  `)}`,
)

test('a thread that dies takes its part with it, and another takes its place', async () => {
  const crew = await workerPool({ entry, data: null, threads: 1 })
  const ofThread = async (symbol: string) => (await crew.sweep(night, [symbol])).failures[0]!.reason
  const first = await ofThread('AAPL')
  expect(await ofThread('MSFT')).toBe(first)
  await expect(crew.sweep(night, ['DEATH'])).rejects.toThrow('code 3')
  const second = await ofThread('AAPL')
  expect(second).not.toBe(first)
  await expect(crew.sweep(night, ['THROW'])).rejects.toThrow('chain of lead')
  expect(await ofThread('AAPL')).not.toBe(second)
  await crew.close()
})

test.each(['LOOP', 'SILENCE'])(
  'a thread that hangs (%s) is ended, and another takes its place',
  async (symbol) => {
    const crew = await workerPool({ entry, data: null, threads: 1, silentMs: 500 })
    const ofThread = async () => (await crew.sweep(night, ['AAPL'])).failures[0]!.reason
    const first = await ofThread()
    await expect(crew.sweep(night, [symbol])).rejects.toThrow('did nothing for 0.5 s')
    expect(await ofThread()).not.toBe(first)
    await crew.close()
  },
)

test('a thread that hangs while it opens the market is no crew', async () => {
  const hanging = new URL('data:text/javascript,setInterval(() => {}, 1000)')
  const opening = workerPool({ entry: hanging, data: null, threads: 2, silentMs: 200 })
  await expect(opening).rejects.toThrow('did nothing for 0.2 s')
})

test('as many parts are worked at at once as there are threads', async () => {
  const crew = await workerPool({ entry, data: null, threads: 3 })
  expect(crew.width).toBe(3)
  const found = await Promise.all(['A', 'B', 'C'].map((symbol) => crew.sweep(night, [symbol])))
  expect(new Set(found.map(({ failures }) => failures[0]!.reason)).size).toBe(3)
  await crew.close()
})

test('where no thread can be had there is no crew', async () => {
  const broken = new URL('data:text/javascript,throw new Error("no such market")')
  await expect(workerPool({ entry: broken, data: null, threads: 2 })).rejects.toThrow('no such market')
})
