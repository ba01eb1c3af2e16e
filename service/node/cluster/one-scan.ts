/** One scan for all nodes: who finds another at it waits for that one's batch; where the other dies, goes on where it stopped. */
import type { Notices } from '#service/store/notices.ts'
import type { Scanner } from '#service/scan/schedule.ts'
import type { BatchRepository } from '#service/store/batches.ts'
import type { Leases } from './leases.ts'

export type OneScanParts = {
  readonly scanner: Scanner
  readonly leases: Pick<Leases, 'take'>
  readonly notices: Pick<Notices, 'listen'>
  readonly batches: Pick<BatchRepository, 'latest'>
}

/** How often who waits looks whether the lease is free, for where the other has died. */
const lookEveryMs = 500

/** The same scanner, which scans only while no other process of the service does. */
export function oneScan({ scanner, leases, notices, batches }: OneScanParts): Scanner {
  return {
    async run() {
      const before = (await batches.latest())?.id
      for (;;) {
        const lease = await leases.take('scan')
        if (lease !== null) {
          try {
            // Another may have published while this one waited for its turn.
            const latest = await batches.latest()
            if (latest && latest.id !== before) return latest
            return await scanner.run()
          } finally {
            // Where Redis cannot say who scans, two scans of a night are better than none: the last published stands.
            if (lease !== 'unknown') await lease.release()
          }
        }
        await publishedOr(notices, lookEveryMs)
      }
    },
  }
}

/** Resolves when a batch is published, or after that time. */
function publishedOr(notices: Pick<Notices, 'listen'>, ms: number): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer)
      stop()
      resolve()
    }
    const timer = setTimeout(done, ms)
    const stop = notices.listen(({ kind }) => {
      if (kind === 'batch-published') done()
    })
  })
}
