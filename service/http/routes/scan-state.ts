/** State of the scans of all processes, for monitoring. */
import type { Metrics } from '#service/shared/metrics.ts'
import type { ScanOutcome, ScanSummary } from '#service/store/scan-outcomes.ts'

/** The last scan, as `/readyz` reports it. `endedAt` is ISO 8601 in UTC. */
export type ScanState = Pick<ScanOutcome, 'outcome' | 'reason' | 'counts'> & { readonly endedAt: string }

/** Returns the last scan, or undefined before the first. */
export function scanState({ last }: ScanSummary): ScanState | undefined {
  if (!last) return undefined
  const { outcome, reason, counts, endedAt } = last
  return { outcome, reason, counts, endedAt: new Date(endedAt).toISOString() }
}

/** Whether the served batch is outdated because the last scan published nothing. */
export const isBehind = ({ last }: ScanSummary): boolean => last !== undefined && last.outcome !== 'published'

const scanMetrics = [
  'service_scan_outcomes_total',
  'service_scan_last_success_timestamp_seconds',
  'service_scan_last_duration_seconds',
  'service_scan_failures',
] as const

/** Sets the scan metrics. Metrics without a known value are removed. */
export function setScanMetrics(
  metrics: Pick<Metrics, 'set' | 'removeSeries'>,
  summary: ScanSummary | undefined,
): void {
  for (const name of scanMetrics) metrics.removeSeries(name)
  if (!summary) return
  const { last, lastPublished, totals } = summary
  for (const [outcome, count] of Object.entries(totals))
    metrics.set('service_scan_outcomes_total', { outcome }, count)
  if (lastPublished)
    metrics.set('service_scan_last_success_timestamp_seconds', {}, lastPublished.endedAt / 1000)
  if (!last) return
  metrics.set('service_scan_last_duration_seconds', {}, last.durationMs / 1000)
  if (last.counts) metrics.set('service_scan_failures', {}, last.counts.failures)
}
