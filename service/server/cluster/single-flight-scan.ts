/**
 * Distributed single-flight: wait for the running scan and use its outcome; resume from its saved parts if
 * its process dies.
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
  readonly leases: Pick<Leases, 'take'>
  readonly invalidations: Pick<Invalidations, 'listen'>
  readonly batches: Pick<BatchRepository, 'latest'>
  /** Absent for scans that must run whatever the outcome of another process's scan. */
  readonly scans?: Pick<ScanOutcomeRepository, 'summary'> | undefined
}

/** Interval at which a waiting process checks whether the lease is free, because its holder may have died. Milliseconds. */
const lookEveryMs = 500

/** The same scanner, which scans only while no other process of the service does. */
export function singleFlightScan({
  scanner,
  leases,
  invalidations,
  batches,
  scans,
}: SingleFlightScanParts): Scanner {
  const lastScan = async () => (await scans?.summary())?.last
  return {
    async run() {
      const [before, lastBefore] = [(await batches.latest())?.id, await lastScan()]
      for (;;) {
        const lease = await leases.take('scan')
        if (lease !== null) {
          try {
            // Another process may have published while this one waited; if not, the retry delay applies to
            // all processes.
            const latest = await batches.latest()
            if (latest && latest.id !== before) return latest
            const last = await lastScan()
            if (last && !isSameScan(last, lastBefore)) throw errorOf(last)
            return await scanner.run()
          } finally {
            // If Redis cannot tell which process scans, two scans are better than none: the last one
            // published stays.
            if (lease !== 'unknown') await lease.release()
          }
        }
        await publishedOr(invalidations, lookEveryMs)
      }
    },
  }
}

const errorOf = ({ outcome, reason, counts }: ScanOutcome): Error =>
  outcome === 'refused' && counts !== null
    ? new ScanRefused(reason ?? outcome, counts)
    : new Error(reason ?? outcome)

/** Resolves when a batch is published, or after that time. */
function publishedOr(invalidations: Pick<Invalidations, 'listen'>, ms: number): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer)
      stop()
      resolve()
    }
    const timer = setTimeout(done, ms)
    const stop = invalidations.listen(({ kind }) => {
      if (kind === 'batch-published') done()
    })
  })
}
