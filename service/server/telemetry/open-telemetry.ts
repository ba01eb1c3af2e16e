/** Starts the export of a process if its settings ask for one. */
import type { ReadMetrics } from '#service/http/routes/operations.ts'
import type { Log } from '#service/shared/log.ts'
import type { Metrics, Readings } from '#service/shared/metrics.ts'
import type { TelemetrySettings } from './settings.ts'
import type { Telemetry } from './start-telemetry.ts'

export type TelemetrySource = {
  readonly log: Log
  /** Wall clock, milliseconds since 1970. */
  readonly clock: () => number
  /** Version of the service. */
  readonly version: string
  readonly metrics: Metrics
  readonly readMetrics: ReadMetrics
  /** Starts to watch the process, and returns the function that reads its metrics. */
  readonly watchMetrics: () => () => Readings
}

/** Without settings, the SDK is not even loaded. */
export async function openTelemetry(
  settings: TelemetrySettings | null,
  { log, clock, version, metrics, readMetrics, watchMetrics }: TelemetrySource,
): Promise<Telemetry | null> {
  if (settings === null) return null
  const { startTelemetry } = await import('./start-telemetry.ts')
  const processMetrics = watchMetrics()
  return startTelemetry(settings, {
    log,
    metrics,
    clock,
    version,
    elapsed: () => performance.now(),
    readSnapshot: async () => metrics.snapshot({ ...(await readMetrics()), ...processMetrics() }),
  })
}
