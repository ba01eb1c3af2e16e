/** Exporters of the SDK. Their failures end here: counted, logged, and never passed on. */
import { ExportResultCode } from '@opentelemetry/core'
import type { ExportResult } from '@opentelemetry/core'
import type { PushMetricExporter } from '@opentelemetry/sdk-metrics'
import type { ReadableSpan, SpanExporter } from '@opentelemetry/sdk-trace'
import type { Metrics } from '#service/shared/metrics.ts'
import type { SignalSettings } from './settings.ts'
import type { TelemetryLog } from './telemetry-log.ts'
import type { SpanBudget } from './span-budget.ts'

export type ExporterParts = {
  readonly log: TelemetryLog
  readonly metrics: Pick<Metrics, 'counter'>
}

type Exporter<Data> = {
  export(data: Data, done: (result: ExportResult) => void): void
  forceFlush?(): Promise<void>
  shutdown(): Promise<void>
}

/** Loads only the protocol that is used. */
export async function openMetricExporter(
  settings: SignalSettings,
  { log, metrics }: ExporterParts,
): Promise<PushMetricExporter> {
  const { OTLPMetricExporter } = await (settings.protocol === 'http/json'
    ? import('@opentelemetry/exporter-metrics-otlp-http')
    : import('@opentelemetry/exporter-metrics-otlp-proto'))
  const countFailure = metrics.counter('service_telemetry_export_failures_total', { signal: 'metrics' })
  return reportFailures(new OTLPMetricExporter(optionsOf(settings)), settings, (reason) => {
    countFailure()
    log.exportFailed('metrics', reason)
  })
}

/** Loads only the protocol that is used. */
export async function openSpanExporter(
  settings: SignalSettings,
  { log, metrics }: ExporterParts,
  budget: SpanBudget,
): Promise<SpanExporter> {
  const { OTLPTraceExporter } = await (settings.protocol === 'http/json'
    ? import('@opentelemetry/exporter-trace-otlp-http')
    : import('@opentelemetry/exporter-trace-otlp-proto'))
  const countFailure = metrics.counter('service_telemetry_export_failures_total', { signal: 'traces' })
  const countDrops = metrics.counter('service_telemetry_spans_dropped_total', { cause: 'export-failed' })
  const exporter = reportFailures<ReadableSpan[]>(
    new OTLPTraceExporter(optionsOf(settings)),
    settings,
    (reason, spans) => {
      countFailure()
      countDrops(spans.length)
      log.exportFailed('traces', reason)
    },
  )
  return {
    ...exporter,
    export(spans, done) {
      budget.release(spans.length)
      exporter.export(spans, done)
    },
  }
}

const optionsOf = ({ url, headers, timeoutMs }: SignalSettings) => ({
  url,
  headers: { ...headers },
  timeoutMillis: timeoutMs,
})

/** Time after the timeout of an export in which the SDK reports it, milliseconds. */
const reportDelayMs = 1000

/**
 * The SDK's timeout restarts with each byte of a response. A collector that sends its response too slowly is a failure,
 * too, so that the next export can start.
 */
function reportFailures<Data>(
  exporter: Exporter<Data>,
  { timeoutMs }: SignalSettings,
  onFailure: (error: unknown, data: Data) => void,
): Required<Exporter<Data>> {
  return {
    export(data, done) {
      let isFinished = false
      const finish = ({ code, error }: ExportResult) => {
        if (isFinished) return
        isFinished = true
        clearTimeout(deadline)
        if (code !== ExportResultCode.SUCCESS) onFailure(error, data)
        done({ code: ExportResultCode.SUCCESS })
      }
      const timedOut = {
        code: ExportResultCode.FAILED,
        error: new Error(`no response within ${timeoutMs} ms`),
      }
      const deadline = setTimeout(finish, timeoutMs + reportDelayMs, timedOut).unref()
      exporter.export(data, finish)
    },
    forceFlush: async () => exporter.forceFlush?.(),
    shutdown: () => exporter.shutdown(),
  }
}
