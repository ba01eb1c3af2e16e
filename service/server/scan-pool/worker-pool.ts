/**
 * A crew of threads for the nightly scan: each opens the market for itself and looks through one part at a time. They live
 * as long as the scan; a thread that dies or hangs takes its part with it, and the next part gets a new one.
 */
import type { ScanPool } from '#service/scan/scan-context.ts'
import { openPoolWorker } from './pool-worker.ts'
import type { PoolWorkerInput } from './pool-worker.ts'

export type WorkerPoolInput = PoolWorkerInput & { readonly threads: number }

/** Rejects where not even one thread can be had. */
export async function workerPool(input: WorkerPoolInput): Promise<ScanPool> {
  const opened = await Promise.allSettled(Array.from({ length: input.threads }, () => openPoolWorker(input)))
  const idle = opened.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []))
  const all = new Set(idle)
  if (idle.length === 0) throw (opened[0] as PromiseRejectedResult).reason
  return {
    width: idle.length,
    async sweep(night, symbols) {
      let thread = idle.pop()
      if (!thread?.isAlive()) {
        if (thread) all.delete(thread)
        all.add((thread = await openPoolWorker(input)))
      }
      try {
        return await thread.sweep(night, symbols)
      } finally {
        idle.push(thread)
      }
    },
    close: async () => void (await Promise.all([...all].map((thread) => thread.stop()))),
  }
}
