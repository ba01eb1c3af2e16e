/**
 * Runs one scan of the benchmark's market with worker threads and a real database, and measures it.
 */
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { workerPool } from '#service/server/scan-pool/worker-pool.ts'
import { runScan } from '#service/scan/scan.ts'
import type { Batch } from '#service/store/batches.ts'
import type { Store } from '#service/store/store.ts'
import { benchMarket } from './market.ts'

export type ScanRun = {
  readonly batch: Batch
  /**
   * Time from the scan's start until its batch is published, including the start of the threads.
   */
  readonly seconds: number
  /** Longest time that the event loop of this thread was blocked, milliseconds. */
  readonly blockedMs: number
  /**
   * Maximum CPU time of this thread between two callbacks of a timer, milliseconds. It excludes the
   * part of `blockedMs` in which other processes used the core.
   */
  readonly maxWorkMs: number
  /** CPU time of all threads. */
  readonly cpuSeconds: number
  /** Peak resident set size of the process, sampled every 100 ms. */
  readonly peakMemoryBytes: number
  /** Log of the scan. */
  readonly logLines: readonly string[]
}

export const threadCount = 2

/** CPU time of this thread so far, milliseconds. */
const threadCpuMs = (): number => {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}

/** Scans `count` symbols of the benchmark's market into `store`. */
export const runScanBench = async (count: number, store: Store): Promise<ScanRun> => {
  const { market } = await benchMarket(count)
  // Warms up the market: on a server it has been in use long before the scan.
  await market.bars(market.benchmark())
  await new Promise((resolve) => setTimeout(resolve, 200))
  const loopDelay = monitorEventLoopDelay({ resolution: 1 })
  let peakMemoryBytes = process.memoryUsage.rss()
  const memoryTimer = setInterval(
    () => (peakMemoryBytes = Math.max(peakMemoryBytes, process.memoryUsage.rss())),
    100,
  )
  let maxWorkMs = 0
  let previousMs = threadCpuMs()
  const workTimer = setInterval(() => {
    const currentMs = threadCpuMs()
    maxWorkMs = Math.max(maxWorkMs, currentMs - previousMs)
    previousMs = currentMs
  }, 1)
  const logLines: string[] = []
  const workerScript = new URL('./thread.ts', import.meta.url)
  const startedAt = performance.now()
  const cpuAtStart = process.cpuUsage()
  loopDelay.enable()
  const batch = await runScan({
    market,
    batches: store.batches,
    openPool: () => workerPool({ entry: workerScript, data: { count }, threads: threadCount }),
    log: (line) => logLines.push(line),
  })
  loopDelay.disable()
  const seconds = (performance.now() - startedAt) / 1000
  const { user, system } = process.cpuUsage(cpuAtStart)
  clearInterval(memoryTimer)
  clearInterval(workTimer)
  return {
    batch,
    seconds,
    blockedMs: loopDelay.max / 1e6,
    maxWorkMs,
    cpuSeconds: (user + system) / 1e6,
    peakMemoryBytes,
    logLines,
  }
}
