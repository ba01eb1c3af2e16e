/**
 * Worker threads for the nightly scan (tinypool): each opens the market and the store once and processes one part at a
 * time. The pool lives as long as the scan. A worker that exits or stops responding loses its part, which the scan counts
 * as failed, and is replaced.
 */
import { availableParallelism } from 'node:os'
import { MessageChannel } from 'node:worker_threads'
import { Tinypool } from 'tinypool'
import { opensInWorkers } from '#service/markets/registry.ts'
import type { PartResult, ScanContext, ScanPool } from '#service/scan/scan-context.ts'
import type { StorePlace } from '#service/server/open-store.ts'
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

/** Each worker has a market of its own in memory. */
const mostThreads = 4
/** Chains create hundreds of thousands of short-lived objects: a large young generation promotes fewer of them. */
const resourceLimits = { maxYoungGenerationSizeMb: 192 }
/** Longer than the timeouts of one symbol together; opening a large market takes as long. */
const longestSilenceMs = 3 * 60_000

/**
 * Opens the pool of a scan at the market's time `at`, for `runScan`. Undefined if the market's source cannot be opened in
 * workers: the scan then runs on the market that its process has open.
 */
export function servicePool({
  databaseUrl,
  dataDir,
  market,
  pepperFile,
}: StorePlace): ((at: Date) => Promise<ScanPool>) | undefined {
  if (!opensInWorkers(market)) return undefined
  const place = { databaseUrl, dataDir, market, pepperFile }
  return (at) =>
    workerPool({
      entry: new URL('./scan-worker.ts', import.meta.url),
      data: { place, at: at.getTime() } satisfies ScanWorkerData,
      threads: Math.min(mostThreads, availableParallelism()),
    })
}

/** Rejects if a worker cannot open the market. */
export async function workerPool({
  entry,
  data,
  threads,
  silentMs = longestSilenceMs,
}: WorkerPoolInput): Promise<ScanPool> {
  const pool = new Tinypool({
    filename: entry.href,
    name: 'processPart',
    workerData: data,
    minThreads: threads,
    maxThreads: threads,
    // Between two parts a worker's sockets to the database need its event loop.
    useAtomics: false,
    resourceLimits,
  })
  // Also emitted for a worker without a task; the next task starts another one.
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
      throw new Error(`a worker of the scan did not respond for ${silentMs / 1000} s and was terminated`, {
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
    await pool.destroy()
    throw error
  }
  return { width: threads, scanPart, close: () => pool.destroy() }
}
