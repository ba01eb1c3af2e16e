/**
 * Readiness: whether requests should be sent to this process. An outage of the store that all processes share is no
 * reason to take them all out of service: as long as callers are served from the cache, the process is ready.
 */
import { Problem } from '#contract/api/problem.ts'
import { withTimeout } from '#service/shared/with-timeout.ts'
import type { Batch } from '#service/store/batches.ts'
import type { CachingStore } from '#service/store/caching.ts'
import type { ScanSummary } from '#service/store/scan-outcomes.ts'
import type { Store } from '#service/store/store.ts'
import { scanState } from './scan-state.ts'

/**
 * Timeout of store queries, milliseconds. It is shorter than the timeouts of monitoring, which
 * would otherwise report that the service itself does not respond.
 */
export const storeTimeoutMs = 2000
/** Timeout while callers are served from the cache, milliseconds: proxies wait for a second by default. */
const cachedTimeoutMs = 500

export const storeTimeoutProblem = (): Problem =>
  new Problem('unavailable', { detail: 'The store does not respond.' }, { retryAfterSeconds: 2 })

/**
 * Returns the result of the store, or undefined after the timeout or an error, so that the other
 * metrics remain available. The metrics of the store count its errors.
 */
export const valueOrUndefined = <Value>(pending: Promise<Value>): Promise<Value | undefined> =>
  withTimeout(storeTimeoutMs, pending, storeTimeoutProblem).catch(() => undefined)

export type Readiness = {
  /** The batch that is served. */
  readonly batch: Batch
  readonly scans: ScanSummary
  /** Why the store cannot be used, as a sentence; null if it can. */
  readonly reason: string | null
}

export type ReadinessParts = Pick<CachingStore, 'servesFromCache'> & {
  readonly store: Pick<Store, 'check' | 'batches' | 'scans'>
}

/**
 * Creates the readiness check. Its queries run at the same time, so that it takes one round trip.
 *
 * @returns a function that rejects with a Problem `unavailable` if no batch with data is published, or the store
 *   fails and nothing is served from the cache. With `isStrict` it rejects with every failure of the store
 */
export function createReadiness({
  store,
  servesFromCache,
}: ReadinessParts): (isStrict: boolean) => Promise<Readiness> {
  let last: Omit<Readiness, 'reason'> | undefined
  const query = async () => {
    const [, batch, scans] = await Promise.all([store.check(), store.batches.latest(), store.scans.summary()])
    return { batch, scans }
  }
  return async (isStrict) => {
    const cached = !isStrict && servesFromCache() ? last : undefined
    const timeoutMs = cached ? cachedTimeoutMs : storeTimeoutMs
    let current: Awaited<ReturnType<typeof query>>
    try {
      current = await withTimeout(timeoutMs, query(), storeTimeoutProblem)
    } catch (error) {
      if (!cached || !(error instanceof Problem)) throw error
      return { ...cached, reason: error.message }
    }
    last = undefined
    const batch = requireBatch(current.batch, current.scans)
    last = { batch, scans: current.scans }
    return { ...last, reason: null }
  }
}

/** @throws Problem `unavailable` with the reason if no batch can be served */
function requireBatch(batch: Batch | undefined, scans: ScanSummary): Batch {
  const refuse = (detail: string): never => {
    throw new Problem('unavailable', { detail }, { retryAfterSeconds: 2 })
  }
  if (!batch) return refuse(describeMissingBatch(scans))
  if (batch.scores.length === 0)
    return refuse('The latest batch is empty: its scan could not analyse any symbol.')
  return batch
}

function describeMissingBatch(scans: ScanSummary): string {
  const lastScan = scanState(scans)
  return lastScan
    ? `No scan has published a batch yet; the last ${lastScan.outcome === 'refused' ? 'was refused' : 'failed'}: ${lastScan.reason}.`
    : 'The first scan has not finished yet.'
}
