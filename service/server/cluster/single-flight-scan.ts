/**
 * Distributed single-flight for scans: waits for a running scan and uses its outcome, or resumes from its saved
 * parts if its process dies.
 */
import { ScanRefused } from '#service/scan/validate-batch.ts'
import type { Invalidations } from '#service/store/invalidation-events.ts'
import type { Scanner } from '#service/scan/schedule.ts'
import type { BatchRepository } from '#service/store/batches.ts'
import { isSameScan } from '#service/store/scan-outcomes.ts'
import type { ScanOutcome, ScanOutcomeRepository } from '#service/store/scan-outcomes.ts'
import type { Leases } from './leases.ts'

export type SingleFlightScanParts = {
  readonly scanner: Scanner
  readonly leases: Pick<Leases, 'tryAcquire'>
  readonly invalidations: Pick<Invalidations, 'listen'>
  readonly batches: Pick<BatchRepository, 'latest'>
  /** Absent if a scan must run regardless of the outcome of another process's scan. */
  readonly scans?: Pick<ScanOutcomeRepository, 'summary'> | undefined
}

/** Polling interval for the lease, milliseconds: its holder may die without publishing. */
const pollEveryMs = 500

/** Wraps a scanner so that it scans only while no other process of the service does. */
export function singleFlightScan({
  scanner,
  leases,
  invalidations,
  batches,
  scans,
}: SingleFlightScanParts): Scanner {
  const readLastOutcome = async () => (await scans?.summary())?.last
  return {
    async run() {
      const [batchBefore, scanBefore] = [(await batches.latest())?.id, await readLastOutcome()]
      for (;;) {
        const lease = await leases.tryAcquire('scan')
        if (lease !== null) {
          try {
            // Another process may have published while this one waited; if not, the retry delay applies to
            // all processes.
            const latest = await batches.latest()
            if (latest && latest.id !== batchBefore) return latest
            const lastOutcome = await readLastOutcome()
            if (lastOutcome && !isSameScan(lastOutcome, scanBefore)) throw errorOf(lastOutcome)
            return await scanner.run()
          } finally {
            // If Redis does not respond, two scans are better than none: the last published batch wins.
            if (lease !== 'unknown') await lease.release()
          }
        }
        await waitForBatch(invalidations, pollEveryMs)
      }
    },
  }
}

const errorOf = ({ outcome, reason, counts }: ScanOutcome): Error =>
  outcome === 'refused' && counts !== null
    ? new ScanRefused(reason ?? outcome, counts)
    : new Error(reason ?? outcome)

/** Resolves when a batch is published, or after the timeout. */
function waitForBatch(invalidations: Pick<Invalidations, 'listen'>, ms: number): Promise<void> {
  return new Promise((resolve) => {
    const finish = () => {
      clearTimeout(timer)
      stop()
      resolve()
    }
    const timer = setTimeout(finish, ms)
    const stop = invalidations.listen(({ kind }) => {
      if (kind === 'batch-published') finish()
    })
  })
}
