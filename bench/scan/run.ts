/** One scan of the bench's market by threads, into a real database, watched. */
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { workerPool } from '#service/server/scan-pool/worker-pool.ts'
import { runScan } from '#service/scan/scan.ts'
import type { Batch } from '#service/store/batches.ts'
import type { Store } from '#service/store/store.ts'
import { benchMarket } from './market.ts'

export type Run = {
  readonly batch: Batch
  /** From the scan's start until its batch is published, the threads' start included. */
  readonly seconds: number
  /** The longest the event loop of this thread was held, milliseconds. */
  readonly held: number
  /**
   * Maximum CPU time of this thread between two event-loop turns, milliseconds: the part of `held` that no
   * other process explains.
   */
  readonly worked: number
  /** Of all threads, seconds. */
  readonly cpu: number
  /** The most the whole process had, bytes. */
  readonly memory: number
  readonly lines: readonly string[]
}

export const threads = 2

/** Milliseconds of processor this thread has had. */
const ownWork = (): number => {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}

export const scanOf = async (count: number, store: Store): Promise<Run> => {
  const { market } = await benchMarket(count)
  // The bench's own start is not the scan's: a server has looked at its market long before.
  await market.bars(market.benchmark())
  await new Promise((resolve) => setTimeout(resolve, 200))
  const delay = monitorEventLoopDelay({ resolution: 1 })
  let memory = process.memoryUsage.rss()
  const watch = setInterval(() => (memory = Math.max(memory, process.memoryUsage.rss())), 100)
  let worked = 0
  let before = ownWork()
  const turns = setInterval(() => {
    const now = ownWork()
    worked = Math.max(worked, now - before)
    before = now
  }, 1)
  const lines: string[] = []
  const entry = new URL('./thread.ts', import.meta.url)
  const started = performance.now()
  const used = process.cpuUsage()
  delay.enable()
  const batch = await runScan({
    market,
    batches: store.batches,
    openPool: () => workerPool({ entry, data: { count }, threads }),
    log: (line) => lines.push(line),
  })
  delay.disable()
  const seconds = (performance.now() - started) / 1000
  const { user, system } = process.cpuUsage(used)
  clearInterval(watch)
  clearInterval(turns)
  return { batch, seconds, held: delay.max / 1e6, worked, cpu: (user + system) / 1e6, memory, lines }
}
