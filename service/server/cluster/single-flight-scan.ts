/**
 * One scan for all nodes: who finds another at it waits for what comes of that one, a batch or none; where the other dies, goes
 * on where it stopped.
 */
import { ScanRefused } from '#service/scan/validate-batch.ts'
import type { Notices } from '#service/store/invalidation-events.ts'
import type { Scanner } from '#service/scan/schedule.ts'
import type { BatchRepository } from '#service/store/batches.ts'
import { isSameScan } from '#service/store/scan-outcomes.ts'
import type { ScanOutcome, ScanOutcomeRepository } from '#service/store/scan-outcomes.ts'
import type { Leases } from './leases.ts'

export type OneScanParts = {
  readonly scanner: Scanner
  readonly leases: Pick<Leases, 'take'>
  readonly notices: Pick<Notices, 'listen'>
  readonly batches: Pick<BatchRepository, 'latest'>
  /** Absent for who scans whatever became of another's scan. */
  readonly scans?: Pick<ScanOutcomeRepository, 'summary'> | undefined
}

/** How often who waits looks whether the lease is free, for where the other has died. */
const lookEveryMs = 500

/** The same scanner, which scans only while no other process of the service does. */
export function oneScan({ scanner, leases, notices, batches, scans }: OneScanParts): Scanner {
  const lastScan = async () => (await scans?.summary())?.last
  return {
    async run() {
      const [before, lastBefore] = [(await batches.latest())?.id, await lastScan()]
      for (;;) {
        const lease = await leases.take('scan')
        if (lease !== null) {
          try {
            // Another may have published while this one waited for its turn; or may not, and the pause after that is everybody's.
            const latest = await batches.latest()
            if (latest && latest.id !== before) return latest
            const last = await lastScan()
            if (last && !isSameScan(last, lastBefore)) throw errorOf(last)
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

const errorOf = ({ outcome, reason, counts }: ScanOutcome): Error =>
  outcome === 'refused' && counts !== null
    ? new ScanRefused(reason ?? outcome, counts)
    : new Error(reason ?? outcome)

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
