/** Runs one scan of the bench's market with worker threads and a real database, and measures it. */
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { workerPool } from '#service/server/scan-pool/worker-pool.ts'
import { runScan } from '#service/scan/scan.ts'
import type { Batch } from '#service/store/batches.ts'
import type { Store } from '#service/store/store.ts'
import { benchMarket } from './market.ts'

export type Run = {
  readonly batch: Batch
  /** From the scan's start until its batch is published, including the start of the threads. */
  readonly seconds: number
  /** Longest time that the event loop of this thread was blocked, milliseconds. */
  readonly blockedMs: number
  /**
   * Maximum CPU time of this thread between two event-loop turns, milliseconds: the part of `blockedMs` that no
   * other process explains.
   */
  readonly maxWorkMs: number
  /** CPU time of all threads, seconds. */
  readonly cpu: number
  /** Peak memory of the process, bytes. */
  readonly memory: number
  readonly lines: readonly string[]
}

export const threads = 2

/** CPU time of this thread so far, milliseconds. */
const threadWorkMs = (): number => {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}

export const scanOf = async (count: number, store: Store): Promise<Run> => {
  const { market } = await benchMarket(count)
  // Warms up the market: on a server it has been in use long before the scan.
  await market.bars(market.benchmark())
  await new Promise((resolve) => setTimeout(resolve, 200))
  const delay = monitorEventLoopDelay({ resolution: 1 })
  let memory = process.memoryUsage.rss()
  const memoryTimer = setInterval(() => (memory = Math.max(memory, process.memoryUsage.rss())), 100)
  let maxWorkMs = 0
  let previousMs = threadWorkMs()
  const workTimer = setInterval(() => {
    const currentMs = threadWorkMs()
    maxWorkMs = Math.max(maxWorkMs, currentMs - previousMs)
    previousMs = currentMs
  }, 1)
  const lines: string[] = []
  const entry = new URL('./thread.ts', import.meta.url)
  const startedAt = performance.now()
  const cpuAtStart = process.cpuUsage()
  delay.enable()
  const batch = await runScan({
    market,
    batches: store.batches,
    openPool: () => workerPool({ entry, data: { count }, threads }),
    log: (line) => lines.push(line),
  })
  delay.disable()
  const seconds = (performance.now() - startedAt) / 1000
  const { user, system } = process.cpuUsage(cpuAtStart)
  clearInterval(memoryTimer)
  clearInterval(workTimer)
  return {
    batch,
    seconds,
    blockedMs: delay.max / 1e6,
    maxWorkMs,
    cpu: (user + system) / 1e6,
    memory,
    lines,
  }
}
