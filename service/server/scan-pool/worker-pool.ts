/**
 * Worker threads for the nightly scan (tinypool): each opens the market and the store once and processes one
 * part at a time. The pool exists only during the scan. A worker that exits or stops responding is replaced, and
 * the scan counts its part as failed.
 */
import { availableParallelism } from 'node:os'
import { MessageChannel } from 'node:worker_threads'
import { Tinypool } from 'tinypool'
import { opensInWorkers } from '#service/markets/registry.ts'
import type { PartResult, ScanContext, ScanPool } from '#service/scan/scan-context.ts'
import type { StoreLocation } from '#service/server/open-store.ts'
import type { PartTask } from './part-task.ts'
import type { ScanWorkerData } from './scan-worker.ts'

export type WorkerPoolInput = {
  /** The worker's module; its export `processPart` processes a `PartTask`. */
  readonly entry: URL
  /** `Tinypool.workerData` of the worker. */
  readonly data: unknown
  readonly threads: number
  /** A worker without a heartbeat for this long counts as hung, milliseconds. */
  readonly silentMs?: number
}

/** Limits memory: each worker holds its own market. */
const maxThreads = 4
/** Chains create hundreds of thousands of short-lived objects: a large young generation promotes fewer of them. */
const resourceLimits = { maxYoungGenerationSizeMb: 192 }
/** Longer than all timeouts of one symbol together, and than opening a large market. */
const defaultSilentMs = 3 * 60_000

/**
 * Returns the function with which `runScan` opens its pool. Undefined if workers cannot open the market: the scan
 * then uses the open market of its process.
 */
export function servicePool({
  databaseUrl,
  dataDir,
  market,
  pepperFile,
}: StoreLocation): ((scanTime: Date) => Promise<ScanPool>) | undefined {
  if (!opensInWorkers(market)) return undefined
  const location = { databaseUrl, dataDir, market, pepperFile }
  return (scanTime) =>
    workerPool({
      entry: new URL('./scan-worker.ts', import.meta.url),
      data: { location, scanTimeMs: scanTime.getTime() } satisfies ScanWorkerData,
      threads: Math.min(maxThreads, availableParallelism()),
    })
}

/** Opens a pool. Rejects if a worker cannot open the market. */
export async function workerPool({
  entry,
  data,
  threads,
  silentMs = defaultSilentMs,
}: WorkerPoolInput): Promise<ScanPool> {
  const pool = new Tinypool({
    filename: entry.href,
    name: 'processPart',
    workerData: data,
    minThreads: threads,
    maxThreads: threads,
    // The database connection of a worker needs its event loop between two parts.
    useAtomics: false,
    resourceLimits,
  })
  // A worker without a task may fail too. The next task starts another one.
  pool.on('error', () => {})
  const scanPart = async (context: ScanContext | null, symbols: readonly string[]): Promise<PartResult> => {
    const { port1: heartbeats, port2: port } = new MessageChannel()
    const silence = new AbortController()
    const timer = setTimeout(() => silence.abort(), silentMs)
    heartbeats.on('message', () => timer.refresh())
    const task: PartTask = { context, symbols, port }
    try {
      return (await pool.run(task, { transferList: [port], signal: silence.signal })) as PartResult
    } catch (error) {
      if (!silence.signal.aborted) throw error
      throw new Error(`a scan worker did not respond for ${silentMs / 1000} s and was terminated`, {
        cause: error,
      })
    } finally {
      clearTimeout(timer)
      heartbeats.close()
    }
  }
  try {
    await scanPart(null, [])
  } catch (error) {
    await destroy(pool)
    throw error
  }
  return { width: threads, scanPart, close: () => destroy(pool) }
}

/**
 * Ends the workers of a pool. tinypool waits for their exits with `events.once`, which calls `removeListener` of a worker that
 * fails meanwhile. Workers of tinypool 2.2 lack it: the exception would end the service.
 */
async function destroy(pool: Tinypool): Promise<void> {
  for (const worker of pool.threads) Object.assign(worker, { removeListener: () => {} })
  // It rejects with the error of a worker, which has ended, too.
  await pool.destroy().catch(() => undefined)
}
